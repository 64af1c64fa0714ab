// Servers that are overloaded or restarting while they are connected to.
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../support/fakeClock';
import { failure, http, open } from '../support';
import { legacy, modern, serveHttp, type Answer } from './serveHttp';

const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end('no');

describe('a server that refuses every request', () => {
  const cases: readonly (readonly [number, Readonly<Record<string, string>>, number | undefined, string])[] = [
    [429, {}, undefined, 'received too many requests (HTTP 429). Try again in a few minutes.'],
    [429, { 'retry-after': '7' }, 7_000, 'received too many requests (HTTP 429). Try again in 7 s.'],
    [429, { 'retry-after': '300' }, 300_000, 'received too many requests (HTTP 429). Try again in 5 min.'],
    [429, { 'retry-after': '86400' }, 86_400_000, 'received too many requests (HTTP 429). Try again in 24 h.'],
    [429, { 'retry-after': 'soon' }, undefined, 'received too many requests (HTTP 429). Try again in a few minutes.'],
    [429, { 'retry-after': '-1' }, undefined, 'received too many requests (HTTP 429). Try again in a few minutes.'],
    [500, {}, undefined, 'couldn’t handle the request (HTTP 500). Try again later.'],
    [503, { 'retry-after': '30' }, 30_000, 'couldn’t handle the request (HTTP 503). Try again in 30 s.'],
  ];
  it.each(cases)('with %i %j can be tried again, in its time', async (status, headers, retryAfter, text) => {
    const { url, methods } = await serveHttp(refuse(status, headers));
    const { reason, message, retryAfter: wait } = await failure(open(http(url)));
    expect({ reason, wait, message: message.replace(/:\d+/, '') }).toEqual({
      reason: 'unavailable',
      wait: retryAfter,
      message: `127.0.0.1 ${text}`,
    });
    // The probe and, at most, the handshake.
    expect(methods.length).toBeLessThanOrEqual(2);
  });

  it('and names a date is asked again after it', async () => {
    const clock = new FakeClock(Date.UTC(2026, 6, 28, 12));
    const { url } = await serveHttp(refuse(503, { 'retry-after': 'Tue, 28 Jul 2026 12:01:30 GMT' }));
    expect(await failure(open(http(url), { clock }))).toMatchObject({ reason: 'unavailable', retryAfter: 90_000 });
    const past = await serveHttp(refuse(503, { 'retry-after': 'Tue, 28 Jul 2026 11:00:00 GMT' }));
    expect(await failure(open(http(past.url), { clock }))).toMatchObject({ retryAfter: 0 });
  });

  it('with a status that does not pass is not tried again', async () => {
    for (const status of [400, 404, 409, 501]) {
      const { url } = await serveHttp(refuse(status));
      expect((await failure(open(http(url)))).reason).toBe('http');
    }
  });
});

describe('a server that refuses the probe alone', () => {
  it.each([429, 500, 502, 503])('with %i is spoken to as what it is', async (status) => {
    const { url } = await serveHttp((request, response, index) =>
      index === 0 ? refuse(status)(request, response, index) : modern(request, response, index),
    );
    const { session, learnedProtocols } = await open(http(url));
    expect({ revision: session.info.revision, learnedProtocols }).toMatchObject({
      revision: '2026-07-28',
      learnedProtocols: [{ era: 'modern' }],
    });
  });

  it.each([429, 502, 503])('with %i is not remembered as an older one', async (status) => {
    const { url } = await serveHttp((request, response, index) =>
      index === 0 ? refuse(status)(request, response, index) : legacy(request, response, index),
    );
    const { session, learnedProtocols } = await open(http(url));
    expect({ revision: session.info.revision, learnedProtocols }).toEqual({
      revision: '2025-11-25',
      learnedProtocols: [],
    });
  });
});
