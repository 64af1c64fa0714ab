import { describe, expect, it } from 'vitest';
import { checkPolicy, type ServerPolicy } from '../../../src/core/permission/policy';
import type { LaunchDefinition } from '../../../src/core/configuration/launch/kinds';
import type { Launch } from '../../../src/core/session/session';
import { define, expectHumanError, http, noPolicy, stdio } from '../configuration/fixtures';

const free = noPolicy;
const local = stdio({ command: 'node', args: ['server.js', '--x'] });
const open = stdio({ command: '${env:BIN}', args: ['server.js'] });
const remote = http('https://mcp.example.com/mcp');
const openRemote = http('https://${env:HOST}/mcp', { Authorization: '${input:token}' });

const process = (command: string, ...args: string[]): Launch => ({ kind: 'stdio', command, args, cwd: '/', env: {} });
const address = (url: string): Launch => ({ kind: 'http', url, headers: {} });
const isBlocked = (written: LaunchDefinition, launch: Launch | undefined, policy: Partial<ServerPolicy>): boolean =>
  checkPolicy(define(written), launch, { ...free, ...policy }) !== undefined;

const notListed = ['isn’t on your organization’s list'];

describe('a policy', () => {
  it.each([
    ['is set to nothing', free],
    ['allows all', { ...free, access: 'all' }],
    ['is set to values of the wrong kind', { ...free, access: 1, allowedServers: {}, deniedServers: 'notes' }],
    ['has nulls', { ...free, access: null, allowedServers: null, deniedServers: null, allowManagedServersOnly: null }],
    ['denies something else', { ...free, deniedServers: [{ serverName: 'Notes' }, { serverUrl: 'https://*/*' }] }],
    ['allows the server', { ...free, allowedServers: [{ serverName: 'notes' }] }],
    [
      'has empty criteria beside one',
      { ...free, allowedServers: [{ serverName: 'notes', serverUrl: '', serverCommand: [] }] },
    ],
    [
      'has an empty name beside the command',
      { ...free, allowedServers: [{ serverName: '', serverCommand: ['node', 'server.js', '--x'] }] },
    ],
    ['has a managed list that does not count', { ...free, managedAllowedServers: [], allowManagedServersOnly: 'true' }],
    [
      'allows the server in the managed list',
      { ...free, allowManagedServersOnly: true, managedAllowedServers: [{ serverName: 'notes' }], allowedServers: [] },
    ],
  ])('that %s lets a server start', (_, policy) => {
    expect(checkPolicy(define(local), undefined, policy)).toBeUndefined();
  });

  it.each([
    ['allows none', { access: 'none' }, ['chat.mcp.access']],
    ['allows only registry servers', { access: 'registry' }, ['registry', 'administrator']],
    [
      'allows none, whatever the lists say',
      { access: 'none', allowedServers: [{ serverName: 'notes' }] },
      ['chat.mcp.access'],
    ],
    ['denies it', { deniedServers: [{ serverName: 'notes' }] }, ['blocks', 'administrator']],
    ['denies it and others', { deniedServers: [{ serverName: 'other' }, { serverName: 'notes' }] }, ['blocks']],
    [
      'denies and allows it',
      { deniedServers: [{ serverName: 'notes' }], allowedServers: [{ serverName: 'notes' }] },
      ['blocks'],
    ],
    ['allows nothing', { allowedServers: [] }, [...notListed, 'administrator']],
    ['allows others', { allowedServers: [{ serverName: 'other' }, { serverUrl: '*' }] }, notListed],
    ['has no managed list', { allowManagedServersOnly: true, allowedServers: [{ serverName: 'notes' }] }, notListed],
    [
      'has a managed list without it',
      { allowManagedServersOnly: true, managedAllowedServers: [], allowedServers: [{ serverName: 'notes' }] },
      notListed,
    ],
    [
      'allows it in broken words only',
      {
        allowedServers: [
          null,
          'notes',
          {},
          ['notes'],
          { serverName: '' },
          { serverName: 1 },
          { serverCommand: [] },
          { serverCommand: 'node' },
          { serverCommand: ['node', 1] },
          { serverName: 'notes', serverUrl: 'https://a.example' },
        ],
      },
      notListed,
    ],
  ])('that %s blocks a server', (_, policy, words) => {
    expectHumanError(checkPolicy(define(local), undefined, { ...free, ...policy }), 'policy', ['“notes”', ...words]);
  });
});

