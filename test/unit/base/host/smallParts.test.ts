import { describe, expect, it } from 'vitest';
import { LogLevel, UIKind, window, type TreeView } from 'vscode';
import { ChannelLogger } from '../../../../src/host/base/log';
import { sendsImages } from '../../../../src/host/base/runsOnUserMachine';
import { MementoStore } from '../../../../src/host/base/mementoStore';
import { rowsForKey } from '../../../../src/host/base/rowsForKey';
import { showInformation } from '../../../../src/host/base/tell';
import { statusItem } from '../../../../src/host/servers/statusItem';
import type { StatusRow } from '../../../../src/host/servers/statusRows';
import { LearnedProtocolStore } from '../../../../src/host/connection/learnedProtocolStore';
import { excludedGlobs } from '../../../../src/host/base/settings';
import { FakeStore } from '../../../support/fakeStore';
import { FakeMemento } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

describe('the rows that a key is about', () => {
  /** A tree with the focus on this row: VS Code's command toggles the row's selection. */
  function newTree(selection: readonly string[], focused: string): Pick<TreeView<string>, 'selection'> {
    const tree = { selection };
    fakeVscode.commands.answer('list.toggleSelection', () => {
      const isIn = tree.selection.includes(focused);
      tree.selection = isIn ? tree.selection.filter((row) => row !== focused) : [...tree.selection, focused];
    });
    return tree;
  }

  it.each([
    ['all that is selected, with the focus among it', ['a', 'b'], 'b', ['a', 'b']],
    ['the one with the focus, beside what is selected', ['a', 'b'], 'c', ['c']],
    ['the one with the focus, where nothing is selected', [], 'c', ['c']],
  ])('are %s', async (_, selection, focused, rows) => {
    const tree = newTree(selection, focused);
    expect(await rowsForKey(tree as TreeView<string>)).toEqual(rows);
    expect([...tree.selection].sort()).toEqual(selection);
  });
});

describe('what is remembered of how a server wants to be spoken to', () => {
  const learned = (at: number) => ({ at }) as unknown as Parameters<LearnedProtocolStore['set']>[1];

  it('is known in the next window', () => {
    const store = new FakeStore();
    new LearnedProtocolStore(store).set('a', learned(1));
    expect([new LearnedProtocolStore(store).get('a'), new LearnedProtocolStore(store).get('b')]).toEqual([
      learned(1),
      undefined,
    ]);
  });

  it('is that of the newest 200 servers', () => {
    const store = new FakeStore();
    const learnedProtocols = new LearnedProtocolStore(store);
    for (let index = 0; index < 200; index += 1) learnedProtocols.set(`s${index}`, learned(index));
    // Learning a protocol again makes its entry new.
    learnedProtocols.set('s0', learned(0));
    learnedProtocols.set('s200', learned(200));
    const next = new LearnedProtocolStore(store);
    expect(['s0', 's1', 's2', 's200'].map((hash) => next.get(hash) !== undefined)).toEqual([true, false, true, true]);
  });
});

describe('the exclude setting', () => {
  it.each([
    [['log:*'], ['log:*']],
    [{ 'log:*': true }, []],
    [['log:*', 1], []],
  ])('excludes nothing where it is wrong: %j', (value, globs) => {
    fakeVscode.settings.set('mcpResources.exclude', value);
    expect(excludedGlobs.value()).toEqual(globs);
  });
});

describe('the log', () => {
  it('names the part that writes, at each level', () => {
    const channel = window.createOutputChannel('Test', { log: true });
    const log = new ChannelLogger(channel);
    const named = log.named('shop');
    log.info('all');
    for (const level of ['trace', 'info', 'warn', 'error'] as const) named[level](`one ${level}`);
    expect(fakeVscode.window.channels[0]?.lines).toEqual([
      'info all',
      'trace [shop] one trace',
      'info [shop] one info',
      'warn [shop] one warn',
      'error [shop] one error',
    ]);
  });

  it('has a line for each message, and shows what would end or colour it', () => {
    const log = new ChannelLogger(window.createOutputChannel('Test', { log: true })).named('shop\u001b[1m');
    for (const level of ['trace', 'info', 'warn', 'error'] as const)
      log[level]('a\n2026-01-01 [info] b\u001b[2J\u202e🙂');
    expect(fakeVscode.window.channels[0]?.lines).toEqual(
      ['trace', 'info', 'warn', 'error'].map(
        (level) => String.raw`${level} [shop\u{1b}[1m] a\u{a}2026-01-01 [info] b\u{1b}[2J\u{202e}🙂`,
      ),
    );
  });

  it('traces only where the user wants to see it', () => {
    const log = new ChannelLogger(window.createOutputChannel('Test', { log: true }));
    const before = log.isTracing;
    fakeVscode.window.channels[0]?.setLevel(LogLevel.Trace);
    expect([before, log.isTracing]).toEqual([false, true]);
  });
});

