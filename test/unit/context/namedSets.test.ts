import { describe, expect, it } from 'vitest';
import { NamedSets } from '../../../src/core/context/namedSets';
import type { SetEntry } from '../../../src/core/context/setEntry';
import { FakeStore } from '../../support/fakeStore';

const plain = { server: undefined, isChecked: true };
const one: SetEntry = { kind: 'uri', uri: 'a:1', ...plain };
const two: SetEntry = { kind: 'glob', glob: 'b:*', ...plain };

function names(sets: NamedSets): string[] {
  return sets.all.map(({ name }) => name);
}

describe('sets of the workspace', () => {
  it('are found again in another window, the last saved first', async () => {
    const store = new FakeStore();
    const sets = new NamedSets(store);
    await sets.save('first', [one]);
    await sets.save('second', [two]);
    expect(new NamedSets(store).all).toEqual([
      { name: 'second', description: undefined, entries: [two] },
      { name: 'first', description: undefined, entries: [one] },
    ]);
  });

  it('take the place of what one of their name was', async () => {
    const sets = new NamedSets(new FakeStore());
    await sets.save('a', [one]);
    await sets.save('b', [one]);
    await sets.save('a', [two]);
    expect(sets.all.map(({ name, entries }) => [name, ...entries])).toEqual([
      ['a', two],
      ['b', one],
    ]);
    await sets.delete('a');
    expect([names(sets), sets.has('a'), sets.has('b')]).toEqual([['b'], false, true]);
  });
});
