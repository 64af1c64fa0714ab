import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '../../../src/core/base/ports';
import { SeenTextStore } from '../../../src/node/seenTextStore';
import { silent } from '../../support/silent';

const megabyte = 1024 * 1024;
let root = '';
let folder = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'seen-'));
  folder = path.join(root, 'seen');
});

afterEach(() => rm(root, { recursive: true }));

/** Returns a stand-in for a SHA-256. */
function hash(number: number): string {
  return `${number}`.padStart(64, '0');
}

async function files(): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => `${Number(name)}`).toSorted();
}

async function newStore(isSaved: boolean, log: Logger = silent): Promise<SeenTextStore> {
  const store = new SeenTextStore(folder, isSaved, log);
  await store.settled;
  return store;
}

describe('what was seen', () => {
  it('stays in memory alone until the user allows more, and only as long as they do', async () => {
    const store = await newStore(false);
    store.set(hash(1), 'one');
    await store.settled;
    expect([store.get(hash(1)), await files()]).toEqual(['one', []]);
    store.keep(true);
    store.set(hash(2), 'zwei ✓');
    store.set(hash(3), 'three');
    store.delete(hash(3));
    await store.settled;
    expect([await files(), await readFile(path.join(folder, hash(2)), 'utf8')]).toEqual([['1', '2'], 'zwei ✓']);
    const modes = [folder, path.join(folder, hash(2))].map(async (at) => (await stat(at)).mode & 0o777);
    if (process.platform !== 'win32') expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
    store.keep(false);
    store.set(hash(4), 'four');
    await store.settled;
    expect([await readdir(root), store.get(hash(2)), store.get(hash(3))]).toEqual([[], 'zwei ✓', undefined]);
  });

  it('is there in the next window, unless it is forbidden by then', async () => {
    const first = await newStore(true);
    first.set(hash(1), 'one');
    first.set(hash(2), 'two');
    await first.settled;
    const second = await newStore(true);
    expect([1, 2, 3].map((number) => second.get(hash(number)))).toEqual(['one', 'two', undefined]);
    const third = await newStore(false);
    expect([third.get(hash(1)), await readdir(root)]).toEqual([undefined, []]);
  });

  it('takes 8 MB, in memory and on disk, where what was used longest ago goes', async () => {
    const store = await newStore(true);
    for (let number = 1; number <= 8; number += 1) store.set(hash(number), 'x'.repeat(megabyte));
    store.set(hash(1), 'x'.repeat(megabyte));
    store.set(hash(9), 'ä');
    await store.settled;
    expect([store.get(hash(2)), store.get(hash(1))?.length, store.get(hash(9))]).toEqual([undefined, megabyte, 'ä']);
    expect(await files()).toEqual(['1', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('is read from its own folder alone, and the newest that there is room for', async () => {
    await mkdir(path.join(folder, 'more'), { recursive: true });
    for (let number = 1; number <= 9; number += 1) {
      await writeFile(path.join(folder, hash(number)), 'x'.repeat(megabyte));
      await utimes(path.join(folder, hash(number)), number, number);
    }
    await writeFile(path.join(folder, `${hash(10)}.tmp`), 'cut off');
    const store = await newStore(true);
    const lengths = [9, 2, 1, 10].map((number) => store.get(hash(number))?.length);
    store.set(hash(11), 'x');
    await store.settled;
    expect(store.get(hash(2))).toBeUndefined();
    expect([lengths, await files()]).toEqual([
      [megabyte, megabyte, undefined, undefined],
      ['11', '3', '4', '5', '6', '7', '8', '9'],
    ]);
  });

  it('is kept in memory where it cannot be written, and where there is no folder', async () => {
    await writeFile(folder, 'in its place');
    const warnings: string[] = [];
    const store = await newStore(true, { ...silent, warn: (message) => warnings.push(message) });
    store.set(hash(1), 'a secret');
    await store.settled;
    expect([store.get(hash(1)), warnings.length, warnings.join().includes('secret')]).toEqual(['a secret', 1, false]);
    const homeless = new SeenTextStore(undefined, true, silent);
    homeless.set(hash(1), 'one');
    homeless.keep(false);
    await homeless.settled;
    expect(homeless.get(hash(1))).toBe('one');
  });
});
