import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Connections } from '../../../src/core/connection/connections';
import { Directories } from '../../../src/core/directories/directories';
import type { Resource } from '../../../src/core/resource/resource';
import type { SessionInfo } from '../../../src/core/session/session';
import { settle } from '../../support/fakeClock';
import { own } from '../../support/own';
import { page, resource } from '../catalog/fixtures';
import { definition, info, newWorld, silent, type FakeList } from '../connection/fakeServer';

const shop = definition('shop');
const place = { cursor: 'next', seen: new Set([1]) };
const more = { kind: 'cut', by: 'pages', next: place } as const;

function directory(uri: string): Resource {
  return resource(uri, { mimeType: 'inode/directory' });
}

/** A server that lists the directory `x://a` and `x://other`. */
async function newDirectories(facts: Partial<SessionInfo> = {}, room?: Catalog) {
  const world = newWorld(room);
  const { clock, catalog, server } = world;
  server.info = { ...info, hasDirectories: true, ...facts };
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const limits = (): ReturnType<typeof world.ports.limits> => ({ ...world.ports.limits(), items: 5_000 });
  const logged: string[] = [];
  const log = { ...silent, named: () => ({ ...silent, warn: (message: string) => logged.push(message) }) };
  const directories = own(new Directories(catalog, connections, { clock, log, limits }));
  connections.setDefinitions([shop]);
  connections.startAll();
  await settle();
  server.session.list.items(page([directory('x://a'), resource('x://other')])).end();
  await settle();
  const address = (uri = 'x://a') => ({ serverId: shop.id, uri });
  const urisOf = (uri?: string): readonly string[] =>
    (directories.peek(address(uri))?.children ?? []).map((id) => catalog.table.uri(id));
  const stateOf = (uri?: string) => directories.peek(address(uri))?.state;
  /** Opens a directory; its server has been asked when this resolves. */
  const open = async (uri?: string, signal?: AbortSignal) => {
    const count = server.session.directories.length;
    const read = directories.read(address(uri), true, signal);
    await settle();
    const list = server.session.directories.slice(count).at(0);
    return { read, list };
  };
  const answer = async (list: FakeList | undefined, resources: readonly Resource[], end = {}): Promise<void> => {
    list!.items(page(resources)).end({ kind: 'complete', ...end } as never);
    await settle();
  };
  const listed = (): readonly string[] =>
    Array.from({ length: catalog.table.length }, (_, row) => catalog.table.idAt(row))
      .filter((id) => id !== undefined)
      .map((id) => catalog.table.uri(id));
  const relist = async (...resources: readonly Resource[]): Promise<void> => {
    connections.get(shop.id)!.refreshList();
    await clock.advance(10_000);
    server.session.list.items(page(resources)).end();
    await settle();
  };
  return {
    clock,
    catalog,
    server,
    connections,
    directories,
    address,
    urisOf,
    stateOf,
    open,
    answer,
    listed,
    relist,
    logged,
  };
}

