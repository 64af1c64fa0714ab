import { beforeEach, describe, expect, it } from 'vitest';
import { commands, ThemeIcon, UIKind } from 'vscode';
import { ContextSet, type ContextItem, type PickedResource } from '../../../../src/core/context/contextSet';
import { HumanError } from '../../../../src/core/base/errors';
import type { Liveness } from '../../../../src/core/context/liveContext';
import { attachContext } from '../../../../src/host/actions/attachContext';
import { views } from '../../../../src/host/base/ids';
import { targetsOf } from '../../../../src/host/commands/narrowArguments';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { KeyRows } from '../../../../src/host/base/rowsForKey';
import { contextCommands } from '../../../../src/host/context/contextCommands';
import { FakeStore } from '../../../support/fakeStore';
import { settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { needsOf } from '../../../support/needsOf';
import { own } from '../../../support/own';

function resource(name: string): PickedResource {
  return { serverId: 'shop', uri: `note:${name}`, name, title: undefined, mimeType: undefined, size: undefined };
}

let picked: ContextSet;
let updated: readonly ContextItem[];
/** URIs of resources that servers no longer have. */
let gone: readonly string[];
let attached: string[];
/** The user cancels what would be attached. */
let isCancelling: boolean;
/** Names of resources that are attached to the next message. */
let waiting: readonly string[];
let compared: string[];
let read: string[];
let kept: string[];
let searched: string[];
/** The rows that have the focus; the view tells of them one key after the other. */
let focused: () => Promise<readonly PickedResource[]>;

const { shownTexts } = fakeVscode;
/** Returns the labels of all lists that were shown. */
const offered = (): string[] => fakeVscode.picks.asked.flatMap(({ labels }) => labels);
const names = (rows: readonly PickedResource[]): string[] => rows.map(({ name }) => name);
const order = (): string => names(picked.items).join('');
const run = async (id: string, ...args: unknown[]): Promise<void> => {
  await commands.executeCommand(`mcpResources.${id}`, ...args);
};
const key = { selectedIn: 'mcpResources.context' };

beforeEach(async () => {
  fakeVscode.press(undefined);
  // The user selects everything in the list.
  fakeVscode.picks.answerAll(({ labels }) => labels);
  [updated, gone, waiting] = [[], [], []];
  [attached, compared, read, kept, searched] = [[], [], [], [], []];
  isCancelling = false;
  picked = new ContextSet(new FakeStore());
  await picked.add(['a', 'b', 'c', 'd'].map(resource));
  focused = () => Promise.resolve([]);
  const keyRows = new KeyRows();
  for (const view of [views.context, views.resources]) keyRows.add(view, async () => targetsOf(await focused()));
  const parts = {
    picked,
    catalog: { find: () => undefined },
    connections: { get: () => undefined, nameOf: (id: string) => id },
    live: {
      get updated() {
        return updated;
      },
      get changed() {
        return updated;
      },
      get waiting() {
        return picked.items.filter(({ name }) => waiting.includes(name));
      },
      liveness: ({ uri }: PickedResource): Liveness =>
        gone.includes(uri) ? { kind: 'failed', error: new HumanError('notFound', 'Gone.') } : { kind: 'offline' },
    },
    loaded: {
      actions: {
        attach: (rows: readonly PickedResource[]) =>
          Promise.resolve(!isCancelling && attached.push(...names(rows)) > 0),
      },
    },
    tree: {
      iconOf: () => ThemeIcon.File,
      keepPlace: (rows: readonly PickedResource[], remove: () => Promise<unknown>) => {
        kept.push(...names(rows));
        return remove();
      },
      get leftOut() {
        return picked.items.slice(2);
      },
    },
    reads: {
      readAnew: (rows: readonly PickedResource[]) => {
        read.push(...names(rows));
        return Promise.resolve([]);
      },
    },
    seenDocuments: { showChanges: (row: PickedResource) => Promise.resolve(void compared.push(row.name)) },
    keyRows,
    search: (text: string) => Promise.resolve(void searched.push(text)),
    log: silent,
  };
  const [needs, services] = [needsOf(parts), parts] as unknown as Parameters<typeof contextCommands>;
  const attachAll = () => attachContext(needs.context, parts.loaded.actions, silent);
  const table = contextCommands(needs, {
    ...services,
    loaded: { actions: services.loaded.actions, attachContext: attachAll },
  });
  own(registerCommands(roomCommands.context, () => Promise.resolve(table), silent));
});

describe('attaching the context', () => {
  it('takes what is checked', async () => {
    await picked.setChecked([resource('b')], false);
    await run('attachContext');
    expect(attached).toEqual(['a', 'c', 'd']);
  });

  it('says what to do where nothing is checked, or nothing is there', async () => {
    await picked.setChecked(picked.items, false);
    await run('attachContext');
    await picked.clear();
    await run('attachContext');
    expect([attached, shownTexts]).toEqual([
      [],
      [expect.stringContaining('checked'), expect.stringContaining('The context is empty.')],
    ]);
  });

  it.each(['attachContext', 'attachUpdated'])(
    '%s first shows what only a set added, which the user accepts, and which stays the set’s',
    async (id) => {
      const rule = { reason: { set: 'Sales', state: 'new' } } as const;
      await picked.add(['x', 'y'].map((name) => ({ ...resource(name), ...rule })));
      updated = picked.items;
      fakeVscode.picks.answer(undefined, ['y']);
      await run(id);
      expect([attached, picked.isChosen(resource('y'))]).toEqual([[], false]);
      await run(id);
      expect(picked.items.map(({ name, isChecked, reason }) => [name, isChecked, reason?.state])).toEqual([
        ...['a', 'b', 'c', 'd'].map((name) => [name, true, undefined]),
        ['x', false, 'new'],
        ['y', true, 'accepted'],
      ]);
      await run(id);
      expect(fakeVscode.picks.asked.map(({ labels }) => labels)).toEqual([
        ['x', 'y'],
        ['x', 'y'],
      ]);
    },
  );

  it('leaves out what is known to be gone, with a way to uncheck it', async () => {
    gone = ['note:b', 'note:c'];
    fakeVscode.press('Uncheck');
    await run('attachContext');
    await settle();
    expect([attached, names(picked.checked)]).toEqual([
      ['a', 'd'],
      ['a', 'd'],
    ]);
    expect(shownTexts).toEqual(['Not attached, because the server no longer has it: b, c.']);
    await picked.setChecked([resource('a'), resource('d')], false);
    await picked.setChecked([resource('b')], true);
    await run('attachContext');
    expect([attached, shownTexts[1]]).toEqual([['a', 'd'], 'Not attached, because the server no longer has it: b.']);
  });

  it('takes of what has changed only what is checked', async () => {
    await picked.setChecked([resource('b')], false);
    updated = picked.items.slice(1, 3);
    await run('attachUpdated');
    expect(attached).toEqual(['c']);
    updated = picked.items.slice(1, 2);
    await run('attachUpdated');
    expect([attached, shownTexts]).toEqual([
      ['c'],
      ['None of these resources have changed since you attached or sent them.'],
    ]);
  });
});

describe('moving', () => {
  it('takes selected rows up or down by one, together, as far as there is room', async () => {
    const b = resource('b');
    await run('moveUp', b, [b]);
    expect(order()).toBe('bacd');
    await run('moveUp', b, [b]);
    expect(order()).toBe('bacd');
    await run('moveDown', b, [b, resource('c')]);
    expect(order()).toBe('adbc');
    await run('moveDown', b, [resource('c')]);
    expect(order()).toBe('adbc');
  });

  it('by keys happens key by key, however fast they come', async () => {
    const asked: (() => void)[] = [];
    focused = () => new Promise((resolve) => void asked.push(() => resolve([resource('a')])));
    const keys = [run('moveDown', key), run('moveDown', key)];
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.();
    await settle();
    expect([order(), asked.length]).toEqual(['bacd', 2]);
    asked[1]?.();
    await Promise.all(keys);
    expect(order()).toBe('bcad');
  });
});

describe('check marks', () => {
  it('of several rows become the same', async () => {
    await picked.setChecked([resource('b')], false);
    focused = () => Promise.resolve(picked.items.slice(0, 2));
    await run('toggleChecked', key);
    expect(names(picked.checked)).toEqual(['a', 'b', 'c', 'd']);
    await run('toggleChecked', key);
    expect(names(picked.checked)).toEqual(['c', 'd']);
  });

  it('without a row are set in a list that begins as they are', async () => {
    await picked.setChecked([resource('b')], false);
    fakeVscode.picks.answer(['b', 'd'], [], undefined);
    await run('toggleChecked');
    expect(fakeVscode.picks.asked[0]?.items.map(({ label, picked: isPicked }) => [label, isPicked])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
      ['d', true],
    ]);
    expect(names(picked.checked)).toEqual(['b', 'd']);
    await run('toggleChecked');
    expect(names(picked.checked)).toEqual([]);
    await picked.setChecked([resource('c')], true);
    await run('toggleChecked');
    expect(names(picked.checked)).toEqual(['c']);
  });

  it('leave what does not fit', async () => {
    await run('uncheckOverBudget');
    expect([names(picked.checked), shownTexts]).toEqual([['a', 'b'], ['2 resources unchecked']]);
  });
});

