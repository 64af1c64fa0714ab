import * as l10n from '@vscode/l10n';
import { commands, type Command, type TreeItem, type TreeView } from 'vscode';
import type { Clock } from '../../core/base/clock';
import type { Disposable } from '../../core/base/disposable';
import type { HostLogger } from './log';
import { showErrorsOf, showInformation } from './tell';

/** Time for which VS Code may have forgotten its rows while it reloads them, and interval of looking, in ms. */
const reloadsFor = 10_000;
const lookEvery = 50;

/**
 * Commands of a view's rows that survive a refresh. VS Code forgets the arguments of a row's command as soon as the row is drawn again, and
 * fails a click that is on its way then. So the command of each row has no arguments: it runs what belongs to the selected row, which VS
 * Code reports before it runs a row's command.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostCommands.ts (CommandsConverter)
 */
export class RowClicks<Row> implements Disposable {
  readonly #id: string;
  readonly #registration: Disposable;

  constructor(
    viewId: string,
    private readonly parts: {
      readonly view: Pick<TreeView<Row>, 'selection'>;
      /** What a click on the row runs now. */
      readonly commandOf: (row: Row) => Command | undefined;
      readonly clock: Clock;
      readonly log: HostLogger;
    },
  ) {
    this.#id = `${viewId}.openRow`;
    this.#registration = commands.registerCommand(this.#id, () => showErrorsOf(() => this.#run(), parts.log));
  }

  /** Replaces the command of a row by one that survives a refresh. */
  protect(item: TreeItem): TreeItem {
    if (item.command?.arguments) item.command = { title: item.command.title, command: this.#id };
    return item;
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #run(): Promise<void> {
    const row = await this.#selected();
    const { command, arguments: args = [] } = (row && this.parts.commandOf(row)) ?? {};
    if (command === undefined) {
      await showInformation(l10n.t('The list changed just then. Please choose that once more.'));
      return;
    }
    await commands.executeCommand(command, ...(args as unknown[]));
  }

  /** While VS Code reloads all rows it knows none of them, and so no selection. */
  async #selected(): Promise<Row | undefined> {
    const { view, clock } = this.parts;
    const end = clock.now() + reloadsFor;
    while (view.selection.length === 0 && clock.now() < end)
      await new Promise<void>((resolve) => clock.after(lookEvery, resolve));
    return view.selection[0];
  }
}
