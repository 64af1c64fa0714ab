import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export type Fields = Readonly<Record<string, unknown>>;

/** The answer to a request: its result, or the code of its error. */
export type RawAnswer = { readonly result: Fields } | { readonly error: unknown };

/** Milliseconds for an answer. */
const timeout = 120_000;

/** A client that knows no more than that messages are JSON, one a line. */
export class RawClient {
  readonly #waiting = new Map<number, (message: Fields) => void>();
  #count = 0;

  private constructor(
    input: Readable,
    private readonly output: Writable,
    private readonly owner: ChildProcess | Socket,
  ) {
    const lines = createInterface({ input });
    lines.on('line', (line) => this.#receive(line));
    lines.on('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: { code: 'closed' } });
    });
    output.on('error', () => undefined);
  }

  static start(
    command: string,
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
  ): RawClient {
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    return new RawClient(child.stdout, child.stdin, child);
  }

  /** Over the socket of test/servers/teeServer.mjs. */
  static async beside(socketPath: string): Promise<RawClient> {
    const socket = connect(socketPath);
    await once(socket, 'connect');
    return new RawClient(socket, socket, socket);
  }

  async initialize(): Promise<RawAnswer> {
    const clientInfo = { name: 'plain', version: '1' };
    const answer = await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.output.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return answer;
  }

  async ask(method: string, params: object): Promise<RawAnswer> {
    const id = (this.#count += 1);
    const message = await new Promise<Fields>((resolve) => {
      const timer = setTimeout(() => resolve({ error: { code: 'timeout' } }), timeout);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
    if ('result' in message) return { result: message['result'] as Fields };
    return { error: (message['error'] as Fields | undefined)?.['code'] };
  }

  /** All pages of a list. */
  async list(
    method: string,
    key: string,
    params: object = {},
  ): Promise<{ readonly items: readonly Fields[]; readonly pages: number; readonly error?: unknown }> {
    const items: Fields[] = [];
    for (let pages = 1, cursor: unknown; ; pages += 1) {
      const answer = await this.ask(method, cursor === undefined ? params : { ...params, cursor });
      if ('error' in answer) return { items, pages, error: answer.error };
      items.push(...(answer.result[key] as Fields[]));
      cursor = answer.result['nextCursor'];
      if (cursor === undefined || cursor === null) return { items, pages };
    }
  }

  async end(): Promise<void> {
    if (this.owner instanceof Socket) {
      this.owner.destroy();
      return;
    }
    if (this.owner.exitCode !== null || this.owner.signalCode !== null) return;
    const exited = once(this.owner, 'exit');
    this.owner.kill('SIGKILL');
    await exited;
  }

  #receive(line: string): void {
    let message: Fields;
    try {
      message = JSON.parse(line) as Fields;
    } catch {
      return;
    }
    const { id, method } = message;
    // Over the socket of a tee an answer has the tee's id.
    const own = typeof id === 'string' ? Number(id.replace('tee-', '')) : id;
    const answer = typeof own === 'number' && method === undefined ? this.#waiting.get(own) : undefined;
    if (answer === undefined) return;
    this.#waiting.delete(own as number);
    answer(message);
  }
}
