import { expect, it } from 'vitest';
import { LongMap } from '../../../src/core/catalog/longMap';

it('is a map in the order of its keys, however many there are', () => {
  const map = new LongMap<number>();
  for (let index = 0; index < 300_000; index += 1) map.add(`a:${index}`, index);
  expect([map.size, map.get('a:0'), map.get('a:299999'), map.has('a:200000'), map.get('b')]).toEqual([
    300_000,
    0,
    299_999,
    true,
    undefined,
  ]);
  let last = -1;
  for (const [key, value] of map) {
    if (value !== last + 1) throw new Error(`${key} after ${last}`);
    last = value;
    if (value % 2 === 1) map.delete(key);
  }
  expect([last, map.size, map.delete('a:1'), map.has('a:1')]).toEqual([299_999, 150_000, false, false]);
  for (let index = 0; index < 300_000; index += 2) map.delete(`a:${index}`);
  expect([map.size, [...map]]).toEqual([0, []]);
  map.add('c', 1);
  expect([...map.values()]).toEqual([1]);
});
