import { expect, it, vi } from 'vitest';
import { whenAsked } from '../../../../src/host/base/whenAsked';

class Shop {
  readonly #sold: string[] = [];

  /** Returns a promise or not, as methods do that VS Code calls. */
  sell(what: string, count: number): readonly string[] {
    this.#sold.push(`${count} ${what}`);
    return this.#sold;
  }

  close?(): Promise<void>;
}

it('loads with the first method that is called, which gets its arguments and its object', async () => {
  const shop = new Shop();
  const load = vi.fn(() => Promise.resolve(shop));
  const asked = whenAsked(load, ['sell']);
  expect([Object.keys(asked), load.mock.calls.length]).toEqual([['sell'], 0]);
  await asked.sell('apples', 2);
  expect(await asked.sell('pears', 1)).toEqual(['2 apples', '1 pears']);
});

it('answers with nothing where the object has no such method', async () => {
  const asked = whenAsked(() => Promise.resolve(new Shop()), ['close']);
  await expect(asked.close()).resolves.toBeUndefined();
});

it('fails as loading does, and as the method does', async () => {
  const fails = whenAsked(() => Promise.reject<Shop>(new Error('Not loaded')), ['sell']);
  await expect(fails.sell('apples', 1)).rejects.toThrow('Not loaded');
  const sell = (): never => {
    throw new Error('Sold out');
  };
  const throws = whenAsked(() => Promise.resolve({ sell }), ['sell']);
  await expect(throws.sell()).rejects.toThrow('Sold out');
});
