import { beforeEach, describe, expect, it } from 'vitest';
import { commands, TreeItem, TreeItemCollapsibleState, type Command } from 'vscode';
import { RowClicks } from '../../../../src/host/base/rowClicks';
import { enterIn, commands as ids } from '../../../../src/host/base/ids';
import { FakeClock } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const log = { ...silent, named: () => silent, show: () => undefined };

let clock: FakeClock;
let clicks: RowClicks;

beforeEach(() => {
  clock = new FakeClock();
  clicks = own(new RowClicks('view', clock, log));
  own(commands.registerCommand('run', () => undefined));
});

/** Draws a row, and returns the command that VS Code gets. */
function draw(id: string, argument: string = id): Command | undefined {
  const item = new TreeItem(id, TreeItemCollapsibleState.None);
  item.id = id;
  item.command = { title: 'Run', command: 'run', arguments: [argument] };
  return clicks.protect(item, item).command;
}

const click = (command: Command | undefined): Thenable<unknown> => commands.executeCommand(command?.command ?? '');
/** Without the proof, which is the last argument. */
const ran = (): unknown[] => fakeVscode.commands.executed.filter(([id]) => id === 'run').map((one) => one.slice(0, -1));

it('a row’s command has no arguments, stays the same however often the row is drawn, and runs what the row does now', async () => {
  const [first, other] = [draw('a'), draw('b')];
  expect([first, other].map((command) => command?.arguments)).toEqual([undefined, undefined]);
  for (let time = 0; time < 100; time += 1) expect(draw('a', `a at ${time}`)).toEqual(first);
  await click(first);
  await click(other);
  expect(ran()).toEqual([
    ['run', 'a at 99'],
    ['run', 'b'],
  ]);
});

it('a row without a command gets none, and one without arguments keeps its own', () => {
  const plain = new TreeItem('plain', TreeItemCollapsibleState.None);
  expect(clicks.protect(plain, plain).command).toBeUndefined();
  const focus = { title: '', command: 'view.focus' };
  expect(clicks.protect(Object.assign(new TreeItem('x'), { id: 'x', command: focus }), {}).command).toBe(focus);
});

it('rows that were drawn long ago lose theirs, so that there are never too many', async () => {
  const first = draw('first');
  const before = fakeVscode.commands.registered.size;
  for (let row = 0; row < 20_000; row += 1) draw(`row ${row}`);
  expect(fakeVscode.commands.registered.size - before).toBeLessThan(10_000);
  const last = draw('row 19999');
  await click(last);
  expect([ran(), fakeVscode.commands.registered.has(first?.command ?? '')]).toEqual([[['run', 'row 19999']], false]);
});

it('leaves no command behind', () => {
  const before = [...fakeVscode.commands.registered.keys()].filter((id) => id !== enterIn('view'));
  for (const id of ['a', 'b']) draw(id);
  clicks.dispose();
  expect([...fakeVscode.commands.registered.keys()]).toEqual(before);
});

describe('a row that opens a resource', () => {
  /** Draws the row of a resource, and returns its click. */
  function resourceRow(id: string): () => Thenable<unknown> {
    const item = new TreeItem(id, TreeItemCollapsibleState.None);
    item.id = id;
    item.command = { title: 'Open', command: ids.open, arguments: [id] };
    const command = clicks.protect(item, item).command;
    return () => click(command);
  }
  /** Before and after what VS Code does at Enter in a list. */
  const enter = (isOver?: true): Thenable<unknown> => commands.executeCommand(enterIn('view'), isOver);
  const opened = (): string[] =>
    fakeVscode.commands.executed
      .filter(([id]) => id === ids.open)
      .map(([, about, manner]) => `${String(about)} ${String(manner)}`);

  beforeEach(() => own(commands.registerCommand(ids.open, () => undefined)));

  it('shows a preview at a click, and pins the tab at a second one', async () => {
    const [one, other] = [resourceRow('a'), resourceRow('b')];
    await one();
    await clock.advance(499);
    await one();
    await other();
    await one();
    expect(opened()).toEqual(['a glance', 'a pinned', 'b glance', 'a glance']);
  });

  it('shows a preview again where the second click comes late', async () => {
    const one = resourceRow('a');
    await one();
    await clock.advance(500);
    await one();
    expect(opened()).toEqual(['a glance', 'a glance']);
  });

  it.each<[when: string, steps: readonly ('enter' | 'over' | 'row' | number)[]]>([
    ['before it is over', ['enter', 'row', 'over']],
    ['after it is over', ['enter', 'over', 499, 'row']],
    ['long after it, on a busy machine', ['enter', 9_999, 'row', 'over']],
    ['soon after it was over late', ['enter', 9_000, 'over', 499, 'row']],
  ])('pins the tab at Enter, which counts for one row that comes %s', async (_when, steps) => {
    const [one, other] = [resourceRow('a'), resourceRow('b')];
    for (const step of steps) {
      if (typeof step === 'number') await clock.advance(step);
      else await (step === 'row' ? one() : enter(step === 'over' || undefined));
    }
    await other();
    expect(opened()).toEqual(['a pinned', 'b glance']);
  });

  it('shows a preview at a click after an Enter that opened nothing', async () => {
    const one = resourceRow('a');
    await enter();
    await enter(true);
    await clock.advance(500);
    await one();
    expect(opened()).toEqual(['a glance']);
  });

  it('pins the tab at once where VS Code opens by a double click', async () => {
    fakeVscode.settings.set('workbench.list.openMode', 'doubleClick');
    await resourceRow('a')();
    expect(opened()).toEqual(['a pinned']);
  });
});
