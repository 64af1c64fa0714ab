import { describe, expect, it } from 'vitest';
import { PushChannel } from '../../../../src/core/mcp/wire/pushChannel';
import { FakeClock } from '../../../support/fakeClock';

function newChannel(random = 0.5) {
  const clock = new FakeClock();
  const push = new PushChannel(clock, () => random);
  const events: string[] = [];
  push.observe({
    onDidChange: (isAgain) =>
      events.push(isAgain ? 'open again' : push.isOpen ? 'open' : push.isGone ? 'gone' : 'broken'),
    onDidDoubt: () => events.push('doubtful'),
    onDidLose: () => events.push('lost'),
  });
  return { clock, push, events };
}

describe('the stream of an HTTP server', () => {
  it('is opened again with longer and longer waits, that are not the same for everybody, and given up', () => {
    const waits = [0, 0.5, 1].map((random) => {
      const { clock, push, events } = newChannel(random);
      push.noteAnswer(200);
      const seconds: number[] = [];
      const cancels: (() => void)[] = [];
      for (let failure = 1; failure < 10; failure += 1) {
        cancels.push(push.schedule(() => undefined, 500));
        seconds.push(...clock.pending.slice(seconds.length));
        push.noteAnswer(200);
      }
      expect(events.at(-2)).toBe('gone');
      for (const cancel of cancels) cancel();
      return seconds.map((ms) => ms / 1000);
    });
    expect(waits).toEqual([
      [0.75, 1.5, 3, 6, 12, 22.5, 22.5, 22.5],
      [1, 2, 4, 8, 16, 30, 30, 30],
      [1.25, 2.5, 5, 10, 20, 37.5, 37.5, 37.5],
    ]);
  });

  it('is gone where the server has none', () => {
    const { push, events } = newChannel();
    push.noteAnswer(405);
    expect([events, push.isOpen, push.isGone]).toEqual([['gone'], false, true]);
  });

  it('makes doubt of the session when it is refused after it was open', () => {
    const { push, events } = newChannel();
    push.noteAnswer(200);
    push.noteAnswer(400);
    expect(events).toEqual(['open', 'gone', 'doubtful']);
  });

  it('is lost with its session, or with the network', () => {
    const forgotten = newChannel();
    forgotten.push.noteAnswer(200);
    forgotten.push.noteAnswer(404);
    const gone = newChannel();
    gone.push.noteFailure(new Error('ECONNREFUSED'));
    gone.push.noteFailure(new Error('ECONNREFUSED'));
    expect([forgotten.events, gone.events]).toEqual([['open', 'lost'], ['lost']]);
  });
});
