import { describe, expect, it } from 'vitest';
import { Completer } from '../../../src/core/templates/completer';
import { FakeClock, settle } from '../../support/fakeClock';
import { silent } from '../connection/fakeServer';
import { own } from '../../support/own';

interface Asked {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly answer: (values: readonly string[]) => void;
  readonly fail: (error: Error) => void;
}

function newCompleter() {
  const clock = new FakeClock();
  const asked: Asked[] = [];
  const warnings: string[] = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  const ask = (text: string, signal: AbortSignal) =>
    new Promise<readonly string[]>((answer, fail) => asked.push({ text, signal, answer, fail }));
  const completer = own(new Completer(clock, log, ask));
  return { clock, asked, warnings, completer };
}

describe('completing', () => {
  it('asks at once first, then when the typing pauses', async () => {
    const { clock, asked, completer } = newCompleter();
    completer.ask('');
    await clock.advance(0);
    completer.ask('a');
    await clock.advance(149);
    completer.ask('ab');
    await clock.advance(149);
    expect(asked.map(({ text }) => text)).toEqual(['']);
    await clock.advance(1);
    expect(asked.map(({ text }) => text)).toEqual(['', 'ab']);
  });

  it('takes the last answer, whatever comes in whatever order, and ends the question before', async () => {
    const { clock, asked, completer } = newCompleter();
    completer.ask('');
    await clock.advance(0);
    completer.ask('a');
    expect(asked[0]?.signal.aborted).toBe(true);
    await clock.advance(150);
    asked[1]?.answer(['ab', 'ac']);
    await settle();
    asked[0]?.answer(['late']);
    await settle();
    expect([completer.values, completer.isBusy]).toEqual([['ab', 'ac'], false]);
  });

  it('says when it waits and when there is something new, and shows the old until then', async () => {
    const { clock, asked, completer } = newCompleter();
    const states: unknown[] = [];
    own(completer.onDidChange(() => states.push([completer.isBusy, [...completer.values]])));
    completer.ask('');
    await clock.advance(0);
    asked[0]?.answer(['a', 'a', '', 'x'.repeat(2_001), 'b']);
    await settle();
    completer.ask('b');
    expect(states).toEqual([
      [true, []],
      [false, ['a', 'b']],
      [true, ['a', 'b']],
    ]);
  });

  it('offers nothing where the server failed, and logs it', async () => {
    const { clock, asked, warnings, completer } = newCompleter();
    completer.ask('');
    await clock.advance(0);
    asked[0]?.fail(new Error('boom'));
    await settle();
    expect([completer.values, completer.isBusy, warnings]).toEqual([[], false, ['Completing failed: Error: boom']]);
    completer.ask('a');
    await clock.advance(150);
    completer.ask('ab');
    asked[1]?.fail(new Error('aborted'));
    await settle();
    expect(warnings).toHaveLength(1);
  });

  it('leaves nothing behind', async () => {
    const { clock, asked, completer } = newCompleter();
    completer.ask('');
    await clock.advance(0);
    completer.ask('a');
    completer.dispose();
    expect([asked[0]?.signal.aborted, clock.pending]).toEqual([true, []]);
  });
});
