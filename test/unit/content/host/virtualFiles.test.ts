import { Emitter } from '../../../../src/core/base/event';
import { everythingShown } from '../../../support/everythingShown';
import { describe, expect, it } from 'vitest';
import { FileChangeType, FileType, type FileChangeEvent, type Uri } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import { Catalog } from '../../../../src/core/catalog/catalog';
import { ImportanceOrder } from '../../../../src/core/catalog/importanceOrder';
import { Connections } from '../../../../src/core/connection/connections';
import { ContentCache } from '../../../../src/core/context/contentCache';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { LiveContext } from '../../../../src/core/context/liveContext';
import { SeenReads } from '../../../../src/core/context/seenReads';
import type { Resource, ResourceContent } from '../../../../src/core/resource/resource';
import type { GroupNode } from '../../../../src/core/tree/treeNode';
import { GroupFiles } from '../../../../src/host/content/groupFiles';
import { VirtualFiles } from '../../../../src/host/content/virtualFiles';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { newSeen } from '../../../support/newSeen';
import { CountedSlices, page, resource } from '../../catalog/fixtures';
import { definition, newWorld, silent } from '../../connection/fakeServer';
import { own } from '../../../support/own';

const [shop, wiki] = [definition('shop'), definition('wiki')];
const docs = resource('db://docs', { name: 'docs' });
const start = 1_800_000_000_000;

/** Files of two servers; of a resource the fixture has what `contents` say. */
function fixture() {
  const clock = new FakeClock(start);
  const contents = new Map<string, readonly (readonly [string, string | Uint8Array])[]>();
  contents.set(docs.uri, [
    ['db://docs/a', 'one'],
    ['db://docs/b', 'two'],
  ]);
  const reads: string[] = [];
  const cache = new ContentCache({
    clock,
    log: silent,
    announcedType: () => undefined,
    maxAge: () => 0,
    isLive: () => false,
    read: ({ uri }) => {
      reads.push(uri);
      const found = contents.get(uri);
      if (!found) return Promise.reject(new HumanError('notFound', 'Gone. Refresh the list.'));
      const blocks = found.map(([name, body]): ResourceContent => ({
        uri: name,
        mimeType: undefined,
        body: typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'blob', bytes: body },
      }));
      return Promise.resolve({ contents: blocks, problems: [], ttl: undefined, version: undefined });
    },
  });
  const catalog = new Catalog();
  const picked = new ContextSet(new FakeStore());
  const seen = newSeen(new FakeStore(), clock);
  const connections = own(new Connections(catalog, newWorld().connect, () => undefined));
  const live = own(new LiveContext(connections, cache, picked, seen, () => true, silent));
  const definitions = () => [shop, wiki];
  const { newSlice } = new CountedSlices();
  const hidden = new Set<number>();
  const order = new ImportanceOrder(catalog, newSlice);
  const didHide = own(new Emitter<void>());
  const visibility = { isVisible: (id: number) => !hidden.has(id), onDidChange: didHide.event };
  const { arrangement } = everythingShown;
  const groups = own(new GroupFiles({ catalog, cache, definitions, order, visibility, arrangement, newSlice }));
  const tabs = new Set<string>();
  const shownUntil = (file: string): number => (tabs.has(file) ? Infinity : 0);
  const seenReads = own(new SeenReads({ clock, seen, picked, shownUntil, log: silent }));
  const asked: string[] = [];
  const missed = {
    found: (uri: Uri, use: string) => void asked.push(`${use} ${uri.path}`),
    failed: (uri: Uri, _: unknown, error: unknown) => void asked.push(`failed ${uri.path} ${String(error)}`),
  };
  const parts = { definitions, cache, live, groups, reads: seenReads, missed, shownUntil, log: silent };
  const files = own(new VirtualFiles(parts));
  const announced: FileChangeEvent[] = [];
  files.onDidChangeFile((events) => void announced.push(...events));
  const refresh = async (uri = docs.uri): Promise<readonly string[]> => {
    announced.length = 0;
    await cache.refresh({ serverId: shop.id, uri });
    return announced.map(({ uri: file }) => file.toString());
  };
  const list = (server = shop, ...resources: readonly Resource[]): void => {
    const writer = catalog.beginList(server.id);
    writer.append(page(resources));
    writer.end({ kind: 'complete' });
    for (const { uri } of resources) contents.set(uri, [[uri, `text of ${uri}`]]);
  };
  return {
    clock,
    contents,
    reads,
    cache,
    catalog,
    picked,
    seen,
    hidden,
    didHide,
    asked,
    tabs,
    files,
    announced,
    refresh,
    list,
  };
}

