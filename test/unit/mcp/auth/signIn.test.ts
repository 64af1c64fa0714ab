import { afterEach, describe, expect, it, vi } from 'vitest';
import { causes } from '../../../../src/core/base/errors';
import type { Fetch } from '../../../../src/core/mcp/base/effects';
import type { Renew, SavedSignIn } from '../../../../src/core/mcp/base/savedSignIn';
import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import { createRenew } from '../../../../src/core/mcp/auth/renew';
import { StoredSignIn } from '../../../../src/core/mcp/auth/storedSignIn';
import { createOpenSession } from '../../../../src/core/mcp/openSession';
import { openLoopback } from '../../../../src/node/network/loopback';
import { signIn, signOut } from '../../../../src/node/mcp/mcp';
import { FakeClock, PromptClock } from '../../../support/fakeClock';
import { silent } from '../../connection/fakeServer';
import { MemoryCredentials, noQuestions, scene, visit } from '../signInSupport';
import { collect, failure, http, noLimits, never, readText } from '../support';

const webFetch: Fetch = (url, init) => fetch(url as URL, init as RequestInit);
const paths = (seen: readonly { readonly url: string }[]): string[] => seen.map(({ url }) => url.replace(/\?.*$/s, ''));

describe('a first sign-in', () => {
  it('asks the server where to, registers, and lets the next session in', async () => {
    const { server, signIn, open, opened } = await scene();
    expect(await failure(open())).toMatchObject({
      reason: 'unauthorized',
      message: expect.stringMatching(/Sign In…/) as string,
    });
    await signIn();
    const session = await open();
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(2);
    expect(session.info.isSignedIn).toBe(true);
    expect(paths(server.seen.authority)).toEqual([
      '/.well-known/oauth-authorization-server',
      '/register',
      '/authorize',
      '/token',
    ]);
    expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: server.url,
      scope: 'resources:read',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/signed-in$/) as string,
    });
  });

  it('finds metadata that only the challenge names', async () => {
    const { signIn, open } = await scene({ metadataPath: '/elsewhere.json' });
    await failure(open());
    await signIn();
    expect(await readText(await open(), 'doc://open')).toBe('content of doc://open');
  });

  it('needs no challenge where the metadata is in its usual place', async () => {
    const { signIn, open, opened } = await scene();
    await signIn();
    expect(opened[0]?.searchParams.has('scope')).toBe(false);
    await open();
  });

  it('asks for a client ID where clients cannot register, and keeps it once it has worked', async () => {
    for (const registration of ['closed', 'rejecting'] as const) {
      const world = await scene({ registration });
      world.client = { id: 'by-hand', secret: 'hush' };
      const redirect = await openLoopback(0);
      world.server.clients.set('by-hand', { secret: 'hush', redirects: [redirect.url] });
      await world.signIn({}, { redirect });
      expect(world.clientAsked).toEqual([{ host: new URL(world.server.authority).host, redirectUrl: redirect.url }]);
      await world.open();
      world.server.expire();
      expect(await readText(await world.open(), 'doc://open')).toBe('content of doc://open');
      const again = await openLoopback(0);
      world.server.clients.set('by-hand', { secret: 'hush', redirects: [again.url] });
      await world.signIn({}, { redirect: again });
      expect(world.clientAsked).toHaveLength(1);
    }
  });

  it('does not keep a client ID that did not work', async () => {
    const world = await scene({ registration: 'closed' });
    world.client = { id: 'by-hand', secret: 'wrong' };
    const redirect = await openLoopback(0);
    world.server.clients.set('by-hand', { secret: 'hush', redirects: [redirect.url] });
    expect(await failure(world.signIn({}, { redirect }))).toMatchObject({ reason: 'http' });
    await failure(world.signIn({}, { openBrowser: () => Promise.reject(new Error('far enough')) }));
    expect(world.clientAsked).toHaveLength(2);
  });

  it('does not go on when the user has no client ID', async () => {
    const { signIn, opened } = await scene({ registration: 'closed' });
    await expect(signIn()).rejects.toMatchObject({ name: 'CancelledError' });
    expect(opened).toEqual([]);
  });

  it('registers once for one redirect URI, and again for another', async () => {
    const { server, signIn } = await scene();
    const first = await openLoopback(0);
    await signIn({}, { redirect: first });
    await signIn({}, { redirect: await openLoopback(first.port) });
    const registrations = (): number => paths(server.seen.authority).filter((one) => one === '/register').length;
    expect(registrations()).toBe(1);
    await signIn();
    expect(registrations()).toBe(2);
  });
});

