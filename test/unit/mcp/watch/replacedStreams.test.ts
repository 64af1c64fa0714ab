// One stream of changes replaces another in an order that misses no change between them.
import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import { ProtocolMemory } from '../../../../src/core/mcp/base/learnedProtocol';
import { Undeclared } from '../../../../src/core/mcp/errors/undeclared';
import { Dialect } from '../../../../src/core/mcp/lists/dialect';
import { Listening } from '../../../../src/core/mcp/watch/listening';
import type { WatchingParts } from '../../../../src/core/mcp/watch/watcher';
import type { Session } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../connection/fakeServer';
import { never, open, raw, readText, until } from '../support';

interface Message {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: {
    readonly requestId?: unknown;
    readonly notifications?: { readonly resourceSubscriptions?: readonly string[] };
  };
}

async function streams(session: Session) {
  const log = JSON.parse(await readText(session, 'control://log')) as Message[];
  const opened = log.filter(({ method }) => method === 'subscriptions/listen');
  return log.flatMap(({ id, method, params }) => {
    if (method === 'subscriptions/listen')
      return [`open ${params?.notifications?.resourceSubscriptions?.join() ?? 'list'}`];
    const ended = opened.find(
      (one) => method === 'notifications/cancelled' && one.id === params?.requestId && id === undefined,
    );
    return ended ? [`close ${ended.params?.notifications?.resourceSubscriptions?.join() ?? 'list'}`] : [];
  });
}

describe('what is wanted', () => {
  it('is opened again before the old stream is closed', async () => {
    const { session } = await open(raw('modern'));
    await until(async () => (await streams(session)).length === 1);
    session.watch(new Set(['live://counter']));
    await until(() => session.isLive('live://counter'));
    session.watch(new Set(['live://other']));
    await until(() => session.isLive('live://other'));
    await until(async () => (await streams(session)).length === 5);
    expect(await streams(session)).toEqual([
      'open list',
      'open live://counter',
      'close list',
      'open live://other',
      'close live://counter',
    ]);
  });
});

/** Creates a {@link Listening} on streams that the test ends. @param refusals number of requests that are refused first */
function newListening(random = 0.5, refusals = 0) {
  const clock = new FakeClock();
  const ends: (() => void)[] = [];
  const failures: string[] = [];
  let requests = 0;
  const listen: WatchingParts['listen'] = (uris) => {
    requests += 1;
    if (requests <= refusals) return Promise.reject(new HumanError('unavailable', 'Busy'));
    let end: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (end = resolve));
    ends.push(end);
    return Promise.resolve({ uris, isForLists: true, closed, close: () => undefined });
  };
  const nothing = () => undefined;
  const memory = new ProtocolMemory({ learned: undefined, onDidLearn: nothing, clock });
  const parts = {
    info: { canSubscribe: true, canListChange: true },
    ask: () => Promise.reject(new Error('Not of this era')),
    listen,
    push: undefined,
    dialect: new Dialect(memory, nothing, nothing),
    undeclared: new Undeclared(memory, true, never),
    events: {
      onDidChange: (isAgain: boolean) => {
        if (isAgain) failures.push('missed');
      },
      onDidLose: () => void failures.push('lost'),
    },
    clock,
    log: silent,
  };
  const listening = new Listening(parts, () => random);
  return { clock, ends, failures, listening, requested: () => requests };
}

describe('a stream that ends', () => {
  it('is opened again with longer and longer waits, which differ from one to the next, and given up', async () => {
    const waits: (readonly number[])[] = [];
    for (const random of [0, 0.5, 1]) {
      const { clock, ends, failures, listening } = newListening(random);
      await clock.advance(20);
      const seconds: number[] = [];
      for (let index = 0; index < 8; index += 1) {
        ends.at(-1)?.();
        await clock.advance(0);
        const [wait = 0] = clock.pending;
        seconds.push(wait / 1000);
        await clock.advance(wait + 20);
      }
      ends.at(-1)?.();
      await clock.advance(0);
      expect({ opened: ends.length, pending: clock.pending, problem: listening.problem !== undefined }).toEqual({
        opened: 9,
        pending: [],
        problem: true,
      });
      expect(failures).toEqual(Array.from({ length: 8 }, () => 'missed'));
      waits.push(seconds);
      listening.dispose();
    }
    const middle = [0.5, 1, 2, 4, 8, 15, 15, 15];
    expect(waits).toEqual([middle.map((wait) => wait * 0.75), middle, middle.map((wait) => wait * 1.25)]);
  });

  it('starts with a clean record after a minute', async () => {
    const { clock, ends, listening } = newListening();
    await clock.advance(20);
    for (let index = 0; index < 20; index += 1) {
      await clock.advance(60_000);
      ends.at(-1)?.();
      await clock.advance(0);
      expect(clock.pending).toEqual([500]);
      await clock.advance(520);
    }
    expect(ends).toHaveLength(21);
    listening.dispose();
  });
});

describe('a stream that is refused', () => {
  const uri = 'live://counter';

  it('for a while is requested again, and is live once it opens', async () => {
    const { clock, failures, listening, requested } = newListening(0.5, 8);
    listening.set(new Set([uri]));
    await clock.advance(61_000);
    expect([requested(), listening.isLive(uri), listening.problem, failures]).toEqual([9, true, undefined, []]);
    listening.dispose();
  });

  it('each time is given up, and requested again once something else is wanted', async () => {
    const { clock, listening, requested } = newListening(0.5, 9);
    listening.set(new Set([uri]));
    await clock.advance(120_000);
    expect([requested(), clock.pending, listening.problem !== undefined]).toEqual([9, [], true]);
    listening.set(new Set([uri, 'live://other']));
    await clock.advance(20);
    expect([requested(), listening.isLive(uri), listening.problem]).toEqual([10, true, undefined]);
    listening.dispose();
  });
});