function at(folder: Uri, path: string): Uri {
  return folder.with({ path: `${folder.path}${path}` });
}

function group(fields: Partial<GroupNode> & Pick<GroupNode, 'kind'>): GroupNode {
  return { id: '', serverId: undefined, scheme: undefined, ids: [], templates: [], ...fields } as GroupNode;
}

describe('a change of a resource', () => {
  it('is told for the newest names of each of its files, and for none that there was nothing at', async () => {
    const { files, contents, refresh } = fixture();
    const folder = files.folderUri(shop.id, docs);
    await files.stat(folder);
    await files.stat(at(folder, '/a.txt'));
    const probes = ['/package.json', '/.git', '/a', '/b.txt/x'];
    for (const path of probes)
      await expect(files.stat(at(folder, path))).rejects.toMatchObject({ code: 'FileNotFound' });
    const sent: Uri[] = [];
    for (let round = 0; round < 50; round += 1) {
      sent.push(files.uriForChat(shop.id, docs));
      await files.readFile(sent.at(-1) ?? folder);
    }
    expect(new Set(sent.map(String)).size).toBe(50);
    contents.set(docs.uri, [['db://docs/a', 'changed']]);
    const expected = [folder, at(folder, '/a.txt'), ...sent.slice(-20)];
    expect(await refresh()).toEqual(expected.map((uri) => uri.toString()));
  });

  it('gives each file its exact size and a time that only grows, also that of the next window', async () => {
    const { files, contents, refresh, clock, announced } = fixture();
    const folder = files.folderUri(shop.id, docs);
    const all = files.uri(shop.id, docs);
    const facts = async (uri: Uri): Promise<readonly [number, number]> => {
      const { size, mtime } = await files.stat(uri);
      expect(size).toBe((await files.readFile(uri)).length);
      return [size, mtime];
    };
    expect([await facts(at(folder, '/a.txt')), (await facts(all))[1]]).toEqual([[3, start], start]);
    contents.set(docs.uri, [
      ['db://docs/a', 'größer'],
      ['db://docs/b', 'two'],
    ]);
    await refresh();
    expect(await facts(at(folder, '/a.txt'))).toEqual([8, start + 1]);
    contents.set(docs.uri, [
      ['db://docs/c', 'größer'],
      ['db://docs/b', 'two'],
    ]);
    await refresh();
    expect(announced.map(({ type, uri }) => [type, uri.path])).toEqual([
      [FileChangeType.Deleted, '/docs/a.txt'],
      [FileChangeType.Changed, '/docs'],
    ]);
    await expect(files.stat(at(folder, '/a.txt'))).rejects.toMatchObject({ code: 'FileNotFound' });
    expect((await facts(all))[1]).toBe(start + 2);
    await clock.advance(10);
    const next = fixture();
    await next.clock.advance(10);
    expect((await next.files.stat(next.files.uri(shop.id, docs))).mtime).toBe(start + 10);
  });
});

describe('where nothing is', () => {
  it('nothing is found, and why something cannot be read is said', async () => {
    const { files, contents, reads } = fixture();
    const uri = files.uri(shop.id, docs);
    const elsewhere = [
      uri.with({ query: '' }),
      uri.with({ path: '/package.json' }),
      uri.with({ authority: 'gone-000000' }),
      uri.with({ scheme: 'other' }),
    ];
    for (const one of elsewhere) await expect(files.stat(one)).rejects.toMatchObject({ code: 'FileNotFound' });
    expect(reads).toEqual([]);
    contents.delete(docs.uri);
    await expect(files.readFile(uri)).rejects.toMatchObject({
      code: 'FileNotFound',
      message: 'Gone. Refresh the list.',
    });
    await expect(files.readDirectory(uri.with({ path: '/', query: '' }))).resolves.toEqual([]);
  });
});

