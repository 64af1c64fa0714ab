import { describe, expect, it } from 'vitest';
import { ReadAllowances } from '../../../src/core/tools/readAllowances';
import { FakeStore } from '../../support/fakeStore';
import { definition } from '../connection/fakeServer';
import { own } from '../../support/own';

const shop = definition('shop');

describe('what models may read without asking', () => {
  it('is kept for the workspace, and taken back', async () => {
    const store = new FakeStore();
    const allowances = new ReadAllowances(store);
    let changes = 0;
    own(allowances.onDidChange(() => (changes += 1)));
    expect(allowances.has(shop)).toBe(false);
    await allowances.allow([shop]);
    expect([allowances.has(shop), new ReadAllowances(store).has(shop), changes]).toEqual([true, true, 1]);
    await allowances.revoke([shop]);
    expect([allowances.has(shop), new ReadAllowances(store).has(shop), changes]).toEqual([false, false, 2]);
  });

  it('ends with the definition that it was about', async () => {
    const allowances = new ReadAllowances(new FakeStore());
    await allowances.allow([shop]);
    expect(allowances.has(definition('shop', 'another hash'))).toBe(false);
  });

  it('does not grow without end', async () => {
    const allowances = new ReadAllowances(new FakeStore());
    await allowances.allow(Array.from({ length: 600 }, (_, index) => ({ hash: `${index}` })));
    expect([allowances.has({ hash: '0' }), allowances.has({ hash: '599' })]).toEqual([false, true]);
  });
});