describe('the children of a directory', () => {
  it('are asked for once, for all who ask meanwhile, and again after the next list of the server', async () => {
    const { server, open, answer, urisOf, relist } = await newDirectories();
    const first = await open();
    const second = await open();
    expect(first.list).toMatchObject({ uri: 'x://a', limits: { enough: 1_000, pages: 20, items: 5_000 } });
    await answer(first.list, [resource('x://a/2'), resource('x://a/1')]);
    expect(await first.read).toBe(await second.read);
    expect(urisOf()).toEqual(['x://a/2', 'x://a/1']);
    await open();
    expect(server.session.directories).toHaveLength(1);
    await relist(directory('x://a'));
    await open();
    expect(server.session.directories).toHaveLength(2);
  });

  it.each([
    ['for the time that the server gives', { ttl: 60_000 }, {}, [1, 1, 2]],
    ['not for long, where the server reports no changes', {}, { canListChange: false }, [2, 3, 4]],
  ])('are fresh %s', async (_, end, facts, expected) => {
    const { server, clock, open, answer } = await newDirectories(facts);
    await answer((await open()).list, [resource('x://a/1')], end);
    const counts: number[] = [];
    for (const wait of [0, 59_000, 2_000]) {
      await clock.advance(wait);
      const { list } = await open();
      if (list) await answer(list, [resource('x://a/1')], end);
      counts.push(server.session.directories.length);
    }
    expect(counts).toEqual(expected);
  });

  it('are rows of the catalog as long as a directory names them, also where a list did once', async () => {
    const { open, answer, listed, relist, catalog, directories, address } = await newDirectories();
    const children = [resource('x://a/1'), resource('x://other'), resource('x://a/1'), directory('x://a/')];
    await answer((await open()).list, children);
    expect(listed()).toEqual(['x://a', 'x://other', 'x://a/1']);
    await relist(directory('x://a'));
    expect(listed()).toEqual(['x://a', 'x://other', 'x://a/1']);
    expect([...catalog.urisOf(shop.id)]).toEqual(['x://a']);
    await answer((await open()).list, [resource('x://a/3')]);
    expect(listed().toSorted()).toEqual(['x://a', 'x://a/3']);
    directories.removeServer(shop.id);
    expect([listed(), directories.peek(address())]).toEqual([['x://a'], undefined]);
  });

  it('come in parts, as the user asks for more, and all of them again', async () => {
    const { open, answer, urisOf, stateOf, directories, address, server, relist } = await newDirectories();
    const many = Array.from({ length: 1_200 }, (_, index) => resource(`x://a/${index}`));
    await answer((await open()).list, many.slice(0, 1_000), more);
    expect(stateOf()).toEqual({ kind: 'more', next: place });
    const reading = directories.readMore(address());
    await settle();
    expect(server.session.directories.at(-1)?.limits).toMatchObject({ from: place, items: 4_000, pages: 20 });
    await answer(server.session.directories.at(-1), many.slice(1_000));
    await reading;
    expect([urisOf().length, stateOf()]).toEqual([1_200, { kind: 'complete' }]);
    await relist(directory('x://a'));
    const { list } = await open();
    expect(list?.limits).toMatchObject({ enough: 1_200, pages: 10, from: undefined });
    await answer(list, many.slice(0, 3));
    expect(urisOf()).toHaveLength(3);
  });

  it.each<[string, object, object]>([
    ['at the limit', { kind: 'cut', by: 'items' }, { kind: 'cut', by: 'items' }],
    ['where cursors go around', { kind: 'cut', by: 'cursorLoop' }, { kind: 'cut', by: 'cursorLoop' }],
  ])('end %s, and say so', async (_, end, state) => {
    const { open, answer, stateOf, urisOf } = await newDirectories();
    await answer((await open()).list, [resource('x://a/1')], end);
    expect([urisOf(), stateOf()]).toEqual([['x://a/1'], state]);
  });

  it('stay when a later read fails or is cancelled, and so does what came', async () => {
    const { open, answer, urisOf, stateOf, relist, listed } = await newDirectories();
    await answer((await open()).list, [resource('x://a/1')]);
    await relist(directory('x://a'));
    const { list, read } = await open();
    const error = new HumanError('timeout', 'It took too long.');
    list!.items(page([resource('x://a/2')])).fail(error);
    await read;
    expect([urisOf().toSorted(), stateOf()]).toEqual([
      ['x://a/1', 'x://a/2'],
      { kind: 'failed', error, next: undefined },
    ]);
    const abort = new AbortController();
    const cancelled = await open(undefined, abort.signal);
    cancelled.list!.items(page([resource('x://a/3')]));
    await settle();
    abort.abort();
    await expect(cancelled.read).rejects.toThrow('Cancelled');
    cancelled.list!.fail(new HumanError('disconnected', 'Gone.'));
    await settle();
    await answer((await open()).list, [resource('x://a/4')]);
    expect([urisOf(), stateOf()]).toEqual([['x://a/4'], { kind: 'complete' }]);
    expect(listed().toSorted()).toEqual(['x://a', 'x://a/4']);
  });

  it('can be asked for again from where they failed', async () => {
    const { open, answer, urisOf, stateOf, directories, address, server } = await newDirectories();
    await answer((await open()).list, [resource('x://a/1')], more);
    for (const [resources, kind] of [
      [undefined, 'failed'],
      [[resource('x://a/2')], 'complete'],
    ] as const) {
      const reading = directories.readMore(address());
      await settle();
      const list = server.session.directories.at(-1);
      expect(list?.limits?.from).toBe(place);
      if (resources) await answer(list, resources);
      else list!.fail(new HumanError('timeout', 'It took too long.'));
      await reading;
      expect(stateOf()?.kind).toBe(kind);
    }
    expect(urisOf()).toEqual(['x://a/1', 'x://a/2']);
  });

  it('are none of a resource that is no directory after all, until the next list', async () => {
    const { open, stateOf, directories, catalog, relist, server } = await newDirectories();
    const id = catalog.idOf(shop.id, 'x://a')!;
    const { list } = await open();
    expect(directories.isDirectory(id)).toBe(true);
    list!.fail(new HumanError('notFound', 'No directory.'));
    await settle();
    expect([stateOf(), directories.isDirectory(id)]).toMatchObject([
      { kind: 'none', error: { message: 'No directory.' } },
      false,
    ]);
    await relist(directory('x://a'));
    expect(directories.isDirectory(id)).toBe(true);
    expect(server.session.directories).toHaveLength(1);
  });

  it('are asked of no server that does not list them, or is not configured', async () => {
    const { directories, catalog, address, server } = await newDirectories({ hasDirectories: false });
    expect(directories.isDirectory(catalog.idOf(shop.id, 'x://a')!)).toBe(false);
    expect(await directories.read({ serverId: 'nobody', uri: 'x://a' }, true)).toMatchObject({
      state: { kind: 'none' },
    });
    expect(directories.peek(address())).toBeUndefined();
    expect(server.session.directories).toEqual([]);
  });

  it('are read again while they are open, and only then', async () => {
    const { open, answer, urisOf, relist, server, directories, address } = await newDirectories();
    await answer((await open()).list, [resource('x://a/1')]);
    const held = directories.hold(address());
    await relist(directory('x://a'));
    await answer(server.session.directories.at(1), [resource('x://a/2')]);
    expect(urisOf()).toEqual(['x://a/2']);
    server.session.update.fire('x://a');
    await settle();
    await answer(server.session.directories.at(2), [resource('x://a/3')]);
    expect(urisOf()).toEqual(['x://a/3']);
    held.dispose();
    await relist(directory('x://a'));
    expect(server.session.directories).toHaveLength(3);
  });

  it('of a read are not lost to one that was cancelled and ends later, nor are those that this one named left behind', async () => {
    const { open, answer, urisOf, listed } = await newDirectories();
    const abort = new AbortController();
    const first = await open(undefined, abort.signal);
    first.list!.items(page([resource('x://a/old')]));
    await settle();
    abort.abort();
    const [, second] = await Promise.all([expect(first.read).rejects.toThrow('Cancelled'), open()]);
    await answer(second.list, [resource('x://a/new')]);
    first.list!.fail(new HumanError('disconnected', 'Gone.'));
    await settle();
    expect(urisOf()).toContain('x://a/new');
    await answer((await open()).list, [resource('x://a/3')]);
    expect([urisOf(), listed().toSorted()]).toEqual([['x://a/3'], ['x://a', 'x://a/3', 'x://other']]);
  });

  it('are gone with their server, also those that a read under way names', async () => {
    const { open, listed, directories, address } = await newDirectories();
    const { list, read } = await open();
    list!.items(page([resource('x://a/1')]));
    await settle();
    directories.removeServer(shop.id);
    list!.items(page([resource('x://a/2')])).end();
    await expect(read).rejects.toThrow('Cancelled');
    expect([listed(), directories.peek(address())]).toEqual([['x://a', 'x://other'], undefined]);
  });

  it.each([
    ['while a read is under way', false],
    ['before the user asked for more', true],
  ])('are read again if the list changed %s', async (_, isMore) => {
    const { open, answer, relist, server, directories, address, urisOf } = await newDirectories();
    const first = await open();
    if (isMore) await answer(first.list, [resource('x://a/old')], more);
    else directories.hold(address());
    await relist(directory('x://a'));
    const reading = isMore ? directories.readMore(address()) : first.read;
    await settle();
    await answer(server.session.directories.at(-1), [resource('x://a/2')]);
    await reading;
    if (isMore) await open();
    expect(server.session.directories.at(isMore ? 2 : 1)?.limits?.from).toBeUndefined();
    await answer(server.session.directories.at(isMore ? 2 : 1), [resource('x://a/3')]);
    expect(urisOf()).toEqual(['x://a/3']);
  });

  it('are read for the user where a read under way could not start their server', async () => {
    const { directories, address, connections, server } = await newDirectories();
    connections.get(shop.id)!.stop();
    const reads = [directories.read(address(), false), directories.read(address(), true)];
    await settle();
    expect(server.sessions).toHaveLength(2);
    server.session.directories[0]?.end();
    expect((await Promise.all(reads)).map(({ state }) => state?.kind)).toEqual(['complete', 'complete']);
  });

  it('that cannot be read are logged without their URI', async () => {
    const { open, logged } = await newDirectories();
    const { list } = await open('x://secret');
    list!.fail(new HumanError('timeout', 'It took too long.'));
    await settle();
    expect(logged).toEqual(['Reading a directory failed: HumanError: It took too long.']);
  });

  it('find room where other directories, which are open nowhere, have it all', async () => {
    const { open, answer, urisOf, stateOf, clock } = await newDirectories({}, new Catalog(10_000_000));
    const fill = async (name: string): Promise<void> => {
      const description = 'd'.repeat(5_000);
      const children = Array.from({ length: 1_500 }, (_, index) => resource(`x://${name}/${index}`, { description }));
      await answer((await open(`x://${name}`)).list, children);
      await clock.advance(1_000);
    };
    await fill('b');
    await fill('c');
    expect([urisOf('x://b').length, urisOf('x://c').length, stateOf('x://c')]).toEqual([
      0,
      1_500,
      { kind: 'complete' },
    ]);
  });

  it('stay where a folder is opened while others are forgotten', async () => {
    const { open, urisOf, directories, address, clock } = await newDirectories();
    const begin = async (name: string): Promise<void> => {
      const children = Array.from({ length: 30_000 }, (_, index) => resource(`x://${name}/${index}`));
      (await open(`x://${name}`)).list!.items(page(children)).end();
      await settle();
    };
    for (const name of ['b', 'c', 'd', 'e']) await begin(name);
    directories.hold(address('x://c'));
    await clock.advance(1_000);
    expect([urisOf('x://b').length, urisOf('x://c').length]).toEqual([0, 30_000]);
  });

  it('of the directories read first are forgotten where there are very many, but for open ones', async () => {
    const { open, answer, urisOf, directories, address, listed, clock } = await newDirectories();
    const fill = async (name: string): Promise<void> => {
      const children = Array.from({ length: 30_000 }, (_, index) => resource(`x://${name}/${index}`));
      await answer((await open(`x://${name}`)).list, children);
    };
    await fill('a');
    directories.hold(address());
    for (const name of ['b', 'c', 'd']) await fill(name);
    expect(['a', 'b', 'c', 'd'].map((name) => urisOf(`x://${name}`).length)).toEqual([30_000, 30_000, 30_000, 30_000]);
    await fill('e');
    await clock.advance(1_000);
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => urisOf(`x://${name}`).length)).toEqual([30_000, 0, 0, 0, 30_000]);
    expect(listed()).toHaveLength(60_002);
  });

  it('of many directories are forgotten in many turns', async () => {
    const { open, answer, listed, clock } = await newDirectories();
    for (let number = 0; number < 26; number += 1) {
      const children = Array.from({ length: 4_000 }, (_, index) => resource(`x://${number}/${index}`));
      await answer((await open(`x://${number}`)).list, children);
    }
    expect(listed()).toHaveLength(100_002);
    await clock.advance(0);
    expect(listed()).toHaveLength(48_002);
  });
});

