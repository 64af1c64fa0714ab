import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import * as l10n from '@vscode/l10n';
import spawn from 'cross-spawn';
import { within, type Clock } from '../core/base/clock';
import type { Disposable } from '../core/base/disposable';
import { HumanError } from '../core/base/errors';
import type { ServerProcess } from '../core/mcp/base/effects';
import type { Message } from '../core/mcp/base/envelope';
import { OversizedMessage } from '../core/mcp/errors/circumstances';
import { maxMessageBytes } from '../core/mcp/wire/messageText';
import { Turn } from '../core/mcp/wire/turn';
import type { Launch } from '../core/session/session';
import { breathe } from './clock';
import { LineReader } from './lineReader';
import { MessageReader } from './messageReader';
import { isTreeAlive, signalTree, track, untrack } from './processTree';

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
/** So often it is waited for again while a flood is still read. */
const maxDrains = 10;
/**
 * Milliseconds from the end of stdin to SIGTERM, and from there to SIGKILL. VS Code waits ten seconds; here a user has pressed Stop.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/mcp/node/mcpStdioStateHandler.ts (GRACE_TIME_MS)
 */
const grace = 2000;
/** The same for a process that never answered. */
const shortGrace = 500;
/** Milliseconds between two checks of a process group that was asked to end. */
const poll = 25;

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

/** A server as a process of this machine. It leads a process group, so that all it starts ends with it. */
export class StdioTransport implements ServerProcess {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  #child: ChildProcess | undefined;
  #tail = '';
  #isClosed = false;
  readonly #stdout = new MessageReader(
    (message) => this.onmessage?.(message),
    maxMessageBytes,
    (id) => this.onerror?.(new OversizedMessage(id)),
  );
  /** Resolves when what has arrived is handled; `undefined` where all is. */
  #taking: Promise<unknown> | undefined;
  #ending: Promise<void> | undefined;
  #resolveExit: () => void = () => undefined;
  /** Resolves when the process itself has ended; its descendants may live on. */
  readonly #exited = new Promise<void>((resolve) => (this.#resolveExit = resolve));

  constructor(
    private readonly launch: StdioLaunch,
    private readonly clock: Clock,
    private readonly onStderr: (line: string) => void,
  ) {}

  get noise(): number {
    return this.#stdout.noise;
  }

  get stderrTail(): string {
    return this.#tail;
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.launch;
    const isPosix = process.platform !== 'win32';
    try {
      const child = spawn(command, [...args], { cwd, env, stdio: 'pipe', detached: isPosix, windowsHide: true });
      this.#child = child;
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
      });
      this.#attach(child);
    } catch (error) {
      this.#resolveExit();
      throw await this.#explain(error);
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
    if (child.pid !== undefined) track(child.pid);
    const stdout = this.#stdout;
    const stderr = new LineReader(maxStderrLine, () => undefined);
    const turn = new Turn(breathe);
    this.#pour(child.stdout, (chunk) => stdout.feed(chunk));
    this.#pour(child.stderr, (chunk) => turn.run(this.#stderrLines(stderr.take(chunk))));
    // A process can end while it is written to: `exit` reports its end.
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.on('error', (error) => this.onerror?.(error));
    let timer: Disposable | undefined;
    const finish = async (): Promise<void> => {
      timer?.dispose();
      if (this.#taking) await this.#taking;
      const last = stdout.flush();
      if (last) await last;
      for (const line of stderr.end()) this.#stderrLine(line);
      child.stdout?.destroy();
      child.stderr?.destroy();
      this.#finish();
    };
    child.once('exit', (code, signal) => {
      this.exit = { code, signal };
      this.#resolveExit();
      const wait = (times: number): void => {
        timer = this.clock.after(drain, () => {
          if (this.#taking && times < maxDrains) void this.#taking.then(() => wait(times + 1));
          else void finish();
        });
      };
      wait(1);
    });
    child.once('close', () => void finish());
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

  *#stderrLines(lines: Iterable<string>): Generator<number, void, undefined> {
    for (const line of lines) {
      this.#stderrLine(line);
      yield line.length;
    }
  }

  #stderrLine(line: string): void {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    this.#tail = `${this.#tail}${text}\n`;
    if (this.#tail.length > 2 * maxTail) this.#tail = this.#tail.slice(-maxTail);
    this.onStderr(text);
  }

  /** The process has ended and all its output was read. */
  #finish(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Its descendants are of no use any more.
    void this.abandon();
    this.onclose?.();
  }

  async #write(line: string): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error('Not connected');
    await new Promise<void>((resolve, reject) => stdin.write(line, (error) => (error ? reject(error) : resolve())));
  }

  async #end(beforeTerm: number, beforeKill: number): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin?.end();
    await this.#treeEnds(child.pid, beforeTerm);
    if (this.#isAlive(child.pid)) signalTree(child.pid, 'SIGTERM');
    await this.#treeEnds(child.pid, beforeKill);
    if (this.#isAlive(child.pid)) signalTree(child.pid, 'SIGKILL');
    await this.#exited;
    untrack(child.pid);
  }

  #isAlive(pid: number): boolean {
    return this.exit === undefined || isTreeAlive(pid);
  }

  /** Resolves when no process of the tree is left, or after `ms`. */
  #treeEnds(pid: number, ms: number): Promise<void> {
    return new Promise((resolve) => {
      // Not a time of day: that can be set back.
      let isLate = false;
      const late = this.clock.after(ms, () => {
        isLate = true;
        check();
      });
      const check = (): void => {
        if (this.#isAlive(pid) && !isLate) {
          this.clock.after(poll, check);
          return;
        }
        late.dispose();
        resolve();
      };
      check();
      void this.#exited.then(check);
    });
  }

  async #explain(error: unknown): Promise<unknown> {
    const { code } = error as NodeJS.ErrnoException;
    const { command, cwd } = this.launch;
    const options = { cause: error };
    if (code === 'ENOENT' && !(await isFolder(cwd)))
      return new HumanError(
        'configuration',
        l10n.t('The folder {0} to start the server in does not exist.', cwd),
        options,
      );
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return new HumanError(
        'commandNotFound',
        l10n.t('The command “{0}” was not found. Install it, or write its full path in mcp.json.', command),
        options,
      );
    if (code === 'EACCES')
      return new HumanError(
        'commandNotFound',
        l10n.t('The command “{0}” cannot be run. Check that it is a program and that you may run it.', command),
        options,
      );
    return new HumanError(
      'exited',
      l10n.t('The command “{0}” could not be started ({1}).', command, code ?? ''),
      options,
    );
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
