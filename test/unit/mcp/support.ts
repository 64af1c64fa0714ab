import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect } from 'vitest';
import type { Clock } from '../../../src/core/base/clock';
import { HumanError } from '../../../src/core/base/errors';
import type { Event } from '../../../src/core/base/event';
import type {
  Launch,
  ListCaps,
  ListEnd,
  OpenSessionOptions,
  Page,
  ReadResult,
  Session,
  Verdict,
} from '../../../src/core/session';
import { systemClock } from '../../../src/node/clock';
import { recordingOpenSession, violations } from '../../support/sentMessages';
import { silent as quiet } from '../../support/silent';

export { quiet };

const root = path.resolve(import.meta.dirname, '../../..');
/** What processes get of our own environment. */
const env = { PATH: process.env['PATH'] ?? '' };
export const noCaps: ListCaps = { pages: Infinity, items: Infinity, bytes: Infinity, time: 60_000 };
export const never = new AbortController().signal;

export function node(file: string, ...args: readonly string[]): Launch & { kind: 'stdio' } {
  return { kind: 'stdio', command: process.execPath, args: [path.join(root, file), ...args], cwd: root, env };
}

/** A scenario of test/servers/rawServer.mjs. */
export function raw(scenario: string, ...flags: readonly string[]): Launch & { kind: 'stdio' } {
  return node('test/servers/rawServer.mjs', '--scenario', scenario, ...flags);
}

/** A script of test/servers/rawServer.mjs, see there. */
export function scripted(script: object): Launch & { kind: 'stdio' } {
  return node('test/servers/rawServer.mjs', JSON.stringify(script));
}

export function http(url: string, headers: Readonly<Record<string, string>> = {}): Launch {
  return { kind: 'http', url, headers };
}

export interface Opened {
  readonly session: Session;
  readonly verdicts: readonly Verdict[];
  readonly stderr: readonly string[];
}

const sessions: Session[] = [];
/** Every message that was sent for a session, and the session if it came about. */
interface Sent {
  readonly messages: Readonly<Record<string, unknown>>[];
  session: Session | undefined;
}
const sent: Sent[] = [];
let isDialectAllowed = false;

/** For a test with a server of the dialect: its messages are in no schema. */
export function allowDialect(): void {
  isDialectAllowed = true;
}
const servers: ChildProcess[] = [];

afterEach(async () => {
  const ended = sessions.splice(0).map((session) => {
    session.dispose();
    return session.ended;
  });
  await Promise.all(ended);
  await stopServers();
  const wrong = sent.splice(0).flatMap(({ messages, session }) => violations(messages, session?.info.revision));
  const isChecked = !isDialectAllowed;
  isDialectAllowed = false;
  if (isChecked) expect(wrong, 'messages against the schema').toEqual([]);
});

/** Ends what {@link serve} has started. */
export async function stopServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    if (server.exitCode !== null || server.signalCode !== null) continue;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
}

/** Opens a session that ends with the test. */
export async function open(launch: Launch, options: Partial<OpenSessionOptions> = {}): Promise<Opened> {
  const verdicts: Verdict[] = [];
  const stderr: string[] = [];
  const record: Sent = { messages: [], session: undefined };
  sent.push(record);
  const openSession = recordingOpenSession((message) => record.messages.push(message));
  const session = await openSession(launch, {
    clock: systemClock,
    log: quiet,
    signal: never,
    connectTimeout: 10_000,
    verdict: undefined,
    onDidLearn: (verdict) => verdicts.push(verdict),
    onStderr: (line) => stderr.push(line),
    ...options,
  });
  record.session = session;
  sessions.push(session);
  return { session, verdicts, stderr };
}

/** The failure of something that must fail for people to read. */
export async function failure(work: Promise<unknown>): Promise<HumanError> {
  const error: unknown = await work.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof HumanError) return error;
  throw error;
}

/** A server over HTTP as a process of its own that prints `listening PORT`; the result is its origin. */
export function serve(file: string, args: readonly string[], ownEnv: NodeJS.ProcessEnv = {}): Promise<string> {
  const server = spawn(process.execPath, [path.join(root, file), ...args], { cwd: root, env: { ...env, ...ownEnv } });
  servers.push(server);
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (line: string): void => {
      said += `${line}\n`;
      const port = /(?:listening|on port) (\d+)/i.exec(line)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    createInterface({ input: server.stdout }).on('line', hear);
    createInterface({ input: server.stderr }).on('line', hear);
    server.once('exit', () => reject(new Error(`${file} did not start: ${said}`)));
  });
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A scenario of test/servers/rawHttpServer.mjs; the result is its URL. */
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

/** What a read without a version gives, which always has content. */
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

/** Waits until something holds, for as long as the test may take. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** For {@link open}: backoffs and graces pass faster, connecting does not. */
export function hurry(factor: number): Partial<OpenSessionOptions> {
  return { clock: hurried(factor), connectTimeout: 10_000 * factor };
}

/** A clock on which time passes faster, so that backoffs of seconds take a moment. */
export function hurried(factor: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * factor,
    after: (ms, action) => {
      const timer = setTimeout(action, ms / factor);
      return { dispose: () => clearTimeout(timer) };
    },
  };
}
