// What the authorization server answers to a renewal, and what becomes of the sign-in.
import { describe, expect, it } from 'vitest';
import { openLoopback } from '../../../../src/node/network/loopback';
import type { RenewalAnswer } from '../../../servers/oauthServer';
import { scene } from '../signInSupport';
import { failure, readText } from '../support';

const error = (status: number, code: string): RenewalAnswer => ({ status, body: { error: code } });
const text = (status: number, body: string, type = 'text/plain'): RenewalAnswer => ({ status, body, type });

async function refusedWith(refresh: RenewalAnswer) {
  const world = await scene({ refresh });
  await world.signIn();
  world.server.expire();
  const { reason } = await failure(world.open());
  return { ...world, reason };
}

describe('a renewal that is refused', () => {
  it.each<[answer: string, RenewalAnswer]>([
    ['400 invalid_request', error(400, 'invalid_request')],
    ['401 invalid_client', error(401, 'invalid_client')],
    ['403 access_denied', error(403, 'access_denied')],
    ['400 of an error with the status of success', error(200, 'invalid_scope')],
    ['400 in plain text', text(400, 'Bad refresh token')],
    ['401 without a body', text(401, '')],
    ['404 in JSON of another kind', { status: 404, body: { detail: 'Not Found' } }],
  ])('asks to sign in, and may work the next time: %s', async (_, answer) => {
    const { reason, server, open } = await refusedWith(answer);
    expect(reason).toBe('unauthorized');
    server.behaviour.refresh = 'rotating';
    expect(await readText(await open(), 'doc://open')).toBe('content of doc://open');
  });

  it('for good deletes the tokens', async () => {
    const { reason, server, open } = await refusedWith(error(400, 'invalid_grant'));
    server.behaviour.refresh = 'rotating';
    const before = server.seen.authority.length;
    expect([reason, (await failure(open())).reason]).toEqual(['unauthorized', 'unauthorized']);
    expect(server.seen.authority.slice(before)).toEqual([]);
  });

  it('because the client is lost registers again with the next sign-in', async () => {
    const world = await scene();
    const redirect = await openLoopback(0);
    await world.signIn({}, { redirect });
    world.server.expire();
    world.server.clients.clear();
    expect(await failure(world.open())).toMatchObject({ reason: 'unauthorized' });
    const openBrowser = async (url: string): Promise<void> => {
      // A browser that is not sent back would leave the sign-in waiting.
      if ((await fetch(url)).status !== 200) throw new Error('The authorization server does not know the client');
    };
    await world.signIn({}, { openBrowser, redirect: await openLoopback(redirect.port) });
    expect(await readText(await world.open(), 'doc://open')).toBe('content of doc://open');
  });
});

describe('a renewal that fails for now', () => {
  it.each<[answer: string, RenewalAnswer]>([
    ['a proxy that wants a sign-in of its own', text(407, 'Proxy')],
    ['too slow', text(408, '')],
    ['too many', error(429, 'slow_down')],
    ['the page of a proxy', text(403, '<h1>Blocked', 'text/html; charset=utf-8')],
    ['a failure of the server', error(500, 'server_error')],
    ['nobody there', text(502, 'Bad gateway')],
    ['a page instead of tokens', text(200, '<h1>Welcome', 'text/html')],
    ['an error that says that it passes', error(400, 'temporarily_unavailable')],
  ])('is tried again: %s', async (_, answer) => {
    const { reason, server, open, lines } = await refusedWith(answer);
    expect([reason, lines.filter((line) => line.startsWith('The sign-in was not renewed')).length > 0]).toEqual([
      'network',
      true,
    ]);
    server.behaviour.refresh = 'rotating';
    expect(await readText(await open(), 'doc://open')).toBe('content of doc://open');
  });
});
