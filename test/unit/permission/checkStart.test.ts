import { describe, expect, it } from 'vitest';
import { checkStart, type StartRules } from '../../../src/core/permission/checkStart';
import type { Consent } from '../../../src/core/permission/consent';
import type { ServerPolicy } from '../../../src/core/permission/policy';
import type { InputDefinition, ServerSource } from '../../../src/core/configuration/configuration';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import type { LaunchDefinition } from '../../../src/core/configuration/launch/kinds';
import type { Launch } from '../../../src/core/session/session';
import { newConsent } from '../../support/newConsent';
import {
  define,
  expectHumanError,
  folderSource,
  http,
  noPolicy,
  portableSource,
  stdio,
  userSource,
} from '../configuration/fixtures';

/** Every kind of place where a server can be configured. */
const sources: Readonly<Record<string, ServerSource>> = {
  'user mcp.json': userSource,
  '.code-workspace': {
    kind: 'workspace',
    format: 'vscode',
    id: 'file:///home/ada/shop.code-workspace',
    label: 'shop.code-workspace',
    file: '/home/ada/shop.code-workspace',
    folder: '/home/ada/shop',
  },
  '.vscode/mcp.json': folderSource,
  '.mcp.json': portableSource,
  'a folder that is not on this machine': {
    kind: 'folder',
    format: 'vscode',
    id: 'vscode-vfs://github/ada/shop',
    label: '.vscode/mcp.json',
    file: undefined,
    folder: '//github/ada/shop',
  },
};

const token: InputDefinition = {
  kind: 'promptString',
  id: 'token',
  description: undefined,
  default: undefined,
  isPassword: true,
};
const command: InputDefinition = { kind: 'command', id: 'token', command: 'shop.token', args: undefined };

/** A configured launch, the inputs it names, and the resolved launch. */
const launches: Readonly<Record<string, readonly [LaunchDefinition, readonly InputDefinition[], Launch]>> = {
  'a process': [
    stdio({ args: ['server.js'] }),
    [],
    { kind: 'stdio', command: 'node', args: ['server.js'], cwd: '/', env: {} },
  ],
  'a process with an input': [
    stdio({ args: ['server.js'], env: { TOKEN: '${input:token}' } }),
    [token],
    { kind: 'stdio', command: 'node', args: ['server.js'], cwd: '/', env: { TOKEN: 'secret' } },
  ],
  'a process with a command as an input': [
    stdio({ args: ['server.js', '${input:token}'] }),
    [command],
    { kind: 'stdio', command: 'node', args: ['server.js', 'secret'], cwd: '/', env: {} },
  ],
  'a process in a sandbox': [
    stdio({ args: ['server.js'], isSandboxed: true }),
    [],
    { kind: 'stdio', command: 'node', args: ['server.js'], cwd: '/', env: {} },
  ],
  'an address': [http(), [], { kind: 'http', url: 'https://example.com/mcp', headers: {} }],
};

/** Settings of an organization, and whether they let “notes” start. */
const policies: Readonly<Record<string, readonly [Partial<ServerPolicy>, boolean]>> = {
  'no policy': [{}, true],
  'access all': [{ access: 'all' }, true],
  'access none': [{ access: 'none' }, false],
  'access registry': [{ access: 'registry' }, false],
  'another server denied': [{ deniedServers: [{ serverName: 'other' }] }, true],
  denied: [{ deniedServers: [{ serverName: 'notes' }] }, false],
  'denied and allowed': [
    { deniedServers: [{ serverName: 'notes' }], allowedServers: [{ serverName: 'notes' }] },
    false,
  ],
  allowed: [{ allowedServers: [{ serverName: 'notes' }] }, true],
  'nothing allowed': [{ allowedServers: [] }, false],
  'another server allowed': [{ allowedServers: [{ serverName: 'other' }] }, false],
  'allowed by the organization': [
    { allowManagedServersOnly: true, managedAllowedServers: [{ serverName: 'notes' }], allowedServers: [] },
    true,
  ],
  'allowed by the user where only the organization may': [
    { allowManagedServersOnly: true, managedAllowedServers: [], allowedServers: [{ serverName: 'notes' }] },
    false,
  ],
};

