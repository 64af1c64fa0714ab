// The client that the configuration names for signing in to a server.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeEqual } from '../../../../src/core/configuration/sameServer';
import { describeForConsent } from '../../../../src/core/configuration/launch/describeLaunch';
import type { Hiding } from '../../../../src/core/configuration/launch/launchWords';
import { resolveLaunch } from '../../../../src/core/configuration/launch/resolveLaunch';
import { parseServers } from '../../../../src/core/configuration/parseServers';
import { plainUrl } from '../../../../src/core/configuration/plainUrl';
import type { OAuthDefinition } from '../../../../src/core/configuration/launch/http';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { ServerSource } from '../../../../src/core/configuration/configuration';
import type { LaunchDefinition } from '../../../../src/core/configuration/launch/kinds';
import {
  define,
  expectHumanError,
  failureOf,
  folderSource,
  http,
  machine,
  portableSource,
  sha256,
  userSource,
} from '../fixtures';

const url = 'https://example.com/mcp';
const inputs = [{ id: 'secret', type: 'promptString', password: true }];
const withClient = (clientId: string, clientSecret?: string): LaunchDefinition => ({
  ...(http() as Extract<LaunchDefinition, { kind: 'http' }>),
  oauth: { clientId, clientSecret },
});

function parse(server: object): ServerDefinition {
  const { definitions, problems } = parseServers(
    folderSource,
    { notes: { type: 'http', url, ...server } },
    inputs,
    sha256,
  );
  expect(problems).toEqual([]);
  return definitions[0]!;
}

function resolve(definition: ServerDefinition, answer = 's3cret\n', env = {}): Promise<unknown> {
  const ports = { ...machine({ env }), readFile: () => Promise.reject(new Error('no file')) };
  return resolveLaunch(definition, { ...ports, path: path.posix, askInput: () => Promise.resolve(answer) });
}

describe('the client of a sign-in', () => {
  it.each<[object, Partial<OAuthDefinition> | undefined]>([
    [{ oauth: { clientId: 'a' } }, { clientId: 'a' }],
    [{ oauth: { clientId: 1234, enterpriseManaged: false } }, { clientId: '1234' }],
    [{ oauth: { clientId: 'a', clientSecret: '${input:secret}' } }, { clientId: 'a', clientSecret: '${input:secret}' }],
    [{ oauthClientId: 'b', oauthPublicClient: true }, { clientId: 'b' }],
    [{ oauth: { clientId: 'a' }, oauthClientId: 'b' }, { clientId: 'a' }],
    [{ oauth: { clientId: ' ' }, oauthClientId: 'b' }, { clientId: 'b' }],
    [{ auth: { CLIENT_ID: 'c', CLIENT_SECRET: 'd' } }, { clientId: 'c', clientSecret: 'd' }],
    [{ config: { oauth: { clientId: 'a' } } }, { clientId: 'a' }],
    [{ oauth: { clientSecret: 'd' } }, undefined],
    [{ oauth: false, auth: 'none' }, undefined],
    [{ oauth: { clientId: ['a'] } }, undefined],
    [{}, undefined],
  ])('%j is read', (server, oauth) => {
    const { launch } = parse(server);
    const expected = oauth && { clientSecret: undefined, ...oauth };
    expect(launch).toEqual({ kind: 'http', type: 'http', url, headers: {}, oauth: expected });
  });

  it('has its variables resolved, with what the user is asked for', async () => {
    const definition = parse({ oauth: { clientId: '${env:ID}', clientSecret: '${input:secret}' } });
    expect(definition.inputs.map(({ id }) => id)).toEqual(['secret']);
    expect(await resolve(definition, 's3cret\n', { ID: 'by-admin' })).toEqual({
      ...{ kind: 'http', type: 'http', url, headers: {} },
      client: { id: 'by-admin', secret: 's3cret', isForVsCode: true, place: '.vscode/mcp.json' },
    });
  });

  it('is another program’s in a file of that program', async () => {
    const source: ServerSource = { ...folderSource, format: 'cursor' };
    const { definitions } = parseServers(
      source,
      { notes: { type: 'http', url, auth: { CLIENT_ID: 'a' } } },
      [],
      sha256,
    );
    expect(await resolve(definitions[0]!)).toMatchObject({ client: { id: 'a', isForVsCode: false } });
  });

  it('counts as absent where its variables are empty', async () => {
    const definition = parse({ oauth: { clientId: '${env:ID}', clientSecret: '${input:secret}' } });
    expect(await resolve(definition)).toMatchObject({ client: undefined });
    expect(await resolve(definition, '', { ID: 'a' })).toMatchObject({ client: { id: 'a', secret: undefined } });
  });

  it('that cannot be sent is named, without its secret', async () => {
    const error = await failureOf(() => resolve(define(withClient('a', 'hush\u200B'))));
    expectHumanError(error, 'configuration', ['“notes”', '.vscode/mcp.json', 'client']);
    expect(String(error)).not.toContain('hush');
  });
});

describe('the permission', () => {
  it('is another one for another client', () => {
    const launches = [http(), withClient('a'), withClient('b'), withClient('a', 'c'), withClient('a', 'd')];
    expect(new Set(launches.map((launch) => define(launch).hash)).size).toBe(5);
  });

  it('is asked for with the ID and the secret in sight, but for a secret that stands in the file', () => {
    const shown = (launch: LaunchDefinition, hiding: Hiding = 'byPlace'): string =>
      describeForConsent(define(launch), { ports: machine({ env: { ID: 'x' } }), hiding });
    expect([
      shown(withClient('by-admin')),
      shown(withClient('${env:ID}', '${input:secret}')),
      shown(withClient('by-admin', 'hush')),
      shown(withClient('by-admin', 'hush'), 'none'),
    ]).toEqual([
      `${url} · signs in with the client ID by-admin`,
      `${url} · signs in with the client ID \${env:ID} · signs in with the client secret \${input:secret}`,
      `${url} · signs in with the client ID by-admin · signs in with the client secret •••`,
      `${url} · signs in with the client ID by-admin · signs in with the client secret hush`,
    ]);
  });

  it('is for one row where two places have the same client, and for two where they differ', () => {
    const rows = (user: LaunchDefinition, portable: LaunchDefinition): number =>
      mergeEqual([define(user, userSource), define(portable, portableSource)], machine({ env: { ID: 'a' } }), true)
        .length;
    expect(rows(withClient('${env:ID}', 'b'), withClient('${ID}', 'b'))).toBe(1);
    expect(rows(withClient('a'), http())).toBe(2);
    expect(rows(withClient('a'), withClient('b'))).toBe(2);
    expect(rows(withClient('a', 'b'), withClient('a', 'c'))).toBe(2);
  });

  it('needs no secret to be asked for when the user signs out', () => {
    expect(plainUrl(withClient('${input:id}', '${input:secret}'))).toBe(url);
  });
});
