// A sign-in asks addresses that a server names. Here the whole web is a table of answers, and each test adds a hostile one.
import { describe, expect, it } from 'vitest';
import type { SavedSignIn } from '../../../../src/core/mcp/base/savedSignIn';
import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import { createRenew } from '../../../../src/core/mcp/auth/renew';
import { StoredSignIn } from '../../../../src/core/mcp/auth/storedSignIn';
import { silent } from '../../../support/silent';
import { failure } from '../support';
import {
  endpoints,
  hostOf,
  login,
  loginMetadata,
  naming,
  newWorld,
  server,
  serverMetadata,
  tokens,
  type Pages,
  type World,
} from './tableWeb';

const localAddresses = [
  'https://127.0.0.1:8443',
  'https://2130706433',
  'https://0x7f.1',
  'https://0177.0.0.1',
  'https://[::ffff:10.0.0.1]',
  'https://[fd00::1]',
  'https://169.254.169.254',
  'https://0.0.0.0',
  'https://100.64.0.1',
  'http://localhost:9200',
];
/** By endpoint, pages that name an address there. */
const hostilePages: Readonly<Record<string, (address: string) => Pages>> = {
  'authorization server': (address) => ({ [serverMetadata]: { resource: server, authorization_servers: [address] } }),
  'authorization endpoint': (address) => naming({ authorization_endpoint: `${address}/x` }),
  'token endpoint': (address) => naming({ token_endpoint: `${address}/x` }),
  'registration endpoint': (address) => naming({ registration_endpoint: `${address}/x` }),
};

describe.each(Object.keys(hostilePages))('a public server that names its %s in the own network', (endpoint) => {
  it.each(localAddresses)('is refused it: %s', async (address) => {
    const world = newWorld({ pages: hostilePages[endpoint]!(address) });
    expect(await failure(world.signIn())).toMatchObject({
      reason: 'protocol',
      message: expect.stringContaining('which is on your computer or on your network') as string,
    });
    const { host } = new URL(address);
    expect([[...world.hosts(), ...world.opened.map(hostOf)].includes(host), world.asked]).toEqual([false, []]);
    expect([...world.credentials.all.keys()].filter((key) => key.includes('tokens'))).toEqual([]);
  });

  it('is asked about where a name leads there, and a no ends the sign-in', async () => {
    const world = newWorld({
      pages: hostilePages[endpoint]!('https://127.0.0.1.nip.io'),
      names: { '127.0.0.1.nip.io': ['127.0.0.1'] },
    });
    await expect(world.signIn()).rejects.toMatchObject({ name: 'CancelledError' });
    expect(world.asked).toEqual([{ host: '127.0.0.1.nip.io', address: '127.0.0.1' }]);
    expect([...world.hosts(), ...world.opened.map(hostOf)]).not.toContain('127.0.0.1.nip.io');
  });
});

describe('the metadata that a refusal names', () => {
  it.each(['https://10.0.0.1/metadata', 'http://localhost/metadata'])('is not fetched from %s', async (address) => {
    const world = newWorld({ pages: { [serverMetadata]: undefined } });
    await new Credentials(world.credentials, server).setChallenge({ scope: undefined, resourceMetadataUrl: address });
    expect(await failure(world.signIn())).toMatchObject({ reason: 'protocol' });
    expect(world.requests).toEqual([]);
  });

  it('is not fetched where a redirect leads to', async () => {
    for (const target of ['https://10.0.0.1/x', 'https://login.example.evil.test/x', 'https://127.0.0.1:8443/x']) {
      const world = newWorld({ pages: { [loginMetadata]: target } });
      await world.signIn().catch(() => undefined);
      expect(world.hosts()).toEqual(['mcp.example', 'login.example']);
    }
  });
});

