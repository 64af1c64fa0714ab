import { beforeEach, expect, it } from 'vitest';
import { ViewPreparation } from '../../../../src/host/startup/prepareViews';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';

const day = 24 * 60 * 60 * 1_000;
let clock: FakeClock;
let store: FakeStore;
/** Number of times that views were prepared. */
let prepared: number;

beforeEach(() => {
  [clock, store, prepared] = [new FakeClock(), new FakeStore(), 0];
});

function open(prepare = (): Promise<void> => Promise.resolve(void (prepared += 1))): ViewPreparation {
  return own(new ViewPreparation(clock, store, silent, prepare));
}

it('does nothing in a workspace whose views were never shown', async () => {
  open();
  await clock.advance(10_000);
  expect([prepared, clock.pending]).toEqual([0, []]);
});

it('prepares views where they were shown within a week, once the window has started', async () => {
  open().noteShown();
  await clock.advance(7 * day - 5_000);
  open();
  await clock.advance(2_999);
  expect(prepared).toBe(0);
  await clock.advance(1);
  expect(prepared).toBe(1);
  await clock.advance(2_000);
  open();
  await clock.advance(10_000);
  expect(prepared).toBe(1);
});

it('leaves it where a view is shown by then, or the window is closed', async () => {
  open().noteShown();
  open().noteShown();
  open().dispose();
  await clock.advance(10_000);
  expect(prepared).toBe(0);
});

it('saves when views were shown at most once an hour', async () => {
  const views = open();
  const saved = (): unknown => store.get('views.shownAt');
  views.noteShown();
  const first = saved();
  await clock.advance(3_599_999);
  views.noteShown();
  expect(saved()).toBe(first);
  await clock.advance(1);
  views.noteShown();
  expect(saved()).toBe(clock.now());
});

it('goes on where it fails, and where something else is stored', async () => {
  await store.set('views.shownAt', 'yesterday');
  open().noteShown();
  open(() => Promise.reject(new Error('No disk')));
  await clock.advance(3_000);
  open();
  await clock.advance(3_000);
  expect(prepared).toBe(1);
});
