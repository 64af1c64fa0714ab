// A web that is a table of answers, for a server whose authorization server may name anything.
import type { Fetch } from '../../../../src/core/mcp/base/effects';
import { createSignIn } from '../../../../src/core/mcp/auth/signIn';
import { createSignOut } from '../../../../src/core/mcp/auth/signOut';
import type { ConfiguredClient } from '../../../../src/core/configuration/launch/http';
import type { Launch } from '../../../../src/core/session/session';
import type { SignInNetwork, SignInPorts } from '../../../../src/core/session/signIn';
import { PromptClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { MemoryCredentials } from '../signInSupport';
import { never } from '../support';

export const server = 'https://mcp.example/mcp';
export const serverMetadata = 'https://mcp.example/.well-known/oauth-protected-resource/mcp';
export const login = 'https://login.example';
export const loginMetadata = `${login}/.well-known/oauth-authorization-server`;

export const endpoints = {
  issuer: login,
  authorization_endpoint: `${login}/authorize`,
  token_endpoint: `${login}/token`,
  registration_endpoint: `${login}/register`,
  revocation_endpoint: `${login}/revoke`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
};
const registered = { client_id: 'me', redirect_uris: ['http://127.0.0.1:1/x'] };
export const tokens = { access_token: 'access', token_type: 'Bearer', refresh_token: 'refresh' };

export type Pages = Readonly<Record<string, unknown>>;
const goodPages: Pages = {
  [serverMetadata]: { resource: server, authorization_servers: [login] },
  [loginMetadata]: endpoints,
  [`${login}/register`]: registered,
  [`${login}/token`]: tokens,
  [`${login}/revoke`]: {},
};
/** Pages where the metadata of the authorization server names something else. */
export const naming = (changes: object): Pages => ({ [loginMetadata]: { ...endpoints, ...changes } });

export const hostOf = (address: string): string => new URL(address).host;

/** In ms: the time in which windows agree on who renews passes at once. */
const gathering = 500;

export interface World {
  readonly pages: Pages;
  /** Addresses by name; every other name is public. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly isProxied: boolean;
  /** The user's answer to each question. */
  readonly allows: boolean;
  readonly url: string;
  readonly client: ConfiguredClient | undefined;
  /** The client ID that the user enters. */
  readonly entered: string | undefined;
  /** Address of the metadata document. */
  readonly document: string | undefined;
}

export function newWorld(changes: Partial<World> = {}) {
  const { pages, names, isProxied, allows, url, client, entered, document }: World = {
    ...{ pages: {}, names: {}, isProxied: false, allows: false, url: server },
    ...{ client: undefined, entered: undefined, document: undefined },
    ...changes,
  };
  const web: Record<string, unknown> = { ...goodPages, ...pages };
  const requests: { readonly address: string; readonly form: URLSearchParams; readonly header: string | undefined }[] =
    [];
  const asked: object[] = [];
  const opened: string[] = [];
  const credentials = new MemoryCredentials();
  const fetch: Fetch = (to, init) => {
    const address = String(to);
    const { authorization: header } = { ...(init?.['headers'] as { authorization?: string } | undefined) };
    requests.push({
      address,
      form: new URLSearchParams(init?.['body'] as URLSearchParams | string | undefined),
      header,
    });
    const page = web[address];
    const location = typeof page === 'string' ? { location: page } : undefined;
    const status = page === undefined ? 404 : location ? 307 : address.endsWith('/register') ? 201 : 200;
    return Promise.resolve(Response.json(page ?? {}, { status, headers: { ...location } }) as never);
  };
  const network: SignInNetwork = {
    lookUp: (name) => Promise.resolve({ addresses: names[name] ?? ['93.184.216.34'], isProxied }),
    confirmLocalHost: (about) => {
      asked.push(about);
      return Promise.resolve(allows);
    },
  };
  const ports: SignInPorts = {
    credentials,
    ...network,
    redirect: {
      url: 'http://127.0.0.1:1/x',
      wait: (state) => Promise.resolve({ state, code: 'code' }),
      dispose: () => undefined,
    },
    openBrowser: (page) => Promise.resolve(void opened.push(page)),
    confirm: (doubt) => {
      asked.push(doubt);
      return Promise.resolve(allows);
    },
    askClient: () => Promise.resolve(entered === undefined ? undefined : { id: entered, secret: undefined }),
  };
  const clock = new PromptClock(gathering);
  const launch: Launch = { kind: 'http', url, headers: {}, client };
  const signIn = createSignIn(fetch);
  return {
    /** By address: an object that is answered, or where it redirects to; may be changed. */
    web,
    requests,
    asked,
    opened,
    credentials,
    fetch,
    clock,
    hosts: () => [...new Set(requests.map(({ address }) => hostOf(address)))],
    signIn: () => signIn(launch, ports, { clock, log: silent, signal: never, clientMetadataUrl: document }),
    signOut: () => createSignOut(fetch)(launch, credentials, clock, network),
  };
}
