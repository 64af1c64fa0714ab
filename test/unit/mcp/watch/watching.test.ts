import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import {
  http,
  next,
  open,
  noTimeout,
  promptClock,
  raw,
  rawHttp,
  read,
  readText,
  scripted,
  until,
  withoutBackoffs,
  watchLive,
} from '../support';

const counter = 'live://counter';
const other = 'live://other';

/** Records the change events of a session, in order. */
function listen(session: Session): string[] {
  const events: string[] = [];
  session.onDidUpdate((uri) => events.push(uri));
  session.onDidChangeList(() => events.push('list'));
  return events;
}

const subscribed = async (session: Session) =>
  JSON.parse(await readText(session, 'control://subscriptions')) as string[];

describe('watching in the handshake era', () => {
  it('subscribes to what is wanted and to nothing else', async () => {
    const { session } = await open(raw('subscribe'));
    session.watch(new Set([counter, other]));
    await until(() => session.isLive(counter) && session.isLive(other));
    expect(await subscribed(session)).toEqual([counter, other]);
    session.watch(new Set([other]));
    expect({ counter: session.isLive(counter), other: session.isLive(other) }).toEqual({ counter: false, other: true });
    await until(async () => (await subscribed(session)).length === 1);
    expect(await subscribed(session)).toEqual([other]);
  });

  it('reports an update, once for a flood of them', async () => {
    const clock = new FakeClock();
    const { session } = await open(raw('flood', '--count', '5000'), { clock });
    const events = listen(session);
    await watchLive(session, counter);
    // The server writes its answer to this read after all of them.
    await readText(session, counter);
    expect(events).toEqual([]);
    await clock.advance(1000);
    expect(events).toEqual([counter]);
  });

  it('reports a changed list without delay', async () => {
    const { session } = await open(raw('flood', '--count', '5000'), { clock: new FakeClock() });
    const events = listen(session);
    await readText(session, 'control://flood');
    await readText(session, counter);
    expect([events.length, new Set(events)]).toEqual([5_000, new Set(['list'])]);
  });

  it('takes an update of a part for one of the whole', async () => {
    const notify = [`${counter}/part`, 'live://elsewhere'].map((uri) => ({
      method: 'notifications/resources/updated',
      params: { uri },
    }));
    const { session } = await open(
      scripted({ scenario: 'subscribe', answers: { 'resources/read': { result: { contents: [] }, notify } } }),
    );
    const events = listen(session);
    session.watch(new Set([counter, other]));
    await until(() => session.isLive(counter));
    await read(session, other, 1000);
    await until(() => events.length > 0);
    expect(events).toEqual([counter]);
  });

  it('does not call live what the server refuses, and does not ask again', async () => {
    const { session } = await open(raw('subscribe'));
    await watchLive(session, 'refuse://me', counter);
    await watchLive(session, 'refuse://me', counter, other);
    const log = JSON.parse(await readText(session, 'control://log')) as { method: string; params?: { uri?: string } }[];
    const asked = log.filter(({ method }) => method === 'resources/subscribe').map(({ params }) => params?.uri);
    expect({ asked, isLive: session.isLive('refuse://me') }).toEqual({
      asked: ['refuse://me', counter, other],
      isLive: false,
    });
  });

  it('survives a server that announces subscriptions and does not know them', async () => {
    const { session } = await open(raw('subscribeMissing'));
    const changed = next(session.onDidChangeLive);
    session.watch(new Set([counter]));
    await changed;
    expect({ isLive: session.isLive(counter), text: await readText(session, counter) }).toEqual({
      isLive: false,
      text: 'text\n',
    });
  });

  it('does not report updates that are no longer wanted', async () => {
    // The clock stands still, so the update is not reported before it is no longer wanted.
    const clock = new FakeClock();
    const { session } = await open(raw('subscribe'), { clock });
    const events = listen(session);
    await watchLive(session, counter);
    await readText(session, 'control://bump');
    session.watch(new Set());
    await until(async () => (await subscribed(session)).length === 0);
    await watchLive(session, other);
    await readText(session, 'control://bump');
    await clock.advance(1000);
    expect(events).toEqual([other]);
  });
});

