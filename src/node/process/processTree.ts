import { spawn, spawnSync } from 'node:child_process';
import { descendantsOf, processTable, type ProcessTable, type RunningProcess } from './processTable';
import { systemProgram } from './windowsStart';

/** The system that processes run on. */
export interface System {
  readonly isWindows: boolean;
  readonly table: ProcessTable;
  /** Starts a program that ends others; returns at once, or with `wait` when it has ended. */
  readonly run: (program: string, args: readonly string[], wait: boolean) => void;
  /** Throws if there is no such process; a negative id is that of a group. */
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const thisSystem: System = {
  isWindows: process.platform === 'win32',
  table: processTable,
  run: (program, args, wait) => {
    const options = { stdio: 'ignore', windowsHide: true } as const;
    if (wait) spawnSync(program, args, { ...options, timeout: 2000 });
    else spawn(program, args, options).on('error', () => undefined);
  },
  kill: (pid, signal) => process.kill(pid, signal),
  env: process.env,
};

/** Running trees. */
const alive = new Set<ProcessTree>();
process.on('exit', killAllNow);

/**
 * A process and all that it started. On POSIX it must lead a process group of its own (`detached`). A descendant that has left the group, as
 * one with a session of its own has, is known on Linux by its ancestry while its parent runs; elsewhere, and when its parent ended before it
 * was looked for, it lives on.
 */
export class ProcessTree {
  /** Descendants outside of the group. */
  readonly #strays = new Map<number, RunningProcess>();
  /** A process of the group that was found running: to look at all processes takes milliseconds. */
  #member: RunningProcess | undefined;

  constructor(
    readonly pid: number,
    private readonly system: System = thisSystem,
  ) {}

  /** Looks for descendants outside of the group: to be called while their parents still run. */
  noteStrays(): void {
    if (this.system.isWindows) return;
    const { table } = this.system;
    for (const descendant of descendantsOf([this.pid, ...this.#strays.keys()], table))
      if (descendant.group !== this.pid) this.#strays.set(descendant.pid, descendant);
  }

  /**
   * Signals the process and all its descendants. On Windows, which has no signals, `taskkill` ends the tree
   * for as long as its leader lives. https://nodejs.org/api/process.html#signal-events
   */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.system.isWindows) {
      this.#taskkill(false);
      return;
    }
    this.noteStrays();
    this.#kill(-this.pid, signal);
    for (const stray of this.#strays.values()) if (this.#isRunning(stray)) this.#kill(stray.pid, signal);
  }

  /** True while the leader or any of its descendants is left. Always false on Windows once the leader has ended. */
  get isAlive(): boolean {
    if (this.system.isWindows) return false;
    return this.#hasGroup() || [...this.#strays.values()].some((stray) => this.#isRunning(stray));
  }

  /** A process that has ended can be signalled until its parent takes note of that, which some never do. */
  #hasGroup(): boolean {
    if (!this.#kill(-this.pid, 0)) return false;
    if (this.#member && this.#isRunning(this.#member)) return true;
    const running = this.system.table.all();
    this.#member = running.find(({ group }) => group === this.pid);
    return running.length === 0 || this.#member !== undefined;
  }

  /** Ends it before it returns. */
  killNow(): void {
    if (this.system.isWindows) this.#taskkill(true);
    else this.signal('SIGKILL');
  }

  /** By its absolute path: Windows would look for it in the current folder first. */
  #taskkill(wait: boolean): void {
    const { run, env } = this.system;
    run(systemProgram('taskkill.exe', env), ['/pid', String(this.pid), '/T', '/F'], wait);
  }

  #isRunning({ pid, start }: RunningProcess): boolean {
    return this.system.table.get(pid)?.start === start;
  }

  /** False when there is no such process any longer, or no such group for a negative id. */
  #kill(pid: number, signal: NodeJS.Signals | 0): boolean {
    try {
      this.system.kill(pid, signal);
      return true;
    } catch {
      return false;
    }
  }
}

/** Registers a tree for {@link killAllNow}. */
export function track(tree: ProcessTree): void {
  alive.add(tree);
}

export function untrack(tree: ProcessTree): void {
  alive.delete(tree);
}

/** Ends every tracked tree before it returns: for the end of the window, when there is no time to wait. */
export function killAllNow(): void {
  for (const tree of alive) tree.killNow();
  alive.clear();
}
