// Which client signs in: that of the configuration, of a metadata document, a registered or an entered one.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { causes } from '../../../../src/core/base/errors';
import type { ConfiguredClient } from '../../../../src/core/configuration/launch/http';
import { openLoopback } from '../../../../src/node/network/loopback';
import { signOut } from '../../../../src/node/mcp/mcp';
import type { ClientDocument, OAuthServer, Seen } from '../../../servers/oauthServer';
import { PromptClock } from '../../../support/fakeClock';
import { noQuestions, scene, visit, type Scene } from '../signInSupport';
import { failure, readText } from '../support';

const configured: ConfiguredClient = {
  id: 'by-admin',
  secret: 'hush-hush',
  isForVsCode: true,
  place: '.vscode/mcp.json',
};
/** Takes any port: RFC 8252, section 7.3. */
const redirects = ['http://127.0.0.1/signed-in'];
const address = 'https://example.org/mcp/client.json';

const asked = ({ seen }: OAuthServer, path: string): Seen[] => seen.authority.filter(({ url }) => url.startsWith(path));
const idsOf = ({ opened }: Scene): (string | null)[] => opened.map(({ searchParams }) => searchParams.get('client_id'));

/** Hosts the document of this project at an address. */
function host({ documents }: OAuthServer, url = address): void {
  const text = readFileSync(new URL('../../../../docs/client-metadata.json', import.meta.url), 'utf8');
  documents.set(url, { ...(JSON.parse(text) as ClientDocument), client_id: url });
}

describe('a client of the configuration', () => {
  it.each([
    ['client_secret_basic', /^Basic YnktYWRtaW46aHVzaC1odXNo$/, null],
    ['client_secret_post', /^$/, 'hush-hush'],
  ] as const)(
    'sends its secret by %s where that is taken, also to renew and to sign out',
    async (method, header, form) => {
      const world = await scene({ registration: 'closed', authMethods: [method] }, {}, configured);
      const { server, launch, credentials } = world;
      server.clients.set('by-admin', { secret: 'hush-hush', redirects });
      await world.signIn();
      server.expire();
      expect(await readText(await world.open(), 'doc://open')).toBe('content of doc://open');
      await signOut(launch, credentials, new PromptClock(0), noQuestions);
      const sent = [...asked(server, '/token'), ...asked(server, '/revoke')].map(({ headers, body }) => [
        header.test(headers.authorization ?? ''),
        new URLSearchParams(body).get('client_secret'),
      ]);
      expect(sent).toEqual(Array.from({ length: 3 }, () => [true, form]));
      expect([idsOf(world), world.clientAsked, server.revoked.length, credentials.all.size]).toEqual([
        ['by-admin'],
        [],
        1,
        0,
      ]);
      const elsewhere = [...server.seen.server, ...asked(server, '/authorize')];
      expect([...elsewhere, ...world.lines].filter((one) => JSON.stringify(one).includes('hush-hush'))).toEqual([]);
    },
  );

  it('needs no secret, and comes before a document and before registering', async () => {
    const world = await scene({ takesDocuments: true }, {}, { ...configured, secret: undefined });
    world.server.clients.set('by-admin', { secret: undefined, redirects });
    host(world.server);
    await world.signIn({ clientMetadataUrl: address });
    expect([idsOf(world), asked(world.server, '/register')]).toEqual([['by-admin'], []]);
    await world.open();
  });

  it.each([
    ['its secret is wrong', {}],
    ['it may not sign anybody in', { answer: 'unauthorizedClient' }],
  ] as const)('is named with its place where %s, and nothing is kept', async (_, behaviour) => {
    const world = await scene({ registration: 'closed', ...behaviour }, {}, configured);
    world.server.clients.set('by-admin', { secret: 'another', redirects });
    const error = await failure(world.signIn());
    expect(error).toMatchObject({
      reason: 'credentials',
      message: `${new URL(world.server.authority).host} rejected the client ID for this server. Check the client ID and client secret in .vscode/mcp.json.`,
    });
    expect([world.clientAsked, world.credentials.all.size]).toEqual([[], 0]);
    expect([...world.lines, causes(error)].join('\n')).not.toContain('hush-hush');
  });

  it('comes after a registration where it is another program’s, and before a question', async () => {
    const ids: unknown[] = [];
    for (const registration of ['open', 'closed'] as const) {
      const world = await scene(
        registration === 'open' ? {} : { registration },
        {},
        { ...configured, isForVsCode: false },
      );
      world.server.clients.set('by-admin', { secret: 'hush-hush', redirects });
      await world.signIn();
      ids.push([idsOf(world)[0] === 'by-admin', world.clientAsked]);
    }
    expect(ids).toEqual([
      [false, []],
      [true, []],
    ]);
  });

  it('is not used any more once the configuration has none', async () => {
    const world = await scene({}, {}, configured);
    world.server.clients.set('by-admin', { secret: 'hush-hush', redirects });
    await world.signIn();
    Object.assign(world.launch, { client: undefined });
    await world.signIn();
    expect([idsOf(world)[0], asked(world.server, '/register').length]).toEqual(['by-admin', 1]);
  });
});

