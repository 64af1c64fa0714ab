import { expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../src/core/base/errors';
import { Connections } from '../../../src/core/connection/connections';
import { Directories } from '../../../src/core/directories/directories';
import { walk } from '../../../src/core/directories/walk';
import type { Resource } from '../../../src/core/resource/resource';
import type { ListEnd } from '../../../src/core/session/session';
import { settle } from '../../support/fakeClock';
import { own } from '../../support/own';
import { file, folder, listAll } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';

const shop = definition('shop');
const more = (place: number): ListEnd => ({
  kind: 'cut',
  by: 'pages',
  next: { cursor: String(place), seen: new Set([place]) },
});

/** A server that lists these directories. @param folders children by the directory's URI */
async function serve(listed: readonly string[], folders: Readonly<Record<string, readonly Resource[]>> = {}) {
  const { catalog, clock, server, connect } = newWorld();
  server.info = { ...server.info, hasDirectories: true };
  for (const [uri, children] of Object.entries(folders)) server.folders.set(uri, children);
  const connections = own(new Connections(catalog, connect, () => undefined));
  const limits = () => ({ pages: 1_000, items: 250_000, bytes: 1e9, time: 60_000 });
  const directories = own(new Directories(catalog, connections, { clock, log: silent, limits }));
  connections.setDefinitions([shop]);
  await connections.get(shop.id)?.start();
  listAll(catalog, listed.map(folder), shop.id);
  const abort = new AbortController();
  const progress: [directories: number, files: number][] = [];
  const starts = listed.map((uri) => catalog.idOf(shop.id, uri) ?? -1);
  const walked = walk(starts, { catalog, directories }, (...numbers) => progress.push(numbers), abort.signal);
  const names = (ids: readonly number[]): readonly string[] => ids.map((id) => catalog.table.uri(id));
  return {
    catalog,
    session: server.session,
    progress,
    /** A timer is how a large directory leaves room for other work. */
    end: async () => {
      let end: { files: readonly string[]; unread: number } | undefined;
      const result = walked.then(({ files, unread }) => (end = { files: names(files), unread }));
      while (!end) {
        await settle();
        await clock.advance(0);
      }
      return result;
    },
    cancel: () => {
      abort.abort(new CancelledError());
      return walked;
    },
    names,
  };
}

it('finds what is in directories and in those below, level by level, and counts it as it goes', async () => {
  const { end, progress } = await serve(['x:a', 'x:b'], {
    'x:a': [folder('x:a/deep'), file('x:a/1')],
    'x:b': [file('x:b/1'), file('y:elsewhere')],
    'x:a/deep': [file('x:a/deep/1')],
  });
  expect(await end()).toEqual({ files: ['x:a/1', 'x:b/1', 'y:elsewhere', 'x:a/deep/1'], unread: 0 });
  expect(progress).toEqual([
    [1, 1],
    [2, 3],
    [3, 4],
  ]);
});

it('ends where directories are in each other, and reads each once', async () => {
  const { end, session } = await serve(['x:a'], {
    'x:a': [folder('x:b'), file('x:both')],
    'x:b': [folder('x:a'), folder('x:b'), folder('x:b/'), file('x:both')],
  });
  expect(await end()).toEqual({ files: ['x:both'], unread: 0 });
  expect(session.directories.map(({ uri }) => uri)).toEqual(['x:a', 'x:b']);
});

it('ends at ten levels, and counts what it left', async () => {
  const uris = Array.from({ length: 12 }, (_, level) => `x:${'/d'.repeat(level)}`);
  const folders = uris.map((uri): [string, Resource[]] => [uri, [folder(`${uri}/d`), file(`${uri}/f`)]]);
  const { end, session } = await serve(['x:'], Object.fromEntries(folders));
  expect((await end()).files).toEqual(uris.slice(0, 10).map((uri) => `${uri}/f`));
  expect([session.directories.length, (await end()).unread]).toEqual([10, 1]);
});

it('reads a directory to its end, part by part', async () => {
  const { end, session } = await serve(['x:a']);
  await settle();
  session.directories[0]?.page('x:a/1').end(more(1));
  await settle();
  session.directories[1]?.page('x:a/2').end();
  expect(await end()).toEqual({ files: ['x:a/1', 'x:a/2'], unread: 0 });
});

it('ends after 500 parts, also of one directory whose parts are empty', async () => {
  const { end, session } = await serve(['x:a', 'x:b']);
  for (let part = 0; part < 500; part += 1) {
    await settle();
    session.directories[part]?.end(more(part));
  }
  expect([await end(), session.directories.length]).toEqual([{ files: [], unread: 2 }, 500]);
});

it('ends with 10,000 children, and takes all that one answer has', async () => {
  const many = Array.from({ length: 12_000 }, (_, index) => file(`x:a/${index}`));
  const { end, session } = await serve(['x:a', 'x:b'], { 'x:a': [...many, folder('x:a/d')], 'x:b': [file('x:b/1')] });
  const { files, unread } = await end();
  expect([files.length, unread, session.directories.map(({ uri }) => uri)]).toEqual([12_000, 2, ['x:a']]);
});

it.each<[string, (list: { fail(error: Error): unknown; end(end?: ListEnd): unknown }) => unknown]>([
  ['fails', (list) => list.fail(new HumanError('serverError', 'It broke. Try again.'))],
  ['is none after all', (list) => list.fail(new HumanError('notFound', 'This isn’t a folder.'))],
  ['is cut', (list) => list.end({ kind: 'cut', by: 'cursorLoop' })],
])('goes on where a directory %s, and counts it', async (_, answer) => {
  const { end, session } = await serve(['x:a', 'x:b']);
  await settle();
  if (session.directories[0]) answer(session.directories[0]);
  await settle();
  session.directories[1]?.page('x:b/1').end();
  expect(await end()).toEqual({ files: ['x:b/1'], unread: 1 });
});

it('keeps what was read when it is cancelled', async () => {
  const { cancel, catalog, session } = await serve(['x:a'], { 'x:a': [folder('x:a/b'), file('x:a/1')] });
  await settle();
  session.directories[1]?.page('x:a/b/1');
  await settle();
  await expect(cancel()).rejects.toThrow(CancelledError);
  await settle();
  const kept = ['x:a/b', 'x:a/1', 'x:a/b/1'].map((uri) => catalog.idOf(shop.id, uri) !== undefined);
  expect([kept, session.directories.map(({ uri, signal }) => [uri, signal?.aborted])]).toEqual([
    [true, true, true],
    [
      ['x:a', false],
      ['x:a/b', true],
    ],
  ]);
});

it('ends where the server does not answer any more, and counts what it left', async () => {
  const folders = Array.from({ length: 20 }, (_, index) => folder(`x:a/${index}`));
  const { end, session } = await serve(['x:a'], { 'x:a': folders });
  const walked = end();
  for (let reads = 1; reads <= 3; reads += 1) {
    await expect.poll(() => session.directories.length).toBe(reads + 1);
    session.directories.at(-1)?.fail(new HumanError('timeout', 'It took too long.'));
  }
  expect([await walked, session.directories.length]).toEqual([{ files: [], unread: 20 }, 4]);
});
