import { describe, expect, it } from 'vitest';
import { definitionHash } from '../../../src/core/configuration/sameServer';
import { parseServers } from '../../../src/core/configuration/parseServers';
import type { InputDefinition, ServerSource } from '../../../src/core/configuration/configuration';
import type { LaunchDefinition } from '../../../src/core/configuration/launch/kinds';
import { folderSource, http, portableSource, sha256, stdio, userSource } from './fixtures';

const prompt: InputDefinition = {
  kind: 'promptString',
  id: 'token',
  description: 'A token',
  default: undefined,
  isPassword: true,
};
const pick: InputDefinition = {
  kind: 'pickString',
  id: 'mode',
  description: undefined,
  default: undefined,
  options: [{ label: 'safe', value: '--safe' }],
};
const command: InputDefinition = { kind: 'command', id: 'account', command: 'x.account', args: { a: 1, b: [2] } };
const hash = (
  launch: LaunchDefinition,
  inputs: readonly InputDefinition[] = [],
  source: ServerSource = folderSource,
): string => definitionHash(source, launch, inputs, sha256);

const base = stdio({ command: 'node', args: ['a', 'b'], cwd: 'x', env: { A: '1', B: null }, envFile: '.env' });

describe('definitionHash', () => {
  it('is another one in another format: the same text has other variables there', () => {
    expect(hash(base, [], { ...folderSource, format: 'portable' })).not.toBe(hash(base));
  });

  it('is the SHA-256 of the launch', () => {
    expect(hash(base)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same wherever the definition stands and in whatever order it is written', () => {
    const first = { a: { command: 'node', args: ['a'], env: { A: '1', B: '2' } }, b: { command: 'other' } };
    const second = {
      b: { command: 'other' },
      renamed: { env: { B: '2', A: '1' }, args: ['a'], type: 'stdio', command: 'node' },
    };
    const hashes = [first, second].map((servers) =>
      parseServers(folderSource, servers, [], sha256).definitions.map((definition) => definition.hash),
    );
    expect(hashes[1]?.toReversed()).toEqual(hashes[0]);
  });

  it.each([
    [
      'how a value is asked for',
      hash(base, [prompt]),
      hash(base, [{ ...prompt, description: 'Other', isPassword: false }]),
    ],
    ['which transport is tried first', hash(http()), hash({ ...http(), type: 'sse' } as LaunchDefinition)],
    [
      'the order of keys in what a command gets',
      hash(base, [command]),
      hash(base, [{ ...command, args: { b: [2], a: 1 } }]),
    ],
    [
      'the order of commands',
      hash(base, [command, { ...command, id: 'b' }]),
      hash(base, [{ ...command, id: 'b' }, command]),
    ],
    ['the label of the source', hash(base), hash(base, [], { ...folderSource, label: 'other' })],
    ['the path of a mcp.json', hash(base), hash(base, [], { ...folderSource, file: undefined })],
  ])('does not depend on %s', (_, one, other) => {
    expect(other).toBe(one);
  });

  it('is another one for everything that decides what runs', () => {
    const workspace: ServerSource = { ...userSource, kind: 'workspace', file: '/home/ada/a.code-workspace' };
    const hashes = {
      base: hash(base),
      command: hash({ ...base, command: 'deno' } as LaunchDefinition),
      args: hash({ ...base, args: ['a', 'c'] } as LaunchDefinition),
      orderOfArgs: hash({ ...base, args: ['b', 'a'] } as LaunchDefinition),
      splitOfArgs: hash({ ...base, args: ['a b'] } as LaunchDefinition),
      cwd: hash({ ...base, cwd: undefined } as LaunchDefinition),
      env: hash({ ...base, env: { A: '2', B: null } } as LaunchDefinition),
      nameInEnv: hash({ ...base, env: { B: '1', A: null } } as LaunchDefinition),
      nullInEnv: hash({ ...base, env: { A: '1', B: 'null' } } as LaunchDefinition),
      envFile: hash({ ...base, envFile: undefined } as LaunchDefinition),
      sandbox: hash({ ...base, isSandboxed: true } as LaunchDefinition),
      promptInput: hash(base, [prompt]),
      defaultOfInput: hash(base, [{ ...prompt, default: 'a' }]),
      pickInput: hash(base, [pick]),
      optionOfInput: hash(base, [{ ...pick, options: [{ label: 'safe', value: '--eval' }] }]),
      labelOfOption: hash(base, [{ ...pick, options: [{ label: 'fast', value: '--safe' }] }]),
      defaultOfPick: hash(base, [{ ...pick, default: '--safe' }]),
      commandInput: hash(base, [command]),
      commandOfInput: hash(base, [{ ...command, command: 'y' }]),
      argsOfInput: hash(base, [{ ...command, args: { a: 1, b: [3] } }]),
      idOfInput: hash(base, [{ ...command, id: 'other' }]),
      http: hash(http()),
      url: hash(http('https://example.com/other')),
      headers: hash(http('https://example.com/mcp', { A: 'b' })),
      valueOfHeader: hash(http('https://example.com/mcp', { A: 'c' })),
      otherFolder: hash(base, [], { ...folderSource, id: 'file:///home/ada/other', folder: '/home/ada/other' }),
      otherStart: hash(base, [], { ...folderSource, folder: '/home/ada/other' }),
      portable: hash(base, [], portableSource),
      user: hash(base, [], userSource),
      workspace: hash(base, [], workspace),
      otherWorkspace: hash(base, [], { ...workspace, file: '/home/ada/b.code-workspace' }),
    };
    const names = new Map(Object.entries(hashes).map(([name, value]) => [value, name]));
    expect([...names.values()]).toEqual(Object.keys(hashes));
  });
});
