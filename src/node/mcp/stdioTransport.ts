import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import spawn from 'cross-spawn';
import { delay, within, type Clock } from '../../core/base/clock';
import type { ProcessExit, ServerProcess } from '../../core/mcp/base/effects';
import type { Message } from '../../core/mcp/base/envelope';
import { OversizedMessage } from '../../core/mcp/errors/wireErrors';
import { maxMessageBytes } from '../../core/mcp/wire/messageText';
import { Turn } from '../../core/mcp/wire/turn';
import type { StdioLaunch } from '../../core/configuration/launch/stdio';
import { yieldThread } from '../base/clock';
import { LineReader } from './lineReader';
import { MessageReader } from './messageReader';
import { ProcessTree, thisSystem, track, untrack, type System } from '../process/processTree';
import { startFailure } from '../process/startFailure';
import { programFiles, windowsStart, type ProgramFiles, type Start } from '../process/windowsStart';

/** Number of characters of stderr to keep for an error message. */
const maxTail = 64_000;
/** Bytes of one line of stderr. */
const maxStderrLine = 16_000;
/**
 * Milliseconds for reading the rest of an ended process's output; after that its pipes are closed, even if a process that it started holds
 * them open. Node's own `close` event would wait for that process: https://nodejs.org/api/child_process.html#event-close
 * Also the wait for an exit code after a failed write.
 */
const drain = 200;
/** Milliseconds that a process has to exit after it closed its output. One that does not can no longer answer, and is ended. */
const outputEnds = 1_500;
/** So often it is waited for again while a flood is still read. */
const maxDrains = 10;
/**
 * Milliseconds from the end of stdin to SIGTERM, and from there to SIGKILL. VS Code waits ten seconds; here a user has pressed Stop.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/mcp/node/mcpStdioStateHandler.ts (GRACE_TIME_MS)
 */
const grace = 2000;
/** Milliseconds between these steps for a process that never answered. */
const shortGrace = 500;
/** Milliseconds between two checks of a process group that was asked to end. */
const poll = 25;

/** The machine that servers run on. */
export interface Machine extends System {
  readonly files: ProgramFiles;
  /** Starts a process in a folder, with pipes; on POSIX as the leader of a process group. */
  readonly spawn: (start: Start, cwd: string, isGroup: boolean) => ChildProcess;
}

const thisMachine: Machine = {
  ...thisSystem,
  files: programFiles,
  spawn: ({ command, args, env }, cwd, isGroup) =>
    spawn(command, [...args], { cwd, env, stdio: 'pipe', detached: isGroup, windowsHide: true }),
};