describe('watching over HTTP in the handshake era', () => {
  it.each(['headers', 'initialized200'])(
    'is live while the stream is open, and hears updates on it (%s)',
    async (scenario) => {
      const { session } = await open(http(await rawHttp(scenario)));
      const events = listen(session);
      await watchLive(session, counter);
      await readText(session, 'control://bump');
      await until(() => events.length > 0);
      expect(events).toEqual([counter]);
    },
  );

  it('is not live where the server has no stream', async () => {
    const { session } = await open(http(await rawHttp('noStream')));
    session.watch(new Set([counter]));
    await next(session.onDidChangeLive);
    expect(session.isLive(counter)).toBe(false);
  });

  it('opens a stream again that the network cut, and counts the gap as a change', async () => {
    const url = await rawHttp('headers');
    const { session } = await open(http(url), withoutBackoffs());
    const events = listen(session);
    await watchLive(session, counter);
    await readText(session, 'control://cut');
    await until(() => events.length === 2 && session.isLive(counter));
    expect({ events: events.sort(), live: session.isLive(counter), problem: session.pushProblem }).toEqual({
      events: ['list', counter],
      live: true,
      problem: undefined,
    });
    await readText(session, 'control://bump');
    await until(() => events.length === 3);
  });

  it('stops opening a stream that ends at once every time', async () => {
    const url = await rawHttp('streamEnds');
    const clock = promptClock();
    const { session } = await open(http(url), { clock, connectTimeout: noTimeout });
    const streams = async () => {
      const { own } = (await (await fetch(new URL('/seen', url))).json()) as { own: { method: string }[] };
      return own.filter(({ method }) => method === 'GET').length;
    };
    await until(async () => (await streams()) === 9);
    // No timer is left that would open another.
    await until(() => clock.pending.length === 0);
    expect({ streams: await streams(), isOver: session.isLive(counter) }).toEqual({ streams: 9, isOver: false });
  });
});

describe('watching in the era of subscriptions/listen', () => {
  const listens = (session: Session) => readText(session, 'control://listens');

  it('receives updates on one stream, whatever was wanted before', async () => {
    const { session } = await open(raw('modern'));
    const events = listen(session);
    await watchLive(session, counter);
    await watchLive(session, counter, other);
    await until(async () => (await listens(session)).startsWith('1'));
    await readText(session, 'control://bump');
    await until(() => events.length === 2);
    expect(events).toEqual([counter, other]);
  });

  it('calls live only what the server honours', async () => {
    const { session } = await open(raw('modernPartialListen'));
    session.watch(new Set([counter, other]));
    await until(() => session.isLive(counter));
    expect(session.isLive(other)).toBe(false);
  });

  it('listens again after the stream has ended, and counts the gap as a change', async () => {
    const { session } = await open(raw('modern'), withoutBackoffs());
    const events = listen(session);
    await watchLive(session, counter);
    await readText(session, 'control://end');
    await until(() => events.length === 2 && session.isLive(counter));
    expect(events.sort()).toEqual(['list', counter]);
  });

  it('gives up on a server that ends every stream', async () => {
    const clock = promptClock();
    const { session } = await open(raw('modernListenEnds', '--interval', '5'), { clock, connectTimeout: noTimeout });
    session.watch(new Set([counter]));
    const count = async () => {
      const log = JSON.parse(await readText(session, 'control://log')) as { method: string }[];
      return log.filter(({ method }) => method === 'subscriptions/listen').length;
    };
    await until(() => session.pushProblem !== undefined);
    // No timer is left that would open another.
    await until(() => clock.pending.length === 0);
    // Nine streams with the watched resource, and perhaps one from before it was watched.
    expect([9, 10]).toContain(await count());
    expect(session.isLive(counter)).toBe(false);
  });

  it('works on where the server refuses to be listened to', async () => {
    const { session } = await open(raw('modernListenFails'));
    session.watch(new Set([counter]));
    expect(await readText(session, counter)).toBe('count 00000000\n');
    expect(session.isLive(counter)).toBe(false);
  });
});
