import type { After, Ask } from '../base/ask';
import type { Selection } from './selection';
import type { PanelState } from './state';
import type { Store } from './store';

/** Milliseconds: an arrow key that is held down with Shift asks once. */
const settleAfter = 80;
/** Rows whose file is remembered for dragging. */
const fileLimit = 200;

/** Finds out what the selection amounts to, and the files that dragging takes along. */
export class SelectionFactsLoader {
  #of: Selection['ids'] | undefined;
  #stop: () => void = () => undefined;
  #stopPreparing: () => void = () => undefined;
  readonly #files = new Map<number, string>();

  constructor(
    private readonly store: Store<PanelState>,
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

  /** The pointer rests on a row: makes its file known once it stays, in time for a drag that may follow. */
  prepare(id: number): void {
    this.#stopPreparing();
    if (!this.#files.has(id)) this.#stopPreparing = this.after(settleAfter, () => void this.#findFile(id));
  }

  /** Files that dragging a row takes along: those of the whole selection when it is part of it. Empty while they are not known. */
  filesFor(id: number): readonly string[] {
    const { selection, facts } = this.store.state;
    if (selection.ids.has(id) && selection.ids.size > 1) return facts?.of === selection.ids ? facts.files : [];
    const file = this.#files.get(id);
    return file === undefined ? [] : [file];
  }

  async #describe(of: Selection['ids']): Promise<void> {
    try {
      const facts = await this.ask('describeSelection', { ids: [...of] });
      if (of === this.#of) this.store.update({ facts: { ...facts, of } });
    } catch {
      // The bar goes on saying how many there are.
    }
  }

  async #findFile(id: number): Promise<void> {
    try {
      const [file] = (await this.ask('describeSelection', { ids: [id] })).files;
      if (file === undefined) return;
      if (this.#files.size >= fileLimit) this.#files.clear();
      this.#files.set(id, file);
    } catch {
      // Nothing is dragged then; the buttons still work.
    }
  }
}
