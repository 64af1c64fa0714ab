import type { Slice } from '../base/scheduler';
import { sortInSlices } from './keptOrder';
import { NameKeys } from './nameKeys';
import { byCodeUnit, collator } from './order';

/** Up to this many names a collator is faster than building the alphabet of {@link NameKeys}. */
const fewNames = 1_000;
const perLook = 512;

/** A copy in the order of names, see {@link NameKeys}; equal names stay as they are. */
export async function sortByName<T>(items: readonly T[], nameOf: (item: T) => string, slice: Slice): Promise<T[]> {
  const names = items.map(nameOf);
  const { compare: byCollator } = collator();
  const compare =
    items.length <= fewNames
      ? (a: number, b: number): number => byCollator(names[a] ?? '', names[b] ?? '')
      : await byKeys(names, slice);
  const stable = (a: number, b: number): number => compare(a, b) || a - b;
  const sorted = await sortInSlices(Uint32Array.from(items.keys()), { compare: stable, perLook }, slice);
  return [...sorted].flatMap((index) => items.slice(index, index + 1));
}

async function byKeys(names: readonly string[], slice: Slice): Promise<(a: number, b: number) => number> {
  const alphabet = new NameKeys();
  for (const name of names) alphabet.learn(name);
  await alphabet.update(slice);
  const keys: string[] = [];
  for (const name of names) {
    if (keys.length % perLook === 0 && slice.isOver()) await slice.next();
    keys.push(alphabet.key(name));
  }
  return (a, b) => byCodeUnit(keys[a] ?? '', keys[b] ?? '');
}
