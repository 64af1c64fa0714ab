import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { Event } from '../../../src/core/base/event';
import type {
  Launch,
  ListLimits,
  ListEnd,
  OpenSessionOptions,
  Page,
  ReadResult,
  Session,
  LearnedProtocol,
} from '../../../src/core/session/session';
import { recordingOpenSession, violations } from '../../support/sentMessages';
import { afterEveryTest } from '../../support/cleanUp';
import { until } from '../../support/events';
import { PromptClock, type FakeClock } from '../../support/fakeClock';
import { silent as quiet } from '../../support/silent';

export { quiet, until };

/** Watches resources, and waits until changes of the last one are reported. */
export async function watchLive(session: Session, ...uris: readonly string[]): Promise<void> {
  session.watch(new Set(uris));
  await until(() => session.isLive(uris.at(-1)!));
}

/** In ms. Delays for batching changes pass at once; the longer timeouts of requests never expire. */
const gathering = 500;
/** Time limit for the probe, in ms; a server that does not answer counts as an old one. */
const probeTime = 4000;
/** The time at which every clock of a session begins, in ms since 1970. */
export const now = new PromptClock(0).now();
/** In ms. Backoffs pass at once, too; the timeout of a request is a minute. */
const backoffs = 50_000;

const root = path.resolve(import.meta.dirname, '../../..');
/** The part of our environment that processes get. */
const env = { PATH: process.env['PATH'] ?? '' };
export const noLimits: ListLimits = { pages: Infinity, items: Infinity, bytes: Infinity, time: 60_000 };
export const never = new AbortController().signal;

export function node(file: string, ...args: readonly string[]): Launch & { kind: 'stdio' } {
  return { kind: 'stdio', command: process.execPath, args: [path.join(root, file), ...args], cwd: root, env };
}

/** Returns the launch of a scenario of test/servers/rawServer.mjs. */
export function raw(scenario: string, ...flags: readonly string[]): Launch & { kind: 'stdio' } {
  return node('test/servers/rawServer.mjs', '--scenario', scenario, ...flags);
}

/** Returns the launch of a script of test/servers/rawServer.mjs, see there. */
export function scripted(script: object): Launch & { kind: 'stdio' } {
  return node('test/servers/rawServer.mjs', JSON.stringify(script));
}

export function http(url: string, headers: Readonly<Record<string, string>> = {}): Launch {
  return { kind: 'http', url, headers };
}

export interface Opened {
  readonly session: Session;
  readonly learnedProtocols: readonly LearnedProtocol[];
  readonly stderr: readonly string[];
}

const sessions: { readonly session: Session; readonly clock: PromptClock | undefined }[] = [];
/** The messages that were sent for a session, and the session if it was opened. */
interface Sent {
  readonly messages: Readonly<Record<string, unknown>>[];
  session: Session | undefined;
}
const sent: Sent[] = [];
let isDialectAllowed = false;

/** Allows messages that are in no schema, for a test with a server of the dialect. */
export function allowDialect(): void {
  isDialectAllowed = true;
}
const servers: ChildProcess[] = [];
let lastClock: FakeClock | undefined;

/** Returns the clock of the session that was opened last, or is being opened. */
export function sessionClock(): FakeClock {
  if (!lastClock) throw new Error('No session was opened');
  return lastClock;
}

afterEveryTest(async () => {
  await Promise.all(
    sessions.splice(0).map(async ({ session, clock }) => {
      session.dispose();
      await (clock ? clock.ending(session.ended) : session.ended);
    }),
  );
  await stopServers();
  const wrong = sent.splice(0).flatMap(({ messages, session }) => violations(messages, session?.info.revision));
  const isChecked = !isDialectAllowed;
  isDialectAllowed = false;
  if (isChecked) expect(wrong, 'messages against the schema').toEqual([]);
});

/** Stops the servers that {@link serve} started. */
export async function stopServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    if (server.exitCode !== null || server.signalCode !== null) continue;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
}

