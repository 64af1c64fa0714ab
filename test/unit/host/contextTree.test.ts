import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Content } from '../../../src/core/context/content';
import { ContextSet, type ContextItem, type PickedResource } from '../../../src/core/context/contextSet';
import { Emitter } from '../../../src/core/base/event';
import { ContextTree, type ContextTreeParts } from '../../../src/host/contextTree';
import { FakeClock, settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';

interface Shown {
  view: {
    description?: string;
    message?: string;
    badge?: { value: number };
    selection?: readonly unknown[];
    [key: string]: unknown;
  };
  keys: { [key: string]: unknown; isOverBudget?: boolean; hasUpdated?: boolean; canUndoRemoval?: boolean };
  /** What VS Code was asked to draw anew: rows, or `undefined` for all of them. */
  drawn: unknown[];
  revealed: unknown[];
  check: (row: unknown, state: 0 | 1) => void;
}

/** VS Code's side of the view. */
const shown = vi.hoisted((): Shown => ({
  view: {},
  keys: {},
  drawn: [] as unknown[],
  revealed: [] as unknown[],
  check: () => undefined,
}));

vi.mock('vscode', () => {
  const silentEvent = () => ({ dispose: () => undefined });
  return {
    EventEmitter: class {
      event = silentEvent;
      fire = (rows: unknown) => shown.drawn.push(rows);
      dispose = () => undefined;
    },
    ThemeColor: Object,
    ThemeIcon: Object,
    TreeItem: Object,
    TreeItemCheckboxState: { Unchecked: 0, Checked: 1 },
    TreeItemCollapsibleState: { None: 0 },
    Uri: class {
      readonly path = '';
    },
    commands: {
      executeCommand: (_id: string, key: string, value: unknown) =>
        Promise.resolve((shown.keys[key.replace('mcpResources.', '')] = value)),
    },
    window: {
      createTreeView: () =>
        (shown.view = {
          visible: true,
          selection: [],
          onDidChangeVisibility: silentEvent,
          onDidChangeCheckboxState: (listener: (event: { items: readonly unknown[] }) => void) => {
            shown.check = (row, state) => listener({ items: [[row, state]] });
            return silentEvent();
          },
          reveal: (row: unknown) => Promise.resolve(shown.revealed.push(row)),
          dispose: () => undefined,
        }),
    },
  };
});

function resource(name: string, size = 4_000): PickedResource {
  return { serverId: 'shop', uri: `note:${name}`, name, title: undefined, mimeType: undefined, size };
}

const file = { with: () => file };
const clock = new FakeClock();
let budget: number | undefined;
let updated: readonly ContextItem[];
let changed: Emitter<void>;
let picked: ContextSet;
let tree: ContextTree;

beforeEach(async () => {
  budget = undefined;
  updated = [];
  changed = new Emitter();
  Object.assign(shown, { keys: {}, drawn: [], revealed: [] });
  picked = new ContextSet(new FakeStore());
  await picked.add(['a', 'b', 'c'].map((name) => resource(name)));
  const live = {
    onDidChange: changed.event,
    liveness: () => ({ kind: 'live', isUpdated: false, since: undefined }),
    get updated() {
      return updated;
    },
  };
  tree = new ContextTree({
    clock,
    picked,
    live,
    catalog: { find: () => undefined },
    cache: { peek: (): Content | undefined => undefined },
    seen: { onDidChange: () => ({ dispose: () => undefined }) },
    connections: { get: () => undefined },
    files: { uri: () => file, uriForChat: () => file },
    budget: {
      current: () => (budget === undefined ? undefined : { tokens: budget }),
      onDidChange: () => ({ dispose: () => undefined }),
    },
  } as unknown as ContextTreeParts);
});

afterEach(() => {
  tree.dispose();
  expect(clock.pending).toEqual([]);
});

/** Something happened that the view shows. */
async function refresh(): Promise<void> {
  changed.fire();
  await clock.advance(100);
}

describe('the title', () => {
  it('counts what goes along, and measures it where the room is known', async () => {
    expect(shown.view.description).toBe('3 · ~3K tokens');
    await picked.setChecked([resource('b')], false);
    await refresh();
    expect(shown.view.description).toBe('2 of 3 · ~2K tokens');
    budget = 5_000;
    await refresh();
    expect(shown.view.description).toBe('2 of 3 · ▰▰▱▱▱ ~2K of ~5K tokens');
    await picked.clear();
    await refresh();
    expect(shown.view.description).toBe('');
  });

  it('warns before more is sent than fits, and says what can be done', async () => {
    budget = 2_500;
    await refresh();
    expect(shown.view.description).toBe('3 · ▰▰▰▰▰ ~3K of ~2.5K tokens');
    expect(shown.view.message).toMatch(/“Uncheck What Does Not Fit” leaves out 1/);
    expect(shown.keys.isOverBudget).toBe(true);
    await picked.setChecked(tree.leftOut, false);
    await refresh();
    expect([shown.view.message, shown.keys.isOverBudget]).toEqual(['', false]);
    expect(picked.checked.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('counts what was updated, and tells commands of it only where it is checked', async () => {
    expect([shown.view.badge, shown.keys.hasUpdated]).toEqual([undefined, false]);
    updated = picked.items.slice(0, 1);
    await refresh();
    expect([shown.view.badge, shown.keys.hasUpdated]).toEqual([
      { value: 1, tooltip: '1 resource has changed since the chat got it' },
      true,
    ]);
    await picked.setChecked(picked.items, false);
    updated = picked.items.slice(0, 1);
    await refresh();
    expect([shown.view.badge?.value, shown.keys.hasUpdated]).toEqual([1, false]);
  });

  it('lets a removal be undone while it can be', async () => {
    await picked.remove([resource('a')]);
    await refresh();
    expect(shown.keys.canUndoRemoval).toBe(true);
    await picked.undoRemoval();
    await refresh();
    expect(shown.keys.canUndoRemoval).toBe(false);
  });
});

describe('the rows', () => {
  it('are the same objects as before, in the new order', async () => {
    const [a, b, c] = tree.getChildren();
    await picked.setOnce([resource('b')], true);
    await picked.move([resource('c')], resource('a'));
    const after = tree.getChildren();
    expect(after.map((row) => [a, b, c].indexOf(row))).toEqual([2, 0, 1]);
  });

  it('follow the box that was clicked, all that are selected with it', async () => {
    const [a, b, c] = tree.getChildren();
    shown.view.selection = [a, b];
    shown.check(c, 0);
    await settle();
    expect(picked.checked.map(({ name }) => name)).toEqual(['a', 'b']);
    shown.check(b, 0);
    await settle();
    expect(picked.checked).toEqual([]);
    shown.check(a, 1);
    await settle();
    expect(picked.checked.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('are asked for anew only where others are to be shown, or in another order', async () => {
    const rows = tree.getChildren();
    await refresh();
    expect(shown.drawn.at(-1)).toEqual(rows);
    await picked.move([resource('c')], resource('a'));
    await clock.advance(100);
    expect(shown.drawn.at(-1)).toBeUndefined();
    const moved = tree.getChildren();
    await refresh();
    expect(shown.drawn.at(-1)).toEqual(moved);
    await picked.remove([resource('b')]);
    await clock.advance(100);
    expect(shown.drawn.at(-1)).toBeUndefined();
  });

  it('are told anew after a minute, while somebody sees them', async () => {
    await refresh();
    const before = shown.drawn.length;
    await clock.advance(60_100);
    expect(shown.drawn).toHaveLength(before + 1);
    shown.view['visible'] = false;
    await refresh();
    expect(clock.pending).toEqual([]);
  });

  it('that go leave the keyboard at the next one, or at the one before', async () => {
    const [a, , c] = tree.getChildren();
    await tree.keepPlace([resource('b')], () => picked.remove([resource('b')]));
    tree.getChildren();
    await tree.keepPlace([resource('c')], () => picked.remove([resource('c')]));
    tree.getChildren();
    await tree.keepPlace([resource('a')], () => picked.remove([resource('a')]));
    expect(shown.revealed).toEqual([c, a]);
  });
});
