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
import { Credentials, type SavedSignIn } from './credentials';
import { endpointGate, type Gate } from './endpointGate';
import { safeCause } from './explainSignIn';

/** Timeout of a renewal in ms; every request waits for it. */
const refreshTimeout = 30_000;
/** Interval at which another window's renewal is looked for, in ms. */
const renewalPoll = 250;
/** Errors after which the stored tokens are useless; after any other error a later renewal may succeed. */
const finalErrors: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/**
 * Authorizes a session with the tokens of an earlier sign-in, and renews them silently. It never asks a server where to sign in, never
 * registers and never opens a browser: the server's requirements are saved for when the user signs in.
 */
export class StoredSignIn implements AuthProvider {
  readonly #credentials: Credentials;
  /** Names were allowed when the user signed in: tokens are renewed where they were issued. */
  readonly #gate: Gate;
  #signIn: SavedSignIn | undefined;
  #reading: Promise<void> | undefined;
  /** The store's version that {@link #signIn} was read from. */
  #version: number | undefined;
  /** Distinguishes this session from others that renew the same sign-in, in any window. */
  readonly #holder: string;
  #renewing: Promise<void> | undefined;
  /** Authorization header of each refused request. */
  readonly #refusedAuthorizations = new WeakMap<object, string>();

  constructor(
    url: string,
    private readonly store: CredentialStore,
    private readonly fetch: Fetch,
    private readonly clock: Clock,
    private readonly log: Logger,
    random = Math.random,
  ) {
    this.#credentials = new Credentials(store, url);
    this.#gate = endpointGate(url, () => Promise.resolve(true));
    this.#holder = `${clock.now()}-${random()}`;
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

  /** Another window may have renewed the sign-in, or the user signed out there. */
  async token(): Promise<string | undefined> {
    const { version } = this.store;
    if (!this.#reading || version === undefined || version !== this.#version) {
      this.#version = version;
      this.#reading = this.#read();
    }
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
    const previous = this.#signIn;
    if (await this.#isReplaced(previous)) return;
    const current = this.#signIn;
    const refreshToken = current?.tokens.refresh_token;
    if (!current || refreshToken === undefined) throw new UnauthorizedError();
    const { issuer } = current.authority;
    try {
      if (await this.#isRenewedElsewhere(current)) return;
      const tokens = await this.#refresh(current, refreshToken);
      const { scope } = current.tokens;
      await this.#credentials.renew({
        ...current,
        tokens: { ...(scope !== undefined && { scope }), ...tokens, issuer },
      });
      if (!(await this.#isReplaced(current))) throw new UnauthorizedError();
      this.log.info('The sign-in was renewed');
    } catch (error) {
      // Another program may have used the single-use refresh token first.
      if (await this.#isReplaced(current)) return;
      throw await this.#notRenewed(error, current);
    } finally {
      await this.#credentials.releaseRenewal(issuer, this.#holder).catch(() => undefined);
    }
  }

  /** Waits while another window renews the sign-in. True once one has; false when it is up to this one. */
  async #isRenewedElsewhere(current: SavedSignIn): Promise<boolean> {
    while (!(await this.#credentials.reserveRenewal(current.authority.issuer, this.#holder, this.clock))) {
      await new Promise<void>((resolve) => this.clock.after(renewalPoll, resolve));
      if (await this.#isReplaced(current)) return true;
      if (!this.#signIn) throw new UnauthorizedError();
    }
    const isRenewed = await this.#isReplaced(current);
    if (!this.#signIn) throw new UnauthorizedError();
    return isRenewed;
  }

  #refresh({ authority, client }: SavedSignIn, refreshToken: string): Promise<OAuthTokens> {
    return within(this.clock, refreshTimeout, (signal) =>
      refreshAuthorization(authority.authorizationServerUrl, {
        ...(authority.metadata && { metadata: authority.metadata }),
        clientInformation: client.information,
        refreshToken,
        ...(authority.resource !== undefined && { resource: authority.resource }),
        fetchFn: authFetch(this.fetch, signal, this.#gate) as never,
      }),
    );
  }

  /** Reads again. True if other tokens than `previous` are saved by now: by another window, a sign-in, or this renewal. */
  async #isReplaced(previous: SavedSignIn | undefined): Promise<boolean> {
    await this.#read();
    return this.#signIn !== undefined && this.#signIn.tokens.access_token !== previous?.tokens.access_token;
  }

  async #notRenewed(error: unknown, refused: SavedSignIn): Promise<Error> {
    if (error instanceof TypeError || error instanceof HumanError || error instanceof UnauthorizedError) return error;
    this.log.info(`The sign-in was not renewed: ${safeCause(error).message}`);
    if (!(error instanceof OAuthError) || !finalErrors.has(error.code)) return signInNotRenewed(safeCause(error));
    await this.#credentials.deleteTokens(refused);
    await this.#read();
    return new UnauthorizedError();
  }
}
