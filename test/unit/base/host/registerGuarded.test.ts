import { describe, expect, it, vi } from 'vitest';
import { commands } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import { registerForRows, registerGuarded } from '../../../../src/host/base/registerGuarded';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { shownTexts } = fakeVscode;
const execute = (name: string, ...args: readonly unknown[]): Thenable<unknown> =>
  commands.executeCommand(`mcpResources.${name}`, ...args);

describe('a command about rows', () => {
  it('runs with what a row, the selection, a key, the search panel and the Command Palette give it', async () => {
    const calls: unknown[] = [];
    registerForRows('mcpResources.copyUri', (chosen) => calls.push(chosen), silent);
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
    registerForRows('mcpResources.open', run, silent);
    await execute('open', undefined, undefined);
    await execute('open', undefined, [undefined, undefined]);
    expect(run).not.toHaveBeenCalled();
    expect(shownTexts).toEqual(Array(2).fill('The list was refreshed. Try again.'));
  });
});

it('a command of the title of a view runs whatever has the focus there', async () => {
  const run = vi.fn();
  registerGuarded('mcpResources.groupByServer', run, silent);
  await execute('groupByServer', undefined, undefined);
  expect(run).toHaveBeenCalledOnce();
});

it('tells what fails, with a way to the log', async () => {
  const show = vi.fn();
  registerGuarded(
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
