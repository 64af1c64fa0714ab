import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/core/base/event';
import type { ResourceAddress } from '../../../src/core/resource/address';
import { Polling } from '../../../src/core/context/polling';
import { FakeClock, settle } from '../../support/fakeClock';
import { own } from '../../support/own';

interface Fixture {
  readonly clock: FakeClock;
  readonly polling: Polling;
  /** Each check: the seconds since the start, and the resource. */
  readonly looks: string[];
  wanted: readonly ResourceAddress[];
  /** The result of a check; a test may delay it. */
  check: () => Promise<boolean>;
  random: number;
  setInterval(ms: number): void;
  setFocused(isFocused: boolean): void;
}

const address = (serverId: string, uri: string): ResourceAddress => ({ serverId, uri });

/** Polls one resource of one server every 10 seconds, without jitter. */
function newPolling(interval = 10_000): Fixture {
  const clock = new FakeClock(0);
  const [didChangeInterval, didChangeFocus] = [new Emitter<void>(), new Emitter<void>()];
  const state = { interval, isFocused: true };
  const looks: string[] = [];
  const polling = own(
    new Polling(
      {
        base: { clock },
        pollInterval: { value: () => state.interval, onDidChange: didChangeInterval.event },
        focus: { value: () => state.isFocused, onDidChange: didChangeFocus.event },
      },
      {
        get unfollowed() {
          return fixture.wanted;
        },
        check: ({ serverId, uri }) => {
          looks.push(`${clock.now() / 1_000} ${serverId} ${uri}`);
          return fixture.check();
        },
      },
      () => fixture.random,
    ),
  );
  const fixture: Fixture = {
    clock,
    polling,
    looks,
    wanted: [address('s', 'a')],
    check: () => Promise.resolve(true),
    random: 0.5,
    setInterval: (ms) => {
      state.interval = ms;
      didChangeInterval.fire();
    },
    setFocused: (isFocused) => {
      state.isFocused = isFocused;
      didChangeFocus.fire();
    },
  };
  return fixture;
}

describe('polling', () => {
  it('is off unless the user switches it on, and ends when they switch it off', async () => {
    const fixture = newPolling(0);
    await fixture.clock.advance(1_000_000);
    expect([fixture.looks, fixture.clock.pending]).toEqual([[], []]);
    fixture.setInterval(10_000);
    await fixture.clock.advance(40_000);
    expect(fixture.looks).toEqual(['1020 s a', '1030 s a', '1040 s a']);
    fixture.setInterval(0);
    expect(fixture.clock.pending).toEqual([]);
  });

  it('looks at what is held then, one after the other of each server, the servers side by side', async () => {
    const fixture = newPolling();
    fixture.wanted = [address('s', 'a'), address('t', 'b'), address('s', 'c')];
    const open: ((isGood: boolean) => void)[] = [];
    fixture.check = () => new Promise((resolve) => open.push(resolve));
    await fixture.clock.advance(20_000);
    expect(fixture.looks).toEqual(['20 s a', '20 t b']);
    // A slow server is not asked again while it answers.
    await fixture.clock.advance(60_000);
    expect(fixture.looks).toHaveLength(2);
    open[0]!(true);
    await settle();
    expect(fixture.looks.at(-1)).toBe('80 s c');
    open[2]!(true);
    fixture.wanted = [];
    await fixture.clock.advance(100_000);
    expect(fixture.looks).toHaveLength(3);
  });

  it('waits at random a fifth more or less', async () => {
    const fixture = newPolling();
    const times: number[] = [];
    for (const random of [0, 0.999, 0.5]) {
      fixture.random = random;
      const before = fixture.looks.length;
      while (fixture.looks.length === before) await fixture.clock.advance(100);
      times.push(fixture.clock.now());
    }
    expect(times).toEqual([18_000, 26_000, 38_000]);
  });

  it('looks more and more rarely while a server fails, up to ten times, and goes on as before once it answers', async () => {
    const fixture = newPolling();
    fixture.wanted = [address('bad', 'a'), address('good', 'b')];
    fixture.check = () => Promise.resolve(fixture.looks.at(-1)?.includes('good') === true);
    await fixture.clock.advance(480_000);
    const times = (server: string) =>
      fixture.looks.filter((look) => look.includes(server)).map((look) => Number.parseInt(look, 10));
    expect(times('bad')).toEqual([20, 40, 80, 160, 260, 360, 460]);
    expect(times('good')).toHaveLength(47);
    fixture.check = () => Promise.resolve(true);
    await fixture.clock.advance(120_000);
    expect(times('bad').slice(-4)).toEqual([570, 580, 590, 600]);
  });

  it('rests while the window is in the background, and makes up for it at once', async () => {
    const fixture = newPolling();
    await fixture.clock.advance(20_000);
    fixture.setFocused(false);
    expect(fixture.clock.pending).toEqual([]);
    await fixture.clock.advance(600_000);
    expect(fixture.looks).toEqual(['20 s a']);
    fixture.setFocused(true);
    await fixture.clock.advance(0);
    expect(fixture.looks).toEqual(['20 s a', '620 s a']);
  });

  it('stops in the middle of a round when the user leaves', async () => {
    const fixture = newPolling();
    fixture.wanted = [address('s', 'a'), address('s', 'b')];
    fixture.check = () => {
      fixture.setFocused(false);
      return Promise.resolve(true);
    };
    await fixture.clock.advance(20_000);
    expect(fixture.looks).toEqual(['20 s a']);
  });

  it('leaves nothing behind', async () => {
    const fixture = newPolling();
    let letGo: (isGood: boolean) => void = () => undefined;
    fixture.check = () => new Promise((resolve) => (letGo = resolve));
    await fixture.clock.advance(20_000);
    fixture.polling.dispose();
    letGo(true);
    await settle();
    fixture.setFocused(true);
    expect(fixture.clock.pending).toEqual([]);
  });
});
