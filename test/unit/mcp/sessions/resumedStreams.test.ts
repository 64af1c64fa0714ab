// A stream that ends before its answer is resumed by its own rules: its last event id, the server's retry, and nothing of other streams.
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import { http, noTimeout, open, readText, until } from '../support';
import { SessionServer, type Exchange, type PushStream, type Rpc } from './sessionServer';
import { failed } from './workingSession';

/** Timers of requests are longer, in ms. */
const longestRetry = 50_000;

interface Script {
  readonly push?: PushStream;
  /** The lines that begin each stream, before it ends; `#` stands for the number of its event. */
  readonly first?: string;
  /** Those of the second and later streams; the same as the first ones without it. */
  readonly later?: string;
  /** How many streams of one request end before its answer. */
  readonly ends?: number;
  /** Cuts the connection instead of ending the stream. */
  readonly isCut?: boolean;
  /** The status with which resumptions are refused. */
  readonly refusal?: number;
}

interface World {
  readonly server: SessionServer;
  readonly session: Session;
  readonly clock: FakeClock;
  /** The event ids with which streams were asked for, in order, with the time since the beginning in ms. */
  readonly resumed: readonly string[];
  /** What the session reported, with what is live then. */
  readonly events: readonly string[];
  /** The delays that were begun since the last stream of a request ended, in ms. */
  readonly delays: readonly number[];
}

const pointing = 'id: #\nretry: 300\ndata: \n\n';

/** A server whose reads of `early:…` end before their answer, and a session in which nothing is left to do. */
async function world({
  push,
  first = pointing,
  later = first,
  ends = 3,
  isCut = false,
  refusal,
}: Script): Promise<World> {
  const clock = new FakeClock();
  const delays: number[] = [];
  const after = clock.after.bind(clock);
  clock.after = (ms, action) => {
    delays.push(ms);
    return after(ms, action);
  };
  const asked = new Map<string, Rpc>();
  const resumed: string[] = [];
  let start = 0;
  const end = ({ response }: Exchange, text: string): void => {
    delays.length = 0;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (isCut) response.write(text, () => response.destroy());
    else response.end(text);
  };
  const take = (exchange: Exchange): boolean => {
    const { request, headers, session } = exchange;
    const last = headers['last-event-id'];
    const uri = String(request.params?.['uri']);
    if (uri.startsWith('early:')) {
      asked.set(uri, request);
      end(exchange, first.replaceAll('#', `${uri}/1`));
    } else if (typeof last === 'string') {
      resumed.push(`${clock.now() - start} ${last}`);
      if (refusal !== undefined) exchange.response.writeHead(refusal).end();
      if (refusal !== undefined || !last.startsWith('early:')) return refusal !== undefined;
      const [name = '', count = ''] = last.split('/');
      const question = asked.get(name)!;
      const answer = { jsonrpc: '2.0', id: question.id, ...server.answerTo(question, session) };
      const isAnswered = Number(count) >= ends;
      const text = isAnswered
        ? `data: ${JSON.stringify(answer)}\n\n`
        : later.replaceAll('#', `${name}/${Number(count) + 1}`);
      if (isAnswered) exchange.response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
      else end(exchange, text);
    } else return false;
    return true;
  };
  const server = await SessionServer.start({ ...(push && { push }), take });
  const { session } = await open(http(server.url), { clock, connectTimeout: noTimeout });
  session.watch(new Set(['a:1']));
  await until(() => server.subscribed.length > 0 && server.seen.includes('1 GET'));
  await until(() => push === 'none' || session.isLive('a:1'));
  await clock.advance(1_000);
  const events: string[] = [];
  const say = (what: string): number => events.push(`${what}, ${session.isLive('a:1') ? 'live' : 'not live'}`);
  session.onDidChangeLive(() => say('live changed'));
  session.onDidChangeList(() => say('list'));
  session.onDidUpdate(() => say('update'));
  session.onDidClose(() => say('closed'));
  start = clock.now();
  return { server, session, clock, resumed, events, delays };
}

const retries = (clock: FakeClock): readonly number[] => clock.pending.filter((ms) => ms < longestRetry);

/** Reads, and lets the delays before the streams pass, each time when nothing but delays is left to wait for. */
async function readAll({ session, clock }: World, uris: readonly string[]): Promise<readonly string[]> {
  const state = { left: uris.length };
  const read = (uri: string): Promise<string> =>
    readText(session, uri)
      .catch(failed)
      .finally(() => (state.left -= 1));
  const reads = Promise.all(uris.map(read));
  for (;;) {
    await until(() => state.left === 0 || retries(clock).length >= state.left);
    if (state.left === 0) return reads;
    await clock.advance(retries(clock)[0]!);
  }
}

const nine = Array.from({ length: 9 }, (_, index) => `early:${index}`);

