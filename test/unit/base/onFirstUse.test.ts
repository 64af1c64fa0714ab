import { expect, it } from 'vitest';
import { Late } from '../../../src/core/base/onFirstUse';

it('is loaded once, with the first who asks', async () => {
  let loads = 0;
  const late = new Late(() => Promise.resolve((loads += 1)));
  const before = late.loaded;
  expect(await Promise.all([late.get(), late.get()])).toEqual([1, 1]);
  expect([before, late.loaded, await late.get()]).toEqual([undefined, 1, 1]);
});

it('fails those who wait, and is loaded again for the next', async () => {
  let loads = 0;
  const late = new Late(() => ((loads += 1) > 1 ? Promise.resolve(loads) : Promise.reject(new Error('no disk'))));
  const both = await Promise.allSettled([late.get(), late.get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([late.loaded, await late.get()]).toEqual([undefined, 2]);
});
