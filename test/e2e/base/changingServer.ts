import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { demoServer } from './product.js';

type Texts = Readonly<Record<string, string | null>>;

/** A demo server with resources of the test's own, by URI. What the server says is what its file says: it follows it. */
export class ChangingServer {
  #texts: Texts = {};

  private constructor(private readonly folder: string) {}

  static async create(texts: Texts = {}): Promise<ChangingServer> {
    const server = new ChangingServer(await mkdtemp(path.join(os.tmpdir(), 'changes-')));
    await server.replace(texts);
    return server;
  }

  /** As mcp.json names it. */
  get definition(): object {
    return demoServer('--watch-file', this.#file);
  }

  /** `null` for what it has no longer. */
  async change(texts: Texts): Promise<void> {
    await this.replace({ ...this.#texts, ...texts });
  }

  /** From now on it has these beside its own. */
  async replace(texts: Texts): Promise<void> {
    this.#texts = texts;
    await writeFile(this.#file, JSON.stringify(texts));
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  get #file(): string {
    return path.join(this.folder, 'changes.json');
  }
}
