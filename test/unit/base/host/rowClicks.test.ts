import { beforeEach, expect, it } from 'vitest';
import { commands, TreeItem, TreeItemCollapsibleState, type Command } from 'vscode';
import { RowClicks } from '../../../../src/host/base/rowClicks';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const log = { ...silent, named: () => silent, show: () => undefined };

let clicks: RowClicks;

beforeEach(() => {
  clicks = own(new RowClicks('view', log));
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
  const before = fakeVscode.commands.registered.size;
  for (const id of ['a', 'b']) draw(id);
  clicks.dispose();
  expect(fakeVscode.commands.registered.size).toBe(before);
});