describe('an entry about a command', () => {
  it.each([
    ['the same', local, undefined, ['node', 'server.js', '--x'], true],
    ['the same, resolved', local, process('node', 'server.js', '--x'), ['node', 'server.js', '--x'], true],
    ['less', local, undefined, ['node', 'server.js'], false],
    ['more', local, undefined, ['node', 'server.js', '--x', '--y'], false],
    ['another order', local, undefined, ['node', '--x', 'server.js'], false],
    ['a pattern, which is no pattern here', local, undefined, ['node', '*', '--x'], false],
    ['what the home folder hides', stdio({ command: '~/a' }), process('/home/ada/a'), ['/home/ada/a'], true],
    ['the home folder as it is written', stdio({ command: '~/a' }), process('/home/ada/a'), ['~/a'], true],
    ['an HTTP server', remote, undefined, ['node'], false],
  ])('means %s', (_, written, launch, serverCommand, means) => {
    expect(isBlocked(written, launch, { deniedServers: [{ serverCommand }] })).toBe(means);
    expect(isBlocked(written, launch, { allowedServers: [{ serverCommand }] })).toBe(!means);
  });
});

describe('an entry about an address', () => {
  it.each([
    ['the same', remote, undefined, 'https://mcp.example.com/mcp', true],
    ['a pattern', remote, address('https://mcp.example.com/mcp'), 'https://*.example.com/*', true],
    ['another', remote, undefined, 'https://other.example.com/*', false],
    ['a process', local, undefined, 'https://*/*', false],
  ])('means %s', (_, written, launch, serverUrl, means) => {
    expect(isBlocked(written, launch, { deniedServers: [{ serverUrl }] })).toBe(means);
    expect(isBlocked(written, launch, { allowedServers: [{ serverUrl }] })).toBe(!means);
  });
});

describe('variables', () => {
  const allowsNode = { allowedServers: [{ serverCommand: ['node', 'server.js'] }] };
  const deniesNode = { deniedServers: [{ serverCommand: ['node', 'server.js'] }] };
  const allowsExample = { allowedServers: [{ serverUrl: 'https://*.example/*' }] };
  const deniesExample = { deniedServers: [{ serverUrl: 'https://*.example/*' }] };
  it.each([
    ['leave a command open until they are resolved', open, undefined, allowsNode, false],
    ['leave a denied command open until they are resolved', open, undefined, deniesNode, false],
    ['decide for an allowed command', open, process('node', 'server.js'), allowsNode, false],
    ['decide against another command', open, process('deno', 'server.js'), allowsNode, true],
    ['decide against a denied command', open, process('node', 'server.js'), deniesNode, true],
    ['leave an address open until they are resolved', openRemote, undefined, allowsExample, false],
    ['leave a denied address open until they are resolved', openRemote, undefined, deniesExample, false],
    ['decide for an allowed address', openRemote, address('https://a.example/mcp'), allowsExample, false],
    ['decide against another address', openRemote, address('https://a.test/mcp'), allowsExample, true],
    ['decide against a denied address', openRemote, address('https://a.example/mcp'), deniesExample, true],
    ['leave nothing open where only commands are allowed', openRemote, undefined, allowsNode, true],
    ['leave nothing open where only addresses are allowed', open, undefined, allowsExample, true],
    ['leave nothing open where nothing is allowed', open, undefined, { allowedServers: [] }, true],
    [
      'do not count as they are written once they are resolved',
      open,
      process('evil', 'server.js'),
      { allowedServers: [{ serverCommand: ['${env:BIN}', 'server.js'] }] },
      true,
    ],
    [
      'are denied as they are written too',
      open,
      process('node', 'server.js'),
      { deniedServers: [{ serverCommand: ['${env:BIN}', 'server.js'] }] },
      true,
    ],
    ['do not matter to a name that is allowed', open, undefined, { allowedServers: [{ serverName: 'notes' }] }, false],
    ['do not matter to a name that is not', open, undefined, { allowedServers: [{ serverName: 'other' }] }, true],
    ['do not matter to a name once resolved', open, process('x'), { allowedServers: [{ serverName: 'notes' }] }, false],
  ])('%s', (_, written, launch, policy, blocked) => {
    expect(isBlocked(written, launch, policy)).toBe(blocked);
  });
});