describe('what the chat gets', () => {
  it('is known by what is asked of its file, and why it fails', async () => {
    const { files, contents, refresh, asked } = fixture();
    const [first] = await files.readParts({ serverId: shop.id, uri: docs.uri });
    const [whole, part] = [files.uriForChat(shop.id, docs), files.uriForChat(shop.id, docs, first)];
    await files.stat(whole);
    await files.stat(part);
    await files.readFile(whole);
    contents.set(docs.uri, [['db://docs/b', 'two']]);
    await refresh();
    await expect(files.stat(part)).rejects.toMatchObject({ code: 'FileNotFound' });
    contents.delete(docs.uri);
    await refresh().catch(() => undefined);
    await expect(files.stat(whole)).rejects.toMatchObject({ code: 'FileNotFound' });
    expect(asked).toEqual([
      `stat ${whole.path}`,
      `stat ${part.path}`,
      `read ${whole.path}`,
      `failed ${part.path} undefined`,
      `failed ${whole.path} HumanError: Gone. Refresh the list.`,
    ]);
  });

  it('is another file once a message has read the last one, and the same for as long as none has', async () => {
    const { files, clock, tabs } = fixture();
    const chip = (): string => files.uriForChat(shop.id, docs).toString();
    const first = files.uriForChat(shop.id, docs);
    await files.stat(first);
    await clock.advance(60_000);
    expect([chip(), first.query === files.uri(shop.id, docs).query]).toEqual([first.toString(), false]);
    // A click on the chip: an editor shows it, and the next message would get what that editor has.
    await files.readFile(first);
    tabs.add(first.toString());
    await clock.advance(500);
    expect(chip()).not.toBe(first.toString());
    tabs.clear();
    expect(chip()).toBe(first.toString());
    await files.readFile(first);
    const second = chip();
    expect(second).not.toBe(first.toString());
    await clock.advance(60_000);
    expect(chip()).toBe(second);
    // What was in the message before the window was closed is still a file.
    expect(new TextDecoder().decode(await fixture().files.readFile(first))).toContain('one');
  });

  it('is known as sent with what that very read returned, of a part as of the whole', async () => {
    const { files, seen, contents, clock, refresh, picked, cache, announced } = fixture();
    const address = { serverId: shop.id, uri: docs.uri };
    await picked.add([{ ...docs, serverId: shop.id, isOnce: true }]);
    const [part] = await files.readParts(address);
    await files.stat(files.uriForChat(shop.id, docs, part));
    await clock.advance(1_000);
    expect([seen.last(address), picked.items.length]).toEqual([undefined, 1]);
    const uri = files.uriForChat(shop.id, docs, part);
    expect(new TextDecoder().decode(await files.readFile(uri))).toBe('one');
    const sent = cache.peek(address);
    contents.set(docs.uri, [['db://docs/a', 'changed']]);
    await refresh();
    await clock.advance(500);
    expect(seen.last(address)).toMatchObject({ kind: 'sent', at: start + 1_000, size: sent?.bytes.length });
    expect([seen.isOther(address, sent!), seen.isOther(address, cache.peek(address)!)]).toEqual([false, true]);
    expect(picked.items).toEqual([]);
    // VS Code reads the document again that it keeps: no message has that.
    expect(announced.map(String).length).toBe(1);
    await files.readFile(uri);
    await clock.advance(500);
    expect(seen.isOther(address, cache.peek(address)!)).toBe(true);
  });

  it('is not what an editor shows', async () => {
    const { files, seen, clock, tabs } = fixture();
    const uri = files.uri(shop.id, docs);
    await files.readFile(uri);
    tabs.add(uri.toString());
    await clock.advance(500);
    expect(seen.last({ serverId: shop.id, uri: docs.uri })).toBeUndefined();
  });
});

