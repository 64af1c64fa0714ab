import { describe, expect, it } from 'vitest';
import { Answerer, Asker, RemoteError, type Handlers } from '../../../src/shared/endpoint';
import { fill } from '../../../src/shared/strings';

interface Requests {
  double: { params: number; answer: number };
  wait: { params: null; answer: string };
}
interface Events {
  changed: null;
  said: string;
}

interface Channel {
  readonly asker: Asker<Requests, Events>;
  readonly answerer: Answerer<Requests, Events>;
  /** Every message, in the order in which it was posted. */
  readonly posted: unknown[];
  readonly events: unknown[];
  /** Waiting handlers, with the signals they received. */
  readonly waiting: {
    readonly signal: { readonly aborted: boolean };
    readonly answer: (text: string) => void;
    readonly fail: (error: Error) => void;
  }[];
}

function newChannel(handlers: Partial<Handlers<Requests>> = {}): Channel {
  const posted: unknown[] = [];
  const events: unknown[] = [];
  const waiting: Channel['waiting'] = [];
  const asker = new Asker<Requests, Events>(
    (message) => {
      posted.push(message);
      void answerer.receive(structuredClone(message));
    },
    (name, value) => events.push([name, value]),
  );
  const answerer = new Answerer<Requests, Events>(
    (message) => {
      posted.push(message);
      asker.receive(structuredClone(message));
    },
    {
      double: (value) => value * 2,
      wait: (_, signal) => new Promise((answer, fail) => waiting.push({ signal, answer, fail })),
      ...handlers,
    },
    {
      newAbort: () => new AbortController(),
      describeError: (error) => `Sorry: ${error instanceof Error ? error.message : String(error)}`,
    },
  );
  return { asker, answerer, posted, events, waiting };
}

describe('a request', () => {
  it('gets its answer, also out of order', async () => {
    const { asker, waiting, posted } = newChannel();
    const [first, second] = [asker.ask('wait', null), asker.ask('wait', null)];
    waiting[1]!.answer('second');
    expect(await second).toBe('second');
    waiting[0]!.answer('first');
    expect([await first, await asker.ask('double', 4)]).toEqual(['first', 8]);
    expect(posted).toEqual([
      { kind: 'request', id: 1, method: 'wait', params: null },
      { kind: 'request', id: 2, method: 'wait', params: null },
      { kind: 'answer', id: 2, answer: 'second' },
      { kind: 'answer', id: 1, answer: 'first' },
      { kind: 'request', id: 3, method: 'double', params: 4 },
      { kind: 'answer', id: 3, answer: 8 },
    ]);
  });

  it('of a page that was loaded again is not answered with what the page before asked', async () => {
    const { answerer, waiting, posted } = newChannel();
    const ask = () => answerer.receive({ kind: 'request', id: 1, method: 'wait', params: null });
    const [before, now] = [ask(), ask()];
    waiting[0]!.answer('before');
    await before;
    waiting[1]!.answer('now');
    await now;
    expect(posted).toEqual([{ kind: 'answer', id: 1, answer: 'now' }]);
  });

  it('that fails rejects with a sentence for people', async () => {
    const { asker, waiting } = newChannel({
      double: () => {
        throw new Error('at once');
      },
    });
    const later = asker.ask('wait', null);
    waiting[0]!.fail(new Error('later'));
    await expect(later).rejects.toEqual(new RemoteError('Sorry: later'));
    await expect(asker.ask('double', 1)).rejects.toBeInstanceOf(RemoteError);
    await expect(asker.ask('double', 1)).rejects.toThrow('Sorry: at once');
  });

  it.each(['none', 'toString', '__proto__', 'constructor'])('that nobody knows rejects: %s', async (method) => {
    const { asker } = newChannel();
    await expect(asker.ask(method as 'double', 1)).rejects.toThrow(`Sorry: No such request: ${method}`);
  });

  it('whose answer cannot be sent rejects', async () => {
    const { asker } = newChannel({ double: () => (() => undefined) as unknown as number });
    await expect(asker.ask('double', 1)).rejects.toThrow(/^Sorry: .*could not be cloned/u);
  });

  it('that is cancelled rejects at once, and its handler hears of it', async () => {
    const { asker, waiting, posted } = newChannel();
    const abort = new AbortController();
    const asked = asker.ask('wait', null, abort.signal);
    abort.abort();
    await expect(asked).rejects.toThrow('Cancelled');
    expect([waiting[0]!.signal.aborted, posted.at(-1)]).toEqual([true, { kind: 'cancel', id: 1 }]);
    // A late answer has no effect.
    waiting[0]!.answer('late');
    expect(await asker.ask('double', 1)).toBe(2);
  });

  it('that is cancelled before it is sent is not sent', async () => {
    const { asker, posted } = newChannel();
    await expect(asker.ask('wait', null, AbortSignal.abort())).rejects.toThrow('Cancelled');
    expect(posted).toEqual([]);
  });

  it('that was answered is not cancelled any more', async () => {
    const { asker, posted } = newChannel();
    const abort = new AbortController();
    expect(await asker.ask('double', 2, abort.signal)).toBe(4);
    abort.abort();
    expect(posted).toHaveLength(2);
  });
});

describe('an event', () => {
  it('reaches the other side', () => {
    const { answerer, events } = newChannel();
    answerer.send('changed', null);
    answerer.send('said', 'hello');
    expect(events).toEqual([
      ['changed', null],
      ['said', 'hello'],
    ]);
  });
});

describe('messages of others', () => {
  it.each([
    undefined,
    null,
    'text',
    7,
    {},
    [],
    { kind: 7 },
    { kind: 'other' },
    { kind: 'answer', id: 99, answer: 1 },
    { kind: 'cancel', id: 99 },
  ])('are passed over: %j', async (message) => {
    const { asker, answerer, posted, events } = newChannel();
    asker.receive(message);
    await answerer.receive(message);
    expect([posted, events, await asker.ask('double', 1)]).toEqual([
      [
        { kind: 'request', id: 1, method: 'double', params: 1 },
        { kind: 'answer', id: 1, answer: 2 },
      ],
      [],
      2,
    ]);
  });
});

describe('values in a text', () => {
  it('stand where their number is', () => {
    expect([fill('{1} of {0}', 12, 'a'), fill('{0} {0} {2}', 'x'), fill('no {name}')]).toEqual([
      'a of 12',
      'x x {2}',
      'no {name}',
    ]);
    expect(fill('{0}', '$& {1}')).toBe('$& {1}');
  });
});
