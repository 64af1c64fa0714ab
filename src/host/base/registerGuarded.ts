import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import type { ArgumentOf, CommandId } from './commandMap';
import type { HostLogger } from './log';
import { narrowArguments } from './narrowArguments';
import { showErrorsOf, showInformation } from './tell';

type Run<Id extends CommandId> = (argument: ArgumentOf<Id>) => unknown;

/** Registers a command whose failure is shown with a button for the log: VS Code would show the bare message of the error. */
export function registerGuarded<Id extends CommandId>(id: Id, run: Run<Id>, log: HostLogger): Disposable {
  return commands.registerCommand(id, (...args: unknown[]) => showErrorsOf(() => run(narrowArguments(id, args)), log));
}

/**
 * As {@link registerGuarded}, for a command in the menu of a tree's rows and not in the title of a view. While VS Code reloads the rows of
 * a tree it has forgotten the displayed ones: a command chosen meanwhile gets `undefined` and the rows selected with it. The user is told
 * that; the command's behaviour without a row, such as asking for one, is not what they wanted.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAllToClear, _convertArgument)
 */
export function registerForRows<Id extends CommandId>(id: Id, run: Run<Id>, log: HostLogger): Disposable {
  return commands.registerCommand(id, (...args: unknown[]) => {
    const isRowLost = args.length > 1 && args[0] === undefined;
    return showErrorsOf(() => (isRowLost ? tellThatRowIsLost() : run(narrowArguments(id, args))), log);
  });
}

async function tellThatRowIsLost(): Promise<void> {
  await showInformation(l10n.t('The list was refreshed. Try again.'));
}
