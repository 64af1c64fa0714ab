import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { commandFor, commandUri, type CommandId } from '../../../../src/host/base/commandMap';
import { commands } from '../../../../src/host/base/ids';
import { narrowArguments } from '../../../../src/host/commands/narrowArguments';
import { noteRow, pageProof, withProof } from '../../../../src/host/base/proofs';

const ids = Object.values(commands);
const file = Uri.parse('mcpres://shop/a.md');
const picked = { serverId: 'shop', uri: 'note:a', name: 'a', title: undefined, mimeType: undefined, size: undefined };
/** Of a command that shows what nothing of this window vouches for. */
const rows = (...targets: readonly unknown[]) => ({ targets, key: undefined, manner: undefined, isProven: false });
/** Of a command that acts on any. */
const anyRows = (...targets: readonly unknown[]) => ({ ...rows(...targets), isProven: true });
const ourRow = (row: object): object => {
  noteRow(row);
  return row;
};
const nothing = (id: CommandId): unknown => narrowArguments(id, []);

describe('what names nothing', () => {
  it.each<[string, readonly unknown[]]>([
    ['no values', [undefined, undefined]],
    ['null', [null, null]],
    ['numbers', [7, 8]],
    ['a function and a symbol', [() => undefined, Symbol('a')]],
    ['lists in place of rows', [[], [[]]]],
    ['an object of somebody else', [{ some: 'thing' }, [{ other: 1 }, undefined]]],
    [
      'our own fields of other types',
      [{ resources: [1, {}, { uri: 'a' }], serverId: 1, fact: { value: 7 }, line: Symbol('1'), file: 2 }],
    ],
    ['rows without what makes them rows', [{ entry: { id: 'x', template: 7 }, definition: null }]],
    ['ids of another type', [{ ids: ['1', null], kind: 'server', scheme: 1 }]],
  ])('is %s: each command gets what it gets without arguments, and none throws', (_, args) => {
    const withoutRows = (value: unknown): unknown =>
      JSON.parse(JSON.stringify([value], (key, one: unknown) => (key === 'targets' ? [] : one)));
    for (const id of ids) {
      const narrowed = narrowArguments(id, args);
      expect(withoutRows(narrowed)).toEqual(withoutRows(nothing(id)));
      const { targets = [] } = (narrowed ?? {}) as { targets?: readonly { ids?: unknown[]; resources?: unknown[] }[] };
      expect(targets.flatMap(({ ids: of, resources }) => [...(of ?? []), ...(resources ?? [])])).toEqual([]);
    }
  });
});

describe('what a command gets', () => {
  it.each<[string, CommandId, readonly unknown[], unknown]>([
    ['of a file', commands.open, [file, undefined], rows({ kind: 'file', uri: file })],
    [
      'of a click on a row',
      commands.open,
      [file, 'glance'],
      { ...rows({ kind: 'file', uri: file }), manner: 'glance' },
    ],
    ['of the row of a file', commands.open, [{ kind: 'part', file }], rows({ kind: 'file', uri: file })],
    ['of a resource', commands.copyUri, [picked], anyRows({ kind: 'resources', resources: [picked] })],
    ['of a button', commands.attach, [{ resources: [picked] }], rows({ kind: 'resources', resources: [picked] })],
    ['of the panel', commands.save, [{ webview: 'x', ids: [1, 2] }], rows({ kind: 'ids', ids: [1, 2] })],
    [
      'of a row with the selected ones, which may not have it among them',
      commands.attach,
      [{ kind: 'scheme', ids: [1] }, [{ entry: { id: 2 } }, picked]],
      rows({ kind: 'ids', ids: [2] }, { kind: 'resources', resources: [picked] }),
    ],
    ['of a key', commands.moveUp, [{ selectedIn: 'a.view' }], { ...anyRows(), key: { view: 'a.view' } }],
    ['of a key of no view', commands.moveUp, [{ selectedIn: 1 }], { ...anyRows(), key: { view: undefined } }],
    ['of servers, each once', commands.stopServer, [{}, [{ serverId: 'a' }, { definition: { id: 'a' } }]], ['a']],
    [
      'of groups: a server’s below a scheme is the server',
      commands.hide,
      [
        {},
        [
          { kind: 'scheme', scheme: '' },
          { kind: 'server', scheme: 'a', serverId: 'b' },
        ],
      ],
      { servers: ['b'], schemes: [''] },
    ],
    ['of a template in the panel', commands.fillInTemplate, [{ ids: [9] }], { kind: 'panel', id: 9 }],
    [
      'of a template in the tree',
      commands.fillInTemplate,
      [{ entry: { serverId: 'a', template: { uriTemplate: 'x:{y}' } } }],
      { kind: 'row', serverId: 'a', uriTemplate: 'x:{y}' },
    ],
    ['of a place in a file', commands.openConfiguration, [{ file: '/a' }], { kind: 'file', file: '/a', line: 0 }],
    [
      'of a line as a text, and of none before the first',
      commands.openConfiguration,
      [{ file: '/a', line: '3' }],
      { kind: 'file', file: '/a', line: 3 },
    ],
    [
      'of a line that there is not',
      commands.openConfiguration,
      [{ file: '/a', line: -1 }],
      { kind: 'file', file: '/a', line: 0 },
    ],
    ['of a server', commands.openConfiguration, [{ serverId: 'a' }], { kind: 'server', serverId: 'a' }],
    [
      'of a folder of a server to search in',
      commands.searchIn,
      [ourRow({ kind: 'folder', ids: [1, '2', 3], serverId: 'a', scheme: 'b', prefix: 'b:c/' })],
      { serverId: 'a', scheme: 'b', prefix: 'b:c/', ids: [1, 3] },
    ],
    [
      'of a folder that no tree of this window has, which is not read',
      commands.searchIn,
      [{ kind: 'folder', ids: [1], serverId: 'a', prefix: 'b:c/' }],
      { serverId: 'a', prefix: 'b:c/', ids: [] },
    ],
    [
      'of the skills of a server to search in',
      commands.searchIn,
      [{ kind: 'skills', ids: [1], serverId: 'a' }],
      { serverId: 'a', type: 'skill', ids: [] },
    ],
    [
      'of a scheme to search in, whose folders are not read',
      commands.searchIn,
      [{ kind: 'scheme', ids: [1], scheme: 'b' }],
      { scheme: 'b', ids: [] },
    ],
    ['of a server to search in', commands.searchIn, [{ definition: { id: 'a' } }], { serverId: 'a', ids: [] }],
    ['of words', commands.search, ['a b'], 'a b'],
    ['of a lens', commands.attachMentioned, ['file:///a.md'], { document: 'file:///a.md', isProven: false }],
    ['of an editor’s menu', commands.addMentioned, [file], { document: file, isProven: false }],
    ['of a fact', commands.copyFact, [{ fact: { value: '1.2' } }], '1.2'],
  ])('%s', (_, id, args, expected) => {
    expect(narrowArguments(id, args)).toEqual(expected);
  });

  it('is what our own rows and buttons pass', () => {
    const passed = ({ command, arguments: args = [] }: ReturnType<typeof commandFor>) =>
      narrowArguments(command as CommandId, args as unknown[]);
    const entry = { serverId: 'a', template: { uriTemplate: 'x:{y}', name: 'x' } } as never;
    expect([
      passed(commandFor(commands.open, 'Open', file)),
      passed(commandFor(commands.fillInTemplate, 'Fill In', { entry })),
      passed(commandFor(commands.signIn, 'Sign In', { serverId: 'a' })),
      passed(commandFor(commands.openConfiguration, 'Open', { file: '/a', line: 2 })),
      passed(commandFor(commands.search, 'Search')),
    ]).toEqual([
      rows({ kind: 'file', uri: file }),
      { kind: 'row', serverId: 'a', uriTemplate: 'x:{y}' },
      ['a'],
      { kind: 'file', file: '/a', line: 2 },
      undefined,
    ]);
  });
});