describe('a sign-in that fails', () => {
  const cases = [
    ['is declined', { answer: 'denied' }, 'declined', /^The sign-in at 127\.0\.0\.1:\d+ was declined\. /],
    ['comes from another issuer', { iss: 'wrong' }, 'protocol', /came from elsewhere/],
    ['does not say from whom although promised', { iss: 'missing' }, 'protocol', /came from elsewhere/],
    ['denies and comes from another issuer', { answer: 'denied', iss: 'wrong' }, 'protocol', /came from elsewhere/],
    ['meets metadata of another issuer', { issuer: 'https://evil.example' }, 'protocol', /came from elsewhere/],
    ['is for another resource', { resource: 'https://evil.example/mcp' }, 'protocol', /unexpected response/],
    ['cannot use PKCE', { challengeMethods: undefined }, 'unsupported', /PKCE/],
    ['would open a program', { authorizationEndpoint: 'vscode://evil/run' }, 'protocol', /./],
    ['would go out unencrypted', { authorizationEndpoint: 'http://example.com/go' }, 'protocol', /isn’t encrypted/],
  ] as const;
  it.each(cases)('%s: nothing is kept, and the sentence says so', async (_, behaviour, reason, message) => {
    const { server, signIn, open, opened } = await scene(behaviour);
    expect(await failure(signIn())).toMatchObject({ reason, message: expect.stringMatching(message) as string });
    expect(paths(server.seen.authority)).not.toContain('/token');
    expect(opened.map(({ origin }) => origin)).toEqual(opened.map(() => server.authority));
    expect(await failure(open())).toMatchObject({ reason: 'unauthorized' });
  });

  it('says so when nothing is known of how to sign in', async () => {
    const { server, signIn } = await scene({ metadataPath: '/nowhere' });
    expect(await failure(signIn())).toMatchObject({
      reason: 'unsupported',
      message: expect.stringMatching(/doesn’t specify where/) as string,
    });
    expect(server.seen.authority).toEqual([]);
  });

  it('does not use the answer to another', async () => {
    const { server, signIn } = await scene();
    const redirect = {
      url: 'http://127.0.0.1:1/x',
      wait: () => Promise.resolve({ state: 'b' }),
      dispose: () => undefined,
    };
    const openBrowser = (): Promise<void> => Promise.resolve();
    expect(await failure(signIn({}, { redirect, openBrowser }))).toMatchObject({
      reason: 'protocol',
      message: expect.stringMatching(/belongs to a different sign-in/) as string,
    });
    expect(paths(server.seen.authority)).not.toContain('/token');
  });

  it('ends when it is cancelled, and closes its port', async () => {
    const { signIn } = await scene();
    const abort = new AbortController();
    const redirect = await openLoopback(0);
    const openBrowser = async (): Promise<void> => {
      abort.abort();
      await Promise.resolve();
    };
    await expect(signIn({ signal: abort.signal }, { redirect, openBrowser })).rejects.toMatchObject({
      name: 'CancelledError',
    });
    await expect(visit(redirect.url)).rejects.toThrow('fetch failed');
  });

  it('ends when the user does not come back', async () => {
    const { signIn } = await scene();
    const clock = new FakeClock();
    const openBrowser = (): Promise<void> => Promise.resolve(clock.advance(600_000));
    expect(await failure(signIn({ clock }, { openBrowser }))).toMatchObject({
      reason: 'timeout',
      message: 'The sign-in timed out after 10 minutes. Sign in again when you’re ready.',
    });
  });
});

