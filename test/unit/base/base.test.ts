import { describe, expect, it } from 'vitest';
import { delay } from '../../../src/core/base/clock';
import { Pace } from '../../../src/core/base/pace';
import { DisposableStore, toDisposable } from '../../../src/core/base/disposable';
import { CancelledError, causes, HumanError, isCancelled } from '../../../src/core/base/errors';
import { Emitter } from '../../../src/core/base/event';
import { Slice } from '../../../src/core/base/scheduler';
import { FakeClock, settle } from '../../support/fakeClock';
import { own } from '../../support/own';

describe('delay', () => {
  it('ends after its time and leaves nothing behind', async () => {
    const clock = new FakeClock(0);
    const ended: number[] = [];
    void delay(clock, 50, new AbortController().signal).then(() => ended.push(clock.now()));
    await clock.advance(49);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect([ended, clock.pending]).toEqual([[50], []]);
  });

  it('rejects with the reason of an abort, before and meanwhile', async () => {
    const clock = new FakeClock(0);
    const reason = new CancelledError();
    const abort = new AbortController();
    const waiting = delay(clock, 50, abort.signal);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(delay(clock, 50, abort.signal)).rejects.toBe(reason);
    expect(clock.pending).toEqual([]);
  });
});

describe('a pace that gathers first', () => {
  /** Runs go on until they are finished. */
  function newPace() {
    const clock = new FakeClock(0);
    const runs: number[] = [];
    let finish = (): void => undefined;
    const run = (): Promise<void> => {
      runs.push(clock.now());
      return new Promise((resolve) => (finish = resolve));
    };
    return { clock, runs, pace: new Pace(clock, 100, run, { gathersFirst: true }), finish: () => finish() };
  }

  it('runs once for many triggers, and once more for those that come while it runs', async () => {
    const { clock, runs, pace, finish } = newPace();
    pace.trigger();
    pace.trigger();
    await clock.advance(100);
    pace.trigger();
    pace.trigger();
    await clock.advance(500);
    expect([runs, clock.pending]).toEqual([[100], []]);
    finish();
    await clock.advance(500);
    expect(runs).toEqual([100, 700]);
  });

  it('runs at once when told to, in place of a run that is due, and never twice at a time', async () => {
    const { clock, runs, pace, finish } = newPace();
    pace.trigger();
    await clock.advance(60);
    pace.runNow();
    pace.runNow();
    await clock.advance(60);
    expect(runs).toEqual([60]);
    finish();
    await clock.advance(1_000);
    expect(runs).toEqual([60, 220]);
  });

  it('runs no more once it is disposed', async () => {
    const clock = new FakeClock(0);
    let runs = 0;
    const pace = new Pace(clock, 100, () => void (runs += 1), { gathersFirst: true });
    pace.trigger();
    pace.dispose();
    pace.trigger();
    pace.runNow();
    await clock.advance(1_000);
    expect([runs, clock.pending]).toEqual([0, []]);
  });
});

describe('disposables', () => {
  it('are released once, the last first, and at once when they come too late', () => {
    const released: string[] = [];
    const store = new DisposableStore();
    const named = (name: string) => toDisposable(() => released.push(name));
    store.add(named('first'));
    const second = store.add(named('second'));
    store.add(named('third'));
    store.delete(second);
    store.delete(second);
    second.dispose();
    expect([released, store.isDisposed]).toEqual([['second'], false]);
    store.dispose();
    store.dispose();
    store.add(named('late'));
    expect([released, store.isDisposed]).toEqual([['second', 'third', 'first', 'late'], true]);
  });
});

describe('an event', () => {
  it('reaches every listener, also after one that throws, and the sender gets the error', () => {
    const emitter = new Emitter<number>();
    const events: string[] = [];
    const fault = new Error('A listener failed');
    own(
      emitter.event(() => {
        throw fault;
      }),
    );
    const listening = emitter.event((value) => events.push(`a${value}`));
    own(emitter.event((value) => events.push(`b${value}`)));
    expect(() => emitter.fire(1)).toThrow(fault);
    listening.dispose();
    expect(() => emitter.fire(2)).toThrow(fault);
    expect(events).toEqual(['a1', 'b1', 'b2']);
  });

  it('does not reach who stopped listening while it was sent', () => {
    const emitter = new Emitter<void>();
    const events: string[] = [];
    own(emitter.event(() => second.dispose()));
    const second = emitter.event(() => events.push('second'));
    emitter.fire();
    expect(events).toEqual([]);
  });

  it('calls the same function as often as it was subscribed', () => {
    const emitter = new Emitter<void>();
    let count = 0;
    const listener = (): void => void (count += 1);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    first.dispose();
    emitter.fire();
    expect([count, emitter.hasListeners]).toEqual([3, true]);
    emitter.dispose();
    expect(emitter.hasListeners).toBe(false);
  });
});

describe('errors', () => {
  it('are told apart by name, so that two bundles agree on them', () => {
    const foreign = Object.assign(new Error('From another bundle'), { name: 'HumanError', reason: 'network' });
    const error = new HumanError('network', 'The server is gone. Restart it.', { cause: foreign, detail: 'stderr' });
    expect([foreign instanceof HumanError, error instanceof HumanError, new Error('x') instanceof HumanError]).toEqual([
      true,
      true,
      false,
    ]);
    expect([error.reason, error.message, error.detail, error.cause]).toEqual([
      'network',
      'The server is gone. Restart it.',
      'stderr',
      foreign,
    ]);
    expect('cause' in new HumanError('network', 'No cause.')).toBe(false);
    expect([isCancelled(new CancelledError()), isCancelled(error), isCancelled(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are logged with their causes in one line', () => {
    const deep = new Error('deep', { cause: 'a text' });
    expect(causes(new HumanError('network', 'Gone.', { cause: deep }))).toBe(
      'HumanError: Gone. <- Error: deep <- a text',
    );
    const refused = new Error('No “db://ada:pw@host/a?token=1” and mail:ada@x, see https://a.test/b#c: gone');
    expect(causes(refused)).toBe('Error: No “db:… and mail:… see https://a.test/b… gone');
    expect(causes(new Error(String.raw`No http://ada:pw@host/a, no file:///b, no C:\c`))).toBe(
      String.raw`Error: No http://host/a, no file:///b, no C:\c`,
    );
    const long = `${'x '.repeat(990)}http://ada:${'password'.repeat(9)}@host/`;
    expect(causes(long)).toBe(`${'x '.repeat(990)}…`);
    const circle = new Error('round');
    circle.cause = circle;
    expect(causes(circle).split(' <- ')).toHaveLength(6);
  });
});

describe('a slice', () => {
  it('ends after 8 ms, and begins again after each pause', async () => {
    let now = 0;
    const slice = new Slice(
      () => now,
      async () => {
        await settle();
        now += 100;
      },
    );
    now = 7.9;
    expect(slice.isOver()).toBe(false);
    now = 8;
    expect(slice.isOver()).toBe(true);
    await slice.next();
    expect([slice.isOver(), (now += 8) > 0, slice.isOver()]).toEqual([false, true, true]);
  });
});