/** A server as a process of this machine. It leads a process group, so that all it starts ends with it. */
export class StdioTransport implements ServerProcess {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  exit: ProcessExit | undefined;
  stderrTail = '';
  #child: ChildProcess | undefined;
  #tree: ProcessTree | undefined;
  /** It has closed its output, and is ended therefore. */
  #isMute = false;
  readonly #stdout = new MessageReader(
    (message) => this.onmessage?.(message),
    maxMessageBytes,
    (id) => this.onerror?.(new OversizedMessage(id)),
  );
  /** Resolves when what has arrived is handled; `undefined` if all is. */
  #taking: Promise<unknown> | undefined;
  #starting: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #resolveExit: () => void = () => undefined;
  /** Resolves when the process itself has ended; its descendants may live on. */
  readonly #exited = new Promise<void>((resolve) => (this.#resolveExit = resolve));

  constructor(
    private readonly launch: StdioLaunch,
    private readonly clock: Clock,
    private readonly onStderr: (line: string) => void,
    private readonly machine: Machine = thisMachine,
  ) {}

  get noise(): number {
    return this.#stdout.noise;
  }

  get isFramed(): boolean {
    return this.#stdout.isFramed;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { launch, machine } = this;
    try {
      const start = machine.isWindows ? windowsStart(launch, machine.files) : launch;
      const child = machine.spawn(start, launch.cwd, !machine.isWindows);
      this.#child = child;
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
      });
      this.#attach(child);
    } catch (error) {
      this.#resolveExit();
      throw await startFailure(error, launch);
    }
  }

  /** A pipe breaks a moment before the end of its process is known: a failure waits for that, so that it can be explained. */
  async send(message: Message): Promise<void> {
    try {
      await this.#write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      await within(this.clock, drain, this.#exited);
      throw error;
    }
  }

  close(): Promise<void> {
    this.#ending ??= this.#end(grace, grace);
    return this.#ending;
  }

  abandon(): Promise<void> {
    this.#ending ??= this.#end(0, shortGrace);
    return this.#ending;
  }

  #attach(child: ChildProcess): void {
    if (child.pid !== undefined) track((this.#tree = new ProcessTree(child.pid, this.machine)));
    const stderr = new LineReader(maxStderrLine, () => undefined);
    const turn = new Turn(yieldThread);
    this.#pour(child.stdout, (chunk) => this.#stdout.feed(chunk));
    this.#pour(child.stderr, (chunk) => turn.run(this.#takeStderr(stderr.take(chunk))));
    // A process can end while it is written to: `exit` reports its end.
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.on('error', (error) => this.onerror?.(error));
    child.stdout?.once('end', () => void this.#endUnlessItExits());
    child.once('exit', (code, signal) => {
      this.exit = { code, signal, isMute: this.#isMute };
      this.#resolveExit();
    });
    void this.#finish(child, () => turn.run(this.#takeStderr(stderr.end())));
  }

  /** Reads what a process has left in its pipes when it has ended. @param lastLine ends stderr */
  async #finish(child: ChildProcess, lastLine: () => Promise<void> | undefined): Promise<void> {
    const closed = new Promise<void>((resolve) => child.once('close', resolve));
    await this.#exited;
    for (let drains = 0; drains < maxDrains; drains += 1) {
      await within(this.clock, drain, closed);
      if (!this.#taking) break;
      await this.#taking;
    }
    await this.#stdout.flush();
    await lastLine();
    child.stdout?.destroy();
    child.stderr?.destroy();
    // Its descendants are of no use any longer.
    void this.abandon();
    this.onclose?.();
  }

  async #endUnlessItExits(): Promise<void> {
    await within(this.clock, outputEnds, this.#exited);
    if (this.exit || this.#ending) return;
    this.#isMute = true;
    await this.abandon();
  }

  /** Pauses the stream while a chunk of it takes more than one turn of the event loop. */
  #pour(stream: Readable | null, take: (chunk: Buffer) => Promise<void> | undefined): void {
    stream?.on('data', (chunk: Buffer) => {
      const last = take(chunk);
      if (!last) return;
      stream.pause();
      const taking = Promise.all([this.#taking, last]).finally(() => {
        if (this.#taking === taking) this.#taking = undefined;
        stream.resume();
      });
      this.#taking = taking;
    });
  }

  *#takeStderr(lines: Iterable<string>): Generator<number, void, undefined> {
    for (const line of lines) {
      const text = line.endsWith('\r') ? line.slice(0, -1) : line;
      this.stderrTail = `${this.stderrTail}${text}\n`;
      if (this.stderrTail.length > 2 * maxTail) this.stderrTail = this.stderrTail.slice(-maxTail);
      this.onStderr(text);
      yield line.length;
    }
  }

  async #write(line: string): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error('Not connected');
    await new Promise<void>((resolve, reject) => stdin.write(line, (error) => (error ? reject(error) : resolve())));
  }

  async #end(beforeTerm: number, beforeKill: number): Promise<void> {
    // It may be starting.
    await this.#starting?.catch(() => undefined);
    const tree = this.#tree;
    if (!tree) return;
    tree.noteStrays();
    this.#child?.stdin?.end();
    await this.#treeEnds(tree, beforeTerm);
    if (this.#isAlive(tree)) tree.signal('SIGTERM');
    await this.#treeEnds(tree, beforeKill);
    if (this.#isAlive(tree)) tree.signal('SIGKILL');
    await this.#exited;
    untrack(tree);
  }

  #isAlive(tree: ProcessTree): boolean {
    return this.exit === undefined || tree.isAlive;
  }

  /** Resolves when no process of the tree is left, or after `ms`. */
  async #treeEnds(tree: ProcessTree, ms: number): Promise<void> {
    // Not a time of day: that can be set back.
    const end = this.clock.elapsed() + ms;
    while (this.#isAlive(tree) && this.clock.elapsed() < end)
      await (this.exit ? delay(this.clock, poll) : within(this.clock, poll, this.#exited));
  }
}
