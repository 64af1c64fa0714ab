import type { Logger } from '../../../src/core/base/ports';
import type { ConfiguredClient } from '../../../src/core/configuration/launch/http';
import type { CredentialStore, Launch, Session } from '../../../src/core/session/session';
import type {
  ClientIdentity,
  RedirectReceiver,
  SignInWarning,
  SignInNetwork,
  SignInOptions,
  SignInPorts,
} from '../../../src/core/session/signIn';
import { openLoopback } from '../../../src/node/network/loopback';
import { signIn } from '../../../src/node/mcp/mcp';
import { OAuthServer, type Behaviour } from '../../servers/oauthServer';
import { afterEveryTest } from '../../support/cleanUp';
import { PromptClock } from '../../support/fakeClock';
import { never, open } from './support';

const servers: OAuthServer[] = [];

afterEveryTest(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Secrets in memory, with a record of the calls. */
export class MemoryCredentials implements CredentialStore {
  readonly all = new Map<string, string>();

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.all.get(key));
  }

  set(key: string, value: string): Promise<void> {
    this.all.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.all.delete(key);
    return Promise.resolve();
  }
}

/** A network in which nobody is asked: servers on this computer may name others there. */
export const noQuestions: SignInNetwork = {
  lookUp: () => Promise.reject(new Error('Nothing is looked up')),
  confirmLocalHost: () => Promise.reject(new Error('Nobody is asked')),
};

/** A user with a browser, and a server that requires sign-in. */
export interface Scene {
  readonly server: OAuthServer;
  readonly launch: Launch;
  readonly credentials: MemoryCredentials;
  /** Every address that was opened for the user. */
  readonly opened: URL[];
  /** Every line of the log. */
  readonly lines: string[];
  /** The user's answer to the question for a client ID; `clientAsked` records the questions. */
  client: ClientIdentity | undefined;
  readonly clientAsked: object[];
  /** Every doubt about a sign-in that the user was asked about; they go on if `goesOn`. */
  readonly doubts: SignInWarning[];
  goesOn: boolean;
  readonly signIn: (options?: Partial<SignInOptions>, ports?: Partial<SignInPorts>) => Promise<void>;
  /** Opens a session in the background. */
  readonly open: () => Promise<Session>;
}

/**
 * @param headers of the server in mcp.json
 * @param client that its configuration names
 */
export async function scene(
  behaviour: Partial<Behaviour> = {},
  headers: Readonly<Record<string, string>> = {},
  client?: ConfiguredClient,
): Promise<Scene> {
  const server = await OAuthServer.start(behaviour);
  servers.push(server);
  const launch: Launch = { kind: 'http', url: server.url, headers, client };
  const credentials = new MemoryCredentials();
  const lines: string[] = [];
  const log = recorder(lines);
  const created: Scene = {
    server,
    launch,
    credentials,
    opened: [],
    lines,
    client: undefined,
    clientAsked: [],
    doubts: [],
    goesOn: false,
    signIn: async (options = {}, ports = {}) => {
      const redirect = ports.redirect ?? (await openLoopback(0));
      const defaults = portsOf(created, redirect);
      const usual = { clock: new PromptClock(0), log, signal: never, clientMetadataUrl: undefined };
      await signIn(launch, { ...defaults, ...ports }, { ...usual, ...options }).finally(() => redirect.dispose());
    },
    open: async () => (await open(launch, { credentials, log })).session,
  };
  return created;
}

function portsOf(one: Scene, redirect: RedirectReceiver): SignInPorts {
  return {
    ...noQuestions,
    credentials: one.credentials,
    redirect,
    openBrowser: (url) => {
      one.opened.push(new URL(url));
      return visit(url);
    },
    confirm: (doubt) => {
      one.doubts.push(doubt);
      return Promise.resolve(one.goesOn);
    },
    askClient: (about) => {
      one.clientAsked.push(about);
      return Promise.resolve(one.client);
    },
  };
}

/** Visits a page like the browser of a user who agrees to everything. */
export async function visit(url: string): Promise<void> {
  await (await fetch(url)).text();
}

function recorder(lines: string[]): Logger {
  const say = (line: string): number => lines.push(line);
  return { isTracing: true, trace: say, info: say, warn: say, error: say, named: () => recorder(lines) };
}