describe('the resources that a command is given', () => {
  const isProven = (id: CommandId, args: readonly unknown[]): unknown =>
    (narrowArguments(id, args) as { isProven?: boolean } | undefined)?.isProven;
  const given = { resources: [{ ...picked, uri: 'hr://send?data=secret' }] };
  /** What an extension or a model can pass: also what it has seen of ours. */
  const foreign: readonly (readonly unknown[])[] = [
    [given],
    [given.resources[0]],
    [file],
    [file.toString()],
    [{ ids: [1] }],
    [{ entry: { id: 1 } }, [{ entry: { id: 1 } }]],
    [{ ids: [1], proof: 'a guess' }],
    [given, 'a guess'],
    [given, withProof({ title: '', command: commands.attach, arguments: [file] }).arguments?.at(-1)],
    [given, withProof({ title: '', command: commands.search, arguments: [given] }).arguments?.at(-1)],
  ];

  it('are shown first by these commands, whoever runs them, and are harmless for all others', () => {
    const shown = ids.filter((id) => foreign.some((args) => isProven(id, args) === false));
    expect(shown.sort()).toEqual(
      [
        ...[commands.addMentioned, commands.attachMentioned, commands.addToContext, commands.attach],
        ...[
          commands.copyContent,
          commands.loadMore,
          commands.open,
          commands.preview,
          commands.reveal,
          commands.save,
          commands.showChanges,
          commands.toggleChecked,
          commands.toggleInEveryMessage,
        ],
      ].sort(),
    );
    for (const id of shown) expect(foreign.map((args) => isProven(id, args))).toEqual(foreign.map(() => false));
  });

  it('are the user’s once where this window proves it, for this command and these arguments alone', () => {
    const { command, arguments: args = [] } = withProof(commandFor(commands.attach, 'Attach', given));
    const other = [{ resources: [picked] }, args[1]];
    const disguised = [{ resources: [picked], toJSON: () => given }, args[1]];
    expect(
      [other, disguised, args, args].map((passed: readonly unknown[]) => isProven(command as CommandId, passed)),
    ).toEqual([false, false, true, false]);
  });

  it('are the user’s in a link, whose arguments are text', () => {
    const { path, query } = Uri.parse(commandUri(commands.attach, { resources: [picked] }));
    expect(isProven(path as CommandId, JSON.parse(query) as unknown[])).toBe(true);
  });

  it('are the user’s as rows of our trees, all of them, and in the menu of our pages', () => {
    const [row, own, copy] = [{ entry: { id: 1 } }, { entry: { id: 2 } }, { entry: { id: 1 } }];
    for (const one of [row, own]) noteRow(one);
    const menu = { webview: 'x', ids: [1], proof: pageProof };
    expect(
      [[row], [row, [row, own]], [copy], [row, [row, copy]], [menu]].map((args) => isProven(commands.attach, args)),
    ).toEqual([true, true, false, false, true]);
  });
});
