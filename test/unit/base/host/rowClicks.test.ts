import { beforeEach, expect, it } from 'vitest';
import { commands, TreeItem, TreeItemCollapsibleState, type Command } from 'vscode';
import { RowClicks } from '../../../../src/host/base/rowClicks';
import { FakeClock } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const log = { ...silent, named: () => silent, show: () => undefined };

let clock: FakeClock;
let selection: string[];
let clicks: RowClicks<string>;

/** What a click on the row runs, with the row as an argument. */
const commandOf = (row: string): Command | undefined =>
  row === 'plain' ? undefined : { title: 'Run', command: 'run', arguments: [row] };

beforeEach(() => {
  clock = new FakeClock();
  selection = [];
  const view = {
    get selection() {
      return selection;
    },
  };
  clicks = own(new RowClicks('mcpResources.context', { view, commandOf, clock, log }));
  own(commands.registerCommand('run', () => undefined));
});

function protectedCommand(row: string): Command | undefined {
  const item = new TreeItem(row, TreeItemCollapsibleState.None);
  const command = commandOf(row);
  if (command) item.command = command;
  return clicks.protect(item).command;
}

const ran = (): unknown[] => fakeVscode.commands.executed.filter(([id]) => id === 'run');

it('a row’s command has no arguments, and runs what the selected row does', async () => {
  const command = protectedCommand('a');
  expect(command).toEqual({ title: 'Run', command: 'mcpResources.context.openRow' });
  selection = ['a'];
  await commands.executeCommand(command?.command ?? '');
  expect(ran()).toEqual([['run', 'a']]);
});

it('a row without a command gets none', () => {
  expect(protectedCommand('plain')).toBeUndefined();
});

it('a click waits while VS Code reloads the rows and knows none', async () => {
  const done = commands.executeCommand('mcpResources.context.openRow');
  await clock.advance(1_000);
  expect(ran()).toEqual([]);
  selection = ['a'];
  await clock.advance(50);
  await done;
  expect(ran()).toEqual([['run', 'a']]);
});

it.each([[[]], [['plain']]])('a click on a row that is gone says so: %j', async (rows) => {
  selection = rows;
  const done = commands.executeCommand('mcpResources.context.openRow');
  await clock.advance(10_000);
  await done;
  expect([ran(), fakeVscode.shownTexts]).toEqual([[], ['The list changed just then. Please choose that once more.']]);
});
