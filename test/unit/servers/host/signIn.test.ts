import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import type { Connection } from '../../../../src/core/connection/connection';
import type { ConnectionState } from '../../../../src/core/connection/connectionState';
import { Emitter } from '../../../../src/core/base/event';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import type { LaunchDefinition } from '../../../../src/core/configuration/launch/kinds';
import type { Launch } from '../../../../src/core/session/session';
import type { SignInWarning, SignInNetwork } from '../../../../src/core/session/signIn';
import { settings } from '../../../../src/host/base/ids';
import { SignIns } from '../../../../src/host/servers/signIn';
import { FakeClock } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { definition, silent } from '../../connection/fakeServer';
import { MemoryCredentials } from '../../mcp/signInSupport';
import { own } from '../../../support/own';

const web: LaunchDefinition = { kind: 'http', url: 'https://a.example/mcp', headers: { 'x-key': '${input:key}' } };
const resolved: Launch = { kind: 'http', url: 'https://resolved.example/mcp', headers: {} };

interface Fixture {
  readonly connection: Connection;
  /** Removes the server. */
  readonly remove: () => void;
  readonly signIns: SignIns;
  /** The calls that were made, in order. */
  readonly done: string[];
  /** Redirect address of each sign-in, with `*` for its port, and its document. */
  readonly clients: (readonly [redirect: string, document: string | undefined])[];
}

type About = Parameters<SignInNetwork['confirmLocalHost']>[0];

/**
 * @param questions about hosts in the user's network, and doubts, that a sign-in asks
 * @param whileOpen runs while the browser is open
 */
function fixture(
  kind: ConnectionState['kind'],
  launch: LaunchDefinition = web,
  questions: readonly (About | SignInWarning)[] = [],
  whileOpen = (): void => undefined,
): Fixture {
  const done: string[] = [];
  const clients: Fixture['clients'] = [];
  const connection = {
    definition: { ...definition('shop'), launch },
    state: { kind },
    launch: () => Promise.resolve(done.push('launch')).then(() => resolved),
    restart: () => Promise.resolve(void done.push('restart')),
  } as unknown as Connection;
  const servers = new Map([['user//shop', connection]]);
  const changed = new Emitter<void>();
  const signIns = own(
    new SignIns(
      {
        base: { clock: new FakeClock(), log: silent, extension: { id: 'a.b' } },
        core: {
          connections: { get: (id) => servers.get(id), nameOf: () => 'shop · mcp.json', onDidChange: changed.event },
          credentials: new MemoryCredentials(),
          forgetContents: ({ id }) => Promise.resolve(void done.push(`forget contents of ${id}`)),
        },
        network: { lookUp: () => Promise.reject(new Error('Nothing is looked up')) },
        mcp: {
          signIn: async (
            _,
            { openBrowser, confirmLocalHost: confirmLocalHost, confirm, redirect },
            { signal, clientMetadataUrl },
          ) => {
            clients.push([redirect.url.replace(/:\d+/, ':*'), clientMetadataUrl]);
            for (const about of questions) {
              const isAllowed = await ('kind' in about ? confirm(about) : confirmLocalHost(about));
              const subject = 'host' in about ? about.host : about.kind === 'issuer' ? about.issuer : about.resource;
              done.push(`${subject} ${isAllowed ? 'allowed' : 'declined'}`);
            }
            await openBrowser('https://login.example');
            done.push('opened');
            whileOpen();
            if (signal.aborted) throw new CancelledError();
          },
          signOut: (one) => Promise.resolve(void done.push(one.kind === 'http' ? `forget ${one.url}` : one.kind)),
        },
      },
      (one, url) => Promise.resolve(void done.push(`${one.name} signed in at ${url}`)),
    ),
  );
  const remove = (): void => {
    servers.clear();
    changed.fire();
  };
  return { connection, remove, signIns, done, clients };
}

describe('signing out', () => {
  it.each([
    ['ready', ['restart']],
    ['connecting', ['restart']],
    ['signInNeeded', ['restart']],
    ['stopped', []],
    ['blocked', []],
    ['failed', []],
  ] as const)('of a server that is %s starts it again only if it used the sign-in', async (kind, then) => {
    const { connection, signIns, done } = fixture(kind);
    await signIns.signOut(connection);
    expect(done).toEqual(['forget https://a.example/mcp', 'forget contents of user//shop', ...then]);
  });

  it('resolves only an address that is not known as it is written', async () => {
    const { connection, signIns, done } = fixture('stopped', { ...web, url: 'https://${input:host}/mcp' });
    await signIns.signOut(connection);
    expect(done).toEqual(['launch', 'forget https://resolved.example/mcp', 'forget contents of user//shop']);
  });

  it('says why it failed', async () => {
    const { connection, signIns, done } = fixture('ready', { ...web, url: '${input:host}' });
    fakeVscode.messages.answer(undefined);
    const refuse = (): Promise<Launch> => Promise.reject(new HumanError('untrusted', 'Trust it first.'));
    await signIns.signOut(Object.assign(connection, { launch: refuse }));
    expect([done, fakeVscode.shownTexts]).toEqual([[], ['Trust it first.']]);
  });
});

