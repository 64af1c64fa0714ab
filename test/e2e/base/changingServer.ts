import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { demoServer } from './product.js';

/** Bytes in base64. */
export interface Blob {
  readonly mimeType: string;
  readonly blob: string;
}

type Texts = Readonly<Record<string, string | Blob | null>>;

/** A demo server whose resources, by URI, are the test's own. The server follows a file, which this class writes. */
export class ChangingServer {
  #texts: Texts = {};

  private constructor(private readonly folder: string) {}

  static async create(texts: Texts = {}): Promise<ChangingServer> {
    const server = new ChangingServer(await mkdtemp(path.join(os.tmpdir(), 'changes-')));
    await server.replace(texts);
    const { args } = demoServer('--watch-file', server.#file);
    const [program, ...flags] = args.map((arg) => JSON.stringify(arg));
    await writeFile(server.#program, `process.argv.push(${flags.join()});\nimport(${program});\n`);
    return server;
  }

  /** The server's entry in mcp.json: short enough that the user is shown all of it in a row. */
  get definition(): object {
    return { command: 'node', args: [this.#program] };
  }

  /** Changes the contents of these resources; `null` removes one. */
  async change(texts: Texts): Promise<void> {
    await this.replace({ ...this.#texts, ...texts });
  }

  /** Replaces all resources that were added to the server's own. */
  async replace(texts: Texts): Promise<void> {
    this.#texts = texts;
    await writeFile(this.#file, JSON.stringify(texts));
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  get #program(): string {
    return path.join(this.folder, 'demo-server.js');
  }

  get #file(): string {
    return path.join(this.folder, 'changes.json');
  }
}
