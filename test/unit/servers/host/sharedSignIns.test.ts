import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/core/base/event';
import { Connection } from '../../../../src/core/connection/connection';
import { Connections } from '../../../../src/core/connection/connections';
import { HumanError } from '../../../../src/core/base/errors';
import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import type { SavedSignIn } from '../../../../src/core/mcp/base/savedSignIn';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { SharedSignIns } from '../../../../src/host/servers/sharedSignIns';
import { SecretCredentials } from '../../../../src/host/connection/secretCredentials';
import { settle } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { FakeSecrets } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { definition, info, FakeServer, newWorld, silent } from '../../connection/fakeServer';

const url = 'https://shop.example/mcp';
const issuer = 'https://a.example';
const kept: SavedSignIn = {
  authority: { server: { issuer }, resource: url },
  client: { information: { client_id: 'me' }, redirectUrl: undefined },
  tokens: { access_token: 'one' },
};
const shop: ServerDefinition = { ...definition('shop'), launch: { kind: 'http', url, headers: {} } };

/** A window with a server that opens only for those who are signed in. Secrets are shared with other windows. */
async function newWindow(secrets = new FakeSecrets()) {
  const world = newWorld();
  const { catalog, clock } = world;
  const credentials = own(new SecretCredentials(secrets));
  const server = new FakeServer();
  server.info = { ...info, isSignedIn: true };
  const signIns = new Credentials(credentials, url);
  const open: typeof server.open = async (launch, options) => {
    if (!(await signIns.signIn())) throw new HumanError('unauthorized', 'Sign in.');
    return server.open(launch, options);
  };
  const connections = own(
    new Connections(
      catalog,
      (one) => new Connection(one, catalog, { ...world.ports, openSession: open }),
      () => undefined,
    ),
  );
  const forgotten: string[] = [];
  const didChange = own(new Emitter<void>());
  const sources = {
    all: [shop.source],
    definitions: [shop] as readonly ServerDefinition[],
    problems: [] as readonly never[],
    onDidChange: didChange.event,
  };
  own(
    new SharedSignIns({
      base: { clock, log: silent },
      configuration: { sources },
      core: {
        credentials,
        connections,
        forgetContents: ({ name }) => Promise.resolve(void forgotten.push(name)),
      },
    }),
  );
  const configure = (definitions: readonly ServerDefinition[]): void => {
    sources.definitions = definitions;
    connections.setDefinitions(definitions);
    didChange.fire();
  };
  configure([shop]);
  connections.startAll();
  await settle();
  const state = (): string | undefined => connections.get(shop.id)?.state.kind;
  return { clock, secrets, signIns, server, forgotten, sources, configure, state };
}

/** A sign-in that is there before the window opens. */
async function signedIn(): Promise<FakeSecrets> {
  const secrets = new FakeSecrets();
  await new Credentials(own(new SecretCredentials(secrets)), url).setSignIn(kept);
  return secrets;
}

describe('what another window does', () => {
  it('a sign-in opens the server here, within a second', async () => {
    const { clock, secrets, state } = await newWindow();
    const before = state();
    await new Credentials(own(new SecretCredentials(secrets)), url).setSignIn(kept);
    await clock.advance(1_000);
    expect([before, state()]).toEqual(['signInNeeded', 'ready']);
  });

  it('a sign-out ends the session here, and drops what was read, within a second', async () => {
    const { clock, secrets, state, forgotten } = await newWindow(await signedIn());
    const before = state();
    await new Credentials(own(new SecretCredentials(secrets)), url).deleteAll();
    await clock.advance(1_000);
    expect([before, state(), forgotten]).toEqual(['ready', 'signInNeeded', ['shop']]);
  });

  it('a renewal leaves the session as it is', async () => {
    const { clock, secrets, server, state } = await newWindow(await signedIn());
    const renewed = { ...kept, tokens: { ...kept.tokens, access_token: 'two' } };
    await new Credentials(own(new SecretCredentials(secrets)), url).renew(renewed);
    await clock.advance(1_000);
    expect([server.openings.length, state()]).toEqual([1, 'ready']);
  });
});

describe('a sign-in of a server that is gone', () => {
  it('is removed after a minute, not while the user edits', async () => {
    const { clock, secrets, configure } = await newWindow(await signedIn());
    configure([]);
    await clock.advance(30_000);
    configure([shop]);
    await clock.advance(60_000);
    configure([]);
    await clock.advance(59_999);
    const before = secrets.values.size;
    await clock.advance(1);
    // The list of uses is left.
    expect([before > 1, secrets.values.size, [...secrets.values.values()]]).toEqual([true, 1, ['[]']]);
  });

  it('stays while the configuration has a problem, or the workspace is not trusted', async () => {
    const { clock, signIns, sources, configure } = await newWindow(await signedIn());
    sources.problems = [{ source: shop.source } as never];
    configure([]);
    await clock.advance(60_000);
    const withProblem = await signIns.signIn();
    sources.problems = [];
    fakeVscode.workspace.setTrusted(false);
    configure([]);
    await clock.advance(60_000);
    expect([withProblem, await signIns.signIn()]).toEqual([kept, kept]);
  });
});