describe('a session in the background', () => {
  it('never registers and never asks an authorization server anything before a user signed in', async () => {
    const { server, open } = await scene();
    await failure(open());
    expect(server.seen.authority).toEqual([]);
    expect(new Set(paths(server.seen.server))).toEqual(new Set(['/mcp']));
  });

  it('renews the sign-in by itself, once for all requests that wait for it', async () => {
    const { server, signIn, open } = await scene();
    await signIn();
    const session = await open();
    server.expire();
    const texts = await Promise.all(['doc://open', 'doc://other', 'doc://third'].map((uri) => readText(session, uri)));
    expect(texts).toHaveLength(3);
    expect(paths(server.seen.authority).filter((path) => path === '/token')).toHaveLength(2);
  });

  it('uses what another window has renewed', async () => {
    const { server, signIn, open } = await scene();
    await signIn();
    const [one, other] = [await open(), await open()];
    server.expire();
    await readText(one, 'doc://open');
    await readText(other, 'doc://open');
    expect(paths(server.seen.authority).filter((path) => path === '/token')).toHaveLength(2);
  });

  it('uses a refresh token once, however many windows renew at the same time', async () => {
    const { server, signIn, open } = await scene();
    await signIn();
    const sessions = [await open(), await open(), await open()];
    server.expire();
    const texts = await Promise.all(sessions.map((session) => readText(session, 'doc://open')));
    expect(texts).toEqual(sessions.map(() => 'content of doc://open'));
    expect(paths(server.seen.authority).filter((path) => path === '/token')).toHaveLength(2);
  });

  it('sends no token any more once the user has signed out in another window', async () => {
    const { server, launch, credentials, signIn, open } = await scene();
    await signIn();
    const session = await open();
    await readText(session, 'doc://open');
    await signOut(launch, credentials, new PromptClock(0), noQuestions);
    const before = server.seen.server.length;
    expect(await failure(readText(session, 'doc://open'))).toMatchObject({ reason: 'unauthorized' });
    const sent = server.seen.server.slice(before).map(({ headers }) => headers.authorization);
    expect([sent.length > 0, sent.filter((header) => header !== undefined)]).toEqual([true, []]);
  });

  it('wants a user when renewing is refused', async () => {
    const { server, signIn, open } = await scene({ refresh: 'refused' });
    await signIn();
    const session = await open();
    const closed = vi.fn();
    session.onDidClose(closed);
    server.expire();
    expect(await failure(readText(session, 'doc://open'))).toMatchObject({ reason: 'unauthorized' });
    expect(closed).toHaveBeenCalledOnce();
    expect(await failure(open())).toMatchObject({ reason: 'unauthorized' });
  });

  it.each(['unreachable', 'busy'] as const)(
    'tries again later when the authorization server is %s',
    async (refresh) => {
      const { server, signIn, open } = await scene({ refresh });
      await signIn();
      server.expire();
      expect(await failure(open())).toMatchObject({ reason: 'network' });
      server.behaviour.refresh = 'rotating';
      await open();
    },
  );

  it('does not wait for ever for an authorization server that is silent', async () => {
    const { server, credentials, signIn } = await scene({ refresh: 'silent' });
    await signIn();
    const clock = new FakeClock();
    const renewer = (): Promise<Renew> => Promise.resolve(createRenew(webFetch));
    const stored = new StoredSignIn(server.url, credentials, renewer, clock, silent);
    const renewed = failure(stored.renew(`Bearer ${await stored.token()}`));
    await clock.advance(30_250);
    expect(await renewed).toMatchObject({ reason: 'network' });
    expect([stored.isSignedIn, clock.pending]).toEqual([true, []]);
  });

  it('wants a user for a further permission, and the rest goes on', async () => {
    const { signIn, open, opened } = await scene();
    await failure(open());
    await signIn();
    const session = await open();
    const error = await failure(readText(session, 'doc://secret'));
    expect(error).toMatchObject({
      reason: 'unauthorized',
      message: expect.stringMatching(/additional permission/) as string,
    });
    expect(await readText(session, 'doc://open')).toBe('content of doc://open');
    await signIn();
    expect(opened[1]?.searchParams.get('scope')).toBe('resources:read resources:secret');
    expect(await readText(await open(), 'doc://secret')).toBe('content of doc://secret');
  });
});

describe('secrets', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  afterEach(() => warn.mockClear());

  it('are in no log and in no error', async () => {
    const world = await scene();
    const errors: string[] = [];
    const note = async (work: Promise<unknown>): Promise<void> => {
      const error = await failure(work);
      errors.push(error.message, error.detail ?? '', causes(error));
    };
    await note(world.open());
    await world.signIn();
    const session = await world.open();
    await note(readText(session, 'doc://secret'));
    world.server.expire();
    world.server.behaviour.refresh = 'unreachable';
    await note(world.open());
    world.server.behaviour.refresh = 'refused';
    await note(world.open());
    world.server.behaviour.iss = 'wrong';
    await note(world.signIn());
    const output = [...world.lines, ...errors, ...warn.mock.calls.flat().map(String)].join('\n');
    expect(world.server.secrets.length).toBeGreaterThan(3);
    expect(world.server.secrets.filter((secret) => output.includes(secret))).toEqual([]);
    expect(output).toContain('The sign-in was not renewed');
  });

  it('are gone after signing out, and the authorization server knows', async () => {
    const world = await scene();
    await world.signIn();
    expect(world.credentials.all.size).toBeGreaterThan(0);
    await signOut(world.launch, world.credentials, new PromptClock(0), noQuestions);
    expect(world.credentials.all.size).toBe(0);
    expect(world.server.revoked).toEqual([world.server.secrets.find((secret) => secret.startsWith('refresh'))]);
    expect(await failure(world.open())).toMatchObject({ reason: 'unauthorized' });
  });

  it('are gone also when the authorization server does not answer', async () => {
    const { launch, credentials, signIn } = await scene({ answersRevocation: false });
    await signIn();
    const clock = new FakeClock();
    const done = signOut(launch, credentials, clock, noQuestions);
    await clock.advance(10_000);
    await done;
    expect([credentials.all.size, clock.pending]).toEqual([0, []]);
  });

  it('of one server are not sent to another', async () => {
    const [one, other] = [await scene(), await scene()];
    await one.signIn();
    for (const [key, value] of one.credentials.all) other.credentials.all.set(key, value);
    await failure(other.open());
    const sent = other.server.seen.server.map(({ headers }) => headers.authorization);
    expect([sent.length > 0, sent.filter((header) => header !== undefined)]).toEqual([true, []]);
  });
});

