import { describe, expect, it } from 'vitest';
import { coveredByYes, mergeEqual, serverId } from '../../../src/core/configuration/sameServer';
import type { InputDefinition, ServerSource } from '../../../src/core/configuration/configuration';
import { describeSources, type ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { newConsent } from '../../support/newConsent';
import { define, folderSource, http, machine, multiplying, portableSource, stdio, userSource } from './fixtures';

const token = (description: string): InputDefinition => ({
  kind: 'promptString',
  id: 'token',
  description,
  default: undefined,
  isPassword: true,
});
const copilotSource = { ...userSource, kind: 'copilot', format: 'copilot', label: 'mcp-config.json' } as const;
const elsewhere = { ...folderSource, id: 'file:///home/ada/wiki', folder: '/home/ada/wiki' };

const remoteSource = { ...userSource, kind: 'remoteUser' };
const localSource = { ...userSource, isElsewhere: true };
const sharedEnv = { FLAG: '--safe', TOKEN: 'secret' };
const flag = (text: string, source = folderSource): ServerDefinition =>
  define(stdio({ args: [text], cwd: '/a' }), source);
const withToken = (source: ServerSource, ...inputs: readonly InputDefinition[]): ServerDefinition =>
  define(http(undefined, { A: '${input:token}' }), source, inputs);
const named = (name: string, definition: ServerDefinition): ServerDefinition => ({
  ...definition,
  name,
  id: serverId(definition.source, name),
});
const typed = { ...http(undefined, { A: '${env:TOKEN}' }), type: 'http' } as ReturnType<typeof http>;

/** In which senses two entries are the same. `yes`: a yes to the first is one to the other. */
type Sense = 'entry' | 'hash' | 'server' | 'yes';

function sameness(first: ServerDefinition, other: ServerDefinition): string {
  const merged = mergeEqual([first, other], machine({ env: sharedEnv }), true);
  const is: Record<Sense, boolean> = {
    entry: first.id === other.id,
    hash: first.hash === other.hash,
    server: merged.length === 1,
    yes: merged.length === 1 && coveredByYes(merged[0]!).length === 2,
  };
  return (Object.keys(is) as Sense[]).filter((sense) => is[sense]).join(' ');
}

describe('two entries', () => {
  it.each<[string, ServerDefinition, ServerDefinition, string?]>([
    ['one entry, read again', define(http()), define(http()), 'entry hash server yes'],
    ['one entry, edited', define(http()), define(http('https://example.com/other')), 'entry'],
    [
      'one entry that asks in other words',
      withToken(folderSource, token('a')),
      withToken(folderSource, token('b')),
      'entry hash',
    ],
    ['one launch by two names in one file', define(http()), named('other', define(http())), 'hash'],
    ['one text in two files', define(http()), define(http(), portableSource), 'server yes'],
    ['one text of the user and of a folder', define(http(), userSource), define(http()), 'server yes'],
    ['another name', define(http()), named('other', define(http(), portableSource))],
    ['another address', define(http()), define(http('https://example.com/other'), portableSource)],
    ['another header', define(http()), define(http(undefined, { A: 'b' }), portableSource)],
    [
      'another spelling of a header',
      define(http(undefined, { A: 'b' })),
      define(http(undefined, { a: ' b' }), portableSource),
      'server yes',
    ],
    [
      'another transport to try first',
      define(typed),
      define(http(undefined, { A: '${env:TOKEN}' }), { ...portableSource, format: 'cursor' }),
      'server yes',
    ],
    ['another argument', define(stdio()), define(stdio({ args: ['a'] }), portableSource)],
    ['another variable', define(stdio()), define(stdio({ env: { A: 'b' } }), portableSource)],
    ['a sandbox', define(stdio()), define(stdio({ isSandboxed: true }), portableSource)],
    ['another folder to start in', define(stdio(), folderSource), define(stdio(), elsewhere)],
    ['the home folder to start in', define(stdio(), userSource), define(stdio(), folderSource)],
    [
      'one folder, written in two ways',
      define(stdio({ cwd: '~' }), userSource),
      define(stdio({ cwd: '/home/ada' })),
      'server yes',
    ],
    [
      'one question',
      withToken(folderSource, token('a')),
      withToken({ ...portableSource, format: 'cursor' }, token('a')),
      'server yes',
    ],
    ['another question', withToken(folderSource, token('a')), withToken(portableSource, token('b'))],
    ['a value, and a variable that has it now', flag('--safe'), flag('${FLAG}', portableSource), 'server'],
    ['a variable that has a value now, and that', flag('${FLAG}', portableSource), flag('--safe'), 'server yes'],
    ['a variable, as two formats write it', flag('${env:FLAG}'), flag('${FLAG}', portableSource), 'server'],
    ['a process here and one of the user’s own computer', define(stdio(), remoteSource), define(stdio(), localSource)],
    [
      'one port here and one there',
      define(http('http://localhost:3000/mcp'), remoteSource),
      define(http('http://localhost:3000/mcp'), localSource),
    ],
    ['one address from here and from there', define(http(), remoteSource), define(http(), localSource), 'server yes'],
  ])('%s', (_, first, other, senses = '') => {
    expect(sameness(first, other)).toBe(senses);
  });
});

/** The kinds of the places of each row. */
function rows(definitions: readonly ServerDefinition[], isTrusted = true, env = {}): readonly (readonly string[])[] {
  return mergeEqual(definitions, machine({ env }), isTrusted).map(({ source, copies = [] }) =>
    [source, ...copies.map((copy) => copy.source)].map(({ kind }) => kind),
  );
}

describe('servers of one name', () => {
  it('are compared without what settings multiply to', () => {
    let count = 0;
    const getSetting = (key: string): unknown => ((count += 1), multiplying[key]);
    const definitions = [folderSource, portableSource].map((source) =>
      define(stdio({ args: Array.from({ length: 60 }, () => '${config:x.a}') }), source),
    );
    const [row] = mergeEqual(definitions, machine({ getSetting }), true);
    expect([row?.copies?.length, count < 20_000]).toEqual([1, true]);
  });

  it('that are equal are one row: the first, which is the most trusted', () => {
    const [user, folder, portable] = [userSource, folderSource, portableSource].map((source) => define(http(), source));
    expect(rows([user!, folder!, portable!])).toEqual([['user', 'folder', 'portable']]);
    const [row] = mergeEqual([user!, folder!, portable!], machine(), true);
    expect([row?.id, row?.hash, row && describeSources(row)]).toEqual([
      user!.id,
      user!.hash,
      'mcp.json of the user, .vscode/mcp.json, .mcp.json',
    ]);
  });

  it('are equal by what their variables resolve to, each in its file’s own way', () => {
    const env = { TOKEN: 'secret', HOME: '/home/ada' };
    const folder = define(stdio({ env: { A: '${env:TOKEN}' }, cwd: '${workspaceFolder}/a' }));
    const portable = define(stdio({ env: { A: '${TOKEN}' }, cwd: 'a' }), portableSource);
    expect(rows([folder, portable], true, env)).toEqual([['folder', 'portable']]);
    expect(rows([folder, portable], true, { ...env, TOKEN: undefined })).toEqual([['folder'], ['portable']]);
  });

  it('in an untrusted workspace are the user’s alone', () => {
    const [user, copilot, folder, portable] = [userSource, copilotSource, folderSource, portableSource].map((source) =>
      define(http(), source),
    );
    expect(rows([user!, copilot!, folder!, portable!], false)).toEqual([['user', 'copilot']]);
    expect(rows([folder!, portable!], false)).toEqual([['folder', 'portable']]);
  });

  it('in an untrusted workspace are not looked into: what its variables name is read once it is trusted', () => {
    const settings: string[] = [];
    const ports = machine({ getSetting: (key) => void settings.push(key) });
    const [mine, theirs] = [userSource, folderSource].map((source) =>
      define(http('https://${config:host}/mcp'), source),
    );
    const others = define(theirs!.launch, elsewhere);
    expect(mergeEqual([theirs!, others], ports, false)).toEqual([theirs, others]);
    expect(settings).toEqual([]);
    mergeEqual([mine!], ports, false);
    mergeEqual([theirs!], ports, true);
    expect(settings).toEqual(['host', 'host']);
  });
});

describe('the permission of a server in two places', () => {
  const [user, folder, portable] = [userSource, folderSource, portableSource].map((source) => define(http(), source));
  const [row] = mergeEqual([user!, folder!, portable!], machine(), true);
  const [shared] = mergeEqual([folder!, portable!], machine(), true);

  it('is that of the more trusted one', async () => {
    const consent = newConsent();
    await consent.allow([folder!]);
    expect(consent.state(row!)).toBe('unknown');
    await consent.allow([user!]);
    expect(consent.state(row!)).toBe('agreed');
  });

  it('stays when one of the places goes, and goes with all of them', async () => {
    const consent = newConsent();
    await consent.allow([row!]);
    expect([user!, folder!, portable!].map((one) => consent.state(one))).toEqual(['agreed', 'agreed', 'agreed']);
    await consent.decline([row!]);
    expect([user!, folder!, portable!].map((one) => consent.state(one))).toEqual(['declined', 'declined', 'declined']);
    await consent.forget([row!]);
    expect(consent.all()).toEqual([]);
  });

  it('that was given to the other of two equally trusted places holds on', async () => {
    const consent = newConsent();
    expect([consent.state(shared!), consent.state(row!)]).toEqual(['unknown', 'unknown']);
    await consent.decline([portable!]);
    expect([consent.state(shared!), consent.state(row!)]).toEqual(['declined', 'unknown']);
    await consent.allow([portable!]);
    expect([consent.state(shared!), consent.state(row!)]).toEqual(['agreed', 'unknown']);
    await consent.decline([folder!]);
    expect(consent.state(shared!)).toBe('declined');
  });

  it('is given to places that were looked at, and to no others', async () => {
    const consent = newConsent();
    await consent.allow(
      [row!],
      new Map([
        [user!.hash, {}],
        [folder!.hash, {}],
      ]),
    );
    expect([folder!, portable!].map((one) => consent.state(one))).toEqual(['agreed', 'unknown']);
  });

  it('is not given to one whose variables may be others later', async () => {
    const env = { FLAG: '--safe', DEBUG: undefined };
    const launched = (flag: string): ReturnType<typeof stdio> => stdio({ args: [flag], cwd: '/a' });
    const literal = define(launched('--safe'), userSource);
    const variable = define(launched('${FLAG}'), portableSource);
    const [both] = mergeEqual([literal, variable], machine({ env }), true);
    expect(both?.copies).toEqual([variable]);
    const consent = newConsent();
    await consent.allow([both!]);
    expect([literal, variable].map((one) => consent.state(one))).toEqual(['agreed', 'unknown']);
  });

  it('is not taken from one that is written in another way, unless it has no variables', async () => {
    const env = { FLAG: '--safe' };
    const launched = (flag: string): ReturnType<typeof stdio> => stdio({ args: [flag], cwd: '/a' });
    const [variable, literal] = [define(launched('${env:FLAG}')), define(launched('--safe'), portableSource)];
    const merged = (first: ServerDefinition, other: ServerDefinition): ServerDefinition =>
      mergeEqual([first, other], machine({ env }), true)[0]!;
    const consent = newConsent();
    await consent.allow([literal]);
    expect(consent.state(merged(variable, literal))).toBe('unknown');
    const other = newConsent();
    await other.allow([variable]);
    expect(other.state(merged(literal, variable))).toBe('agreed');
  });
});
