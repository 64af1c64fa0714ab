// What a sign-in believes of the servers that it meets, and what it asks the user about.
import { describe, expect, it } from 'vitest';
import { openLoopback } from '../../../../src/node/network/loopback';
import { scene } from '../signInSupport';
import { failure, readText } from '../support';
import { login, loginMetadata, naming, newWorld, server, serverMetadata, type World } from './tableWeb';

const page = 'https://pages.example/authorize';
const described = (resource: string, authority = login) => ({
  [serverMetadata]: { resource, authorization_servers: [authority] },
});
/** The metadata of another authorization server, at its own address. */
function serverAt(issuer: string): Record<string, unknown> {
  const endpoints = {
    authorization_endpoint: `${issuer}/go`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
  };
  const metadata = { issuer, ...endpoints, code_challenge_methods_supported: ['S256'] };
  return {
    [`${issuer}/.well-known/oauth-authorization-server`]: metadata,
    [`${issuer}/token`]: { access_token: 'other' },
    [`${issuer}/register`]: { client_id: 'another' },
  };
}

describe('an answer that does not say whose it is', () => {
  it('comes to an address that is for its authorization server alone, where the client is registered', async () => {
    const worlds = [await scene({ iss: 'silent' }), await scene({ iss: 'silent' }), await scene()];
    const paths: string[] = [];
    for (const { signIn, open, opened, doubts } of worlds) {
      await signIn();
      expect(await readText(await open(), 'doc://open')).toBe('content of doc://open');
      paths.push(new URL(opened[0]?.searchParams.get('redirect_uri') ?? '').pathname);
      expect(doubts).toEqual([]);
    }
    expect(paths).toEqual([
      expect.stringMatching(/^\/signed-in\/[\w-]{16}$/),
      expect.stringMatching(/^\/signed-in\/[\w-]{16}$/),
      '/signed-in',
    ]);
    expect(new Set(paths).size).toBe(3);
  });

  it('and that another authorization server gave is not redeemed at the one that sent the browser there', async () => {
    const honest = await scene({ iss: 'silent' });
    const redirect = await openLoopback(0);
    await honest.signIn({}, { redirect });
    const [id = ''] = [...honest.server.clients.keys()];
    const evil = await scene({ iss: 'silent', authorizationEndpoint: `${honest.server.authority}/authorize` });
    evil.server.behaviour.registersAs = id;
    const again = await openLoopback(redirect.port);
    const abort = new AbortController();
    const statuses: number[] = [];
    const openBrowser = async (url: string): Promise<void> => {
      // It refuses this address for this client, and another one is of no use.
      const mine = new URL(url);
      mine.searchParams.set('resource', honest.server.url);
      statuses.push((await fetch(mine)).status);
      mine.searchParams.set('redirect_uri', honest.opened[0]?.searchParams.get('redirect_uri') ?? '');
      statuses.push((await fetch(mine)).status);
      abort.abort();
    };
    await expect(evil.signIn({ signal: abort.signal }, { redirect: again, openBrowser })).rejects.toMatchObject({
      name: 'CancelledError',
    });
    expect(statuses).toEqual([400, 404]);
    expect(evil.server.seen.authority.filter(({ url }) => url === '/token')).toEqual([]);
  });

  const byHand: Partial<World> = { entered: 'by-hand' };
  const configured: Partial<World> = { client: { id: 'a', secret: 's', isForVsCode: true, place: 'mcp.json' } };
  const withDocument: Partial<World> = { document: 'https://example.org/client.json' };
  const elsewhere = { authorization_endpoint: page, registration_endpoint: undefined };
  it.each<[client: string, Partial<World>, metadata: object, doubts: number]>([
    ['entered', byHand, elsewhere, 1],
    ['configured', configured, elsewhere, 1],
    ['of a document', withDocument, { ...elsewhere, client_id_metadata_document_supported: true }, 1],
    ['registered', {}, { authorization_endpoint: page }, 0],
    ['entered, and the page is the authorization server’s', byHand, { registration_endpoint: undefined }, 0],
    [
      'entered, and the answer will say whose it is',
      byHand,
      { ...elsewhere, authorization_response_iss_parameter_supported: true },
      0,
    ],
  ])('is asked about, once, where the page is on another host: %s', async (_, changes, metadata, doubts) => {
    const world = newWorld({ ...changes, allows: true, pages: naming(metadata) });
    const isTold = 'authorization_response_iss_parameter_supported' in metadata;
    const signIn = (): Promise<unknown> => (isTold ? failure(world.signIn()) : world.signIn());
    await signIn();
    await signIn();
    const doubt = { kind: 'page', host: 'pages.example', issuer: 'login.example' };
    expect(world.asked).toEqual(Array.from({ length: doubts }, () => doubt));
  });

  it('is not waited for after a no', async () => {
    const world = newWorld({ ...byHand, pages: naming(elsewhere) });
    await expect(world.signIn()).rejects.toMatchObject({ name: 'CancelledError' });
    expect([world.asked.length, world.opened]).toEqual([1, []]);
  });
});

