import type {
  AuthorizationServerMetadata,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock';
import type { CredentialStore } from '../../session/session';
import { isFields } from '../../base/values';

/** The requirements in the server's last refusal. */
export interface Challenge {
  /** Space-separated. */
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: string | undefined;
}

/** The authorization server of a sign-in, with the data to renew the tokens there. */
export interface Authority {
  readonly issuer: string;
  readonly authorizationServerUrl: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** The resource indicator, as sent. */
  readonly resource: string | undefined;
}

interface ServerRecord {
  readonly authority?: Authority | undefined;
  /** Every authorization server for which something may be stored. */
  readonly issuers?: readonly string[] | undefined;
}

/** A client of an authorization server. */
export interface SavedClient {
  readonly information: StoredOAuthClientInformation;
  /** Redirect URL of our registration; `undefined` for a client that the user entered. */
  readonly redirectUrl: string | undefined;
}

export interface SavedSignIn {
  readonly authority: Authority;
  readonly client: SavedClient;
  readonly tokens: StoredOAuthTokens;
}

/** Tokens with the client that they were issued to: another window may register another one. */
type SavedTokens = StoredOAuthTokens & { readonly client?: SavedClient };

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

/** The stored data of one server: tokens and clients by authorization server, and which of these is in use. */
export class Credentials {
  readonly #server: string;

  constructor(
    private readonly store: CredentialStore,
    url: string,
  ) {
    this.#server = url.replace(/#.*$/s, '');
  }

  async challenge(): Promise<Challenge | undefined> {
    return (await this.#get('challenge')) as Challenge | undefined;
  }

  async setChallenge(challenge: Challenge): Promise<void> {
    const text = JSON.stringify(challenge);
    const key = this.#key('challenge');
    await this.#inTurn(async () => {
      if ((await this.store.get(key)) !== text) await this.store.set(key, text);
    });
  }

  /** The whole sign-in; `undefined` where any part of it is missing. */
  async signIn(): Promise<SavedSignIn | undefined> {
    const { authority } = await this.#record();
    if (!authority) return undefined;
    const kept = (await this.#get('tokens', authority.issuer)) as SavedTokens | undefined;
    if (!kept) return undefined;
    const { client = await this.client(authority.issuer), ...tokens } = kept;
    return client && { authority, client, tokens };
  }

  setSignIn({ authority, client, tokens }: SavedSignIn): Promise<void> {
    const { issuer } = authority;
    return this.#inTurn(async () => {
      await this.#remember(issuer, authority);
      await this.#setTokens(issuer, tokens, client);
      await this.store.delete(this.#key('challenge'));
      // A sign-in of another window may have written the record meanwhile.
      await this.#remember(issuer, authority);
    });
  }

  /** Saves the tokens of a renewed sign-in, unless the user has signed out, or in elsewhere, meanwhile. */
  renew({ authority: { issuer }, client, tokens }: SavedSignIn): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#isCurrent(issuer))) return;
      await this.#setTokens(issuer, tokens, client);
      // The user may have signed out in another window between the two.
      if (!(await this.#isCurrent(issuer))) await this.store.delete(this.#key('tokens', issuer));
    });
  }

  /**
   * Reserves the renewal of the tokens for `holder`, as a refresh token may be used only once. False while another holder, in any window,
   * has reserved it.
   */
  async reserveRenewal(issuer: string, holder: string, clock: Clock): Promise<boolean> {
    const previous = await this.#reservation(issuer);
    if (previous && previous.holder !== holder && clock.now() - previous.since < reservedFor) return false;
    await this.store.set(this.#key('renewal', issuer), JSON.stringify({ holder, since: clock.now() }));
    // Of two windows that reserved at once, the one that wrote last has it.
    await new Promise<void>((resolve) => clock.after(spreadTime, resolve));
    return (await this.#reservation(issuer))?.holder === holder;
  }

  async releaseRenewal(issuer: string, holder: string): Promise<void> {
    if ((await this.#reservation(issuer))?.holder === holder) await this.store.delete(this.#key('renewal', issuer));
  }

  /** Deletes tokens that the authorization server refused, unless there are others by now. */
  deleteTokens({ authority: { issuer }, tokens }: SavedSignIn): Promise<void> {
    return this.#inTurn(async () => {
      const kept = (await this.#get('tokens', issuer)) as SavedTokens | undefined;
      if (kept?.access_token === tokens.access_token) await this.store.delete(this.#key('tokens', issuer));
    });
  }

  async client(issuer: string): Promise<SavedClient | undefined> {
    return (await this.#get('client', issuer)) as SavedClient | undefined;
  }

  setClient(issuer: string, client: SavedClient): Promise<void> {
    return this.#inTurn(async () => {
      await this.#remember(issuer, (await this.#record()).authority);
      await this.store.set(this.#key('client', issuer), JSON.stringify(client));
    });
  }

  deleteClient(issuer: string): Promise<void> {
    return this.#inTurn(() => this.store.delete(this.#key('client', issuer)));
  }

  deleteAll(): Promise<void> {
    return this.#inTurn(async () => {
      const { issuers = [] } = await this.#record();
      // First, so that no window saves renewed tokens any more.
      await this.#setRecord({ issuers });
      for (const issuer of issuers) {
        await this.store.delete(this.#key('tokens', issuer));
        await this.store.delete(this.#key('client', issuer));
        await this.store.delete(this.#key('renewal', issuer));
      }
      await this.store.delete(this.#key('challenge'));
      await this.store.delete(this.#key('server'));
    });
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const writes = lastWrites.get(this.store) ?? new Map<string, Promise<unknown>>();
    lastWrites.set(this.store, writes);
    const queuedWrite = (writes.get(this.#server) ?? Promise.resolve()).then(write);
    writes.set(
      this.#server,
      queuedWrite.catch(() => undefined),
    );
    return queuedWrite;
  }

  /** Saved first: data of an unknown issuer would never be deleted. */
  async #remember(issuer: string, authority: Authority | undefined): Promise<void> {
    const previous = await this.#record();
    const record: ServerRecord = { authority, issuers: [...new Set(previous.issuers).add(issuer)] };
    if (JSON.stringify(record) !== JSON.stringify(previous)) await this.#setRecord(record);
  }

  async #isCurrent(issuer: string): Promise<boolean> {
    return (await this.#record()).authority?.issuer === issuer;
  }

  async #reservation(issuer: string): Promise<Reservation | undefined> {
    return (await this.#get('renewal', issuer)) as Reservation | undefined;
  }

  #setTokens(issuer: string, tokens: StoredOAuthTokens, client: SavedClient): Promise<void> {
    return this.store.set(this.#key('tokens', issuer), JSON.stringify({ ...tokens, client } satisfies SavedTokens));
  }

  async #record(): Promise<ServerRecord> {
    return (await this.#get('server')) ?? {};
  }

  #setRecord(record: ServerRecord): Promise<void> {
    return this.store.set(this.#key('server'), JSON.stringify(record));
  }

  async #get(kind: string, issuer?: string): Promise<object | undefined> {
    const text = await this.store.get(this.#key(kind, issuer));
    try {
      const value = JSON.parse(text ?? 'null') as unknown;
      return isFields(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #key(kind: string, issuer?: string): string {
    return JSON.stringify(issuer === undefined ? [kind, this.#server] : [kind, issuer, this.#server]);
  }
}