describe('signing in', () => {
  it('starts the server when the browser was opened', async () => {
    const { connection, signIns, done } = fixture('signInNeeded');
    await signIns.signIn(connection);
    expect(done).toEqual(['launch', 'opened', 'shop signed in at https://resolved.example/mcp', 'restart']);
  });

  it('goes on, and says how, when the address was copied instead of opened', async () => {
    fakeVscode.env.set({ opens: false });
    const { connection, signIns, done } = fixture('signInNeeded');
    await signIns.signIn(connection);
    expect([done, fakeVscode.window.progress.flatMap(({ reports }) => reports)]).toEqual([
      ['launch', 'opened', 'shop signed in at https://resolved.example/mcp', 'restart'],
      [{ message: 'Paste the copied URL into your browser, or cancel.' }],
    ]);
  });

  it('ends with its server', async () => {
    const { connection, remove, signIns, done } = fixture('signInNeeded', web, [], () => remove());
    await signIns.signIn(connection);
    expect([done, fakeVscode.messages.asked]).toEqual([['launch', 'opened'], []]);
  });

  it('comes back to VS Code’s own address with a client ID of the configuration, which is registered for that', async () => {
    const { connection, signIns, clients } = fixture('signInNeeded');
    await signIns.signIn(connection);
    for (const isForVsCode of [true, false]) {
      const client = { id: 'by-admin', secret: undefined, isForVsCode, place: 'mcp.json' };
      await signIns.signIn(Object.assign(connection, { launch: () => Promise.resolve({ ...resolved, client }) }));
    }
    const own = 'http://127.0.0.1:*/signed-in';
    expect(clients.map(([redirect]) => redirect)).toEqual([own, 'http://127.0.0.1:*/', own]);
  });

  it('names the document of the setting where that has its redirect address', async () => {
    const address = 'https://example.org/client.json';
    const { connection, signIns, clients } = fixture('signInNeeded');
    await signIns.signIn(connection);
    fakeVscode.settings.set(settings.clientMetadataUrl, address);
    await signIns.signIn(connection);
    fakeVscode.env.set({ external: () => Uri.parse('https://code.example/callback') });
    await signIns.signIn(connection);
    expect(clients).toEqual([
      ['http://127.0.0.1:*/signed-in', undefined],
      ['http://127.0.0.1:*/signed-in', address],
      ['https://code.example/callback', undefined],
    ]);
  });

  it('asks about each host in the own network once in a window, and again after a no', async () => {
    const questions = [
      { host: 'sso.corp.example', address: '10.0.0.1' },
      { host: 'login.example', address: undefined },
    ];
    const { connection, signIns, done } = fixture('signInNeeded', web, questions);
    fakeVscode.messages.answer('Continue with sso.corp.example', undefined, 'Continue with login.example');
    await signIns.signIn(connection);
    await signIns.signIn(connection);
    await signIns.signIn(connection);
    expect(done.filter((line) => /allowed|declined/.test(line))).toEqual([
      ...['sso.corp.example allowed', 'login.example declined'],
      ...['sso.corp.example allowed', 'login.example allowed'],
      ...['sso.corp.example allowed', 'login.example allowed'],
    ]);
    expect(fakeVscode.messages.asked.map(({ text, detail, isModal }) => [text, detail, isModal])).toEqual([
      [
        'Continue signing in to “shop · mcp.json” with sso.corp.example?',
        'You sign in through this host. It’s on your network, at the address 10.0.0.1. Continue only if you recognize the host.',
        true,
      ],
      ...Array.from({ length: 2 }, () => [
        'Continue signing in to “shop · mcp.json” with login.example?',
        'You sign in through this host, which may be on your network. VS Code can’t check, because it uses a proxy or can’t find the host’s address. Continue only if you recognize the host.',
        true,
      ]),
    ]);
  });

  it('asks about another page, another authorization server and more than the server, each time that it is in doubt', async () => {
    const doubts: SignInWarning[] = [
      { kind: 'page', host: 'pages.example', issuer: 'login.example' },
      { kind: 'issuer', issuer: 'https://new.example/', before: 'https://old.example' },
      { kind: 'resource', resource: 'https://a.example' },
    ];
    const { connection, signIns, done } = fixture('signInNeeded', web, doubts);
    fakeVscode.messages.answer('Continue with pages.example', 'Continue with https://new.example/', undefined);
    await signIns.signIn(connection);
    expect(done.filter((line) => /allowed|declined/.test(line))).toEqual([
      'pages.example allowed',
      'https://new.example/ allowed',
      'https://a.example declined',
    ]);
    expect(fakeVscode.messages.asked.map(({ text, detail, isModal }) => [text, detail, isModal])).toEqual([
      [
        'Continue signing in to “shop · mcp.json” with pages.example?',
        'You sign in at login.example, but the page is on this host, and the response won’t say where it’s from. Another server could misuse the page to get your access. Continue only if both belong together.',
        true,
      ],
      [
        'Continue signing in to “shop · mcp.json” with https://new.example/?',
        'This server used to sign in at https://old.example. Continue only if you expect the change.',
        true,
      ],
      [
        'Continue signing in to “shop · mcp.json” with https://a.example?',
        'The server asks for access to this URL, which is more than its own. With this access, it can use everything there in your name. Continue only if you trust the server with that.',
        true,
      ],
    ]);
  });
});