describe('headers of mcp.json', () => {
  it('allow no sign-in beside an Authorization header, and a refusal says that it is wrong', async () => {
    const { server, signIn, open, credentials } = await scene({}, { authorization: 'Bearer stale' });
    const error = await failure(open());
    expect(error).toMatchObject({
      reason: 'credentials',
      message: expect.stringMatching(/rejected the Authorization header set for this server/) as string,
    });
    expect(server.seen.server.map(({ headers }) => headers.authorization)).toEqual(['Bearer stale']);
    expect(await failure(signIn())).toMatchObject({ reason: 'configuration' });
    expect([server.seen.authority, credentials.all.size]).toEqual([[], 0]);
  });

  it('go to the server only', async () => {
    const { server, signIn, open } = await scene({}, { 'x-key': 'mine' });
    await failure(open());
    await signIn();
    server.expire();
    await open();
    expect(server.seen.authority.filter(({ headers }) => 'x-key' in headers)).toEqual([]);
    expect(server.seen.authority.length).toBeGreaterThan(4);
    const calls = server.seen.server.filter(({ url }) => url === '/mcp');
    expect(calls.filter(({ headers }) => headers['x-key'] !== 'mine')).toEqual([]);
  });

  it('and the token are not sent where the server redirects to', async () => {
    const { server, signIn, open } = await scene({}, { 'x-key': 'mine' });
    await signIn();
    const other = await scene();
    server.behaviour.redirect = other.server.url;
    expect(await failure(open())).toMatchObject({ reason: 'http' });
    expect(other.server.seen.server).toEqual([]);
  });
});

describe('over a network without encryption', () => {
  const remote = http('http://server.example/mcp');
  const kept: SavedSignIn = {
    authority: { server: { issuer: 'https://a.example' }, resource: 'http://server.example/mcp' },
    client: { information: { client_id: 'me' }, redirectUrl: undefined },
    tokens: { access_token: 'secret' },
  };

  it('no token is sent, not even to the server it is for', async () => {
    const credentials = new MemoryCredentials();
    await new Credentials(credentials, 'http://server.example/mcp').setSignIn(kept);
    const seen: unknown[] = [];
    const refuse: Fetch = (url, init) => {
      seen.push(url, ...new Headers(init?.['headers'] as HeadersInit).entries());
      return Promise.resolve(new Response('', { status: 401 }) as never);
    };
    const unused = {
      ...{ decodeBase64: () => undefined, yieldThread: () => Promise.resolve(), createProcess: vi.fn() },
      renewer: () => Promise.reject(new Error('Nothing is renewed')),
    };
    const openSession = createOpenSession({ fetch: refuse, ...unused });
    const options = { clock: new FakeClock(), log: silent, signal: never, connectTimeout: 10_000, credentials };
    const opening = openSession(remote, {
      ...options,
      learned: undefined,
      onDidLearn: () => undefined,
      onStderr: () => undefined,
    });
    expect(await failure(opening)).toMatchObject({ reason: 'unauthorized' });
    expect([seen.length > 0, JSON.stringify(seen).includes('secret')]).toEqual([true, false]);
  });

  it('no sign-in begins, and the sentence says what to do', async () => {
    const { credentials, lines } = await scene();
    const ports = { credentials, redirect: undefined, openBrowser: undefined, askClient: undefined } as never;
    const options = { clock: new FakeClock(), log: silent, signal: never, clientMetadataUrl: undefined };
    expect(await failure(signIn(remote, ports, options))).toMatchObject({
      reason: 'configuration',
      message: expect.stringMatching(/server\.example isn’t encrypted.*https/u) as string,
    });
    expect(lines).toEqual([]);
  });
});
