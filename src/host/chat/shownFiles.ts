import * as l10n from '@vscode/l10n';
import { commands, Uri, window, workspace, type Tab } from 'vscode';
import { hasPassed, within, type Clock } from '../../core/base/clock';
import type { Disposable } from '../../core/base/disposable';
import { isFields } from '../../core/base/values';
import type { HostLogger } from '../base/log';
import { offer, showInformation } from '../base/tell';

/** Number of closed files to remember. */
const maxClosed = 100;
/** Maximum wait, in ms, for the tab of a file that VS Code already reads. */
const appearsWithin = 500;
/** Attempts to open a restored file that are closer together, in ms, are VS Code's own. */
const ownAttempts = 1_000;

/** The files that tabs show, or have shown: texts, both sides of differences, custom editors and notebooks. */
export class ShownFiles implements Disposable {
  #shown: ReadonlySet<string> | undefined;
  readonly #closed = new Map<string, number>();
  /** Files of an earlier window's tabs, with the time of the last attempt to open each. */
  readonly #restored: Map<string, number | undefined>;
  /** Called when tabs have changed. */
  readonly #waiting = new Set<() => void>();
  readonly #change: Disposable;

  constructor(
    private readonly clock: Clock,
    private readonly log: HostLogger,
  ) {
    this.#restored = new Map([...filesOfTabs()].map((file) => [file, undefined]));
    this.#change = window.tabGroups.onDidChangeTabs(({ closed }) => {
      this.#shown = undefined;
      for (const file of closed.flatMap(filesOf)) {
        this.#restored.delete(file);
        this.#closed.delete(file);
        this.#closed.set(file, clock.now());
      }
      for (const file of [...this.#closed.keys()].slice(0, -maxClosed)) this.#closed.delete(file);
      for (const look of [...this.#waiting]) look();
    });
  }

  /**
   * Time when the last tab that showed a file was closed, in ms since 1970: `Infinity` while there is one, 0 if none is known.
   *
   * @param file a whole URI
   */
  readonly until = (file: string): number => {
    this.#shown ??= filesOfTabs();
    return this.#shown.has(file) ? Infinity : (this.#closed.get(file) ?? 0);
  };

  /** True while a tab of an earlier window shows the file, and the user has not asked for it in this one. */
  isRestored(file: string): boolean {
    return this.#restored.has(file);
  }

  /** True if the user tries again to open a restored file, which is an ordinary one from now on. */
  retry(file: string): boolean {
    const last = this.#restored.get(file);
    return last !== undefined && hasPassed(this.clock, last, ownAttempts) && this.#restored.delete(file);
  }

  /** Notes that a file was not read. Offers to read a restored one: VS Code has a button for it, and does not say what it is for. */
  refused(uri: Uri): void {
    const file = uri.toString();
    if (!this.#restored.has(file)) return;
    if (this.#restored.get(file) === undefined) void this.#offerToRead(uri);
    this.#restored.set(file, this.clock.now());
  }

  /** Waits briefly for a tab: VS Code can read a file before it announces the tab. True if one shows the file, or did. */
  async appears(file: string): Promise<boolean> {
    if (this.until(file) > 0) return true;
    let look = (): void => undefined;
    const shown = new Promise<true>((resolve) => {
      look = () => {
        if (this.until(file) > 0) resolve(true);
      };
    });
    this.#waiting.add(look);
    const isShown = await within(this.clock, appearsWithin, shown);
    this.#waiting.delete(look);
    return isShown ?? false;
  }

  dispose(): void {
    this.#change.dispose();
  }

  async #offerToRead(uri: Uri): Promise<void> {
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    const message = l10n.t('“{0}” was opened in an earlier window. Read it from its server again?', name);
    const run = async (): Promise<void> => {
      this.#restored.delete(uri.toString());
      await commands.executeCommand('vscode.open', uri);
    };
    await offer(showInformation, message, [{ title: l10n.t('Read'), run }], this.log);
  }
}

/** The whole URIs of all files that tabs show. */
export function filesOfTabs(): ReadonlySet<string> {
  return new Set(window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(filesOf)));
}

/**
 * Time, in ms, within which VS Code reloads a file that has changed. A text document that it keeps, for a tab or for whoever has read it, is
 * reloaded in any case, and later the busier the machine is: once for each change, where it asks for the size alone if there is nothing new.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/textfile/common/textFileEditorModelManager.ts (queueModelReload)
 *
 * @param file a whole URI
 */
export function reloadTime(file: string): number {
  return workspace.textDocuments.some(({ uri }) => uri.toString() === file) ? 20_000 : 2_000;
}

/** The files that a tab shows, as whole URIs. */
function filesOf({ input }: Tab): string[] {
  if (!isFields(input)) return [];
  const { uri, original, modified } = input;
  return [uri, original, modified].flatMap((file) => (file instanceof Uri ? file.toString() : []));
}
