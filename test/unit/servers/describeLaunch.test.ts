import { describe, expect, it } from 'vitest';
import { describeForConsent } from '../../../src/core/servers/describeLaunch';
import type { InputDefinition, LaunchDefinition } from '../../../src/core/servers/serverDefinition';
import { define, folderSource, http, stdio } from './fixtures';

const prompt: InputDefinition = {
  kind: 'promptString',
  id: 'token',
  description: undefined,
  default: undefined,
  isPassword: true,
};
const command: InputDefinition = { kind: 'command', id: 'pick', command: 'shop.pick', args: { all: true } };

describe('what a user is asked to allow', () => {
  it.each<[string, LaunchDefinition, readonly InputDefinition[], string]>([
    ['a command', stdio({ args: ['server.js'] }), [], 'node server.js'],
    ['arguments with blanks', stdio({ args: ['a b', 'c\td'] }), [], 'node "a b" "c\td"'],
    ['variables by their names', stdio({ args: ['${input:token}'] }), [prompt], 'node ${input:token}'],
    [
      'the environment without its values',
      stdio({ env: { TOKEN: 'secret', OLD: null } }),
      [],
      'node · sets TOKEN, OLD',
    ],
    ['a file of variables', stdio({ envFile: '.env' }), [], 'node · reads .env'],
    ['an address', http(), [], 'https://example.com/mcp'],
    [
      'headers without their values',
      http(undefined, { 'X-Key': 'secret' }),
      [],
      'https://example.com/mcp · sends X-Key',
    ],
    [
      'headers that go over a network unencrypted',
      http('http://shop.example/mcp', { 'X-Key': 'secret' }),
      [],
      'http://shop.example/mcp · sends X-Key · unencrypted',
    ],
    ['the command of an input', stdio(), [command], 'node · runs the VS Code command shop.pick'],
    [
      'a command that the environment names, which is not shown itself',
      stdio({ env: { TOKEN: '${command:shop.token}' } }),
      [],
      'node · sets TOKEN · runs the VS Code command shop.token',
    ],
    [
      'a command that a header names',
      http(undefined, { 'X-Key': 'Bearer ${command:shop.token}' }),
      [],
      'https://example.com/mcp · sends X-Key · runs the VS Code command shop.token',
    ],
    [
      'every command once',
      stdio({ args: ['${command:shop.pick}', '${input:pick}'], cwd: '${command:shop.folder}' }),
      [command],
      'node ${command:shop.pick} ${input:pick} · runs the VS Code command shop.pick, shop.folder',
    ],
    [
      'nothing that never runs',
      stdio({ args: ['${command}', '${command:}', '${command:${input:token}}'] }),
      [],
      'node ${command} ${command:} ${command:${input:token}}',
    ],
  ])('has %s', (_, launch, inputs, shown) => {
    expect(describeForConsent(define(launch, folderSource, inputs))).toBe(shown);
  });
});
