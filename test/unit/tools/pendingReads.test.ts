import { describe, expect, it } from 'vitest';
import { PendingReads, type PendingRead } from '../../../src/core/tools/pendingReads';

const shown = (uri: string): PendingRead => ({ kind: 'shown', uri, serverIds: ['shop'] });

describe('a prepared call', () => {
  it('is found by its input, once', () => {
    const pending = new PendingReads();
    pending.add({ uri: 'a' }, shown('a'));
    pending.add({ uri: 'b' }, shown('b'));
    expect([1, 2].map(() => pending.take({ uri: 'a' }))).toEqual([shown('a'), undefined]);
    expect(pending.take({ uri: 'b' })).toEqual(shown('b'));
  });

  it('is as good as an equal one, and worth nothing beside one that differs', () => {
    const pending = new PendingReads();
    for (const uri of ['a', 'a']) pending.add('equal', shown(uri));
    for (const uri of ['a', 'b']) pending.add('other', shown(uri));
    expect([1, 2, 3].map(() => pending.take('equal'))).toEqual([shown('a'), shown('a'), undefined]);
    expect([1, 2].map(() => pending.take('other'))).toEqual([undefined, undefined]);
  });

  it('is forgotten, the oldest first, where more are never invoked', () => {
    const pending = new PendingReads();
    for (let input = 0; input <= 100; input += 1) pending.add(input, shown('a'));
    expect([pending.take(0), pending.take(1)]).toEqual([undefined, shown('a')]);
    for (let count = 0; count <= 100; count += 1) pending.add('same', shown(count === 0 ? 'first' : 'a'));
    expect(pending.take('same')).toEqual(shown('a'));
  });
});
