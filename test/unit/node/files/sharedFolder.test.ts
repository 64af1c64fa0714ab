import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { SharedFolder } from '../../../../src/node/files/sharedFolder';
import { until } from '../../../support/events';
import { newFolder } from '../../../support/newFolder';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await newFolder();
  folder = path.join(parent, 'a', 'b');
});

it('keeps values by their keys, each by itself, for this user only, and deletes them', async () => {
  const [here, there] = [new SharedFolder(folder), new SharedFolder(folder)];
  expect([here.keys(), here.get('a')]).toEqual([[], undefined]);
  here.set('a', { b: [1] });
  there.set('c/../d:*', 'text');
  here.set('a', { b: [2] });
  expect([there.get('a'), here.get('c/../d:*'), [...here.keys()].sort()]).toEqual([
    { b: [2] },
    'text',
    ['a', 'c/../d:*'],
  ]);
  const names = await readdir(folder);
  const modes = [folder, ...names.map((name) => path.join(folder, name))].map(
    async (file) => (await stat(file)).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600]);
  here.set('a', undefined);
  here.set('never', undefined);
  expect([there.keys(), there.get('a')]).toEqual([['c/../d:*'], undefined]);
});

it('leaves out what is no value: an unfinished file, one that was cut, one of somebody else', async () => {
  const store = new SharedFolder(folder);
  store.set('a', 1);
  for (const name of ['a.json.1.tmp', 'b.txt', '%.json']) await writeFile(path.join(folder, name), '2');
  await writeFile(path.join(folder, 'cut.json'), '{"a":');
  expect([[...store.keys()].sort(), store.get('cut'), store.get('b')]).toEqual([['a', 'cut'], undefined, undefined]);
});

it('rejects what cannot be stored, and keeps the value before', async () => {
  const store = new SharedFolder(folder);
  await writeFile(path.join(parent, 'a'), '');
  expect(() => store.set('a', 1)).toThrow();
  expect([store.keys(), store.get('a')]).toEqual([[], undefined]);
});

it('announces what another window stores, replaces and deletes, until nobody listens', async () => {
  const [here, there] = [new SharedFolder(folder), new SharedFolder(folder)];
  let seen: unknown = 'nothing';
  const listening = here.onDidChange(() => (seen = here.get('a')));
  for (const value of [1, 2, undefined]) {
    there.set('a', value);
    await until(() => seen === value);
  }
  listening.dispose();
});
