import type { AuthorizationServer } from 'oauth4webapi';
import type { Clock } from '../../base/clock';

/** The authorization server of a sign-in, with the data to renew the tokens there. */
export interface Authority {
  /** Its metadata, or what was assumed of one without any. Untrusted: types of fields are not checked. */
  readonly server: AuthorizationServer;
  /** The resource indicator, as sent. */
  readonly resource: string;
}

/** A client as its registration describes it. */
export interface ClientInformation {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly token_endpoint_auth_method?: unknown;
}

/** A client of an authorization server. */
export interface SavedClient {
  readonly information: ClientInformation;
  /** Redirect URL of our registration; `undefined` for a client that was not registered by us. */
  readonly redirectUrl: string | undefined;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Space-separated. */
  readonly scope?: string | undefined;
}

export interface SavedSignIn {
  readonly authority: Authority;
  readonly client: SavedClient;
  readonly tokens: Tokens;
}

/** New tokens, or the error code with which the authorization server refused them: then the user must sign in. */
export type Renewal = { readonly tokens: Tokens } | { readonly refusal: string };

/**
 * Renews the tokens of a server's sign-in where they were issued. Rejects with a `HumanError` where a later attempt may succeed.
 * @param url of the server
 */
export type Renew = (url: string, signIn: SavedSignIn, clock: Clock) => Promise<Renewal>;
