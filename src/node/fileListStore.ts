import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListStore } from '../core/catalog/listStore';
import type { Resource } from '../core/resource';

/** Lines joined for one write: a hundred thousand resources are written without holding the thread for more than a moment. */
const batch = 500;
/** Lists kept; the least recently written go first. */
const mostLists = 50;

/** A file a server, a resource a line, so that neither writing nor reading holds the whole list as text. */
export class FileListStore implements ListStore {
  constructor(private readonly folder: string) {}

  async load(hash: string): Promise<readonly Resource[]> {
    const resources: Resource[] = [];
    try {
      const lines = createInterface({ input: createReadStream(this.#file(hash), 'utf8'), crlfDelay: Infinity });
      for await (const line of lines) {
        const value: unknown = JSON.parse(line);
        if (isStored(value)) resources.push(revive(value));
      }
    } catch {
      // Missing or cut off: what could be read is shown, and the server is about to list again anyway.
    }
    return resources;
  }

  async save(hash: string, resources: readonly Resource[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = this.#file(hash);
    const unfinished = `${file}.${process.pid}.tmp`;
    await pipeline(Readable.from(batches(resources)), createWriteStream(unfinished));
    await rename(unfinished, file);
    await this.#prune();
  }

  #file(hash: string): string {
    return path.join(this.folder, `${hash}.jsonl`);
  }

  async #prune(): Promise<void> {
    const names = await readdir(this.folder);
    if (names.length <= mostLists) return;
    const files = names.map((name) => path.join(this.folder, name));
    const ages = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
    ages.sort((a, b) => b.at - a.at);
    for (const { file } of ages.slice(mostLists)) await rm(file, { force: true });
  }
}

function* batches(resources: readonly Resource[]): Generator<string> {
  for (let from = 0; from < resources.length; from += batch)
    yield resources
      .slice(from, from + batch)
      .map((resource) => `${JSON.stringify(resource)}\n`)
      .join('');
}

function isStored(value: unknown): value is Partial<Resource> & Pick<Resource, 'uri' | 'name'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uri' in value &&
    typeof value.uri === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}

/** JSON leaves out what is `undefined`: every resource gets all fields again, in one order, which keeps them cheap to hold. */
function revive(stored: Partial<Resource> & Pick<Resource, 'uri' | 'name'>): Resource {
  return {
    uri: stored.uri,
    name: stored.name,
    title: stored.title,
    description: stored.description,
    mimeType: stored.mimeType,
    size: stored.size,
    audience: stored.audience,
    priority: stored.priority,
    lastModified: stored.lastModified,
    icons: stored.icons,
    extra: stored.extra,
  };
}
