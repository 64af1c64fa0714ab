import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

interface Answer {
  readonly id: number;
  readonly result: {
    readonly resources?: readonly unknown[];
    readonly skills?: readonly unknown[];
    readonly contents?: unknown;
    readonly nextCursor?: string;
  };
}

/**
 * The least a client can do: split lines, `JSON.parse`, ask for the next page. No protocol, no validation, no model.
 */
export class Floor {
  readonly #child;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #id = 0;

  constructor(command: string, args: readonly string[]) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    splitLines(this.#child.stdout, (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  request(method: string, params: object): Promise<Answer> {
    const id = this.#id++;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Returns the parsed pages. */
  async list(key: 'resources' | 'skills' = 'resources'): Promise<readonly (readonly unknown[])[]> {
    const pages: (readonly unknown[])[] = [];
    for (let params = {}; ;) {
      const { result } = await this.request(`${key}/list`, params);
      pages.push(result[key] ?? []);
      if (result.nextCursor === undefined) return pages;
      params = { cursor: result.nextCursor };
    }
  }

  read(uri: string): Promise<Answer> {
    return this.request('resources/read', { uri });
  }

  end(): void {
    this.#child.kill();
  }
}

function splitLines(stream: Readable, onLine: (line: string) => void): void {
  let held: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      held.push(chunk.subarray(start, end));
      onLine((held.length === 1 ? held[0]! : Buffer.concat(held)).toString());
      held = [];
      start = end + 1;
    }
    if (start < chunk.length) held.push(chunk.subarray(start));
  });
}
