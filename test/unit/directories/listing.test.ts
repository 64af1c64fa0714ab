import { expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import type { ReadResult } from '../../../src/core/session/session';
import { listingsOf } from '../../../src/core/directories/listing';
import { folder, listAll, resource } from '../catalog/fixtures';

it('the list of a folder has a million characters at most, and says how many children it leaves out', async () => {
  const catalog = new Catalog();
  const children = Array.from({ length: 10 }, (_, index) => resource(`x:a/${index}${'\u202e'.repeat(50_000)}`));
  listAll(catalog, [folder('x:a'), ...children]);
  const address = { serverId: 'shop', uri: 'x:a' };
  const ids = children.map(({ uri }) => catalog.idOf('shop', uri)!);
  const directory = { ...address, children: ids, state: { kind: 'complete' }, ttl: undefined } as const;
  const directories = { peek: () => undefined, isDirectory: () => true, read: () => Promise.resolve(directory) };
  const read = listingsOf(directories as never, catalog);
  const listing = (await read(address, false, new AbortController().signal)) as ReadResult;
  const [content] = listing.contents;
  const text = content?.body.kind === 'text' ? content.body.text : '';
  expect(text.length).toBeLessThan(1_000_100);
  expect(text.split('\n').at(-1)).toBe('… and 9 more');
});
