import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/ports';
import type { CredentialStore, Launch } from './session';

/** Where a browser is sent when a sign-in is over, for one sign-in. */
export interface RedirectReceiver extends Disposable {
  /** The exact redirect URI. */
  readonly url: string;
  /**
   * The parameters that the browser came back with; called before it is sent away. Whether they belong to `state` is checked by the caller.
   * Rejects when `signal` is aborted.
   */
  wait(state: string, signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
}

/** How an authorization server knows this program. */
export interface ClientIdentity {
  readonly id: string;
  readonly secret: string | undefined;
}

/** What a sign-in needs of the world. */
export interface SignInPorts {
  readonly credentials: CredentialStore;
  readonly redirect: RedirectReceiver;
  /** Shows a web address to the person. Rejects with a `HumanError` when that cannot be done. */
  readonly openBrowser: (url: string) => Promise<void>;
  /** For an authorization server that registers nobody by itself; `undefined` when the person has no client ID. */
  readonly askClient: (about: {
    /** Host of the authorization server. */
    readonly host: string;
    /** What the client ID has to be registered with. */
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
 * Signs in to a server, on a person's click only: asks it where to, opens the browser, and keeps the tokens for the sessions to
 * come. Rejects with a `HumanError`, or `CancelledError` when the signal was aborted.
 */
export type SignIn = (launch: Launch, ports: SignInPorts, options: SignInOptions) => Promise<void>;

/** Forgets all that was kept for a server, and tells its authorization server so, at best. Never rejects for the latter. */
export type SignOut = (launch: Launch, credentials: CredentialStore, clock: Clock) => Promise<void>;
