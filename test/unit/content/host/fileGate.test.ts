// Models, repositories and other extensions can ask for any path of a virtual file: what of it reaches a server.
import { describe, expect, it } from 'vitest';
import { TabInputText, type Uri } from 'vscode';
import { toDisposable, type Disposable } from '../../../../src/core/base/disposable';
import { toBase64Url } from '../../../../src/core/content/base64Url';
import { HandedOut } from '../../../../src/core/context/handedOut';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { FileGate } from '../../../../src/host/content/fileGate';
import { ShownFiles } from '../../../../src/host/chat/shownFiles';
import { VirtualFiles } from '../../../../src/host/content/virtualFiles';
import { VirtualPaths } from '../../../../src/host/content/virtualPaths';
import { PathKey } from '../../../../src/node/files/pathKey';
import { settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { needsOf } from '../../../support/needsOf';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { resource } from '../../catalog/fixtures';
import { definition, silent } from '../../connection/fakeServer';

const { commands, editors, messages } = fakeVscode;
const shop = definition('shop');
const orders = resource('db://orders', { name: 'orders' });
const address = { serverId: shop.id, uri: orders.uri };
const key = new PathKey('/dev/null/path-key');

/** A window of the user; `asked` has the URIs that were asked for at servers. `start` resolves with the configured servers. */
function newWindow(store = new FakeStore(), start?: Promise<readonly ServerDefinition[]>) {
  const world = new ResourceWorld();
  own(world.store);
  world.contents.set(orders.uri, [['db://orders', 'one']]);
  const { cache, clock, picked, reads: asked } = world;
  const held: string[] = [];
  const hold = (one: ResourceAddress): Disposable => {
    held.push(one.uri);
    return toDisposable(() => void held.splice(held.indexOf(one.uri), 1));
  };
  const shown = own(new ShownFiles(clock, silent));
  let servers: readonly ServerDefinition[] = [shop];
  if (start) servers = [];
  const configured = Promise.resolve(start).then((started) => void (servers = started ?? servers));
  const paths = new VirtualPaths(
    () => servers,
    key,
    (name) => name,
  );
  const handed = new HandedOut(store, clock);
  const taken: string[] = [];
  const reads = {
    roundOf: () => 7,
    took: ({ file }: { file: string }, use: string) => void taken.push(...(use === 'read' ? [file] : [])),
    shown: () => undefined,
  };
  const missed = { wasAvailable: () => undefined, failed: () => undefined };
  const services = { clock, picked, shown, configured, cache, live: { hold }, reads, missed, log: silent };
  const needs = needsOf(services) as unknown as ConstructorParameters<typeof VirtualFiles>[0] &
    ConstructorParameters<typeof FileGate>[0];
  const files = own(new VirtualFiles(needs, paths, new FileGate(needs, handed), handed));
  /** What a stat and a read of a file return, or the code of the error. */
  const open = async (uri: Uri): Promise<string> => {
    const state = { isDone: false };
    const content = files
      .stat(uri)
      .then(() => files.readFile(uri))
      .then(
        (bytes) => new TextDecoder().decode(bytes),
        (error: unknown) => (error as { readonly code: string }).code,
      )
      .finally(() => (state.isDone = true));
    await settle();
    while (!state.isDone) await clock.advance(500);
    return content;
  };
  return { clock, cache, handed, picked, asked, held, paths, files, taken, open };
}

describe('a path that was not made here', () => {
  it('names nothing and asks no server, whatever was made is taken for it', async () => {
    const { files, paths, picked, asked, open } = newWindow();
    await picked.add([{ ...orders, serverId: shop.id, size: undefined }]);
    const uri = files.uri(shop.id, orders);
    const [mac = '', place = ''] = uri.query.split('~');
    const withQuery = (query: string): Uri => uri.with({ query });
    const foreign = new VirtualPaths(
      () => [shop],
      new PathKey('/dev/null/other'),
      (name) => name,
    );
    const secret = resource('leak://send?k=SECRET', { name: 'orders' });
    const forged = [
      withQuery(place),
      withQuery(`~${place}`),
      withQuery(`${'A'.repeat(22)}~${place}`),
      withQuery(`${mac}~${toBase64Url(`${secret.uri}\norders`)}`),
      withQuery(`${mac}~${toBase64Url(JSON.stringify([orders.uri, secret.uri, 0, 'orders']))}`),
      uri.with({ path: '/other', query: `${mac}~${toBase64Url(`${orders.uri}\nother`)}` }),
      withQuery(`${mac}~${place}.7`),
      withQuery(`${files.uriForChat(shop.id, orders).query.slice(0, 22)}~${place}`),
      withQuery(paths.whole('user//other', orders).query),
      withQuery(`${uri.query}~`.replace('~', '~~')),
      foreign.whole(shop.id, orders),
      foreign.whole(shop.id, secret),
    ];
    const codes = await Promise.all(forged.map(open));
    expect(codes.filter((code) => code !== 'FileNotFound' && code !== 'Unavailable')).toEqual([]);
    expect(forged.map((one) => files.addressOf(one) ?? files.fileAt(one.toString())).filter(Boolean)).toEqual([]);
    await expect(files.readFile(forged[0]!)).rejects.toThrow('the tool for reading MCP resources');
    expect([[...asked], await open(uri)]).toEqual([[], 'one']);
  });
});

describe('a file that the user did not choose', () => {
  it('is answered from the cache or not at all, and counts as no message’s', async () => {
    const { files, cache, asked, taken, open } = newWindow();
    const handed = files.uriForChat(shop.id, orders);
    expect([await open(handed), asked, taken]).toEqual(['Unavailable', [], []]);
    expect(() => files.readDirectory(handed)).toThrow();
    await cache.get(address);
    expect([await open(handed), asked, taken]).toEqual(['one', [orders.uri], []]);
  });
});

describe('a file that the user chose', () => {
  it.each([
    [
      'is in the context',
      async ({ picked }: ReturnType<typeof newWindow>) =>
        picked.add([{ ...orders, serverId: shop.id, size: undefined }]),
    ],
    ['was given to a chat', async ({ files }: ReturnType<typeof newWindow>) => files.handOut([address])],
  ])('because it %s is read from its server', async (_, choose) => {
    const window = newWindow();
    await choose(window);
    const file = window.files.uriForChat(shop.id, orders);
    expect([await window.open(file), window.asked, window.taken]).toEqual(['one', [orders.uri], [file.toString()]]);
  });

  it('is also read in a later window, which VS Code’s chat takes its attachments to', async () => {
    const store = new FakeStore();
    await newWindow(store).files.handOut([address]);
    const { files, open } = newWindow(store);
    expect(await open(files.uriForChat(shop.id, orders))).toBe('one');
  });

  it('was removed from the context after it was sent, and is forgotten', async () => {
    const store = new FakeStore();
    const { clock, handed } = newWindow(store);
    await handed.add([address, { ...address, uri: 'db://waiting' }]);
    await clock.advance(1);
    await handed.keep(({ uri }, handedAt) => uri !== orders.uri || handedAt > clock.now() - 1);
    const { files, open } = newWindow(store);
    expect(await open(files.uriForChat(shop.id, orders))).toBe('Unavailable');
    expect(new HandedOut(store, clock).has({ ...address, uri: 'db://waiting' })).toBe(true);
  });

  it('is not one that a set added', async () => {
    const { files, picked, open } = newWindow();
    const reason = { set: 'Sales', state: 'new' } as const;
    await picked.add([{ ...orders, serverId: shop.id, size: undefined, reason }]);
    expect(await open(files.uriForChat(shop.id, orders))).toBe('Unavailable');
  });

  it('is the file of a definition, for the moment in which VS Code shows it without a tab', async () => {
    const { asked, clock, files, open } = newWindow();
    const uri = files.uri(shop.id, orders);
    files.allowPeek(uri);
    expect([await open(uri), asked.length]).toEqual(['one', 1]);
    await clock.advance(5_000);
    expect([await open(uri), asked.length]).toEqual(['one', 1]);
  });

  it('is one that a tab shows, has shown, or shows a moment after VS Code asks for it', async () => {
    const { files, asked, clock } = newWindow();
    const uri = files.uri(shop.id, orders);
    const early = files.stat(uri);
    await clock.advance(100);
    expect(asked).toEqual([]);
    const tab = editors.openTab(new TabInputText(uri));
    expect(await early).toMatchObject({ size: 3 });
    editors.closeTabs(tab);
    await clock.advance(60_000);
    expect(new TextDecoder().decode(await files.readFile(uri))).toBe('one');
    expect(asked).toEqual([orders.uri, orders.uri]);
  });

  it('is live while an editor shows it', async () => {
    const { files, held } = newWindow();
    const uri = files.uri(shop.id, orders);
    const unseen = files.watch(uri);
    expect(held).toEqual([]);
    editors.openTab(new TabInputText(uri));
    await files.readFile(uri);
    expect(held).toEqual([orders.uri]);
    unseen.dispose();
    const watching = files.watch(uri);
    expect(held).toEqual([orders.uri]);
    watching.dispose();
    expect(held).toEqual([]);
  });
});

describe('a tab of an earlier window', () => {
  it('asks no server until the user tries again, even if its resource is in the context', async () => {
    const uri = newWindow().files.uri(shop.id, orders);
    editors.openTab(new TabInputText(uri));
    const { clock, files, picked, asked, held, open } = newWindow();
    await picked.add([{ ...orders, serverId: shop.id, size: undefined }]);
    messages.answer(undefined);
    files.watch(uri);
    // VS Code itself can ask several times.
    expect([await open(uri), await open(uri), asked, held]).toEqual(['Unavailable', 'Unavailable', [], []]);
    expect(messages.asked.map(({ text, buttons }) => [text, buttons])).toEqual([
      ['“orders” was opened in an earlier window. Read it from its server again?', ['Read']],
    ]);
    await clock.advance(1_000);
    expect([await open(uri), asked, held]).toEqual(['one', [orders.uri], [orders.uri]]);
  });

  it('is read for a chat that was given the resource, but in Restricted Mode', async () => {
    const uri = newWindow().files.uri(shop.id, orders);
    editors.openTab(new TabInputText(uri));
    const { files, open } = newWindow();
    await files.handOut([address]);
    fakeVscode.workspace.setTrusted(false);
    messages.answer(undefined);
    expect(await open(uri)).toBe('Unavailable');
    fakeVscode.workspace.setTrusted(true);
    expect(await open(uri)).toBe('one');
  });

  it('waits for the configuration', async () => {
    const uri = newWindow().files.uri(shop.id, orders);
    editors.openTab(new TabInputText(uri));
    let start = (_: ServerDefinition[]): void => undefined;
    const { cache, files } = newWindow(new FakeStore(), new Promise((resolve) => (start = resolve)));
    await cache.get(address);
    const stat = files.stat(uri);
    start([shop]);
    expect(await stat).toMatchObject({ size: 3 });
  });

  it('is read at a click', async () => {
    const uri = newWindow().files.uri(shop.id, orders);
    editors.openTab(new TabInputText(uri));
    const { open } = newWindow();
    messages.answer('Read');
    commands.answer('vscode.open', () => undefined);
    expect(await open(uri)).toBe('Unavailable');
    expect([commands.executed.at(-1), await open(uri)]).toEqual([['vscode.open', uri], 'one']);
  });

  it('shows what was read for another use', async () => {
    const uri = newWindow().files.uri(shop.id, orders);
    editors.openTab(new TabInputText(uri));
    const { cache, asked, open } = newWindow();
    await cache.get(address);
    expect([await open(uri), asked]).toEqual(['one', [orders.uri]]);
  });

  it('is an ordinary one once it was closed and opened again', async () => {
    const uri = newWindow().files.uri(shop.id, orders);
    const tab = editors.openTab(new TabInputText(uri));
    const { open } = newWindow();
    editors.closeTabs(tab);
    editors.openTab(new TabInputText(uri));
    expect(await open(uri)).toBe('one');
  });
});