describe('VS Code’s storage', () => {
  it('keeps values for the next window, and lets go of what is set to nothing', async () => {
    const memento = new FakeMemento();
    const store = new MementoStore(memento);
    await store.set('a', { list: [1] });
    await store.set('b', 1);
    await store.set('b', undefined);
    expect([new MementoStore(memento).get('a'), store.get('b'), memento.keys()]).toEqual([
      { list: [1] },
      undefined,
      ['v1.a'],
    ]);
  });

  it('has nothing of another version', () => {
    const store = new MementoStore(new FakeMemento({ a: 1, 'v0.a': 1, 'v2.a': 1 }));
    expect(store.get('a')).toBeUndefined();
  });
});

describe('a row that says what is missing', () => {
  const row = (fields: Partial<StatusRow> = {}): StatusRow => ({
    kind: 'status',
    id: 'server:shop',
    severity: 'error',
    label: 'shop',
    text: 'the command was not found',
    brief: 'shop: failed',
    count: 1,
    detail: 'shop\n\n[click](command:evil) **now**',
    serverId: 'shop',
    action: undefined,
    ...fields,
  });
  const shown = (one: StatusRow): unknown => {
    const { id, label, description, contextValue, command, accessibilityInformation, iconPath } = statusItem(one);
    return { id, label, description, contextValue, command, spoken: accessibilityInformation?.label, iconPath };
  };

  it('says what happened, and a click does what helps', () => {
    const about = { serverId: 'shop' };
    expect(shown(row({ action: { kind: 'signIn', ...about } }))).toEqual({
      id: 'server:shop',
      label: 'shop',
      description: 'the command was not found',
      contextValue: 'problem',
      command: { title: 'Sign In…', command: 'mcpResources.signIn', arguments: [about] },
      spoken: 'shop, the command was not found',
      iconPath: { id: 'error', color: { id: 'list.errorForeground' } },
    });
  });

  it('is read out once where its label says it all', () => {
    expect(shown(row({ serverId: undefined, text: '', severity: 'warning' }))).toMatchObject({
      contextValue: 'problem',
      spoken: 'shop',
      iconPath: { id: 'warning' },
    });
  });

  it.each([
    ['busy', 'loading~spin'],
    ['info', 'info'],
  ] as const)('has an icon for %s', (severity, id) => {
    expect(shown(row({ severity }))).toMatchObject({ iconPath: { id } });
  });

  it('makes no markup and no command of what a server wrote', () => {
    // VS Code shows a text as it is; only a MarkdownString has markup.
    expect(statusItem(row()).tooltip).toBe(row().detail);
  });
});

describe('a message', () => {
  it.each([
    ['of one line needs no button', 'Saved.', {}, []],
    ['that VS Code would cut has one, so that all of its lines are shown', 'long '.repeat(11), {}, ['Dismiss']],
    ['of wide letters is cut sooner', '资'.repeat(26), {}, ['Dismiss']],
    ['that waits for an answer is never cut', 'long '.repeat(11), { modal: true }, []],
  ])('%s', async (_, text, options, buttons) => {
    await showInformation(text, options);
    expect(fakeVscode.messages.asked.at(-1)?.buttons).toEqual(buttons);
  });
});

describe('images that a command attaches', () => {
  it.each([
    ['1.105.1', [true, false]],
    ['1.109.9', [true, false]],
    ['1.110.0-insider', [true, true]],
    ['1.1100.0', [true, true]],
    ['2.0.0', [true, true]],
  ])('are sent by VS Code %s on this machine and elsewhere: %j', (version, [onThisMachine, elsewhere]) => {
    expect(sendsImages(version)).toBe(onThisMachine);
    fakeVscode.env.set({ uiKind: UIKind.Web });
    expect(sendsImages(version)).toBe(elsewhere);
  });
});
