import { describe, expect, it, vi } from 'vitest';
import { commands } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import type { CommandId } from '../../../../src/host/base/commandMap';
import { registerCommands, type Commands } from '../../../../src/host/commands/registerCommands';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { shownTexts } = fakeVscode;
const execute = (name: string, ...args: readonly unknown[]): Thenable<unknown> =>
  commands.executeCommand(`mcpResources.${name}`, ...args);

function register(id: CommandId, run: (argument: unknown) => unknown, log = silent): void {
  own(registerCommands([id], () => Promise.resolve({ [id]: run } as Commands<typeof id>), log));
}

describe('a command about rows', () => {
  it('runs with what a row, the selection, a key, the search panel and the Command Palette give it', async () => {
    const calls: unknown[] = [];
    register('mcpResources.copyUri', (chosen) => calls.push(chosen));
    const [row, other] = [1, 2].map((id) => ({ kind: 'resource', entry: { id } }));
    const invocations = [[row, undefined], [row, [row, other]], [{ selectedIn: 'view' }], [{ ids: [3] }], []];
    for (const args of invocations) await execute('copyUri', ...args);
    const chosen = (...ids: readonly number[][]) => ({
      targets: ids.map((one) => ({ kind: 'ids', ids: one })),
      key: undefined,
      isProven: true,
    });
    expect(calls).toEqual([
      chosen([1]),
      chosen([1], [2]),
      { targets: [], key: { view: 'view' }, isProven: true },
      chosen([3]),
      chosen(),
    ]);
    expect(shownTexts).toEqual([]);
  });

  it('asks to choose again where VS Code has lost the row, and does not run for another', async () => {
    const run = vi.fn();
    register('mcpResources.open', run);
    await execute('open', undefined, undefined);
    await execute('open', undefined, [undefined, undefined]);
    expect(run).not.toHaveBeenCalled();
    expect(shownTexts).toEqual(Array(2).fill('The list was refreshed. Try again.'));
  });
});

it('a command of the title of a view runs whatever has the focus there', async () => {
  const run = vi.fn();
  register('mcpResources.groupByServer', run);
  await execute('groupByServer', undefined, undefined);
  expect(run).toHaveBeenCalledOnce();
});

it('tells what fails, with a way to the log', async () => {
  const show = vi.fn();
  register(
    'mcpResources.open',
    () => Promise.reject(new HumanError('notFound', 'The server has no such resource. Refresh its list.')),
    { ...silent, show },
  );
  fakeVscode.messages.answer(undefined, 'Show Log');
  await execute('open');
  expect([shownTexts, show.mock.calls]).toEqual([['The server has no such resource. Refresh its list.'], []]);
  await execute('open');
  expect(show).toHaveBeenCalledOnce();
});

describe('the code of commands', () => {
  const ids = ['mcpResources.moveUp', 'mcpResources.undoRemoval'] as const;

  it('is loaded once, with the first of them that is run', async () => {
    const ran: string[] = [];
    const load = vi.fn(() => {
      const table = { [ids[0]]: () => ran.push('up'), [ids[1]]: () => ran.push('undo') };
      return Promise.resolve(table);
    });
    const registered = registerCommands(ids, load, silent);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([execute('undoRemoval'), execute('moveUp')]);
    await execute('undoRemoval');
    expect([ran, load.mock.calls.length]).toEqual([['undo', 'up', 'undo'], 1]);
    registered.dispose();
    expect(fakeVscode.commands.registered.size).toBe(0);
  });

  it('is loaded again where that failed, which is told', async () => {
    fakeVscode.press(undefined);
    const run = vi.fn();
    const load = vi.fn(() => Promise.resolve({ [ids[0]]: run, [ids[1]]: run }));
    load.mockRejectedValueOnce(new HumanError('notFound', 'The disk is gone.'));
    own(registerCommands(ids, load, silent));
    await execute('undoRemoval');
    expect([shownTexts, run.mock.calls.length]).toEqual([['The disk is gone.'], 0]);
    await execute('undoRemoval');
    expect([shownTexts.length, run.mock.calls.length]).toEqual([1, 1]);
  });
});
