import { randomUUID } from 'node:crypto';
import { commands, type Command, type TreeItem } from 'vscode';
import type { Clock } from '../../core/base/clock';
import type { Disposable } from '../../core/base/disposable';
import type { OpenManner } from './commandMap';
import { commands as ids, enterIn } from './ids';
import type { HostLogger } from './log';
import { noteRow, withProof } from './proofs';
import { opensByDoubleClick } from './settings';
import { showErrorsOf } from './tell';

/** Rows that keep a command of their own; the ones drawn first lose theirs. */
const maxRows = 10_000;
/** Time in ms within which a second click on a row belongs to the first, and a row's command to the end of the Enter before it. */
const together = 500;
/** Time in ms within which VS Code, however busy, has done what Enter does in a list. */
const longestEnter = 10_000;

interface Click {
  /** Has no arguments. */
  readonly id: string;
  /** Command of the row when it was drawn last. */
  command: Command;
  readonly registration: Disposable;
}

/**
 * Commands of a view's rows that survive a refresh. VS Code forgets the arguments of a row's command as soon as the row is drawn again, and
 * fails a click that is on its way then; while it reloads all rows it knows none of them, and no selection. So each row has a command of its
 * own, without arguments, which stays the same however often the row is drawn.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostCommands.ts (CommandsConverter)
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAllToClear)
 *
 * They open resources as VS Code's own trees do: a click shows a preview and leaves the focus in the tree, a second one pins the tab and
 * goes to it, as Enter does. VS Code does not tell a row's command which of them it was, so a key binding for Enter runs {@link enterIn} before and after.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/list/browser/listService.ts (ResourceNavigator)
 */
export class RowClicks implements Disposable {
  /** By the row's id, in the order in which the rows were drawn first. */
  readonly #clicks = new Map<string, Click>();
  readonly #enter: Disposable;
  /** The time in ms until which a row's command belongs to an Enter, and the last click. */
  #enterUntil = -Infinity;
  #last: { readonly click: Click; readonly at: number } | undefined;

  constructor(
    private readonly viewId: string,
    private readonly clock: Clock,
    private readonly log: HostLogger,
  ) {
    this.#enter = commands.registerCommand(enterIn(viewId), (isOver?: unknown) => {
      const now = clock.elapsed();
      this.#enterUntil = isOver === true ? Math.min(this.#enterUntil, now + together) : now + longestEnter;
    });
  }

  /** Replaces the command of a row by one that survives a refresh, and notes the row as ours. */
  protect(item: TreeItem, row: object): TreeItem {
    noteRow(row);
    const { id, command } = item;
    if (id === undefined || !command?.arguments) return item;
    const click = this.#clicks.get(id) ?? this.#add(id, command);
    click.command = command;
    item.command = { title: command.title, command: click.id };
    return item;
  }

  dispose(): void {
    this.#enter.dispose();
    for (const { registration } of this.#clicks.values()) registration.dispose();
    this.#clicks.clear();
  }

  #add(rowId: string, command: Command): Click {
    // VS Code hides commands with an underscore from users, and models do not guess the rest: a click needs no further proof. Another extension
    // can list all commands and run it, which opens the resource.
    const id = `_${this.viewId}.row.${randomUUID()}`;
    const run = (): Promise<void> => showErrorsOf(() => this.#run(click), this.log);
    const click: Click = { id, command, registration: commands.registerCommand(id, run) };
    this.#clicks.set(rowId, click);
    const [oldest] = this.#clicks;
    if (oldest && this.#clicks.size > maxRows) {
      oldest[1].registration.dispose();
      this.#clicks.delete(oldest[0]);
    }
    return click;
  }

  async #run(click: Click): Promise<void> {
    const manner = this.#mannerOf(click);
    const given = (click.command.arguments ?? []) as unknown[];
    const isOpening = click.command.command === ids.open;
    const { command, arguments: args = [] } = withProof({
      ...click.command,
      arguments: isOpening ? [...given, manner] : given,
    });
    await commands.executeCommand(command, ...(args as unknown[]));
  }

  #mannerOf(click: Click): OpenManner {
    const now = this.clock.elapsed();
    const isEnter = now < this.#enterUntil;
    const isSecond = this.#last?.click === click && now - this.#last.at < together;
    this.#enterUntil = -Infinity;
    this.#last = { click, at: now };
    return isEnter || isSecond || opensByDoubleClick() ? 'pinned' : 'glance';
  }
}