describe('a read whose streams end before the answer', () => {
  it.each([
    ['end', 'silent', false],
    ['end, without a stream for notifications', 'none', false],
    ['are cut', 'silent', true],
  ] as const)('is resumed from its last event, each time after the server’s retry: they %s', async (_, push, isCut) => {
    const one = await world({ push, isCut });
    const texts = await readAll(one, ['early:0']);
    expect({ texts, resumed: one.resumed, events: one.events, isLive: one.session.isLive('a:1') }).toEqual({
      texts: ['early:0 of session 1'],
      resumed: ['300 early:0/1', '600 early:0/2', '900 early:0/3'],
      events: [],
      isLive: push === 'silent',
    });
  });

  it.each(['silent', 'none'] as const)('does not wait for other reads, nor they for it: stream %s', async (push) => {
    const one = await world({ push, ends: 1 });
    const texts = await readAll(one, nine);
    expect({ texts, resumed: [...one.resumed].sort(), events: one.events }).toEqual({
      texts: nine.map((uri) => `${uri} of session 1`),
      resumed: nine.map((uri) => `300 ${uri}/1`),
      events: [],
    });
  });

  it('nine times in a row is no slower the ninth time', async () => {
    const one = await world({ ends: 1 });
    for (const uri of nine) await readAll(one, [uri]);
    expect(one.resumed).toEqual(nine.map((uri, index) => `${300 * (index + 1)} ${uri}/1`));
  });

  it('is resumed by the id and the retry of its first stream where later ones name none', async () => {
    const one = await world({ later: ': still here\n\n' });
    const abort = readAll(one, ['early:0']);
    await until(() => one.resumed.length >= 7 || one.events.length > 0);
    // Streams that bring nothing are not resumed at such a pace for ever.
    const times = [300, 600, 900, 1_200, 1_500, 2_500, 3_500];
    expect(one.resumed.slice(0, 7)).toEqual(times.map((time) => `${time} early:0/1`));
    one.session.dispose();
    await abort;
  });

  it('is resumed from the last event, also one that answers nothing', async () => {
    const note = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x' },
    });
    const one = await world({ first: `id: early:0/0\ndata: \n\nretry: 70\nid: #\ndata: ${note}\n\n`, ends: 1 });
    expect([await readAll(one, ['early:0']), one.resumed]).toEqual([['early:0 of session 1'], ['70 early:0/1']]);
  });
});

describe('a resumption', () => {
  it('uses no id and no retry of another stream', async () => {
    const one = await world({ ends: 1 });
    one.server.notify('notifications/message', { level: 'info', data: 'x' }, 'push');
    const reading = readAll(one, ['early:0']);
    await until(() => one.delays.length > 0);
    one.server.endStreams();
    const texts = await reading;
    while (!one.session.isLive('a:1') || one.resumed.length < 2) {
      await until(() => one.resumed.length > 1 || retries(one.clock).length > 0);
      await one.clock.advance(retries(one.clock)[0] ?? 0);
    }
    const ids = one.resumed.map((entry) => entry.split(' ')[1]);
    expect([texts, ids.sort(), one.resumed.includes('300 early:0/1')]).toEqual([
      ['early:0 of session 1'],
      ['early:0/1', 'push'],
      true,
    ]);
  });

  it('in a session that was forgotten meanwhile sends the read again in a new one', async () => {
    const one = await world({ ends: 1 });
    const reading = readAll(one, ['early:0']);
    await until(() => one.delays.length > 0);
    one.server.forget({ status: 404, body: 'foreign id' });
    expect([await reading, one.server.opened]).toEqual([['early:0 of session 2'], 2]);
  });

  it('that is refused fails its read at once', async () => {
    const one = await world({ refusal: 405 });
    const texts = await readAll(one, ['early:0']);
    expect([texts[0]?.startsWith('failed'), one.resumed]).toEqual([true, ['300 early:0/1']]);
  });
});

describe('the server’s retry', () => {
  it.each(['0', '-5', '', '1e3', 'soon'])('delays by a few seconds at the most where it is “%s”', async (retry) => {
    const one = await world({ first: `id: #\nretry: ${retry}\ndata: \n\n`, ends: 1 });
    const texts = await readAll(one, ['early:0']);
    const [wait] = one.resumed.map((entry) => Number(entry.split(' ')[0]));
    expect([texts, wait! >= 0 && wait! <= 5_000]).toEqual([['early:0 of session 1'], true]);
  });

  it.each([2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    'is bounded where a timer cannot hold it: %d ms',
    async (retry) => {
      const one = await world({ first: `id: #\nretry: ${retry}\ndata: \n\n`, ends: 1 });
      const reading = readText(one.session, 'early:0').catch(failed);
      await until(() => one.server.seen.some((entry) => entry.endsWith('early:0')) && one.delays.length > 0);
      expect([one.delays.filter((ms) => ms >= 2 ** 31 || ms <= 0), one.resumed]).toEqual([[], []]);
      one.session.dispose();
      await reading;
    },
  );
});

describe('a stream without an id', () => {
  it.each([
    ['a comment', ': bye\n\n'],
    ['a retry', 'retry: 300\ndata: \n\n'],
    ['an empty id', 'id:\nretry: 300\ndata: \n\n'],
    ['an id that is taken back', 'id: #\ndata: \n\nid:\ndata: \n\n'],
  ])('is not resumed, and its read fails at once: %s', async (_, first) => {
    const one = await world({ first });
    const result = await readText(one.session, 'early:0').catch(failed);
    const reads = one.server.count(/early:0$/);
    expect([result, one.resumed, reads === 1 || reads === 2]).toEqual(['failed: disconnected', [], true]);
  });
});
