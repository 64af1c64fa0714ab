import { Uri, window, type Tab } from 'vscode';
import type { Clock } from '../../core/base/clock';
import type { Disposable } from '../../core/base/disposable';
import { isFields } from '../../core/base/values';

/** Number of closed files to remember. */
const maxClosed = 100;

/** The files that tabs show, or have shown: texts, both sides of differences, custom editors and notebooks. */
export class ShownFiles implements Disposable {
  #shown: ReadonlySet<string> | undefined;
  readonly #closed = new Map<string, number>();
  readonly #change: Disposable;

  constructor(clock: Clock) {
    this.#change = window.tabGroups.onDidChangeTabs(({ closed }) => {
      this.#shown = undefined;
      for (const file of closed.flatMap(filesOf)) {
        this.#closed.delete(file);
        this.#closed.set(file, clock.now());
      }
      for (const file of [...this.#closed.keys()].slice(0, -maxClosed)) this.#closed.delete(file);
    });
  }

  /**
   * Time when the last tab that showed a file was closed, in ms since 1970: `Infinity` while there is one, 0 where none is known.
   *
   * @param file a whole URI
   */
  readonly until = (file: string): number => {
    this.#shown ??= new Set(window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(filesOf)));
    return this.#shown.has(file) ? Infinity : (this.#closed.get(file) ?? 0);
  };

  dispose(): void {
    this.#change.dispose();
  }
}

function filesOf({ input }: Tab): string[] {
  if (!isFields(input)) return [];
  const { uri, original, modified } = input;
  return [uri, original, modified].flatMap((file) => (file instanceof Uri ? file.toString() : []));
}
