// What the refusal of the stream for notifications means: that there is none, that there is none now, or that the session is gone.
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import { http, noTimeout, open, readText, until } from '../support';
import { SessionServer } from './sessionServer';

/** Delays before attempts are longer than pauses between events, and shorter than timeouts, in ms. */
const [shortest, longest] = [150, 5_000];

// Delays have no jitter then.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5));

/** The answer to a request for the stream: a status, a type of content that is no stream, or `open`. */
type Answer = number | 'open' | 'text/html' | 'application/json';

interface World {
  readonly server: SessionServer;
  readonly session: Session;
  readonly clock: FakeClock;
  /** The times of the requests for the stream, in ms since the session was opened. */
  readonly times: readonly number[];
  /** What the session reported. */
  readonly events: readonly string[];
}

function respond(response: ServerResponse, answer: Answer): void {
  if (typeof answer === 'number') response.writeHead(answer).end();
  else response.writeHead(200, { 'content-type': answer }).end('{}');
}

/** @param answers of the requests for the stream, one after the other, the last one for ever */
async function world(answers: readonly Answer[], isStateless = false): Promise<World> {
  const clock = new FakeClock();
  const start = clock.now();
  const times: number[] = [];
  const events: string[] = [];
  const server = await SessionServer.start({
    isStateless,
    take: ({ request, response }) => {
      if (request.method !== 'GET') return false;
      times.push(clock.now() - start);
      const answer = answers[Math.min(times.length, answers.length) - 1]!;
      if (answer !== 'open') respond(response, answer);
      return answer !== 'open';
    },
  });
  const { session } = await open(http(server.url), { clock, connectTimeout: noTimeout });
  session.onDidClose(({ reason }) => events.push(`closed: ${reason}`));
  session.onDidChangeList(() => events.push('list'));
  session.watch(new Set(['a:1']));
  await until(() => server.subscribed.length > 0 && times.length > 0);
  await readText(session, 'b:2');
  // The timeouts of requests that are over.
  await until(() => clock.pending.every((ms) => ms < longest));
  return { server, session, clock, times, events };
}

const delays = (clock: FakeClock): readonly number[] => clock.pending.filter((ms) => ms > shortest);

/** True once nothing more is tried: it is live, gone, or said to have no stream. */
function isDecided({ session, clock, events }: World): boolean {
  if (session.isLive('a:1') || events.some((event) => event !== 'list')) return true;
  return session.pushProblem !== undefined && delays(clock).length === 0;
}

/** Lets attempts come, until there are `count` of them, or there will be no more. */
async function attempts(one: World, count: number): Promise<void> {
  const { clock, times } = one;
  while (times.length < count) {
    const { length } = times;
    const isOver = (): boolean => isDecided(one) || times.length > length;
    await until(() => isOver() || delays(clock).length > 0);
    if (isDecided(one)) return;
    if (!isOver()) await clock.advance(delays(clock)[0]!);
    await until(isOver);
  }
}

/** The same for a session whose stream was open and is ended by the server. */
async function attemptsAgain(one: World, count: number): Promise<void> {
  await until(() => one.session.isLive('a:1'));
  one.server.endStreams();
  await until(() => !one.session.isLive('a:1'));
  await attempts(one, count);
}

const none: readonly Answer[] = [405, 406, 415, 501, 'text/html', 'application/json'];
const notNow: readonly Answer[] = [409, 410, 429, 500, 502, 503, 504];

it('a stream that is opened is live at once, and asked for once', async () => {
  const one = await world(['open']);
  await until(() => one.session.isLive('a:1'));
  expect([one.times, one.events, one.session.pushProblem]).toEqual([[0], [], undefined]);
});

