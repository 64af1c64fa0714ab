import { describe, expect, it } from 'vitest';
import { RequestTimeout } from '../../../../src/core/mcp/base/requestTimeout';
import { FakeClock } from '../../../support/fakeClock';

describe('the timeout of a request', () => {
  it('ends when nothing arrives for its time, which starts again with each message', async () => {
    const clock = new FakeClock();
    const timeout = new RequestTimeout(clock, 100, 1000);
    await clock.advance(99);
    timeout.renew();
    await clock.advance(99);
    expect(timeout.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(timeout.signal.aborted).toBe(true);
  });

  it('ends in any case when all its time is over', async () => {
    const clock = new FakeClock();
    const timeout = new RequestTimeout(clock, 100, 250);
    for (let round = 0; round < 4; round += 1) {
      await clock.advance(60);
      timeout.renew();
    }
    expect(timeout.signal.aborted).toBe(false);
    await clock.advance(10);
    expect(timeout.signal.aborted).toBe(true);
  });

  it('has the time that it has, although the clock was set forward and back', async () => {
    const clock = new FakeClock();
    const timeout = new RequestTimeout(clock, 100, 250);
    for (const ms of [3_600_000, -7_200_000]) {
      clock.jump(ms);
      await clock.advance(99);
      timeout.renew();
    }
    await clock.advance(51);
    expect(timeout.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(timeout.signal.aborted).toBe(true);
  });

  it('stands still while anybody holds it', async () => {
    const clock = new FakeClock();
    const timeout = new RequestTimeout(clock, 100, 250);
    const [one, other] = [timeout.hold(), timeout.hold()];
    one.dispose();
    timeout.renew();
    await clock.advance(10_000);
    other.dispose();
    other.dispose();
    await clock.advance(99);
    expect(timeout.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(timeout.signal.aborted).toBe(true);
  });

  it('leaves no timer behind', () => {
    const clock = new FakeClock();
    const held = new RequestTimeout(clock, 100, 250);
    const hold = held.hold();
    held.dispose();
    hold.dispose();
    new RequestTimeout(clock, 100, 250).dispose();
    new RequestTimeout(clock, 100, 250).stop();
    expect(clock.pending).toEqual([]);
  });
});
