import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../support/fakeClock';
import {
  collect,
  failure,
  freePort,
  http,
  never,
  noLimits,
  open,
  openAfterProbe,
  rawHttp,
  readText,
  until,
  sessionClock,
} from './support';

describe('connecting over HTTP', () => {
  it('falls back to the handshake whatever becomes of the probe', async () => {
    for (const scenario of ['headers', 'modern405', 'status500']) {
      const { session, learnedProtocols } = await open(http(await rawHttp(scenario)));
      expect(session.info).toMatchObject({ revision: '2025-11-25', transport: 'HTTP', serverName: 'raw http' });
      expect(learnedProtocols).toMatchObject([{ era: 'legacy', transport: 'HTTP' }]);
    }
  });

  it('does not wait for ever for the answer to the probe', async () => {
    const { session } = await openAfterProbe(http(await rawHttp('hangOnDiscover')));
    expect(session.info.revision).toBe('2025-11-25');
  });

  it('reads answers that come as a stream of events', async () => {
    const { session } = await open(http(await rawHttp('headers', '--sse')));
    expect((await collect(session.listResources(noLimits, never))).items.map(({ name }) => name)).toEqual([
      'seen',
      'counter',
    ]);
  });

  it.each([[], ['--sse']])('takes messages in sloppy envelopes %s', async (...flags) => {
    const { session } = await open(http(await rawHttp('envelopes', ...flags)));
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(2);
    expect(await readText(session, 'live://counter')).toBe('count 0\n');
  });

  it('sends its headers with every request, and to no other origin', async () => {
    const url = await rawHttp('headers');
    const { session } = await open(http(url, { Authorization: 'Bearer secret', 'X-Team': 'blue' }));
    expect(JSON.parse(await readText(session, 'headers://seen'))).toMatchObject({
      authorization: 'Bearer secret',
      'x-team': 'blue',
    });
    const elsewhere = await rawHttp('redirectOtherOrigin');
    const error = await failure(open(http(elsewhere, { Authorization: 'Bearer secret' })));
    expect(error.message).toMatch(/ redirects to http:\/\/localhost:\d+\/mcp \(HTTP 307\)\./);
    const seen = (await (await fetch(new URL('/seen', elsewhere))).json()) as { other: unknown[] };
    expect(seen.other).toEqual([]);
  });

  it('says what is wrong with the address', async () => {
    const reasons: Record<string, string> = {};
    for (const scenario of ['html200', 'always404', 'always500', 'unauthorized401', 'forbidden403'])
      reasons[scenario] = (await failure(open(http(await rawHttp(scenario))))).reason;
    expect(reasons).toEqual({
      html200: 'notMcp',
      always404: 'http',
      always500: 'unavailable',
      unauthorized401: 'unauthorized',
      forbidden403: 'http',
    });
  });

  it('is let in with the right header', async () => {
    const url = await rawHttp('unauthorized401');
    const { session } = await open(http(url, { Authorization: 'Bearer secret' }));
    expect(session.info.serverName).toBe('raw http');
    const { message } = await failure(open(http(url)));
    expect(message).toBe(
      `${new URL(url).host} requires authentication. Add an Authorization header for the server in mcp.json.`,
    );
  });

  it('says that nothing answers, that there is no such host, and that the URL is none', async () => {
    const port = await freePort();
    expect(await failure(open(http(`http://127.0.0.1:${port}/mcp`)))).toMatchObject({
      reason: 'refused',
      message: `127.0.0.1:${port} refused the connection. Start the server, or correct its URL.`,
    });
    expect(await failure(open(http('http://no-such-host.invalid/mcp')))).toMatchObject({ reason: 'hostNotFound' });
    expect(await failure(open(http('not a url')))).toMatchObject({ reason: 'configuration' });
    expect(await failure(open(http('ftp://example.com')))).toMatchObject({ reason: 'configuration' });
  });

  it('does not send a header that is none', async () => {
    for (const headers of [{ 'X Team': 'blue' }, { 'X-Team': 'blue\nX-Other: red' }, { 'X-Team': '漢字' }])
      expect(await failure(open(http('http://127.0.0.1:1/mcp', headers)))).toMatchObject({ reason: 'configuration' });
  });

  it('gives up an address that never answers', async () => {
    const clock = new FakeClock();
    const failing = failure(open(http(await rawHttp('hang')), { clock, connectTimeout: 400 }));
    await until(() => sessionClock().pending.length > 0);
    await clock.advance(400);
    expect(await failing).toMatchObject({ reason: 'timeout' });
  });
});
