import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { registerForRows, registerGuarded } from '../../../src/host/registerGuarded';
import { silent } from '../../support/silent';

const vsCode = vi.hoisted(() => ({
  command: (..._args: unknown[]): Promise<void> => Promise.resolve(),
  told: [] as string[],
}));

vi.mock('vscode', () => {
  const show = (message: string) => Promise.resolve(void vsCode.told.push(message));
  return {
    commands: {
      registerCommand: (_id: string, command: typeof vsCode.command) => (vsCode.command = command),
    },
    window: { showInformationMessage: show, showErrorMessage: show },
  };
});

beforeEach(() => {
  vsCode.told = [];
});

describe('a command about rows', () => {
  it('runs with what it is given, from a row, a key, the Command Palette and our own code', async () => {
    const calls: unknown[][] = [];
    registerForRows('open', (...args) => calls.push(args), silent);
    const row = { row: 1 };
    const invocations = [[row, undefined], [row, [row, { row: 2 }]], [{ selectedIn: 'view' }], [{ ids: [1] }], []];
    for (const args of invocations) await vsCode.command(...args);
    expect(calls).toEqual(invocations);
    expect(vsCode.told).toEqual([]);
  });

  it('asks to choose again where VS Code has lost the row, and does not run for another', async () => {
    const run = vi.fn();
    registerForRows('open', run, silent);
    await vsCode.command(undefined, undefined);
    await vsCode.command(undefined, [undefined, undefined]);
    expect(run).not.toHaveBeenCalled();
    expect(vsCode.told).toEqual(Array(2).fill('The list changed just then. Please choose that once more.'));
  });
});

it('a command of the title of a view runs whatever has the focus there', async () => {
  const run = vi.fn();
  registerGuarded('groupByServer', run, silent);
  await vsCode.command(undefined, undefined);
  expect(run).toHaveBeenCalledOnce();
});

it('tells what fails', async () => {
  registerGuarded(
    'open',
    () => Promise.reject(new HumanError('notFound', 'The server has no such resource. Refresh its list.')),
    silent,
  );
  await vsCode.command();
  expect(vsCode.told).toEqual(['The server has no such resource. Refresh its list.']);
});
