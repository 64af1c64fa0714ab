import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { delay, type Clock } from '../../core/base/clock';
import { isFields } from '../../core/base/values';
import type { ListStore } from '../../core/catalog/listStore';
import type { Resource } from '../../core/resource/resource';
import { systemClock } from '../base/clock';
import { writePrivately } from './privateFile';

const never = new AbortController().signal;

/** Bytes read at once, some 300 resources. */
const block = 131_072;
/** Lines joined for one write, some 2 ms. */
const writeBatch = 200;
/** After each batch, writing pauses for this many times as long as the batch took: the user may be searching the list that just came. */
const restFactor = 3;
/** Lists kept; the least recently written go first. */
const maxLists = 50;

/** A file a server, a resource a line, so that neither writing nor reading holds the whole list as text. */
export class FileListStore implements ListStore {
  constructor(
    private readonly folder: string,
    private readonly clock: Clock = systemClock,
  ) {}

  async *load(hash: string): AsyncGenerator<readonly Resource[], void, undefined> {
    try {
      for await (const lines of blocksOf(this.#file(hash))) {
        const { values, isWhole } = parseLines(lines);
        yield values.filter(isStored).map(revive);
        if (!isWhole) return;
      }
    } catch {
      // Missing, or not readable to its end: the server is about to list again anyway.
    }
  }

  async save(hash: string, resources: Iterable<Resource>): Promise<void> {
    await writePrivately(this.#file(hash), this.#batches(resources));
    await this.#prune();
  }

  /** Needs no space on the disk. */
  async remove(hash: string): Promise<void> {
    await rm(this.#file(hash), { force: true });
  }

  async *#batches(resources: Iterable<Resource>): AsyncGenerator<string, void, undefined> {
    let lines: string[] = [];
    let started = this.clock.elapsed();
    for (const resource of resources) {
      lines.push(`${JSON.stringify(resource)}\n`);
      if (lines.length < writeBatch) continue;
      const text = lines.join('');
      const took = this.clock.elapsed() - started;
      yield text;
      await delay(this.clock, took * restFactor, never);
      lines = [];
      started = this.clock.elapsed();
    }
    if (lines.length > 0) yield lines.join('');
  }

  #file(hash: string): string {
    return path.join(this.folder, `${hash}.jsonl`);
  }

  async #prune(): Promise<void> {
    const names = await readdir(this.folder);
    if (names.length <= maxLists) return;
    const files = names.map((name) => path.join(this.folder, name));
    const ages = await Promise.all(files.map(async (file) => ({ file, at: await modifiedAt(file) })));
    ages.sort((a, b) => b.at - a.at);
    for (const { file } of ages.slice(maxLists)) await rm(file, { force: true });
  }
}

/** 0 for a file that is gone: other windows prune and rename here, too. */
async function modifiedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}

/** Whole lines, many at once. Rejects when there is no such file. */
async function* blocksOf(file: string): AsyncGenerator<string, void, undefined> {
  let begun = '';
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: block });
  for await (const chunk of stream as AsyncIterable<string>) {
    const end = chunk.lastIndexOf('\n');
    if (end !== -1) yield begun + chunk.slice(0, end);
    begun = end === -1 ? begun + chunk : chunk.slice(end + 1);
  }
  if (begun !== '') yield begun;
}

/** The values of the lines up to the first that is cut off. All are parsed at once, which takes half the time. */
function parseLines(lines: string): { readonly values: readonly unknown[]; readonly isWhole: boolean } {
  try {
    return { values: JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as unknown[], isWhole: true };
  } catch {
    return parseEach(lines);
  }
}

function parseEach(lines: string): ReturnType<typeof parseLines> {
  const values: unknown[] = [];
  try {
    for (const line of lines.split('\n')) values.push(JSON.parse(line));
  } catch {
    return { values, isWhole: false };
  }
  return { values, isWhole: true };
}

function isStored(value: unknown): value is Partial<Resource> & Pick<Resource, 'uri' | 'name'> {
  return isFields(value) && typeof value['uri'] === 'string' && typeof value['name'] === 'string';
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
