import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Late } from '../../core/base/onFirstUse';
import type { ArgumentKind, ArgumentOf, CommandId } from '../base/commandMap';
import type { HostLogger } from '../base/log';
import { argumentKinds, type roomCommands } from '../base/manifest/commandIds';
import { narrowArguments } from './narrowArguments';
import { showErrorsOf, showInformation } from '../base/tell';

/** The ids of a room's commands. */
export type CommandOf<Room extends keyof typeof roomCommands> = (typeof roomCommands)[Room][number];

/** Implementations of commands, by id. */
export type Commands<Id extends CommandId> = { readonly [One in Id]: (argument: ArgumentOf<One>) => unknown };

/** Kinds of arguments that are no rows of a tree. */
const withoutRows: readonly ArgumentKind[] = ['nothing', 'text', 'document'];

/**
 * Registers commands, whose code is loaded with the first of them that is run. A failure is shown with a button for the log: VS Code would
 * show the bare message of the error.
 */
export function registerCommands<Id extends CommandId>(
  ids: readonly Id[],
  load: () => Promise<Commands<Id>>,
  log: HostLogger,
): Disposable {
  const store = new DisposableStore();
  const loaded = new Late(load);
  for (const id of ids) {
    const run = async (args: readonly unknown[]): Promise<void> => {
      // A proof is used up at once.
      const argument = narrowArguments(id, args);
      await (await loaded.get())[id](argument);
    };
    store.add(
      commands.registerCommand(id, (...args: unknown[]) =>
        showErrorsOf(() => (isRowLost(id, args) ? tellThatRowIsLost() : run(args)), log),
      ),
    );
  }
  return store;
}

/**
 * While VS Code reloads the rows of a tree it has forgotten the displayed ones: a command chosen meanwhile in a row's menu gets `undefined`
 * and the rows selected with it. The user is notified of that; the command's behaviour without a row, such as asking for one, is not what they
 * wanted. https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAllToClear, _convertArgument)
 */
function isRowLost(id: CommandId, args: readonly unknown[]): boolean {
  return !withoutRows.includes(argumentKinds[id]) && args.length > 1 && args[0] === undefined;
}

async function tellThatRowIsLost(): Promise<void> {
  await showInformation(l10n.t('The list was refreshed. Try again.'));
}
