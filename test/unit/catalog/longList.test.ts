import { expect, it } from 'vitest';
import { LongList } from '../../../src/core/catalog/longList';

it('is a list, however long', () => {
  const list = new LongList<number>();
  for (let index = 0; index < 200_000; index += 1) list.set(list.length, index);
  list.set(65_536, -1);
  expect([list.length, list.get(0), list.get(65_535), list.get(65_536), list.get(199_999), list.get(200_000)]).toEqual([
    200_000,
    0,
    65_535,
    -1,
    199_999,
    undefined,
  ]);
});
