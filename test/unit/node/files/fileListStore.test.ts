import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Disposable } from '../../../../src/core/base/disposable';
import type { Resource } from '../../../../src/core/resource/resource';
import { FileListStore } from '../../../../src/node/files/fileListStore';
import { resource } from '../../catalog/fixtures';
import { newFolder } from '../../../support/newFolder';

let folder: string;

beforeEach(async () => void (folder = await newFolder()));

function newStore(): FileListStore {
  return new FileListStore(path.join(folder, 'not', 'there yet'));
}

async function loaded(store: FileListStore, hash: string): Promise<readonly Resource[]> {
  const all: Resource[] = [];
  for await (const some of store.load(hash)) all.push(...some);
  return all;
}

const full = resource('db://sales/Größe\n用户', {
  title: 'Orders',
  description: 'All\u2028of them "quoted"',
  mimeType: 'application/json',
  size: 0,
  audience: ['user'],
  priority: 0,
  lastModified: -1,
  icons: [{ src: 'data:,', mimeType: undefined, theme: 'light', size: 'any' }],
  extra: { vendor: { rows: [1] } },
});

/** Some 600 kB. */
const longList = (): readonly Resource[] =>
  Array.from({ length: 1_201 }, (_, index) => resource(`a:${index}`, { description: 'ü'.repeat(230) }));

describe('a list in a file', () => {
  it('comes back with every field, in its order', async () => {
    const store = newStore();
    const list = [resource('a:2'), full, resource('a:1')];
    await store.save('hash', list);
    expect(await loaded(store, 'hash')).toEqual(list);
    const [bare] = await loaded(store, 'hash');
    expect(Object.keys(bare!)).toEqual(fields);
    expect(await loaded(store, 'other hash')).toEqual([]);
  });

  it('is written with rests, so that a search in it need not wait', async () => {
    let elapsed = 0;
    const rests: number[] = [];
    const after = (ms: number, action: () => void): Disposable => {
      rests.push(ms);
      const timer = setImmediate(action);
      return { dispose: () => clearImmediate(timer) };
    };
    const store = new FileListStore(folder, { now: () => 0, elapsed: () => elapsed, after });
    const list = Array.from({ length: 500 }, (_, index) => resource(`a:${index}`));
    /** Each resource takes a millisecond. */
    function* slowly(): Generator<Resource> {
      for (const item of list) {
        elapsed += 1;
        yield item;
      }
    }
    await store.save('hash', slowly());
    expect([rests, await loaded(store, 'hash')]).toEqual([[600, 600], list]);
  });

  const fields = [
    'uri',
    'name',
    'title',
    'description',
    'mimeType',
    'size',
    'audience',
    'priority',
    'lastModified',
    'icons',
    'extra',
  ];

  it('takes the place of the one before, and leaves no other file', async () => {
    const store = new FileListStore(folder);
    await store.save('hash', [resource('a:1'), resource('a:2')]);
    await store.save('hash', [resource('a:3')]);
    await store.save('empty', []);
    expect([await loaded(store, 'hash'), await loaded(store, 'empty')]).toEqual([[resource('a:3')], []]);
    expect((await readdir(folder)).sort()).toEqual(['empty.jsonl', 'hash.jsonl']);
  });

  it.skipIf(process.platform === 'win32')('can be read by this user only, like its folder', async () => {
    const own = path.join(folder, 'not', 'there yet');
    await newStore().save('hash', [resource('a:1')]);
    const modes = [path.dirname(own), own, path.join(own, 'hash.jsonl')].map(
      async (at) => (await stat(at)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  it('is whole where two windows write it at the same time', async () => {
    const lists = ['a', 'b'].map((name) => Array.from({ length: 2_000 }, (_, index) => resource(`${name}:${index}`)));
    await Promise.all(lists.map((list) => new FileListStore(folder).save('hash', list)));
    expect(lists).toContainEqual(await loaded(new FileListStore(folder), 'hash'));
    expect(await readdir(folder)).toEqual(['hash.jsonl']);
  });

  it('comes some at a time, and is written from whatever can be walked through', async () => {
    const store = newStore();
    const list = longList();
    await store.save('hash', new Set(list));
    const sizes: number[] = [];
    for await (const some of store.load('hash')) sizes.push(some.length);
    expect([sizes.length, Math.max(...sizes) < 400, await loaded(store, 'hash')]).toEqual([5, true, list]);
  });

  it('can be left in the middle', async () => {
    const store = newStore();
    await store.save('hash', longList());
    for await (const some of store.load('hash')) {
      expect(some.length).toBeLessThan(400);
      break;
    }
    expect(await loaded(store, 'hash')).toHaveLength(1_201);
  });

  it('that was cut off gives what there is of it', async () => {
    const store = new FileListStore(folder);
    await store.save('hash', [resource('a:1'), full, resource('a:3')]);
    const file = path.join(folder, 'hash.jsonl');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, -10));
    expect((await loaded(store, 'hash')).map(({ uri }) => uri)).toEqual(['a:1', full.uri]);
    await writeFile(file, `{"uri":1}\n[]\nnull\n${text}`);
    expect((await loaded(store, 'hash')).map(({ uri }) => uri)).toEqual(['a:1', full.uri, 'a:3']);
    await writeFile(file, 'no JSON\n');
    expect(await loaded(store, 'hash')).toEqual([]);
  });

  it('that is no file is no list', async () => {
    await mkdir(path.join(folder, 'hash.jsonl'));
    expect(await loaded(new FileListStore(folder), 'hash')).toEqual([]);
  });
});

describe('the folder of lists', () => {
  it('keeps the fifty that were written last', async () => {
    const store = new FileListStore(folder);
    for (let index = 0; index < 52; index += 1) {
      const file = path.join(folder, `old ${String(index).padStart(2, '0')}.jsonl`);
      await writeFile(file, '');
      await utimes(file, 1_000 + index, 1_000 + index);
    }
    await store.save('new', [resource('a:1')]);
    const names = (await readdir(folder)).sort();
    expect([names.length, names[0], names[1]]).toEqual([50, 'new.jsonl', 'old 03.jsonl']);
  });
});
