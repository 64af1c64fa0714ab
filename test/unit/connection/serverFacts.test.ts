import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { ListInfo } from '../../../src/core/catalog/serverList';
import { attentionOf } from '../../../src/core/connection/attention';
import type { ConnectionState } from '../../../src/core/connection/connectionState';
import { serverFacts } from '../../../src/core/connection/serverFacts';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { info } from './fakeServer';

const error = new HumanError('exited', 'It stopped. Look at its log.');
const notAllowed = new HumanError('notAllowed', 'Agree first.');
const source = {
  kind: 'folder',
  format: 'vscode',
  id: '',
  label: '.vscode/mcp.json',
  file: '/w/.vscode/mcp.json',
  folder: '/w',
} as const;
const resources: ListInfo = { count: 3, completeness: { kind: 'complete' }, dropped: 0, repaired: 0, duplicates: 0 };

function server(name: string, state: ConnectionState) {
  const launch = { kind: 'http', url: 'https://h/mcp', headers: { Authorization: 'secret' } } as const;
  const definition: ServerDefinition = { id: name, name, source, launch, inputs: [], hash: name };
  return { definition, state, stderrTail: ['first', 'last words'], pushProblem: undefined };
}

describe('what waits for a user', () => {
  it('is a server that failed, also while it is tried again', () => {
    const states: ConnectionState[] = [
      { kind: 'failed', error, retryAt: 5 },
      { kind: 'connecting', lastError: error },
    ];
    for (const state of states)
      expect(attentionOf([server('broken', state)], [])).toEqual({
        count: 1,
        text: 'broken: It stopped. Look at its log.',
      });
  });

  it('is a server to agree to, to sign in to or that failed for good, and a mistake in a configuration', () => {
    const attention = attentionOf(
      [
        server('new', { kind: 'blocked', error: notAllowed }),
        server('guarded', { kind: 'signInNeeded', error }),
        server('broken', { kind: 'failed', error, retryAt: undefined }),
        server('fine', { kind: 'ready', info }),
      ],
      [{ message: 'Line 3 has a mistake. Correct it.' }],
    );
    expect(attention).toEqual({
      count: 4,
      text: [
        'Line 3 has a mistake. Correct it.',
        'new: Agree first.',
        'guarded: It stopped. Look at its log.',
        'broken: It stopped. Look at its log.',
      ].join('\n'),
    });
  });

  it('is not what a user decided, what is on its way, or what is well', () => {
    const by = (reason: 'declined' | 'untrusted' | 'policy'): ConnectionState => ({
      kind: 'blocked',
      error: new HumanError(reason, 'No.'),
    });
    const states: ConnectionState[] = [
      by('declined'),
      by('untrusted'),
      by('policy'),
      { kind: 'stopped' },
      { kind: 'connecting' },
      { kind: 'ready', info },
    ];
    expect(
      attentionOf(
        states.map((state, at) => server(`s${at}`, state)),
        [],
      ),
    ).toBeUndefined();
  });

  it('counts all and names the first ten', () => {
    const many = Array.from({ length: 12 }, (_, at) => server(`s${at}`, { kind: 'signInNeeded', error }));
    const attention = attentionOf(many, []);
    expect([attention?.count, attention?.text.split('\n').slice(-2)]).toEqual([
      12,
      ['s9: It stopped. Look at its log.', 'and 2 more'],
    ]);
  });
});

describe('the facts of a server', () => {
  const lines = (state: ConnectionState, of = resources, templates = 0): string[] =>
    serverFacts(server('shop', state), { resources: of, templates, omittedTemplates: 0 }).map(
      ({ label, value }) => `${label}: ${value}`,
    );
  const always = ['URL: https://h/mcp', 'Configured in: .vscode/mcp.json'];

  it('are all that is known of a session, and never a secret', () => {
    expect(lines({ kind: 'ready', info: { ...info, isSignedIn: true } }, resources, 2)).toEqual([
      'Resources: 3',
      'Templates: 2',
      'Change notifications: resources and the resource list',
      'Protocol: MCP revision 2025-11-25 over stdio',
      'Software: shop 1',
      'Account: signed in',
      ...always,
    ]);
  });

  it('say that models may read without asking', () => {
    const facts = serverFacts(
      server('shop', { kind: 'stopped' }),
      { resources, templates: 0, omittedTemplates: 0 },
      true,
    );
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Models: can read resources without asking',
      ...always,
    ]);
  });

  it('begin with what is wrong', () => {
    expect(lines({ kind: 'failed', error, retryAt: undefined })).toEqual([
      'Error: It stopped. Look at its log.',
      'Last output: first\nlast words',
      ...always,
    ]);
    expect(lines({ kind: 'blocked', error: notAllowed })).toEqual(['Reason: Agree first.', ...always]);
    expect(lines({ kind: 'stopped' })).toEqual(always);
    const cut: ListInfo = {
      ...resources,
      completeness: { kind: 'cut', by: 'time' },
      repaired: 1,
      dropped: 2,
      duplicates: 3,
    };
    const deaf = {
      ...info,
      canSubscribe: false,
      canListChange: false,
      serverName: undefined,
      serverVersion: undefined,
    };
    expect(lines({ kind: 'ready', info: deaf }, cut)).toEqual([
      'List: The list is incomplete (3 resources shown). Refresh to try again.',
      'Resources: 3 resources, list cut short',
      'Invalid entries: 1 with invalid fields (fields ignored), 2 without a URI (skipped), 3 duplicated (merged)',
      'Change notifications: none',
      'Protocol: MCP revision 2025-11-25 over stdio',
      ...always,
    ]);
  });
});
