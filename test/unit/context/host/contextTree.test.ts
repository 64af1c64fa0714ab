import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { ThemeIcon, TreeItemCheckboxState, Uri } from 'vscode';
import type { Content } from '../../../../src/core/content/content';
import { ContextSet, type ContextItem, type PickedResource } from '../../../../src/core/context/contextSet';
import { Emitter } from '../../../../src/core/base/event';
import { ContextTree } from '../../../../src/host/context/contextTree';
import { FakeClock, settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { needsOf } from '../../../support/needsOf';
import { newWeights } from '../../../support/newWeights';
import type { FakeTreeView } from '../../../support/vscode/views';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

function resource(name: string, size = 4_000): PickedResource {
  return { serverId: 'shop', uri: `note:${name}`, name, title: undefined, mimeType: undefined, size };
}

const file = Uri.file('/note');
const { contextKeys } = fakeVscode;
const view = (): FakeTreeView<PickedResource> => fakeVscode.views.tree('mcpResources.context');
const clock = new FakeClock();
let budget: number | undefined;
let updated: readonly ContextItem[];
/** Attached since the last message. */
let waiting: readonly ContextItem[];
/** Names of the resources that changed since they were last sent. */
let marked: readonly string[];
/** When all of them were sent, in ms since 1970. */
let sentAt: number | undefined;
let changed: Emitter<void>;
let picked: ContextSet;
let tree: ContextTree;

beforeEach(async () => {
  budget = undefined;
  sentAt = undefined;
  updated = waiting = [];
  marked = [];
  changed = new Emitter();
  picked = new ContextSet(new FakeStore());
  await picked.add(['a', 'b', 'c'].map((name) => resource(name)));
  const live = {
    onDidChange: changed.event,
    get waiting() {
      return waiting;
    },
    liveness: ({ name }: ContextItem) => ({ kind: 'live', isUpdated: marked.includes(name), since: undefined }),
    get updated() {
      return updated;
    },
  };
  const needs = needsOf({
    clock,
    picked,
    live,
    catalog: { find: () => undefined },
    cache: { peek: (): Content | undefined => undefined },
    seen: {
      onDidChange: () => ({ dispose: () => undefined }),
      last: () => undefined,
      messageAt: () => sentAt,
      attachedAt: () => undefined,
      isAttachedSinceMessage: () => true,
    },
    connections: { get: () => undefined },
    weights: newWeights(),
    icons: { iconOf: () => ThemeIcon.File, onDidFetch: () => ({ dispose: () => undefined }) },
    tokens: { onDidCount: () => ({ dispose: () => undefined }) },
    everyMessage: { isLeft: () => false, onDidChange: () => ({ dispose: () => undefined }) },
    files: { uri: () => file, uriForChat: () => file },
    budget: {
      current: () => (budget === undefined ? undefined : { tokens: budget }),
      onDidChange: () => ({ dispose: () => undefined }),
    },
  });
  tree = new ContextTree(needs as unknown as ConstructorParameters<typeof ContextTree>[0]);
});

afterEach(() => {
  tree.dispose();
  expect(clock.pending).toEqual([]);
});

/** Fires the event after which the view refreshes. */
async function refresh(): Promise<void> {
  changed.fire();
  await clock.advance(100);
}

describe('a key', () => {
  /** Makes VS Code forget its rows, and so its selection, until it is asked to reveal one. */
  function forgetRows(): Mock<FakeTreeView<PickedResource>['reveal']> {
    const { selection } = view();
    view().select();
    return vi.spyOn(view(), 'reveal').mockImplementation(() => {
      view().select(...selection);
      return Promise.resolve();
    });
  }

  beforeEach(() => fakeVscode.commands.answer('list.toggleSelection'));

  it('that follows another is about the same row, even while VS Code asks for all rows again', async () => {
    const b = tree.getChildren()[1]!;
    view().select(b);
    expect(await tree.rowsForKey()).toEqual([b]);
    const reveal = forgetRows();
    expect(await tree.rowsForKey()).toEqual([b]);
    expect(reveal.mock.calls).toEqual([[b, { select: false }]]);
  });

  it('that comes later moves nothing into sight where nothing is selected', async () => {
    const b = tree.getChildren()[1]!;
    view().select(b);
    await tree.rowsForKey();
    const reveal = forgetRows();
    await clock.advance(1_000);
    expect([await tree.rowsForKey(), reveal.mock.calls]).toEqual([[], []]);
  });
});

describe('the title', () => {
  it('counts what was attached since the last message, checked or not, against the limit where that is known', async () => {
    expect(view().description).toBe('nothing attached since the last message');
    await picked.setChecked([resource('b')], false);
    waiting = picked.items.slice(0, 2);
    await refresh();
    expect(view().description).toBe('2 attached since the last message · 2.2K tokens');
    budget = 5_000;
    await refresh();
    expect(view().description).toBe('2 attached since the last message · 2.2K of 5K tokens');
    await picked.clear();
    await refresh();
    expect(view().description).toBe('');
  });

  it('warns of more checked than fits, beside the rows that do not', async () => {
    const states = () => tree.getChildren().map((row) => String(tree.getTreeItem(row).description).split(' · ')[0]);
    budget = 2_500;
    await refresh();
    expect([view().description, view().message]).toEqual([
      'nothing attached since the last message',
      'The checked resources are over the token limit. Uncheck some, or the chat may shorten or omit them.',
    ]);
    expect(states()).toEqual(['1.1K tokens', '1.1K tokens', 'doesn’t fit']);
    expect(contextKeys.get('mcpResources.isOverBudget')).toBe(true);
    await picked.setChecked(tree.leftOut, false);
    await refresh();
    expect([view().message, contextKeys.get('mcpResources.isOverBudget')]).toEqual(['', false]);
    expect(states()).toEqual(['1.1K tokens', '1.1K tokens', '1.1K tokens']);
    expect(picked.checked.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('counts what was updated without a badge, and sets the context key only for checked rows', async () => {
    expect([view().description, contextKeys.get('mcpResources.hasUpdated')]).toEqual([
      'nothing attached since the last message',
      false,
    ]);
    updated = picked.items.slice(0, 1);
    await refresh();
    expect([view().description, view().badge, contextKeys.get('mcpResources.hasUpdated')]).toEqual([
      '1 updated · nothing attached since the last message',
      undefined,
      true,
    ]);
    await picked.setChecked(picked.items, false);
    updated = picked.items.slice(0, 1);
    await refresh();
    expect([view().description, contextKeys.get('mcpResources.hasUpdated')]).toEqual([
      '1 updated · nothing attached since the last message',
      false,
    ]);
  });

  it('lets a removal be undone while it can be', async () => {
    await picked.remove([resource('a')]);
    await refresh();
    expect(contextKeys.get('mcpResources.canUndoRemoval')).toBe(true);
    await picked.undoRemoval();
    await refresh();
    expect(contextKeys.get('mcpResources.canUndoRemoval')).toBe(false);
  });
});

describe('the rows', () => {
  it('are the same objects as before, in the new order', async () => {
    const [a, b, c] = tree.getChildren();
    await picked.setChecked([resource('b')], false);
    await picked.move([resource('c')], resource('a'));
    const after = tree.getChildren();
    expect(after.map((row) => [a, b, c].indexOf(row))).toEqual([2, 0, 1]);
  });

  it('follow the box that was clicked, all that are selected with it', async () => {
    const [a, b, c] = tree.getChildren();
    view().select(...[a, b].filter((row) => row !== undefined));
    view().check([c!, TreeItemCheckboxState.Unchecked]);
    await settle();
    expect(picked.checked.map(({ name }) => name)).toEqual(['a', 'b']);
    view().check([b!, TreeItemCheckboxState.Unchecked]);
    await settle();
    expect(picked.checked).toEqual([]);
    view().check([a!, TreeItemCheckboxState.Checked]);
    await settle();
    expect(picked.checked.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  /** Asks for all rows and their items, as VS Code does after an event. */
  function draw(): readonly PickedResource[] {
    const rows = tree.getChildren();
    for (const row of rows) tree.getTreeItem(row);
    return rows;
  }

  it('are requested again only for other rows, or another order', async () => {
    draw();
    await picked.move([resource('c')], resource('a'));
    await clock.advance(100);
    expect(view().redrawn.at(-1)).toBeUndefined();
    const [c] = draw();
    marked = ['c'];
    await refresh();
    expect(view().redrawn.at(-1)).toEqual([c]);
    await picked.remove([resource('b')]);
    await clock.advance(100);
    expect(view().redrawn.at(-1)).toBeUndefined();
  });

  it('are redrawn only where they differ: a click on another row is not lost', async () => {
    const [, b] = draw();
    const before = view().redrawn.length;
    await refresh();
    expect(view().redrawn).toHaveLength(before);
    marked = ['b'];
    await refresh();
    expect(view().redrawn.slice(before)).toEqual([[b]]);
    tree.getTreeItem(b!);
    await refresh();
    expect(view().redrawn).toHaveLength(before + 1);
  });

  it('are redrawn before the message is set, which VS Code takes for a redraw, and it is set only where it differs', async () => {
    draw();
    let { message } = view();
    const set: unknown[] = [];
    const before = view().redrawn.length;
    Object.defineProperty(view(), 'message', {
      get: () => message,
      set: (text: string) => set.push([(message = text), view().redrawn.length - before]),
    });
    marked = ['b'];
    await refresh();
    expect([view().redrawn.length - before, set]).toEqual([1, []]);
    budget = 2_500;
    await refresh();
    expect(set).toEqual([
      ['The checked resources are over the token limit. Uncheck some, or the chat may shorten or omit them.', 2],
    ]);
  });

  it('are refreshed again where VS Code, busy with all of them, did not ask for one', async () => {
    view().setVisible(true);
    const [, b] = draw();
    await refresh();
    const before = view().redrawn.length;
    marked = ['b'];
    await refresh();
    await clock.advance(600);
    expect(view().redrawn.slice(before)).toEqual([[b], [b]]);
    tree.getTreeItem(b!);
    await clock.advance(5_000);
    expect(view().redrawn).toHaveLength(before + 2);
  });

  it('refresh their tooltips, too', async () => {
    const rows = draw();
    const before = view().redrawn.length;
    sentAt = clock.now();
    await refresh();
    draw();
    // The row has the minute.
    sentAt -= 1_000;
    await refresh();
    expect(view().redrawn.slice(before)).toEqual([rows, rows]);
  });

  it('refresh no more than every ten seconds where only their tooltips change, so that clicks and keys find them', async () => {
    marked = ['a', 'b', 'c'];
    await refresh();
    const rows = draw();
    const before = view().redrawn.length;
    for (let change = 0; change < 100; change += 1) {
      sentAt = clock.now();
      await refresh();
      draw();
    }
    await clock.advance(10_000);
    expect(view().redrawn.slice(before)).toEqual([rows, rows]);
  });

  it('are refreshed after a minute, while the view is visible', async () => {
    sentAt = clock.now();
    view().setVisible(true);
    const rows = draw();
    await refresh();
    const before = view().redrawn.length;
    await clock.advance(60_100);
    expect(view().redrawn.slice(before)).toEqual([rows]);
    draw();
    view().setVisible(false);
    await refresh();
    // The pace of the tooltips, which have ages.
    await clock.advance(10_000);
    expect(clock.pending).toEqual([]);
  });

  it('that go leave the keyboard at the next one, or at the one before', async () => {
    const [a, , c] = tree.getChildren();
    await tree.keepPlace([resource('b')], () => picked.remove([resource('b')]));
    tree.getChildren();
    await tree.keepPlace([resource('c')], () => picked.remove([resource('c')]));
    tree.getChildren();
    await tree.keepPlace([resource('a')], () => picked.remove([resource('a')]));
    expect(view().revealed.map(([row]) => row)).toEqual([c, a]);
  });
});
