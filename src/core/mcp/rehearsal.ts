import type { Clock } from '../base/clock';
import type { Breathe } from '../base/scheduler';
import type { Logger } from '../base/ports';
import type { Effects, ServerProcess } from './base/effects';
import { revisions } from './base/revisions';
import type { Message } from './base/envelope';
import { createOpenSession } from './openSession';

const revision = revisions.find(([, era]) => era === 'legacy')?.[0];
const capabilities = { resources: { subscribe: true, listChanged: true } };
const resource = { uri: 'a:b', name: 'a', title: 'A', mimeType: 'text/plain', size: 1, annotations: { priority: 1 } };
const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: revision, capabilities, serverInfo: { name: 'a', version: '1' } },
  'resources/list': { resources: [resource] },
};
const ignore = (): void => undefined;
const log: Logger = { isTracing: false, trace: ignore, info: ignore, warn: ignore, error: ignore, named: () => log };
const caps = { pages: 1, items: 1, bytes: 1_000, time: 1_000 };
const connectTimeout = 1_000;

/**
 * Connects to a server that is only an object here, and lists its one resource, a message in each turn of the event loop. Code that runs for
 * the first time takes many times as long, and there is time for it while a real server starts. Never rejects.
 */
export async function rehearse(effects: Effects, clock: Clock): Promise<void> {
  const abort = new AbortController();
  const openSession = createOpenSession({ ...effects, createProcess: () => pretendServer(effects.breathe) });
  try {
    const session = await openSession(
      { kind: 'stdio', command: '', args: [], cwd: '', env: {} },
      {
        clock,
        log,
        signal: abort.signal,
        connectTimeout,
        learned: undefined,
        onDidLearn: ignore,
        onStderr: ignore,
      },
    );
    await session.listResources(caps, abort.signal).next();
    session.dispose();
  } catch {
    // The real connection says what is wrong.
  } finally {
    abort.abort();
  }
}

function pretendServer(breathe: Breathe): ServerProcess {
  const server: ServerProcess = {
    exit: undefined,
    stderrTail: '',
    noise: 0,
    isFramed: false,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
    send: (message) => {
      if ('id' in message && 'method' in message) breathe().then(() => server.onmessage?.(answerTo(message)), ignore);
      return Promise.resolve();
    },
  };
  return server;
}

function answerTo({ id, method }: { readonly id: string | number; readonly method: string }): Message {
  const result = results[method];
  return { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: '' } }) } as Message;
}
