import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/ports';
import type { ResolveHost } from '../network/place';
import type { CredentialStore, Launch } from './session';

/** Receives the browser at the end of one sign-in. */
export interface RedirectReceiver extends Disposable {
  /** The exact redirect URI. */
  readonly url: string;
  /**
   * The parameters that the browser came back with; call it before the browser is opened. The caller checks whether they belong to `state`.
   * Rejects when `signal` is aborted.
   * @param below the path below {@link url} to which the browser has to come back; that URL itself by default
   */
  wait(state: string, signal: AbortSignal, below?: string): Promise<Readonly<Record<string, string>>>;
}

/** This program's identity at an authorization server. */
export interface ClientIdentity {
  readonly id: string;
  readonly secret: string | undefined;
}

/** Effects for requests about signing in. */
export interface SignInNetwork {
  readonly lookUp: ResolveHost;
  /** Called before anything is sent to a host that a server names and that may be in the user's network. True if they allow it. */
  readonly confirmLocalHost: (about: {
    readonly host: string;
    /** The local address that it leads to; `undefined` if nobody knows. */
    readonly address: string | undefined;
  }) => Promise<boolean>;
}

/** A reason why the user has to decide whether a sign-in goes on. */
export type SignInWarning =
  /** The login page is on another host than the authorization server, which does not say whose answer comes back. */
  | { readonly kind: 'page'; readonly host: string; readonly issuer: string }
  /** The server names another authorization server than at the last sign-in. */
  | { readonly kind: 'issuer'; readonly issuer: string; readonly before: string }
  /** The sign-in would be for more than the server: a URL above its own, from the server's metadata. */
  | { readonly kind: 'resource'; readonly resource: string };

/** Effects that a sign-in needs. */
export interface SignInPorts extends SignInNetwork {
  readonly credentials: CredentialStore;
  readonly redirect: RedirectReceiver;
  /** Shows a web address to the user. Rejects with a `HumanError` when that cannot be done. */
  readonly openBrowser: (url: string) => Promise<void>;
  /** True if the user wants to go on in spite of a doubt. They are asked until a sign-in succeeds, and then no more. */
  readonly confirm: (doubt: SignInWarning) => Promise<boolean>;
  /** For an authorization server without dynamic registration; `undefined` when the user has no client ID. */
  readonly askClient: (about: {
    /** Host of the authorization server. */
    readonly host: string;
    /** Redirect URI that the client ID has to be registered with. */
    readonly redirectUrl: string;
  }) => Promise<ClientIdentity | undefined>;
}

export interface SignInOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Address of a document that describes this client, for servers that take it instead of a registration. */
  readonly clientMetadataUrl: string | undefined;
}

/**
 * Signs in to a server, only when the user asks for it: finds its authorization server, opens the browser, and stores the tokens for later
 * sessions. Rejects with a `HumanError`, or `CancelledError` when the signal was aborted.
 */
export type SignIn = (launch: Launch, ports: SignInPorts, options: SignInOptions) => Promise<void>;

/** Forgets everything stored for a server, and revokes it at its authorization server if possible. Never rejects for the latter. */
export type SignOut = (
  launch: Launch,
  credentials: CredentialStore,
  clock: Clock,
  network: SignInNetwork,
) => Promise<void>;