describe('the switch “In Every Message”', () => {
  const always = (): readonly string[] => names(picked.items.filter(({ isInEveryMessage }) => isInEveryMessage));

  it('of several rows becomes the same; switched on, they are attached unless they are already', async () => {
    waiting = ['b'];
    await picked.setInEveryMessage([resource('a')], true);
    focused = () => Promise.resolve(picked.items.slice(0, 3));
    await run('toggleInEveryMessage', key);
    expect([always(), attached]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
    await run('toggleInEveryMessage', key);
    expect([always(), attached]).toEqual([[], ['a', 'c']]);
  });

  it('stays off where the user cancels attaching', async () => {
    isCancelling = true;
    focused = () => Promise.resolve(picked.items.slice(0, 3));
    await run('toggleInEveryMessage', key);
    expect(always()).toEqual([]);
  });

  it('is not for images on this machine, where nobody tells that one was sent', async () => {
    await picked.add([{ ...resource('photo'), mimeType: 'image/png' }]);
    focused = () => Promise.resolve([...picked.items.slice(0, 1), ...picked.items.slice(-1)]);
    await run('toggleInEveryMessage', key);
    expect([always(), attached, shownTexts]).toEqual([['a'], ['a'], [expect.stringContaining('photo')]]);
    fakeVscode.env.set({ uiKind: UIKind.Web, remoteName: undefined });
    await picked.setInEveryMessage(picked.items, false);
    await run('toggleInEveryMessage', key);
    expect(always()).toEqual(['a', 'photo']);
  });

  it('without a row is set in a list that begins as it is', async () => {
    await picked.setInEveryMessage([resource('a'), resource('b')], true);
    fakeVscode.picks.answer(['b', 'd'], undefined);
    await run('toggleInEveryMessage');
    expect(fakeVscode.picks.asked[0]?.items.map(({ label, picked: isPicked }) => [label, isPicked])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
      ['d', false],
    ]);
    expect([always(), attached]).toEqual([['b', 'd'], ['d']]);
    await run('toggleInEveryMessage');
    expect(always()).toEqual(['b', 'd']);
  });
});

