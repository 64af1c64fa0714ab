// What a file of tests leaves behind: looked at once, at its end, for all of them in the set-up of the runner.
import { readdirSync, readFileSync } from 'node:fs';
import { followDisposables, type DisposableTracker } from '../../src/core/base/disposable';
import { until } from './events';
import { takeTimers } from './fakeClock';

/**
 * Milliseconds of real time that the system gets to close what was told to close: a process that was killed is seen to end by an event
 * that no clock of ours brings. Waited for in full only where something leaks.
 */
const patience = 2000;
/** Held open by the runner itself, or for one turn only. */
const passing = new Set([
  'Immediate',
  'TickObject',
  'FSReqPromise',
  'FSReqCallback',
  'CloseReq',
  'ShutdownWrap',
  'WriteWrap',
]);
/** Timers up to this gather events for a moment, whoever is gone meanwhile; in milliseconds. */
const gatheringTime = 100;
/** esbuild keeps one process for all builds. */
const shared = /esbuild.*--service/;

/** Follows which stores and listeners hold something, and where they began to. */
export class HeldDisposables implements DisposableTracker {
  readonly #held = new Map<object, Error>();
  readonly #owners = new WeakMap<object, object>();
  readonly #released = new WeakSet<object>();

  onHold(holder: object): void {
    this.#held.set(holder, new Error('Held'));
  }

  onRelease(holder: object): void {
    this.#held.delete(holder);
    this.#released.add(holder);
  }

  onOwn(item: object, owner: object): void {
    this.#owners.set(item, owner);
  }

  /** What is still held by nobody who would let go of it, told by its kind and place; then forgotten. */
  take(): readonly string[] {
    const roots = [...this.#held].filter(([holder]) => {
      const owner = this.#owners.get(holder);
      return owner === undefined || !(this.#held.has(owner) || this.#released.has(owner));
    });
    this.#held.clear();
    return roots.map(([holder, place]) => `${nameOf(holder)}, since ${placeOf(place)}`);
  }
}

function nameOf(holder: object): string {
  return holder.constructor === Object
    ? 'A listener that was not disposed'
    : `A ${holder.constructor.name} that was not disposed`;
}

/** The lines of a stack that are of this project, without the rooms that every disposable comes from. */
function placeOf({ stack = '' }: Error): string {
  const lines = stack
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  const ours = lines.filter(
    (line) => /\/(src|test)\//.test(line) && !/core\/base\/|test\/support\/leaks|node_modules/.test(line),
  );
  return ours.slice(0, 4).join(' < ');
}

/** The processes that were started from here and not seen to end, by their command lines. Linux only: elsewhere none are seen. */
export function childProcesses(): readonly string[] {
  try {
    const threads = readdirSync('/proc/self/task');
    const pids = threads.flatMap((id) => readFileSync(`/proc/self/task/${id}/children`, 'utf8').trim().split(' '));
    return pids
      .filter(Boolean)
      .map(commandLine)
      .filter((line) => line !== '' && !shared.test(line));
  } catch {
    return [];
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** The SDK leaves its own timers, which do nothing once their request has ended. */
function isOfSdk({ stack = '' }: Error): boolean {
  return stack.includes('test/support/sdkTime');
}

type Counts = ReadonlyMap<string, number>;

/** How many of each kind keep this process alive: sockets, servers, pipes, watchers of files, timers. */
export function openHandles(): Counts {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (!passing.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** What there is more of now than before. */
export function moreHandles(before: Counts): readonly string[] {
  return [...openHandles()].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} × ${kind} still open`] : [];
  });
}

/** Looks at one file of tests. */
export class LeakCheck {
  readonly #disposables = new HeldDisposables();
  readonly #handles = openHandles();
  readonly #children = childProcesses().length;

  constructor() {
    followDisposables(this.#disposables);
  }

  /** What was left, in words; waits for what is about to end. */
  async finish(): Promise<readonly string[]> {
    followDisposables(undefined);
    await this.#settled();
    const children = childProcesses()
      .slice(this.#children)
      .map((line) => `The process ${line}`);
    const timers = takeTimers()
      .filter(({ ms, place }) => ms > gatheringTime && !isOfSdk(place))
      .map(({ ms, place }) => `A timer of ${ms} ms that is still set, since ${placeOf(place)}`);
    return [...this.#disposables.take(), ...timers, ...children, ...moreHandles(this.#handles)];
  }

  async #settled(): Promise<void> {
    const isClean = (): boolean => childProcesses().length <= this.#children && moreHandles(this.#handles).length === 0;
    let isOver = false;
    const timer = setTimeout(() => (isOver = true), patience).unref();
    await until(() => isOver || isClean());
    clearTimeout(timer);
  }
}