describe('there is no stream', () => {
  it.each([...none.map((answer) => [answer, false] as const), [404, true] as const])(
    'after a first %s, and it is not requested again',
    async (answer, isStateless) => {
      const one = await world([answer], isStateless);
      await attempts(one, 5);
      await one.clock.advance(3_600_000);
      const { times, events, server, session } = one;
      expect([times, events, server.opened, session.pushProblem, await readText(session, 'a:1')]).toEqual([
        [0],
        [],
        1,
        expect.stringContaining('doesn’t provide a connection for change notifications'),
        'a:1 of session 1',
      ]);
    },
  );

  it.each(none)('any more after a %s once it was open', async (answer) => {
    const one = await world(['open', answer]);
    await attemptsAgain(one, 5);
    await one.clock.advance(3_600_000);
    const { times, events, server, session } = one;
    expect([times.length, events, server.opened, typeof session.pushProblem]).toEqual([2, [], 1, 'string']);
  });

  it('after three times 400, which some servers answer until they are ready', async () => {
    const never = await world([400]);
    await attempts(never, 9);
    await never.clock.advance(3_600_000);
    const third = await world([400, 400, 'open']);
    await attempts(third, 3);
    await until(() => isDecided(third));
    expect(
      [never, third].map(({ times, events, session }) => [times.length, events, typeof session.pushProblem]),
    ).toEqual([
      [3, [], 'string'],
      [3, [], 'undefined'],
    ]);
  });

  it.each([401, 403])('to request again and again after a %i, which is the sign-in’s', async (status) => {
    const one = await world([status]);
    await attempts(one, 5);
    await one.clock.advance(3_600_000);
    expect([one.times.length <= 2, one.server.opened, one.events.includes('list')]).toEqual([true, 1, false]);
  });
});

it.each<[what: string, answers: readonly Answer[], count: number, problem: string | undefined]>([
  ['for good', [405], 1, 'The server accepts subscriptions but doesn’t provide a connection for change notifications.'],
  ['once, for now', [503], 1, undefined],
  ['often, for now', [503], 9, 'The server isn’t providing the connection for change notifications right now.'],
])('a stream that is refused %s is told of truly', async (_, answers, count, problem) => {
  const one = await world(answers);
  await attempts(one, count);
  await until(() => one.session.pushProblem !== undefined || delays(one.clock).length > 0);
  expect(one.session.pushProblem?.replace(/(?<=\.) .*/u, '')).toBe(problem);
});

it('a stream that opens after many refusals, and is then ended, is opened again', async () => {
  const one = await world([...Array.from({ length: 8 }, () => 503), 'open']);
  await attempts(one, 9);
  await attemptsAgain(one, 10);
  await until(() => isDecided(one));
  expect([one.times.length, one.session.isLive('a:1'), one.session.pushProblem]).toEqual([10, true, undefined]);
});

describe('there is no stream now', () => {
  /** Attempts that take an hour or more. */
  const many = 24;

  it.each(notNow)(
    'after a first %i: it is requested less and less often, without end, and is live once it opens',
    async (status) => {
      const one = await world([...Array.from({ length: many }, () => status), 'open']);
      await attempts(one, many + 1);
      await until(() => isDecided(one));
      const gaps = one.times.slice(1).map((time, index) => time - one.times[index]!);
      expect({
        count: one.times.length,
        isSoon: gaps[0]! <= 2_000,
        isRising: gaps.every((gap, index) => index === 0 || gap >= gaps[index - 1]!),
        last: gaps.at(-1),
        opened: one.server.opened,
        problem: one.session.pushProblem,
      }).toEqual({ count: many + 1, isSoon: true, isRising: true, last: 300_000, opened: 1, problem: undefined });
      const updates: string[] = [];
      one.session.onDidUpdate((uri) => updates.push(uri));
      one.server.notify('notifications/resources/updated', { uri: 'a:1' });
      await until(async () => {
        await one.clock.advance(100);
        return updates.length > 0;
      });
      expect(updates).toEqual(['a:1']);
    },
  );

  it.each(notNow.filter((status) => status !== 410))(
    'after a %i once it was open, and what was missed counts',
    async (status) => {
      const one = await world(['open', ...Array.from({ length: many }, () => status), 'open']);
      await attemptsAgain(one, many + 2);
      await until(() => isDecided(one));
      expect([one.times.length, one.events, one.server.opened, one.session.pushProblem]).toEqual([
        many + 2,
        ['list'],
        1,
        undefined,
      ]);
    },
  );
});

it.each([404, 410])('a %i once it was open means that the session is gone: a new one has a stream', async (status) => {
  const one = await world(['open', status, 'open']);
  await attemptsAgain(one, 3);
  await until(() => isDecided(one));
  expect([one.times.length, one.events, one.server.opened]).toEqual([3, ['list'], 2]);
});
