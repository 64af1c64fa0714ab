import { describe, expect, it, vi } from 'vitest';
import { commands } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import { registerForRows, registerGuarded } from '../../../../src/host/base/registerGuarded';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { told } = fakeVscode;
const execute = (name: string, ...args: readonly unknown[]): Thenable<unknown> =>
  commands.executeCommand(`mcpResources.${name}`, ...args);

describe('a command about rows', () => {
  it('runs with what it is given, from a row, a key, the Command Palette and our own code', async () => {
    const calls: unknown[][] = [];
    registerForRows('mcpResources.open', (...args) => calls.push(args), silent);
    const row = { row: 1 };
    const invocations = [[row, undefined], [row, [row, { row: 2 }]], [{ selectedIn: 'view' }], [{ ids: [1] }], []];
    for (const args of invocations) await execute('open', ...args);
    expect(calls).toEqual(invocations);
    expect(told).toEqual([]);
  });

  it('asks to choose again where VS Code has lost the row, and does not run for another', async () => {
    const run = vi.fn();
    registerForRows('mcpResources.open', run, silent);
    await execute('open', undefined, undefined);
    await execute('open', undefined, [undefined, undefined]);
    expect(run).not.toHaveBeenCalled();
    expect(told).toEqual(Array(2).fill('The list changed just then. Please choose that once more.'));
  });
});

it('a command of the title of a view runs whatever has the focus there', async () => {
  const run = vi.fn();
  registerGuarded('mcpResources.groupByServer', run, silent);
  await execute('groupByServer', undefined, undefined);
  expect(run).toHaveBeenCalledOnce();
});

it('tells what fails', async () => {
  registerGuarded(
    'mcpResources.open',
    () => Promise.reject(new HumanError('notFound', 'The server has no such resource. Refresh its list.')),
    silent,
  );
  fakeVscode.messages.answer(undefined);
  await execute('open');
  expect(told).toEqual(['The server has no such resource. Refresh its list.']);
});
