// Checks what a test file leaves behind, once at its end, from the set-up of the runner.
import { readdirSync, readFileSync } from 'node:fs';
import { followDisposables, type DisposableTracker } from '../../src/core/base/disposable';
import { until } from './events';
import { takeTimers } from './fakeClock';

/**
 * Time limit for the system to close what was told to close, in ms of real time: the end of a killed process is an event that no fake clock
 * controls. Only a file with a leak waits this long.
 */
const closingTimeout = 2000;
/** Kept open by the runner itself, or only for one turn. */
const passing = new Set([
  'Immediate',
  'TickObject',
  'FSReqPromise',
  'FSReqCallback',
  'CloseReq',
  'ShutdownWrap',
  'WriteWrap',
]);
/** Timers of up to this many milliseconds batch events and may outlive their owner. */
const gatheringTime = 100;
/** esbuild keeps one process for all builds. */
const shared = /esbuild.*--service/;

/** Tracks which stores and listeners hold something, and where they started to. */
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

  /** Returns the holders without an owner that would dispose them, by kind and place, and forgets all. */
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

/** Returns the stack's lines from this project, without the folders that every disposable passes through. */
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

/** Returns the command lines of running child processes. Linux only: empty elsewhere. */
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

type Counts = ReadonlyMap<string, number>;

/** Counts the resources that keep this process alive, by kind: sockets, servers, pipes, file watchers, timers. */
export function openHandles(): Counts {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (!passing.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Returns the kinds of which there are more now than before. */
export function moreHandles(before: Counts): readonly string[] {
  return [...openHandles()].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} × ${kind} still open`] : [];
  });
}

/** Checks one test file. */
export class LeakCheck {
  readonly #disposables = new HeldDisposables();
  readonly #handles = openHandles();
  readonly #children = childProcesses().length;

  constructor() {
    followDisposables(this.#disposables);
  }

  /** Returns descriptions of everything left; first waits for what is about to end. */
  async finish(): Promise<readonly string[]> {
    followDisposables(undefined);
    await this.#settled();
    const children = childProcesses()
      .slice(this.#children)
      .map((line) => `The process ${line}`);
    const timers = takeTimers()
      .filter(({ ms }) => ms > gatheringTime)
      .map(({ ms, place }) => `A timer of ${ms} ms that is still set, since ${placeOf(place)}`);
    return [...this.#disposables.take(), ...timers, ...children, ...moreHandles(this.#handles)];
  }

  async #settled(): Promise<void> {
    const isClean = (): boolean => childProcesses().length <= this.#children && moreHandles(this.#handles).length === 0;
    let isOver = false;
    const timer = setTimeout(() => (isOver = true), closingTimeout).unref();
    await until(() => isOver || isClean());
    clearTimeout(timer);
  }
}
