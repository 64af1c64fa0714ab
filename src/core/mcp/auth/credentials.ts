import { delay, type Clock } from '../../base/clock';
import type { CredentialStore } from '../../session/session';
import { isFields } from '../../base/values';
import type { Authority, SavedClient, SavedSignIn } from '../base/savedSignIn';
import type { BearerChallenge } from './challenge';

/** The requirements in the server's last refusal. */
type Challenge = Omit<BearerChallenge, 'error'>;

interface Reservation {
  readonly holder: string;
  /** In ms since 1970. */
  readonly since: number;
}

/** Time after which another window's reservation counts as left behind, in ms: longer than any renewal. */
const reservedFor = 45_000;
/** Time in which a write of this window reaches the others, and theirs this one, in ms: VS Code gathers writes for 100 ms. */
const spreadTime = 250;

/** The last write for each server, from any object: records are read, changed and written. */
const lastWrites = new WeakMap<CredentialStore, Map<string, Promise<unknown>>>();

/** Kinds of values stored for a server, in the order of their deletion: without an authority, no window saves renewed tokens. */
const kinds = ['authority', 'tokens', 'client', 'renewal', 'challenge'] as const;
type Kind = (typeof kinds)[number];

/** The stored data of one server. Its issuer stays the same until the user signs out. */
export class Credentials {
  readonly #server: string;

  constructor(
    private readonly store: CredentialStore,
    url: string,
  ) {
    this.#server = url.replace(/#.*$/s, '');
  }

  challenge(): Promise<Challenge | undefined> {
    return this.#get<Challenge>('challenge');
  }

  setChallenge(challenge: Challenge): Promise<void> {
    const text = JSON.stringify(challenge);
    return this.#inTurn(async () => {
      if ((await this.store.get(this.#key('challenge'))) !== text) await this.#set('challenge', challenge);
    });
  }

  /** The whole sign-in; `undefined` if there is none, or its tokens were refused. */
  async signIn(): Promise<SavedSignIn | undefined> {
    const saved = await this.#get<SavedSignIn>('tokens');
    return saved && (await this.#isCurrent(saved)) ? saved : undefined;
  }

  /** The authorization server that the user signed in to, also after the tokens were refused. */
  authority(): Promise<Authority | undefined> {
    return this.#get<Authority>('authority');
  }

  setSignIn(signIn: SavedSignIn): Promise<void> {
    return this.#inTurn(async () => {
      await this.#set('authority', signIn.authority);
      await this.#set('tokens', signIn);
      await this.#delete('challenge');
    });
  }

  /** Saves the tokens of a renewed sign-in, unless the user has signed out, or in elsewhere, meanwhile. */
  renew(signIn: SavedSignIn): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#isCurrent(signIn))) return;
      await this.#set('tokens', signIn);
      // The user may have signed out in another window between the two.
      if (!(await this.#isCurrent(signIn))) await this.#delete('tokens');
    });
  }

  /**
   * Reserves the renewal of the tokens for `holder`, as a refresh token may be used only once. False while another holder, in any window,
   * has reserved it.
   */
  async reserveRenewal(holder: string, clock: Clock): Promise<boolean> {
    const previous = await this.#get<Reservation>('renewal');
    if (previous && previous.holder !== holder && clock.now() - previous.since < reservedFor) return false;
    await this.#set('renewal', { holder, since: clock.now() });
    // If two windows reserved at once, the one that wrote last has the reservation.
    await delay(clock, spreadTime);
    return (await this.#get<Reservation>('renewal'))?.holder === holder;
  }

  async releaseRenewal(holder: string): Promise<void> {
    if ((await this.#get<Reservation>('renewal'))?.holder === holder) await this.#delete('renewal');
  }

  /** Deletes tokens that the authorization server refused, unless there are others by now. */
  deleteTokens({ tokens }: SavedSignIn): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.signIn())?.tokens.access_token === tokens.access_token) await this.#delete('tokens');
    });
  }

  /** The client for the next sign-in at an authorization server. */
  async client(issuer: string): Promise<SavedClient | undefined> {
    const kept = await this.#get<{ readonly issuer: string; readonly client: SavedClient }>('client');
    return kept?.issuer === issuer ? kept.client : undefined;
  }

  setClient(issuer: string, client: SavedClient): Promise<void> {
    return this.#inTurn(() => this.#set('client', { issuer, client }));
  }

  deleteClient(): Promise<void> {
    return this.#inTurn(() => this.#delete('client'));
  }

  deleteAll(): Promise<void> {
    return this.#inTurn(async () => {
      for (const kind of kinds) await this.#delete(kind);
    });
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const writes = lastWrites.get(this.store) ?? new Map<string, Promise<unknown>>();
    lastWrites.set(this.store, writes);
    const last = writes.get(this.#server) ?? Promise.resolve();
    // A write that failed is its caller's; the next one is made all the same.
    const queued = last.catch(() => undefined).then(write);
    writes.set(this.#server, queued);
    return queued;
  }

  async #isCurrent({ authority }: SavedSignIn): Promise<boolean> {
    return (await this.authority())?.server.issuer === authority.server.issuer;
  }

  async #get<T extends object>(kind: Kind): Promise<T | undefined> {
    const text = await this.store.get(this.#key(kind));
    try {
      const value = JSON.parse(text ?? 'null') as unknown;
      return isFields(value) ? (value as T) : undefined;
    } catch {
      return undefined;
    }
  }

  #set(kind: Kind, value: object): Promise<void> {
    return this.store.set(this.#key(kind), JSON.stringify(value));
  }

  #delete(kind: Kind): Promise<void> {
    return this.store.delete(this.#key(kind));
  }

  #key(kind: Kind): string {
    return JSON.stringify([kind, this.#server]);
  }
}