describe('a group', () => {
  const [small, plain, picture] = [
    resource('db://sales/orders', { name: 'orders', size: 5, mimeType: 'text/plain' }),
    resource('db://sales/more/orders', { name: 'Orders', priority: 0.1 }),
    resource('img://logo', { name: 'logo', mimeType: 'image/png', priority: 1 }),
  ];
  const names = async (files: VirtualFiles, uri: Uri | undefined): Promise<readonly string[]> =>
    (await files.readDirectory(uri!)).map(([name]) => name);

  it('is a folder with a name for each of its resources', async () => {
    const { files, list, catalog, hidden, reads } = fixture();
    list(shop, small, plain, picture);
    list(wiki, resource('db://sales/orders', { name: 'orders.txt' }), resource('db://sales/'));
    hidden.add(catalog.find(wiki.id, 'db://sales/')!.id);
    const uriOf = (fields: Partial<GroupNode> & Pick<GroupNode, 'kind'>) => files.groupUri(group(fields));
    const db = uriOf({ kind: 'scheme', scheme: 'db' });
    expect([db?.path, await names(files, db)]).toEqual(['/db', ['Orders', 'orders.txt', 'orders-2.txt']]);
    const server = uriOf({ kind: 'server', serverId: shop.id });
    expect([server?.path, await names(files, server)]).toEqual(['/shop', ['logo.png', 'Orders', 'orders.txt']]);
    const folder = { kind: 'folder', prefix: 'db://sales/', label: 'sales', scheme: 'db' } as const;
    expect([uriOf(folder)?.path, await names(files, uriOf(folder))]).toEqual([
      '/sales',
      ['Orders', 'orders.txt', 'orders-2.txt'],
    ]);
    expect(await names(files, uriOf({ ...folder, serverId: wiki.id }))).toEqual(['orders.txt']);
    expect(await names(files, uriOf({ ...folder, prefix: 'db://sales/more/' }))).toEqual(['Orders']);
    expect(await names(files, uriOf({ kind: 'scheme', scheme: 'img', serverId: shop.id }))).toEqual(['logo.png']);
    expect(uriOf({ kind: 'range' })).toBeUndefined();
    expect((await files.stat(db!)).type).toBe(FileType.Directory);
    expect(reads).toEqual([]);
  });

  it('follows what the tree shows', async () => {
    const { files, list, catalog, hidden, didHide } = fixture();
    list(shop, small, plain);
    const db = files.groupUri(group({ kind: 'scheme', scheme: 'db' }));
    expect(await names(files, db)).toEqual(['Orders', 'orders.txt']);
    hidden.add(catalog.find(shop.id, plain.uri)!.id);
    didHide.fire();
    expect(await names(files, db)).toEqual(['orders.txt']);
  });

  it('has files that read as their resources, and whose size is exact once they were read', async () => {
    const { files, list, reads, refresh, contents, clock, seen, announced } = fixture();
    list(shop, small, plain);
    const folder = files.groupUri(group({ kind: 'scheme', scheme: 'db' }))!;
    const [announcedFile, other] = [at(folder, '/orders.txt'), at(folder, '/Orders')];
    const facts = async (uri: Uri): Promise<readonly number[]> => {
      const { mtime, size } = await files.stat(uri);
      return [mtime, size];
    };
    expect([await facts(announcedFile), await facts(other), reads]).toEqual([[0, 5], [0, 0], []]);
    expect(new TextDecoder().decode(await files.readFile(announcedFile))).toBe('text of db://sales/orders');
    expect([await facts(announcedFile), reads]).toEqual([[start, 25], ['db://sales/orders']]);
    await clock.advance(500);
    expect(seen.last({ serverId: shop.id, uri: small.uri })?.kind).toBe('sent');
    contents.set(small.uri, [[small.uri, 'changed']]);
    expect(await refresh(small.uri)).toEqual([announcedFile.toString()]);
    expect([await facts(announcedFile), announced[0]?.type]).toEqual([[start + 500, 7], FileChangeType.Changed]);
  });

  it('is searched without reading anything, however much it holds', async () => {
    const { files, list, reads } = fixture();
    const many = Array.from({ length: 600 }, (_, index) => resource(`db://t/${index}`, { name: `t${index}.txt` }));
    list(shop, ...many, resource('db://u/1', { size: 3 }));
    const walk = async (folder: Uri): Promise<number> => {
      const below = await files.readDirectory(folder);
      for (const [name] of below) await files.stat(at(folder, `/${name}`));
      for (const name of ['package.json', '.git', '.vscode/settings.json', 'node_modules'])
        await expect(files.stat(at(folder, `/${name}`))).rejects.toMatchObject({ code: 'FileNotFound' });
      return below.length;
    };
    const folder = files.groupUri(group({ kind: 'server', serverId: shop.id }))!;
    expect(await walk(folder)).toBe(500);
    const above = folder.with({ path: '/' });
    expect(await Promise.all([files.readDirectory(above), files.readDirectory(above.with({ query: '' }))])).toEqual([
      [],
      [],
    ]);
    expect(reads).toEqual([]);
  });

  it('is nothing without resources, without its server, and no file', async () => {
    const { files, list } = fixture();
    const db = files.groupUri(group({ kind: 'scheme', scheme: 'db' }))!;
    await expect(files.stat(db)).rejects.toMatchObject({ code: 'FileNotFound' });
    list(shop, small);
    expect(await names(files, db)).toEqual(['orders.txt']);
    await expect(files.readFile(db)).rejects.toMatchObject({ code: 'FileIsADirectory' });
    await expect(files.readDirectory(at(db, '/orders.txt'))).rejects.toMatchObject({ code: 'FileNotADirectory' });
    await expect(files.stat(db.with({ authority: 'gone-000000' }))).rejects.toMatchObject({ code: 'FileNotFound' });
    await expect(files.stat(at(db, '/orders.txt/x'))).rejects.toMatchObject({ code: 'FileNotFound' });
    expect(files.addressOf(db)).toBeUndefined();
  });
});
