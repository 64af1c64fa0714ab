import { expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import { defaultLimits } from '../../../src/core/connection/listLimits';
import { listInto } from '../../../src/core/connection/listInto';
import type { Resource } from '../../../src/core/resource/resource';
import { PromptClock } from '../../support/fakeClock';
import { page, resource } from '../catalog/fixtures';
import { FakeSession, info, silent } from './fakeServer';

const large = (prefix: string, count: number): Resource[] =>
  Array.from({ length: count }, (_, index) => resource(`${prefix}:${index}`, { description: 'd'.repeat(100_000) }));

function newList() {
  const catalog = new Catalog(9_000_000);
  const session = new FakeSession(info, false);
  const ports = { clock: new PromptClock(500), log: silent, limits: () => defaultLimits };
  const list = async (...pages: readonly Resource[][]): Promise<void> => {
    const done = listInto(catalog, 'shop', session, ports);
    for (const items of pages) session.list.items(page(items));
    session.list.end();
    await done;
  };
  return { catalog, session, list };
}

it('a list for which there is no memory ends, and says so', async () => {
  const { catalog, session, list } = newList();
  await list(large('a', 60), large('b', 60), large('c', 60));
  expect(catalog.listInfo('shop')).toMatchObject({ count: 90, completeness: { kind: 'cut', by: 'bytes' } });
  // The next page may be under way.
  expect([session.list.isOver, session.list.signal?.aborted]).toEqual([true, true]);
});

it('what a server listed before makes room for what it lists now', async () => {
  const { catalog, list } = newList();
  await list(large('a', 80));
  await list(large('b', 40), large('c', 40));
  expect(catalog.listInfo('shop')).toMatchObject({ count: 80, duplicates: 0, completeness: { kind: 'complete' } });
  expect(catalog.find('shop', 'a:1')).toBeUndefined();
});
