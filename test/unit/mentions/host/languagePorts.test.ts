import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { CancelledError } from '../../../../src/core/base/errors';
import type { WorkspaceFile } from '../../../../src/core/mentions/mention/languagePorts';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { HostPorts } from '../../../../src/host/mentions/languageClient';
import { LinkRefresh } from '../../../../src/host/mentions/linkRefresh';
import { mentionPorts } from '../../../../src/host/mentions/mentionPorts';
import { filesOfWorkspace } from '../../../../src/host/mentions/workspaceFiles';
import { needsOf } from '../../../support/needsOf';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource } from '../../catalog/fixtures';
import { ResourceWorld } from '../../actions/host/resourceWorld';

describe('the language server’s view of the product', () => {
  const a = resource('note:a');
  let world: ResourceWorld;
  let shop: ServerDefinition;
  let ports: HostPorts;

  beforeEach(async () => {
    world = new ResourceWorld();
    const [first] = await world.list({ shop: [a] });
    shop = first!;
    const { serverActions, visibility } = world;
    const search = { newIndex: () => world.index, visibility };
    ports = mentionPorts({ ...needsOf(world), search, serverActions });
  });

  afterEach(() => world.dispose());

  const address = () => ({ serverId: shop.id, uri: a.uri });
  const { signal } = new AbortController();

  it('names the file of a resource, and none of a server that is gone', async () => {
    expect(await ports.fileOf(address(), signal)).toBe(world.files.uri(shop.id, a).toString());
    const unlisted = { serverId: shop.id, uri: 'note:dir/new' };
    expect(await ports.fileOf(unlisted, signal)).toMatch(/\/new\?/u);
    expect(await ports.fileOf({ serverId: 'gone', uri: a.uri }, signal)).toBeUndefined();
  });

  it('says of a stopped server that it is, once, and gives no file', async () => {
    world.connections.get(shop.id)?.stop();
    fakeVscode.messages.answer(undefined);
    await expect(ports.fileOf(address(), signal)).rejects.toThrow(CancelledError);
    await expect(ports.fileOf(address(), signal)).rejects.toThrow(CancelledError);
    expect(fakeVscode.messages.asked.map(({ text }) => text)).toEqual([expect.stringContaining('is stopped')]);
  });

  it('gives links their targets beforehand: the file, or the command that says why it cannot be read', () => {
    const file = world.files.uri(shop.id, a);
    expect(ports.linkTarget?.(address())).toBe(file.toString());
    world.connections.get(shop.id)?.stop();
    const [command, args = ''] = ports.linkTarget?.(address())?.split('?') ?? [];
    const [target] = JSON.parse(decodeURIComponent(args)) as [Parameters<typeof Uri.from>[0]];
    expect([command, Uri.from(target).toString()]).toEqual(['command:mcpResources.open', file.toString()]);
    expect(ports.linkTarget?.({ serverId: 'gone', uri: a.uri })).toBeUndefined();
  });

  it('knows how fresh it is what the chat got, and of nothing else', async () => {
    world.contents.set(a.uri, [[a.uri, 'one']]);
    expect(ports.freshness(address())).toBeUndefined();
    await world.picked.add([world.picks(shop, a.uri)]);
    expect(ports.freshness(address())).toBe('not live');
    const content = await world.cache.get(address());
    world.seen.mark(address(), content, 'attached');
    world.contents.set(a.uri, [[a.uri, 'two']]);
    await world.cache.refresh(address());
    expect(ports.freshness(address())).toBe('updated');
  });

  it('hears of the settings that it depends on, and of no other', () => {
    let changes = 0;
    ports.onDidChangeSettings(() => (changes += 1));
    expect(ports.settings()).toEqual({ problems: 'hint', hasLenses: true });
    fakeVscode.settings.set('mcpResources.mentions.problems', 'warning');
    fakeVscode.settings.set('mcpResources.mentions.codeLens', false);
    fakeVscode.settings.set('mcpResources.exclude', ['x']);
    expect([changes, ports.settings()]).toEqual([2, { problems: 'warning', hasLenses: false }]);
  });
});

describe('the files in which something may be mentioned', () => {
  const read = async (signal = new AbortController().signal): Promise<[string, string | undefined][]> => {
    const files: WorkspaceFile[] = [];
    for await (const file of filesOfWorkspace(silent, signal)) files.push(file);
    return Promise.all(files.map(async ({ uri, text }) => [Uri.parse(uri).path, await text(signal)]));
  };

  beforeEach(() => fakeVscode.workspace.setFolders('/shop', '/other'));

  it('are those of all folders, but for what the settings leave out of a search', async () => {
    for (const path of [
      '/shop/a.md',
      '/shop/node_modules/x.md',
      '/shop/.git/config',
      '/shop/out/b.md',
      '/shop/in/c.md',
    ])
      fakeVscode.files.write(path, path);
    fakeVscode.files.write('/other/d.md', 'd');
    fakeVscode.files.write('/elsewhere/e.md', 'e');
    fakeVscode.settings.set('search.exclude', { 'out/**': true, 'in/**': false, '**/{a,b}': true });
    expect(await read()).toEqual([
      ['/shop/a.md', '/shop/a.md'],
      ['/shop/in/c.md', '/shop/in/c.md'],
      ['/other/d.md', 'd'],
    ]);
  });

  it('have no text where they are large, binary or gone', async () => {
    fakeVscode.files.write('/shop/large.md', 'x'.repeat(1_000_001));
    fakeVscode.files.write('/shop/binary', new Uint8Array([0, 1, 2, 0]));
    fakeVscode.files.write('/shop/gone.md', 'gone');
    const files: WorkspaceFile[] = [];
    const { signal } = new AbortController();
    for await (const file of filesOfWorkspace(silent, signal)) files.push(file);
    fakeVscode.files.remove('/shop/gone.md');
    expect(await Promise.all(files.map(({ text }) => text(signal)))).toEqual([undefined, undefined, undefined]);
  });

  it('are not looked through any more when nobody waits', async () => {
    fakeVscode.files.write('/shop/a.md', 'a');
    const abort = new AbortController();
    abort.abort(new CancelledError());
    await expect(read(abort.signal)).rejects.toThrow(CancelledError);
  });
});

it('links are asked for again by a provider that comes and goes, and has none', async () => {
  const { linkProviders } = fakeVscode.languages;
  const refresh = new LinkRefresh([{ language: 'markdown' }]);
  expect(linkProviders.size).toBe(0);
  refresh.refresh();
  const [first] = linkProviders;
  refresh.refresh();
  const [second] = linkProviders;
  expect([linkProviders.size, first === second]).toEqual([1, false]);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  expect(await second!.provideDocumentLinks(fakeVscode.workspace.open('/a.md', ''), token)).toEqual([]);
  refresh.dispose();
  expect(linkProviders.size).toBe(0);
});
