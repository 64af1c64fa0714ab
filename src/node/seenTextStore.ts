import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { causes } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import type { SeenTexts } from '../core/context/seenContents';
import { writePrivately } from './privateFile';

/** Bytes of all texts, in memory and on disk; the least recently used go first. */
const capacity = 8 * 1024 * 1024;

/** The texts that the model saw: in memory while the window is open, and in a folder of files while the user allows it. */
export class SeenTextStore implements SeenTexts {
  readonly #texts = new Map<string, string>();
  #size = 0;
  /** One change of the folder after the other. */
  #work: Promise<void> = Promise.resolve();

  /**
   * @param folder its own, and `undefined` for a window without one
   * @param isKept false deletes the files of earlier windows
   */
  constructor(
    private readonly folder: string | undefined,
    private isKept: boolean,
    private readonly log: Logger,
  ) {
    this.#onDisk((folderPath) => (isKept ? this.#load(folderPath) : clear(folderPath)));
  }

  /** Resolves when the folder is up to date. */
  get settled(): Promise<void> {
    return this.#work;
  }

  /** Sets whether the user allows texts on disk; if not, the files there are deleted. */
  keep(isKept: boolean): void {
    if (isKept === this.isKept) return;
    this.isKept = isKept;
    if (!isKept) this.#onDisk(clear);
    else for (const [hash, text] of this.#texts) this.#write(hash, text);
  }

  get(hash: string): string | undefined {
    return this.#texts.get(hash);
  }

  set(hash: string, text: string): void {
    const isNew = !this.#texts.has(hash);
    this.#take(hash, text);
    if (isNew && this.isKept) this.#write(hash, text);
    for (const oldest of this.#texts.keys()) {
      if (this.#size <= capacity) break;
      this.delete(oldest);
    }
  }

  delete(hash: string): void {
    const text = this.#texts.get(hash);
    if (text === undefined) return;
    this.#texts.delete(hash);
    this.#size -= Buffer.byteLength(text);
    if (this.isKept) this.#onDisk((folder) => rm(path.join(folder, hash), { force: true }));
  }

  /** A map keeps the order of insertion: a used text moves to the end. */
  #take(hash: string, text: string): void {
    if (this.#texts.delete(hash)) this.#size -= Buffer.byteLength(text);
    this.#texts.set(hash, text);
    this.#size += Buffer.byteLength(text);
  }

  #write(hash: string, text: string): void {
    this.#onDisk((folder) => writePrivately(path.join(folder, hash), text));
  }

  async #load(folder: string): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (hash) => {
        const file = path.join(folder, hash);
        const { size, mtimeMs } = await stat(file);
        return { hash, file, size, mtimeMs };
      }),
    );
    files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    let room = capacity;
    const keptFiles = files.filter(({ hash, size }) => /^[0-9a-f]{64}$/u.test(hash) && (room -= size) >= 0);
    for (const file of files) if (!keptFiles.includes(file)) await rm(file.file, { recursive: true, force: true });
    for (const { hash, file } of keptFiles.reverse()) {
      const text = await readFile(file, 'utf8');
      if (!this.#texts.has(hash)) this.#take(hash, text);
    }
  }

  #onDisk(work: (folder: string) => Promise<void>): void {
    const { folder } = this;
    if (folder === undefined) return;
    this.#work = this.#work
      .then(() => work(folder))
      .catch((error: unknown) => this.log.warn(`A text that was seen was not kept, or not removed: ${causes(error)}`));
  }
}

async function clear(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
