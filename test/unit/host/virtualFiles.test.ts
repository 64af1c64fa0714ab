import { describe, expect, it, vi } from 'vitest';
import type { FileChangeEvent, Uri } from 'vscode';
import { ContentCache } from '../../../src/core/context/contentCache';
import type { LiveContext } from '../../../src/core/context/liveContext';
import { VirtualFiles } from '../../../src/host/virtualFiles';
import { FakeClock } from '../../support/fakeClock';
import { resource } from '../catalog/fixtures';
import { definition, silent } from '../connection/fakeServer';

vi.mock('vscode', () => {
  class Event<T> {
    #listeners: ((value: T) => void)[] = [];
    event = (listener: (value: T) => void) => void this.#listeners.push(listener);
    fire(value: T): void {
      for (const listener of this.#listeners) listener(value);
    }
    dispose(): void {
      this.#listeners = [];
    }
  }
  interface Parts {
    scheme: string;
    authority: string;
    path: string;
    query: string;
  }
  const from = (parts: Parts) => ({
    ...parts,
    with: (changes: Partial<Parts>) => from({ ...parts, ...changes }),
    toString: () => `${parts.scheme}://${parts.authority}${parts.path}?${parts.query}`,
  });
  return {
    EventEmitter: Event,
    FileChangeType: { Changed: 1, Deleted: 3 },
    FilePermission: { Readonly: 1 },
    FileType: { File: 1, Directory: 2 },
    FileSystemError: { FileNotFound: (about: unknown) => new Error(`Not found: ${String(about)}`) },
    Uri: { from },
  };
});

const shop = definition('shop');
const docs = resource('db://docs', { name: 'docs' });

function fixture() {
  const content = { text: 'one' };
  const cache = new ContentCache({
    clock: new FakeClock(),
    log: silent,
    announcedType: () => undefined,
    maxAge: () => 0,
    isLive: () => false,
    read: () => {
      const file = (uri: string) =>
        ({ uri, mimeType: 'text/plain', body: { kind: 'text', text: content.text } }) as const;
      const contents = [file('db://docs/a'), file('db://docs/b')];
      return Promise.resolve({ contents, problems: [], ttl: undefined, version: undefined });
    },
  });
  const live = {
    liveness: () => ({ kind: 'polled' }),
    markRead: () => undefined,
    markFailed: () => undefined,
  } as unknown as LiveContext;
  const files = new VirtualFiles(() => [shop], cache, live, silent);
  const announced: FileChangeEvent[] = [];
  files.onDidChangeFile((events) => void announced.push(...events));
  const change = async (): Promise<readonly string[]> => {
    content.text += '!';
    announced.length = 0;
    await cache.refresh({ serverId: shop.id, uri: docs.uri });
    return announced.map(({ uri }) => uri.toString());
  };
  return { files, change };
}

describe('a change of a resource', () => {
  it('is told for the newest names of each of its files, and for none that there was nothing at', async () => {
    const { files, change } = fixture();
    const folder = files.folderUri(shop.id, docs);
    const at = (path: string): Uri => folder.with({ path: `${folder.path}${path}` });
    await files.stat(folder);
    await files.stat(at('/a.txt'));
    const probes = ['/package.json', '/.git', '/a', '/b.txt/x'];
    for (const path of probes) await expect(files.stat(at(path))).rejects.toThrow('Not found');
    const sent: Uri[] = [];
    for (let round = 0; round < 50; round += 1) {
      sent.push(files.uriForChat(shop.id, docs));
      await files.readFile(sent.at(-1) ?? folder);
    }
    expect(new Set(sent.map(String)).size).toBe(50);
    const expected = [folder, at('/a.txt'), ...sent.slice(-20)];
    expect(await change()).toEqual(expected.map((uri) => uri.toString()));
  });
});