/** Opens a session that ends with the test. */
export async function open(launch: Launch, options: Partial<OpenSessionOptions> = {}): Promise<Opened> {
  const learnedProtocols: LearnedProtocol[] = [];
  const stderr: string[] = [];
  const record: Sent = { messages: [], session: undefined };
  sent.push(record);
  const clock = new PromptClock(gathering);
  lastClock = (options.clock as FakeClock | undefined) ?? clock;
  const openSession = recordingOpenSession((message) => record.messages.push(message));
  const session = await openSession(launch, {
    clock,
    log: quiet,
    signal: never,
    connectTimeout: 10_000,
    learned: undefined,
    onDidLearn: (learned) => learnedProtocols.push(learned),
    onStderr: (line) => stderr.push(line),
    ...options,
  });
  record.session = session;
  sessions.push({ session, clock: options.clock ? undefined : clock });
  return { session, learnedProtocols, stderr };
}

/** Calls {@link open} for a server that does not answer the probe, and lets the probe time out. */
export async function openAfterProbe(launch: Launch, options: Partial<OpenSessionOptions> = {}): Promise<Opened> {
  const opening = open(launch, options);
  await until(() => sessionClock().pending.length > 0);
  await sessionClock().advance(probeTime);
  return opening;
}

/** Returns the error of work that must fail with a message for the user. */
export async function failure(work: Promise<unknown>): Promise<HumanError> {
  const error: unknown = await work.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof HumanError) return error;
  throw error;
}

/** Starts an HTTP server in its own process, which prints `listening PORT`. @returns its origin */
export function serve(file: string, args: readonly string[], ownEnv: NodeJS.ProcessEnv = {}): Promise<string> {
  const server = spawn(process.execPath, [path.join(root, file), ...args], { cwd: root, env: { ...env, ...ownEnv } });
  servers.push(server);
  return new Promise((resolve, reject) => {
    let said = '';
    const onLine = (line: string): void => {
      said += `${line}\n`;
      const port = /(?:listening|on port) (\d+)/i.exec(line)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    createInterface({ input: server.stdout }).on('line', onLine);
    createInterface({ input: server.stderr }).on('line', onLine);
    server.once('exit', () => reject(new Error(`${file} did not start: ${said}`)));
  });
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts a scenario of test/servers/rawHttpServer.mjs. @returns its URL */
export async function rawHttp(scenario: string, ...flags: readonly string[]): Promise<string> {
  return `${await serve('test/servers/rawHttpServer.mjs', ['--scenario', scenario, ...flags])}/mcp`;
}

export async function collect<T>(
  list: AsyncGenerator<Page<T>, ListEnd, undefined>,
): Promise<{ readonly items: readonly T[]; readonly pages: readonly Page<T>[]; readonly end: ListEnd }> {
  const pages: Page<T>[] = [];
  for (;;) {
    const step = await list.next();
    if (step.done === true) return { items: pages.flatMap(({ items }) => items), pages, end: step.value };
    pages.push(step.value);
  }
}

/** Reads without a version, so the result always has content. */
export async function read(session: Session, uri: string, maxBytes = 1_000_000, signal = never): Promise<ReadResult> {
  const result = await session.read(uri, { maxBytes, signal });
  if (result === 'notModified') throw new Error('Nothing was said to be here already');
  return result;
}

export async function readText(session: Session, uri: string): Promise<string> {
  const { contents } = await read(session, uri);
  return contents.map(({ body }) => (body.kind === 'text' ? body.text : `${body.bytes.length} bytes`)).join('');
}

/** Resolves with the next value of an event. */
export function next<T>(event: Event<T>): Promise<T> {
  return new Promise((resolve) => {
    const listening = event((value) => {
      listening.dispose();
      resolve(value);
    });
  });
}

/** Creates a clock on which delays and backoffs take no time, for tests whose timeouts exceed {@link noTimeout}. */
export function promptClock(): PromptClock {
  return new PromptClock(backoffs);
}

/** A timeout that never expires on such a clock, in ms. */
export const noTimeout = 100 * backoffs;

/** Options for {@link open}: backoffs take no time, and connecting has no timeout. */
export function withoutBackoffs(): Partial<OpenSessionOptions> {
  return { clock: promptClock(), connectTimeout: noTimeout };
}