describe('the metadata document', () => {
  it('is the client where the authorization server takes documents, instead of a registration', async () => {
    const world = await scene({ takesDocuments: true });
    host(world.server);
    await world.signIn({ clientMetadataUrl: address });
    world.server.expire();
    expect(await readText(await world.open(), 'doc://open')).toBe('content of doc://open');
    expect([idsOf(world), asked(world.server, '/register'), world.clientAsked]).toEqual([[address], [], []]);
  });

  it('is followed to another address, and comes before a client that was registered', async () => {
    const world = await scene({ takesDocuments: true });
    const redirect = await openLoopback(0);
    await world.signIn({}, { redirect });
    for (const url of [address, 'https://example.org/other.json']) {
      host(world.server, url);
      await world.signIn({ clientMetadataUrl: url }, { redirect: await openLoopback(redirect.port) });
    }
    await world.signIn({}, { redirect: await openLoopback(redirect.port) });
    const [registered, ...others] = idsOf(world);
    expect(others).toEqual([address, 'https://example.org/other.json', registered]);
    expect(asked(world.server, '/register')).toHaveLength(1);
  });

  it('comes after an ID that the user entered', async () => {
    const world = await scene({ registration: 'closed' });
    world.client = { id: 'by-hand', secret: undefined };
    world.server.clients.set('by-hand', { secret: undefined, redirects });
    await world.signIn();
    world.server.behaviour.takesDocuments = true;
    host(world.server);
    await world.signIn({ clientMetadataUrl: address });
    expect(idsOf(world)).toEqual(['by-hand', 'by-hand']);
  });

  it.each([
    ['registers', 'open', 1, 0],
    ['asks for an ID', 'closed', 0, 1],
  ] as const)(
    'is not used where the authorization server takes none: the sign-in %s',
    async (_, registration, ...counts) => {
      const world = await scene({ registration });
      host(world.server);
      world.client = { id: 'by-hand', secret: undefined };
      world.server.clients.set('by-hand', { secret: undefined, redirects });
      await world.signIn({ clientMetadataUrl: address });
      expect([asked(world.server, '/register').length, world.clientAsked.length]).toEqual(counts);
      expect(idsOf(world)).not.toContain(address);
    },
  );

  it('is named with its setting where it is refused', async () => {
    const world = await scene({ takesDocuments: true });
    host(world.server);
    const openBrowser = async (url: string): Promise<void> => {
      await visit(url);
      world.server.documents.clear();
    };
    expect(await failure(world.signIn({ clientMetadataUrl: address }, { openBrowser }))).toMatchObject({
      reason: 'credentials',
      message: expect.stringMatching(
        /rejected the client metadata document\. .*“mcpResources\.signIn\.clientMetadataUrl”/u,
      ) as string,
    });
    expect(world.credentials.all.size).toBe(0);
  });
});