/** An earlier answer about the definition, and the remaining reason not to start it. */
const answers: Readonly<
  Record<
    string,
    readonly [(consent: Consent, one: ServerDefinition) => Promise<void>, 'notAllowed' | 'declined' | undefined]
  >
> = {
  'never asked': [() => Promise.resolve(), 'notAllowed'],
  allowed: [(consent, one) => consent.allow([one]), undefined],
  declined: [(consent, one) => consent.decline([one]), 'declined'],
  'allowed, then declined': [
    async (consent, one) => {
      await consent.allow([one]);
      await consent.decline([one]);
    },
    'declined',
  ],
  'declined, then allowed': [
    async (consent, one) => {
      await consent.decline([one]);
      await consent.allow([one]);
    },
    undefined,
  ],
  'allowed, then forgotten': [
    async (consent, one) => {
      await consent.allow([one]);
      await consent.forget([one]);
    },
    'notAllowed',
  ],
  'allowed as it was before a change': [(consent, one) => consent.allow([changed(one)]), 'notAllowed'],
  'declined as it was before a change': [(consent, one) => consent.decline([changed(one)]), 'notAllowed'],
  'allowed in another file': [
    (consent, one) =>
      consent.allow([
        define(one.launch, { ...one.source, kind: 'folder', format: 'vscode', id: 'elsewhere' }, one.inputs),
      ]),
    'notAllowed',
  ],
};

/** Returns the same server with one more argument, or at another address. */
function changed({ launch, source, inputs }: ServerDefinition): ServerDefinition {
  const former =
    launch.kind === 'http' ? { ...launch, url: `${launch.url}/v1` } : { ...launch, args: [...launch.args, '--old'] };
  return define(former, source, inputs);
}

interface Case {
  readonly names: readonly string[];
  readonly definition: ServerDefinition;
  readonly resolved: Launch;
  readonly rules: StartRules;
  readonly expected: string;
}

/** Yields all combinations, each with the first reason that applies, in this order: trust, policy, sandbox, consent. */
async function* everyCase(): AsyncGenerator<Case> {
  for (const [place, source] of Object.entries(sources))
    for (const [kind, [launch, inputs, resolved]] of Object.entries(launches))
      for (const [answer, [give, refusal]] of Object.entries(answers)) {
        const definition = define(launch, source, inputs);
        const consent = newConsent();
        await give(consent, definition);
        for (const [policyName, [policy, lets]] of Object.entries(policies))
          for (const isTrusted of [true, false]) {
            const isSandboxed = launch.kind === 'stdio' && launch.isSandboxed;
            const byConsent = refusal ?? 'may start';
            const inTrusted = lets && !isSandboxed ? byConsent : 'policy';
            yield {
              names: [place, kind, answer, policyName, isTrusted ? 'trusted' : 'not trusted'],
              definition,
              resolved,
              rules: { isTrusted, policy: { ...noPolicy, ...policy }, consent },
              expected: isTrusted || place === 'user mcp.json' ? inTrusted : 'untrusted',
            };
          }
      }
}

const outcome = ({ definition, rules }: Case, launch: Launch | undefined): string =>
  checkStart(definition, launch, rules)?.reason ?? 'may start';