describe('the place of a child in a tree', () => {
  const placesOf = async (children: readonly Resource[], inner: readonly Resource[] = []) => {
    const world = await newDirectories();
    const { open, answer, catalog, directories } = world;
    await answer((await open()).list, children);
    if (inner.length > 0) await answer((await open('x://a/sub')).list, inner);
    const uris = [...new Set([...children, ...inner].map(({ uri }) => uri))];
    return { ...world, places: uris.map((uri) => directories.pathOf(catalog.idOf(shop.id, uri)!)) };
  };

  it('is its URI, with a slash if it is a directory', async () => {
    const { places } = await placesOf([resource('x://a/1'), directory('x://a/sub')]);
    expect(places).toEqual(['x://a/1', 'x://a/sub/']);
  });

  it('is in its directory, wherever its URI is', async () => {
    const { places } = await placesOf([resource('y://b/1'), directory('file:///etc'), resource('x://ab')]);
    expect(places).toEqual(['x://a/y:∕∕b∕1', 'x://a/file:∕∕∕etc/', 'x://a/x:∕∕ab']);
  });

  it('is its URI where a path in its directory would be too long to hold for each child', async () => {
    const long = `y://${'b'.repeat(1_000)}`;
    const { places } = await placesOf([directory(long), directory('x://a/sub')], [resource('z:1')]);
    expect(places).toEqual([`${long}/`, 'x://a/sub/', 'x://a/sub/z:1']);
  });

  it('is that of a list, or of the directory that named it first', async () => {
    const cycle = [directory('x://a'), resource('x://other'), directory('x://a/sub')];
    const { places } = await placesOf([directory('x://a/sub')], cycle);
    expect(places).toEqual(['x://a/sub/', 'x://a/', 'x://other']);
  });

  it('is in its own directory, if another has named it before', async () => {
    const { places } = await placesOf([directory('x://a/sub'), resource('x://a/sub/deep/1')], [resource('z:1')]);
    expect(places).toEqual(['x://a/sub/', 'x://a/sub/deep/1', 'x://a/sub/z:1']);
  });
});

it('a server has more until all of its directories were read to their end', async () => {
  const { open, answer, directories, address, server } = await newDirectories();
  expect(directories.hasMore(shop.id)).toBe(true);
  await answer((await open()).list, [directory('x://a/b')], more);
  const reading = directories.readMore(address());
  await settle();
  await answer(server.session.directories.at(-1), []);
  await reading;
  expect(directories.hasMore(shop.id)).toBe(true);
  await answer((await open('x://a/b')).list, []);
  expect([directories.hasMore(shop.id), directories.hasMore('nobody')]).toEqual([false, false]);
});