describe('a host in the own network', () => {
  it('is signed in at once the user allows it', async () => {
    const world = newWorld({ names: { 'login.example': ['10.1.2.3'] }, allows: true });
    await world.signIn();
    expect(world.asked[0]).toEqual({ host: 'login.example', address: '10.1.2.3' });
    expect(world.hosts()).toEqual(['mcp.example', 'login.example']);
  });

  it('is asked about where a proxy hides it, or where nobody knows the name', async () => {
    const about = { host: 'login.example', address: undefined };
    const proxied = newWorld({ isProxied: true });
    await expect(proxied.signIn()).rejects.toMatchObject({ name: 'CancelledError' });
    const unknown = newWorld({ names: { 'login.example': [] } });
    await expect(unknown.signIn()).rejects.toMatchObject({ name: 'CancelledError' });
    expect([proxied.asked, unknown.asked]).toEqual([[about], [about]]);
  });

  it('needs no question for a server that is itself in it, nor on a public host', async () => {
    const local = 'https://192.168.1.5:8443/mcp';
    const world = newWorld({
      url: local,
      isProxied: true,
      pages: {
        'https://192.168.1.5:8443/.well-known/oauth-protected-resource/mcp': {
          resource: local,
          authorization_servers: [login],
        },
        ...naming({ token_endpoint: 'https://10.0.0.9/token' }),
        'https://10.0.0.9/token': tokens,
      },
    });
    await world.signIn();
    const plain = newWorld();
    await plain.signIn();
    expect([world.asked, plain.asked, world.hosts().includes('10.0.0.9')]).toEqual([[], [], true]);
  });
});

describe('later requests', () => {
  const kept = (metadata: object): SavedSignIn => ({
    authority: { server: { ...endpoints, ...metadata }, resource: server },
    client: { information: { client_id: 'me' }, redirectUrl: undefined },
    tokens: { access_token: 'access', refresh_token: 'refresh' },
  });
  async function signedIn(metadata: object, changes: Partial<World> = {}) {
    const world = newWorld(changes);
    await new Credentials(world.credentials, server).setSignIn(kept(metadata));
    return world;
  }

  it('renew where the user signed in, without a question, and never at an address of the own network', async () => {
    const renew = async (metadata: object): Promise<readonly string[]> => {
      const world = await signedIn(metadata, { isProxied: true });
      const renewer = () => Promise.resolve(createRenew(world.fetch));
      const stored = new StoredSignIn(server, world.credentials, renewer, world.clock, silent);
      await stored.token();
      await stored.renew('Bearer access').catch(() => undefined);
      return [...world.hosts(), ...world.asked.map(() => 'asked')];
    };
    expect([await renew({}), await renew({ token_endpoint: 'https://10.0.0.1/token' })]).toEqual([
      ['login.example'],
      [],
    ]);
  });

  it('revoke where the tokens are from, and elsewhere only as a sign-in would go there', async () => {
    const revoke = async (endpoint: string, changes: Partial<World> = {}): Promise<unknown> => {
      const world = await signedIn({ revocation_endpoint: endpoint }, changes);
      await world.signOut();
      expect(world.credentials.all.size).toBe(0);
      return [world.hosts(), world.asked.length];
    };
    const inside = { names: { 'jenkins.corp.example': ['10.0.0.1'], 'login.example': ['10.0.0.2'] } };
    expect([
      await revoke(`${login}/revoke`, inside),
      await revoke('https://10.0.0.1/x'),
      await revoke('https://jenkins.corp.example/x', inside),
      await revoke('https://jenkins.corp.example/x', { ...inside, allows: true }),
      await revoke('https://other.example/x'),
    ]).toEqual([
      [['login.example'], 0],
      [[], 0],
      [[], 1],
      [['jenkins.corp.example'], 2],
      [['other.example'], 0],
    ]);
  });
});

describe('the resource indicator', () => {
  // Before protected resource metadata, a server was its own authorization server.
  const own = { ...endpoints, issuer: 'https://mcp.example', authorization_endpoint: 'https://mcp.example/authorize' };
  const pages = { [serverMetadata]: undefined, 'https://mcp.example/.well-known/oauth-authorization-server': own };

  it.each([
    ['https://mcp.example/mcp?key=secret#part', 'https://mcp.example/mcp'],
    ['https://mcp.example', 'https://mcp.example'],
  ])('is sent also without metadata of the server %s', async (url, resource) => {
    const world = newWorld({ url, pages });
    await world.signIn();
    const token = world.requests.find(({ address }) => address.endsWith('/token'));
    expect([new URL(world.opened[0]!).searchParams.get('resource'), token?.form.get('resource')]).toEqual([
      resource,
      resource,
    ]);
    const { authority } = (await new Credentials(world.credentials, url).signIn())!;
    expect(authority.resource).toBe(resource);
  });

  it('is written as the metadata writes it', async () => {
    const resource = 'https://mcp.example';
    const world = newWorld({ allows: true, pages: { [serverMetadata]: { resource, authorization_servers: [login] } } });
    await world.signIn();
    expect(new URL(world.opened[0]!).searchParams.get('resource')).toBe(resource);
  });
});