describe('a server', () => {
  it('of a workspace starts only if that is trusted; any only as policies let it, and if the user allowed exactly this', async () => {
    const [wrong, counts] = [[] as unknown[], new Map<string, number>()];
    for await (const testCase of everyCase()) {
      const [before, after] = [outcome(testCase, undefined), outcome(testCase, testCase.resolved)];
      counts.set(before, (counts.get(before) ?? 0) + 1);
      if (before !== testCase.expected || after !== testCase.expected)
        wrong.push({ names: testCase.names, before, after, expected: testCase.expected });
    }
    expect(wrong).toEqual([]);
    // 5 places x 5 launches x 9 answers x 12 policies, trusted or not. Half are not trusted, which leaves the user's place. Of these 6, 4 of 5
    // launches need no sandbox, 5 of 12 policies let it start, and 2 of 9 answers allow it.
    expect(Object.fromEntries(counts)).toEqual({
      untrusted: 4 * 540,
      'may start': 6 * 4 * 5 * 2,
      declined: 6 * 4 * 5 * 2,
      notAllowed: 6 * 4 * 5 * 5,
      policy: 6 * 540 - 6 * 4 * 5 * 9,
    });
  });

  it('that was allowed still has to pass the policy with what its variables turn out to be', async () => {
    const definition = define(stdio({ command: '${env:BIN}' }));
    const consent = newConsent();
    await consent.allow([definition]);
    const policy = { ...noPolicy, deniedServers: [{ serverCommand: ['/opt/denied'] }] };
    const start = (bin: string | undefined): string | undefined => {
      const launch: Launch | undefined =
        bin === undefined ? undefined : { kind: 'stdio', command: bin, args: [], cwd: '/', env: {} };
      return checkStart(definition, launch, { isTrusted: true, policy, consent })?.reason;
    };
    expect([start(undefined), start('/opt/fine'), start('/opt/denied')]).toEqual([undefined, undefined, 'policy']);
  });

  it('of the user’s own computer is not started on a remote one, and says so; an address is reached from there, too', async () => {
    const elsewhere = { ...userSource, isElsewhere: true };
    const start = async (launch: LaunchDefinition): Promise<unknown> => {
      const definition = define(launch, elsewhere);
      const consent = newConsent();
      await consent.allow([definition]);
      return checkStart(definition, undefined, { isTrusted: true, policy: noPolicy, consent });
    };
    expectHumanError(await start(stdio()), 'policy', ['“notes”', 'your local machine', 'remote user']);
    expectHumanError(await start(http('http://localhost:3000/mcp')), 'policy', ['“notes”']);
    expect(await start(http())).toBeUndefined();
  });

  it('is refused with its name and what to do', async () => {
    const definition = define(stdio());
    const consent = newConsent();
    const refusal = (isTrusted = true): unknown =>
      checkStart(definition, undefined, { isTrusted, policy: noPolicy, consent });
    expectHumanError(refusal(false), 'untrusted', ['“notes”', 'Trust the workspace']);
    expectHumanError(refusal(), 'notAllowed', ['“notes”', 'permission']);
    await consent.decline([definition]);
    expectHumanError(refusal(), 'declined', ['“notes”', 'use the Servers view']);
  });
});

/** A permission is stored as a hash of everything that decides what runs, and of nothing else. */
describe('an allowed server is asked about again', () => {
  const parts = { args: ['server.js', '${input:token}'], cwd: '/a', env: { A: '1' }, envFile: '.env' };
  const written = stdio(parts);
  const agreedTo = define(written, folderSource, [command]);
  const after = async (one: ServerDefinition): Promise<string> => {
    const consent = newConsent();
    await consent.allow([agreedTo]);
    return checkStart(one, undefined, { isTrusted: true, policy: noPolicy, consent })?.reason ?? 'may start';
  };

  it.each([
    ['another command', define(stdio({ ...parts, command: 'deno' }), folderSource, [command])],
    ['another argument', define(stdio({ ...parts, args: ['other.js', '${input:token}'] }), folderSource, [command])],
    ['another folder to run in', define(stdio({ ...parts, cwd: '/b' }), folderSource, [command])],
    ['another variable of its environment', define(stdio({ ...parts, env: { A: '2' } }), folderSource, [command])],
    ['another file of variables', define(stdio({ ...parts, envFile: 'other.env' }), folderSource, [command])],
    ['another command of VS Code', define(written, folderSource, [{ ...command, command: 'evil' }])],
    ['other arguments of that command', define(written, folderSource, [{ ...command, args: ['rm'] }])],
    ['another folder that has it', define(written, { ...folderSource, id: 'file:///else/shop' }, [command])],
    ['another kind of file that has it', define(written, portableSource, [command])],
  ])('with %s', async (_, one) => {
    expect(await after(one)).toBe('notAllowed');
  });

  it('and not for the rest', async () => {
    const reordered = define(written, { ...folderSource, label: 'another label' }, [command]);
    expect([await after(agreedTo), await after(reordered)]).toEqual(['may start', 'may start']);
  });
});
