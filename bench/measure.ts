// Shared by the benchmarks: a quiet log, cost measurement, and a session with the big server.
import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import path from 'node:path';
import type { Launch, Session } from '../src/core/session/session';
import { systemClock } from '../src/node/base/clock';
import { openSession } from '../src/node/mcp/mcp';
import { silent } from '../test/support/silent';
import { median } from './median';

export { silent };

export const bigServer = path.resolve('bench/bigServer.mjs');
export const limits = { pages: Infinity, items: Infinity, bytes: Infinity, time: Infinity };

export interface Cost {
  /** Elapsed time in ms. */
  readonly wall: number;
  readonly cpu: number;
  /** The longest time the event loop was blocked, in ms. */
  readonly block: number;
}

export async function cost(work: () => Promise<unknown>): Promise<Cost> {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { wall, cpu: (user + system) / 1000, block: delay.max / 1e6 };
}

export function medianCost(costs: readonly Cost[]): Cost {
  const middle = (key: keyof Cost): number => median(costs.map((one) => one[key]));
  return { wall: middle('wall'), cpu: middle('cpu'), block: middle('block') };
}

export function open(args: readonly string[]): Promise<Session> {
  return openLaunch({ kind: 'stdio', command: process.execPath, args: [...args], cwd: process.cwd(), env: {} });
}

export function openLaunch(launch: Launch): Promise<Session> {
  return openSession(launch, {
    clock: systemClock,
    log: silent,
    signal: new AbortController().signal,
    connectTimeout: 60_000,
    learned: undefined,
    onDidLearn: () => undefined,
    onStderr: () => undefined,
  });
}

const threadTimes = `/proc/self/task/${process.pid}/schedstat`;
const hasThreadTimes = existsSync(threadTimes);

/** Milliseconds that this thread has spent on a processor, where the system says so. */
export function threadTime(): number {
  return hasThreadTimes ? Number(readFileSync(threadTimes, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}

/** Measures each turn of the event loop; `end` returns the longest, in ms. */
export function watchTurns(): { readonly end: () => number } {
  let longest = 0;
  let last = threadTime();
  let isOver = false;
  const look = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end: () => {
      isOver = true;
      return longest;
    },
  };
}
