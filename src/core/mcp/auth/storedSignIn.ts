import {
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  OAuthError,
  refreshAuthorization,
  UnauthorizedError,
  type AuthProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock';
import { HumanError } from '../../base/errors';
import type { Logger } from '../../base/ports';
import type { CredentialStore } from '../../session/session';
import type { Fetch, FetchInit, FetchResponse } from '../base/effects';
import { signInNotRenewed } from '../errors/failures';
import { authFetch, within } from './authFetch';
import { Credentials, type KeptSignIn } from './credentials';
import { safeCause } from './explainSignIn';

/** Timeout of a renewal in ms; every request waits for it. */
const refreshTimeout = 30_000;
/** Errors after which the stored tokens are useless; after any other error a later renewal may succeed. */
const finalErrors: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/**
 * Authorizes a session with the tokens of an earlier sign-in, and renews them silently. It never asks a server where to sign in, never
 * registers and never opens a browser: the server's requirements are saved for when the user signs in.
 */
export class StoredSignIn implements AuthProvider {
  readonly #credentials: Credentials;
  #signIn: KeptSignIn | undefined;
  #reading: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  /** Authorization header of each refused request. */
  readonly #refusedAuthorizations = new WeakMap<object, string>();

  constructor(
    url: string,
    store: CredentialStore,
    private readonly fetch: Fetch,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.#credentials = new Credentials(store, url);
  }

  get isSignedIn(): boolean {
    return this.#signIn !== undefined;
  }

  /** True if the sign-in was granted all of these space-separated scopes. */
  covers(scope: string | undefined): boolean {
    return (
      scope !== undefined && this.#signIn !== undefined && !isStrictScopeSuperset(scope, this.#signIn.tokens.scope)
    );
  }

  async token(): Promise<string | undefined> {
    this.#reading ??= this.#read();
    await this.#reading;
    return this.#signIn?.tokens.access_token;
  }

  /** Called when the server refused the token, or there was none: gets another, once for all requests that wait for it. */
  onUnauthorized({ response }: { readonly response: object }): Promise<void> {
    const refusedAuthorization = this.#refusedAuthorizations.get(response);
    const current = this.#signIn?.tokens.access_token;
    if (refusedAuthorization !== undefined && current !== undefined && refusedAuthorization !== `Bearer ${current}`)
      return Promise.resolve();
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** Saves the requirements of a 401 or 403. */
  async notice(response: FetchResponse, request: FetchInit | undefined): Promise<void> {
    const headers = request?.['headers'] as { get?(name: string): string | null } | undefined;
    this.#refusedAuthorizations.set(response, headers?.get?.('authorization') ?? '');
    const challenge = extractWWWAuthenticateParams(response);
    const { scope, error } = challenge;
    const isStepUp = response.status === 403 && error === 'insufficient_scope' && !this.covers(scope);
    if (response.status !== 401 && !isStepUp) return;
    const url = challenge.resourceMetadataUrl as { readonly href: string } | undefined;
    const requirements = {
      scope: isStepUp ? computeScopeUnion(this.#signIn?.tokens.scope, scope) : scope,
      resourceMetadataUrl: url?.href,
    };
    // If they cannot be saved, a sign-in starts with fewer scopes.
    await this.#credentials.setChallenge(requirements).catch(() => undefined);
  }

  async #read(): Promise<void> {
    this.#signIn = await this.#credentials.signIn().catch((error: unknown) => {
      this.log.warn(`The sign-in cannot be read: ${safeCause(error).message}`);
      return undefined;
    });
  }

  async #renew(): Promise<void> {
    if (await this.#isReplaced()) return;
    const refreshToken = this.#signIn?.tokens.refresh_token;
    if (!this.#signIn || refreshToken === undefined) throw new UnauthorizedError();
    try {
      const tokens = await this.#refresh(this.#signIn, refreshToken);
      const { scope, issuer } = this.#signIn.tokens;
      this.#signIn = { ...this.#signIn, tokens: { ...(scope !== undefined && { scope }), ...tokens, issuer } };
      await this.#credentials.renew(this.#signIn);
      this.log.info('The sign-in was renewed');
    } catch (error) {
      // Another window may have used the single-use refresh token first.
      if (await this.#isReplaced()) return;
      throw await this.#notRenewed(error);
    }
  }

  #refresh({ authority, client }: KeptSignIn, refreshToken: string): Promise<OAuthTokens> {
    return within(this.clock, refreshTimeout, (signal) =>
      refreshAuthorization(authority.authorizationServerUrl, {
        ...(authority.metadata && { metadata: authority.metadata }),
        clientInformation: client.information,
        refreshToken,
        ...(authority.resource !== undefined && { resource: authority.resource }),
        fetchFn: authFetch(this.fetch, signal) as never,
      }),
    );
  }

  /** True if another window, or a sign-in, has saved other tokens meanwhile. */
  async #isReplaced(): Promise<boolean> {
    const previousToken = this.#signIn?.tokens.access_token;
    await this.#read();
    return this.#signIn !== undefined && this.#signIn.tokens.access_token !== previousToken;
  }

  async #notRenewed(error: unknown): Promise<Error> {
    if (error instanceof TypeError || error instanceof HumanError) return error;
    this.log.info(`The sign-in was not renewed: ${safeCause(error).message}`);
    if (!(error instanceof OAuthError) || !finalErrors.has(error.code)) return signInNotRenewed(safeCause(error));
    if (this.#signIn) await this.#credentials.deleteTokens(this.#signIn.authority.issuer);
    this.#signIn = undefined;
    return new UnauthorizedError();
  }
}
