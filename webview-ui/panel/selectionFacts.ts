import type { After, Ask } from '../base/ask';
import type { Selection } from './selection';
import type { Store } from './store';

/** Debounce, in ms: an arrow key that is held down with Shift asks once. */
const settleAfter = 80;
/** Rows whose file is cached for dragging. */
const fileLimit = 200;

/** Loads the facts of the selection, and the files for dragging it. */
export class SelectionFactsLoader {
  #of: Selection['ids'] | undefined;
  #stop: () => void = () => undefined;
  #stopPreparing: () => void = () => undefined;
  readonly #files = new Map<number, string>();

  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
    private readonly after: After,
  ) {}

  /** Call it whenever the state has changed. */
  follow(): void {
    const { ids } = this.store.state.selection;
    if (ids === this.#of) return;
    this.#of = ids;
    this.#stop();
    if (ids.size > 0) this.#stop = this.after(settleAfter, () => void this.#describe(ids));
  }

  /** The pointer rests on a row: loads its file after a moment, in time for a drag that may follow. */
  prepare(id: number): void {
    this.#stopPreparing();
    if (!this.#files.has(id)) this.#stopPreparing = this.after(settleAfter, () => void this.#findFile(id));
  }

  /** Files for a drag of a row: those of the whole selection when it is part of it. Empty until they are loaded. */
  filesFor(id: number): readonly string[] {
    const files = this.#loadedFor(id);
    // A drag goes on without an answer.
    this.ask('dragged', { files }).catch(() => undefined);
    return files;
  }

  #loadedFor(id: number): readonly string[] {
    const { selection, facts } = this.store.state;
    if (selection.ids.has(id) && selection.ids.size > 1) return facts?.of === selection.ids ? facts.files : [];
    const file = this.#files.get(id);
    return file === undefined ? [] : [file];
  }

  async #describe(ids: Selection['ids']): Promise<void> {
    try {
      const facts = await this.ask('describeSelection', { ids: [...ids] });
      if (ids === this.#of) this.store.update({ facts: { ...facts, of: ids } });
    } catch {
      // The bar still shows the number.
    }
  }

  async #findFile(id: number): Promise<void> {
    try {
      const [file] = (await this.ask('describeSelection', { ids: [id] })).files;
      if (file === undefined) return;
      if (this.#files.size >= fileLimit) this.#files.clear();
      this.#files.set(id, file);
    } catch {
      // Then nothing can be dragged; the buttons still work.
    }
  }
}