describe('removing', () => {
  it('by a key leaves the keyboard in its place, and does nothing without a row', async () => {
    focused = () => Promise.resolve([resource('b')]);
    await run('removeFromContext', key);
    expect([order(), kept]).toEqual(['acd', ['b']]);
    focused = () => Promise.resolve([]);
    await run('removeFromContext', key);
    expect([order(), offered()]).toEqual(['acd', []]);
  });

  it('by a key in another view leaves the keyboard there', async () => {
    focused = () => Promise.resolve([resource('b')]);
    await run('removeFromContext', { selectedIn: 'mcpResources.resources' });
    expect([order(), kept]).toEqual(['acd', []]);
  });

  it('of everything can be undone from the message', async () => {
    fakeVscode.press('Undo');
    await run('clearContext');
    await settle();
    expect([order(), shownTexts]).toEqual(['abcd', ['4 resources removed from the context.']]);
    fakeVscode.press(undefined);
    await run('clearContext');
    expect(order()).toBe('');
    await run('undoRemoval');
    expect(order()).toBe('abcd');
  });

  it('from the palette asks what', async () => {
    await run('removeFromContext');
    expect([offered(), order()]).toEqual([['a', 'b', 'c', 'd'], '']);
  });
});

describe('changes', () => {
  it('are shown of rows, of the only one that changed, or of those that a user chooses', async () => {
    await run('showChanges', resource('a'));
    expect(read).toEqual([]);
    updated = picked.items.slice(1, 2);
    await run('showChanges');
    // Without a view nothing is known of what was not read.
    expect(read).toEqual(['a', 'b', 'c', 'd']);
    expect([compared, offered()]).toEqual([['a', 'b'], []]);
    updated = picked.items.slice(1, 3);
    await run('showChanges');
    expect([compared.slice(2), offered()]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ]);
    updated = [];
    await run('showChanges');
    expect(shownTexts).toEqual(['None of these resources have changed since you attached or sent them.']);
  });
});
