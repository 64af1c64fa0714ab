import type {
  AuthorizationServerMetadata,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { CredentialStore } from '../../session';
import { isFields } from '../values';

/** What the server asked for when it last let nobody in. */
export interface Challenge {
  /** Space-separated. */
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: string | undefined;
}

/** The authorization server that a sign-in was made at, and how to renew it there. */
export interface Authority {
  readonly issuer: string;
  readonly authorizationServerUrl: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** The resource indicator, as it was sent. */
  readonly resource: string | undefined;
}

interface ServerRecord {
  readonly authority?: Authority | undefined;
  /** Every authorization server of which something may be kept. */
  readonly issuers?: readonly string[] | undefined;
  readonly challenge?: Challenge | undefined;
}

/** A client of an authorization server. */
export interface KeptClient {
  readonly information: StoredOAuthClientInformation;
  /** What it was registered with by us; `undefined` for one that a person named. */
  readonly redirectUrl: string | undefined;
}

export interface KeptSignIn {
  readonly authority: Authority;
  readonly client: KeptClient;
  readonly tokens: StoredOAuthTokens;
}

/** What is kept for one server: tokens and clients by authorization server, and which of these is in use. */
export class Credentials {
  readonly #server: string;

  constructor(
    private readonly store: CredentialStore,
    url: string,
  ) {
    this.#server = url.replace(/#.*$/s, '');
  }

  async challenge(): Promise<Challenge | undefined> {
    return (await this.#record()).challenge;
  }

  async setChallenge(challenge: Challenge): Promise<void> {
    const record = await this.#record();
    if (JSON.stringify(record.challenge) !== JSON.stringify(challenge)) await this.#setRecord({ ...record, challenge });
  }

  /** The whole of a sign-in; `undefined` where any part of it is missing. */
  async signIn(): Promise<KeptSignIn | undefined> {
    const { authority } = await this.#record();
    if (!authority) return undefined;
    const tokens = (await this.#get('tokens', authority.issuer)) as StoredOAuthTokens | undefined;
    const client = await this.client(authority.issuer);
    return tokens && client && { authority, client, tokens };
  }

  async setSignIn({ authority, client, tokens }: KeptSignIn): Promise<void> {
    await this.setClient(authority.issuer, client);
    await this.setTokens(authority.issuer, tokens);
    await this.#setRecord({ authority, issuers: (await this.#record()).issuers });
  }

  async setTokens(issuer: string, tokens: StoredOAuthTokens): Promise<void> {
    await this.#remember(issuer);
    await this.store.set(this.#key('tokens', issuer), JSON.stringify(tokens));
  }

  deleteTokens(issuer: string): Promise<void> {
    return this.store.delete(this.#key('tokens', issuer));
  }

  async client(issuer: string): Promise<KeptClient | undefined> {
    return (await this.#get('client', issuer)) as KeptClient | undefined;
  }

  async setClient(issuer: string, client: KeptClient): Promise<void> {
    await this.#remember(issuer);
    await this.store.set(this.#key('client', issuer), JSON.stringify(client));
  }

  deleteClient(issuer: string): Promise<void> {
    return this.store.delete(this.#key('client', issuer));
  }

  async deleteAll(): Promise<void> {
    const { issuers = [] } = await this.#record();
    for (const issuer of issuers) {
      await this.deleteTokens(issuer);
      await this.deleteClient(issuer);
    }
    await this.store.delete(this.#key('server'));
  }

  async #remember(issuer: string): Promise<void> {
    const record = await this.#record();
    const issuers = record.issuers ?? [];
    if (!issuers.includes(issuer)) await this.#setRecord({ ...record, issuers: [...issuers, issuer] });
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
