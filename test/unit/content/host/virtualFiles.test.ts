import { messagePorts } from '../../../support/messagePorts';
import { describe, expect, it } from 'vitest';
import { FileChangeType, type FileChangeEvent, type Uri } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import { Catalog } from '../../../../src/core/catalog/catalog';
import { Connections } from '../../../../src/core/connection/connections';
import { ContentCache } from '../../../../src/core/context/contentCache';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { LiveContext } from '../../../../src/core/context/liveContext';
import { SeenReads } from '../../../../src/core/context/seenReads';
import type { Resource, ResourceContent } from '../../../../src/core/resource/resource';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { newSeen } from '../../../support/newSeen';
import { newVirtualFiles } from '../../../support/newVirtualFiles';
import { page, resource } from '../../catalog/fixtures';
import { definition, newWorld, silent } from '../../connection/fakeServer';
import { own } from '../../../support/own';

const [shop, wiki] = [definition('shop'), definition('wiki')];
const docs = resource('db://docs', { name: 'docs' });
const start = 1_800_000_000_000;

/** Files of two servers; `contents` holds the resources of the fixture. */
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
    proofOf: () => '',
    announcedType: () => undefined,
    isLive: () => false,
    read: ({ uri }) => {
      reads.push(uri);
      const files = contents.get(uri);
      if (!files) return Promise.reject(new HumanError('notFound', 'Gone. Refresh the list.'));
      const blocks = files.map(([name, body]): ResourceContent => ({
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
  const tabs = new Set<string>();
  const shownUntil = (file: string): number => (tabs.has(file) ? Infinity : 0);
  const seenReads = own(new SeenReads({ clock, seen, picked, shownUntil, ...messagePorts, log: silent }));
  const asked: string[] = [];
  const missed = {
    wasAvailable: (uri: Uri, use: string) => void asked.push(`${use} ${uri.path}`),
    failed: (uri: Uri, _: unknown, error: unknown) => void asked.push(`failed ${uri.path} ${String(error)}`),
  };
  const files = own(newVirtualFiles({ definitions, cache, live, reads: seenReads, missed, shownUntil, log: silent }));
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
    asked,
    tabs,
    files,
    announced,
    refresh,
    list,
  };
}

describe('a change of a resource', () => {
  it('is reported for the newest names of its files, and for no name without a file', async () => {
    const { files, contents, refresh } = fixture();
    const [first] = await files.readParts({ serverId: shop.id, uri: docs.uri });
    const part = files.partUri(shop.id, docs, first!);
    await files.stat(part);
    const probes = ['/package.json', '/.git', '/docs', '/docs/b.txt/x'];
    for (const path of probes)
      await expect(files.stat(part.with({ path }))).rejects.toMatchObject({ code: 'FileNotFound' });
    const sent: Uri[] = [];
    for (let round = 0; round < 50; round += 1) {
      sent.push(files.uriForChat(shop.id, docs));
      await files.readFile(sent.at(-1)!);
    }
    expect(new Set(sent.map(String)).size).toBe(50);
    contents.set(docs.uri, [['db://docs/a', 'changed']]);
    expect(await refresh()).toEqual([part, ...sent.slice(-20)].map((uri) => uri.toString()));
  });

  it('gives each file its exact size and a time that only grows, also that of the next window', async () => {
    const { files, contents, refresh, clock, announced } = fixture();
    const all = files.uri(shop.id, docs);
    const [first] = await files.readParts({ serverId: shop.id, uri: docs.uri });
    const part = files.partUri(shop.id, docs, first!);
    const facts = async (uri: Uri): Promise<readonly [number, number]> => {
      const { size, mtime } = await files.stat(uri);
      expect(size).toBe((await files.readFile(uri)).length);
      return [size, mtime];
    };
    expect([await facts(part), (await facts(all))[1]]).toEqual([[3, start], start]);
    contents.set(docs.uri, [
      ['db://docs/a', 'größer'],
      ['db://docs/b', 'two'],
    ]);
    await refresh();
    expect(await facts(part)).toEqual([8, start + 1]);
    contents.set(docs.uri, [
      ['db://docs/c', 'größer'],
      ['db://docs/b', 'two'],
    ]);
    await refresh();
    expect(announced.map(({ type, uri }) => [type, uri.path])).toEqual([
      [FileChangeType.Deleted, '/docs/a.txt'],
      [FileChangeType.Changed, '/docs'],
    ]);
    await expect(files.stat(part)).rejects.toMatchObject({ code: 'FileNotFound' });
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
    // Editors look at the folder above a file.
    expect(files.readDirectory(uri.with({ path: '/', query: '' }))).toEqual([]);
    expect(reads).toEqual([]);
    contents.delete(docs.uri);
    await expect(files.readFile(uri)).rejects.toMatchObject({
      code: 'FileNotFound',
      message: 'Gone. Refresh the list.',
    });
    expect(files.readDirectory(uri.with({ path: '/', query: '' }))).toEqual([]);
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

  it('of an excerpt ends where its range does while the text grows, and says when it has more lines, until it was sent', async () => {
    const { clock, files, contents, refresh } = fixture();
    const linesOf = (text: string): number => text.split('\n').length;
    const say = async (text: string): Promise<string> => {
      contents.set(docs.uri, [[docs.uri, text]]);
      await refresh();
      const size = (await files.stat(chip)).size;
      const read = await files.readFile(chip);
      expect(size).toBe(read.length);
      return new TextDecoder().decode(read);
    };
    const outgrown: string[] = [];
    own(files.onDidOutgrow(({ bytes }) => outgrown.push(new TextDecoder().decode(bytes))));
    contents.set(docs.uri, [[docs.uri, 'one']]);
    const excerpt = (text: string): Uri => files.uriForChat(shop.id, docs, undefined, new TextEncoder().encode(text));
    const chip = excerpt('one');
    await files.stat(chip);
    const growing = 'more\n'.repeat(250);
    // The chat ignores an attachment that it has, and would send the text twice under another name.
    expect([excerpt(growing), files.uriForChat(shop.id, docs)].map(String)).toEqual([chip.toString(), chip.toString()]);
    contents.set(docs.uri, [[docs.uri, growing]]);
    await refresh();
    expect(outgrown).toEqual([]);
    const more = 'more\n'.repeat(350);
    contents.set(docs.uri, [[docs.uri, more]]);
    await refresh();
    expect([outgrown, excerpt(more).toString() === chip.toString()]).toEqual([[more], false]);
    expect(linesOf(await say(growing))).toBe(300);
    await clock.advance(500);
    expect(await say(more)).toBe(more);
    expect(outgrown).toEqual([more]);
  });

  it('is another file once a message has read the last one, and the same for as long as none has', async () => {
    const { files, clock, tabs } = fixture();
    const chip = (): string => files.uriForChat(shop.id, docs).toString();
    const first = files.uriForChat(shop.id, docs);
    await files.stat(first);
    await clock.advance(60_000);
    expect([chip(), first.query === files.uri(shop.id, docs).query]).toEqual([first.toString(), false]);
    // A click on the chip: an editor shows the file, and the next message would get the editor's text.
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
    // A file of a message from before the window was closed still exists.
    expect(new TextDecoder().decode(await fixture().files.readFile(first))).toContain('one');
  });

  it('is known as sent with what that very read returned, of a part as of the whole', async () => {
    const { files, seen, contents, clock, refresh, picked, cache, announced } = fixture();
    const address = { serverId: shop.id, uri: docs.uri };
    await picked.add([{ ...docs, serverId: shop.id }]);
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
    // VS Code reads its document again, but no message contains the new text.
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
