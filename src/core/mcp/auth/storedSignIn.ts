import { delay, type Clock } from '../../base/clock';
import { causes, HumanError } from '../../base/errors';
import type { Logger } from '../../base/ports';
import type { CredentialStore } from '../../session/session';
import type { FetchResponse } from '../base/effects';
import { plain } from '../base/plainValues';
import type { Renew, SavedSignIn } from '../base/savedSignIn';
import { signInNotRenewed } from '../errors/signInFailures';
import { bearerChallenge, scopesIn } from './challenge';
import { Credentials } from './credentials';

/** Interval at which another window's renewal is looked for, in ms. */
const renewalPoll = 250;

/**
 * Authorizes a session with the tokens of an earlier sign-in, and renews them silently. It never asks a server where to sign in, never
 * registers and never opens a browser: the server's requirements are saved for when the user signs in.
 */
export class StoredSignIn {
  readonly #credentials: Credentials;
  #signIn: SavedSignIn | undefined;
  #reading: Promise<void> | undefined;
  /** The store's version that {@link #signIn} was read from. */
  #version: number | undefined;
  /** Distinguishes this session from others that renew the same sign-in, in any window. */
  readonly #holder: string;
  #renewing: Promise<boolean> | undefined;

  /** @param renewer loads what renews tokens */
  constructor(
    private readonly url: string,
    private readonly store: CredentialStore,
    private readonly renewer: () => Promise<Renew>,
    private readonly clock: Clock,
    private readonly log: Logger,
    random = Math.random,
  ) {
    this.#credentials = new Credentials(store, url);
    this.#holder = `${clock.now()}-${random()}`;
  }

  get isSignedIn(): boolean {
    return this.#signIn !== undefined;
  }

  /** True if the sign-in was granted all of these space-separated scopes. */
  covers(scope: string | undefined): boolean {
    const granted = scopesIn(this.#signIn?.tokens.scope);
    return scope !== undefined && this.isSignedIn && scopesIn(scope).every((name) => granted.includes(name));
  }

  /** The access token to send. Another window may have renewed the sign-in, or the user signed out there. */
  async token(): Promise<string | undefined> {
    const { version } = this.store;
    if (!this.#reading || version === undefined || version !== this.#version) {
      this.#version = version;
      this.#reading = this.#read();
    }
    await this.#reading;
    return this.#signIn?.tokens.access_token;
  }

  /**
   * Called after a 401: gets another token, once for all requests that wait for it. True if the request is worth repeating, false if
   * the user must sign in. Rejects with a `HumanError` if a later attempt may succeed.
   * @param sent the Authorization header of the refused request
   */
  renew(sent: string | undefined): Promise<boolean> {
    const current = this.#signIn?.tokens.access_token;
    if (current !== undefined && sent !== `Bearer ${current}`) return Promise.resolve(true);
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** Saves what a 401 or 403 requires. @returns the scope that it names, and whether that is more than was granted */
  async notice({ status, headers }: FetchResponse) {
    const { scope, resourceMetadataUrl, error } = bearerChallenge(headers.get('www-authenticate'));
    const isStepUp = status === 403 && error === 'insufficient_scope' && !this.covers(scope);
    if (status !== 401 && !isStepUp) return { scope, isStepUp };
    const granted = isStepUp ? this.#signIn?.tokens.scope : undefined;
    const requirements = { scope: scopesIn(granted, scope).join(' ') || undefined, resourceMetadataUrl };
    // If they cannot be saved, a sign-in starts with fewer scopes.
    await this.#credentials.setChallenge(requirements).catch(() => undefined);
    return { scope, isStepUp };
  }

  async #read(): Promise<void> {
    this.#signIn = await this.#credentials.signIn().catch((error: unknown) => {
      this.log.warn(`The sign-in cannot be read: ${causes(error)}`);
      return undefined;
    });
  }

  async #renew(): Promise<boolean> {
    const previous = this.#signIn;
    if (await this.#isReplaced(previous)) return true;
    const current = this.#signIn;
    if (current?.tokens.refresh_token === undefined) return false;
    try {
      return (await this.#isRenewedElsewhere(current)) ?? (await this.#renewHere(current));
    } catch (error) {
      // Another program may have used the single-use refresh token first.
      if (await this.#isReplaced(current)) return true;
      this.log.info(`The sign-in was not renewed: ${causes(error)}`);
      throw error instanceof HumanError ? error : signInNotRenewed(error);
    } finally {
      await this.#credentials.releaseRenewal(this.#holder).catch(() => undefined);
    }
  }

  /** Waits while another window renews the sign-in: true once it has, false once the user has signed out. `undefined` if it is up to this one. */
  async #isRenewedElsewhere(current: SavedSignIn): Promise<boolean | undefined> {
    for (;;) {
      const isReserved = await this.#credentials.reserveRenewal(this.#holder, this.clock);
      if (!isReserved) await delay(this.clock, renewalPoll);
      if (await this.#isReplaced(current)) return true;
      if (!this.#signIn) return false;
      if (isReserved) return undefined;
    }
  }

  async #renewHere(current: SavedSignIn): Promise<boolean> {
    const renew = await this.renewer();
    const renewal = await renew(this.url, current, this.clock);
    if ('tokens' in renewal) {
      await this.#credentials.renew({ ...current, tokens: renewal.tokens });
      if (!(await this.#isReplaced(current))) return false;
      this.log.info('The sign-in was renewed');
      return true;
    }
    if (await this.#isReplaced(current)) return true;
    const { refusal } = renewal;
    this.log.info(`The sign-in was not renewed: ${plain(refusal)}`);
    // Any other refusal may pass, so that the next attempt succeeds.
    if (refusal === 'invalid_grant') await this.#credentials.deleteTokens(current);
    // The next sign-in registers again: where the authorization server has lost the client, no sign-in would come back from the browser.
    if (refusal === 'invalid_client' && current.client.redirectUrl !== undefined)
      await this.#credentials.deleteClient();
    await this.#read();
    return false;
  }

  /** Reads again. True if other tokens than `previous` are saved by now: by another window, a sign-in, or this renewal. */
  async #isReplaced(previous: SavedSignIn | undefined): Promise<boolean> {
    await this.#read();
    return this.#signIn !== undefined && this.#signIn.tokens.access_token !== previous?.tokens.access_token;
  }
}