describe('the resource in the metadata', () => {
  it.each<[url: string, resource: string]>([
    [server, server],
    [`${server}/`, server],
    [`${server}?key=secret`, server],
    [`${server}?tenant=1`, `${server}?tenant=1`],
    ['https://mcp.example', 'https://mcp.example/'],
  ])('that is the server itself needs no question: %s is %s', async (url, resource) => {
    const pages = {
      [serverMetadata]: undefined,
      'https://mcp.example/.well-known/oauth-protected-resource': undefined,
    };
    const metadata = described(resource)[serverMetadata];
    const { pathname, search } = new URL(url);
    const place = `https://mcp.example/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}${search}`;
    const world = newWorld({ url, pages: { ...pages, [place]: metadata } });
    await world.signIn();
    expect(world.asked).toEqual([]);
  });

  it.each(['https://mcp.example', 'https://mcp.example/'])(
    'that is wider is asked about once: %s',
    async (resource) => {
      const world = newWorld({ pages: described(resource), allows: true });
      await world.signIn();
      await world.signIn();
      expect(world.asked).toEqual([{ kind: 'resource', resource }]);
      const refused = newWorld({ pages: described(resource) });
      await expect(refused.signIn()).rejects.toMatchObject({ name: 'CancelledError' });
      expect([refused.asked.length, refused.opened]).toEqual([1, []]);
    },
  );

  it.each(['https://evil.example/mcp', `${server}/more`, `${server}?tenant=2`, 'https://mcp.example/mc', 'nonsense'])(
    'that is another server ends the sign-in: %s',
    async (resource) => {
      const world = newWorld({ pages: described(resource), url: `${server}?tenant=1`, allows: true });
      world.web[`${serverMetadata}?tenant=1`] = world.web[serverMetadata];
      const outcome = await world.signIn().then(
        () => 'signed in',
        (error: unknown) => (error as { reason?: string }).reason,
      );
      expect([outcome, world.opened]).toEqual(['protocol', []]);
    },
  );

  it('is looked for in its usual places where the challenge names one that has nothing', async () => {
    const { server, open, signIn } = await scene();
    server.behaviour.challengePath = '/gone.json';
    await failure(open());
    await signIn();
    expect(await readText(await open(), 'doc://open')).toBe('content of doc://open');
  });
});

describe('the authorization server', () => {
  const moved = 'https://evil.example';
  const client = { id: 'by-admin', secret: 'hush-hush', isForVsCode: true, place: 'mcp.json' };

  it('stays the same unless the user knows of the change, and the new one gets no client of the old one', async () => {
    const kept = newWorld();
    const world = newWorld({ allows: true });
    for (const one of [kept, world]) {
      await one.signIn();
      Object.assign(one.web, serverAt(moved), described(server, moved));
    }
    await expect(kept.signIn()).rejects.toMatchObject({ name: 'CancelledError' });
    await world.signIn();
    const doubt = { kind: 'issuer', issuer: moved, before: login };
    const visited = [kept, world].map(({ opened }) => opened.map((one) => new URL(one).host));
    expect([kept.asked, world.asked, visited]).toEqual([
      [doubt],
      [doubt],
      [['login.example'], ['login.example', 'evil.example']],
    ]);
    expect(world.requests.filter(({ address }) => address.endsWith('/register'))).toHaveLength(2);
  });

  it('that is new is asked about also where its page is that of the old one', async () => {
    const world = newWorld({ entered: 'by-hand', allows: true, pages: naming({ registration_endpoint: undefined }) });
    await world.signIn();
    const { [`${moved}/.well-known/oauth-authorization-server`]: metadata, ...others } = serverAt(moved);
    const borrowed = {
      ...(metadata as object),
      authorization_endpoint: `${login}/authorize`,
      registration_endpoint: undefined,
    };
    const place = `${moved}/.well-known/oauth-authorization-server`;
    Object.assign(world.web, others, described(server, moved), { [place]: borrowed });
    await world.signIn();
    expect(world.asked).toEqual([
      { kind: 'issuer', issuer: moved, before: login },
      { kind: 'page', host: 'login.example', issuer: 'evil.example' },
    ]);
  });

  it('stays the same until the user signs out, where the configuration has a secret for it', async () => {
    const world = newWorld({ client, allows: true });
    await world.signIn();
    Object.assign(world.web, serverAt(moved), described(server, moved));
    const before = world.requests.length;
    expect(await failure(world.signIn())).toMatchObject({
      reason: 'protocol',
      message:
        'The sign-in was stopped because this server now signs in at https://evil.example instead of https://login.example. If you expect this, sign out, then sign in again.',
    });
    expect(world.opened).toHaveLength(1);
    const later = world.requests.slice(before);
    expect(later.filter(({ header, form }) => header !== undefined || form.has('client_secret'))).toEqual([]);
    await world.signOut();
    await world.signIn();
    expect(world.opened.map((one) => new URL(one).host)).toEqual(['login.example', 'evil.example']);
  });

  it('that names itself otherwise is not believed', async () => {
    const world = newWorld({ pages: naming({ issuer: moved }) });
    expect(await failure(world.signIn())).toMatchObject({ reason: 'protocol' });
    expect(world.opened).toEqual([]);
  });

  it.each([
    ['ms-msdt:/id PCWDiagnostic', /starts with “ms-msdt:” instead of “https:”/],
    ['javascript:alert(1)', /starts with “javascript:” instead of “https:”/],
    ['http://login.example/go', /connection to login\.example isn’t encrypted/],
  ])('is told of truly, where its page is %s', async (authorization_endpoint, message) => {
    const world = newWorld({ pages: naming({ authorization_endpoint }) });
    expect((await failure(world.signIn())).message).toMatch(message);
    expect(world.opened).toEqual([]);
  });

  it('that has its metadata at an OpenID address alone is found', async () => {
    const { [loginMetadata]: metadata } = naming({});
    const place = `${login}/.well-known/openid-configuration`;
    const world = newWorld({ pages: { [loginMetadata]: undefined, [place]: metadata } });
    await world.signIn();
    expect(new URL(world.opened[0] ?? '').host).toBe('login.example');
  });
});
