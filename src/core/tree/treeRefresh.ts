import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { RefreshPace } from './refreshPace';

export interface TreeRefreshParts<Row> {
  readonly clock: Clock;
  /** A text that differs whenever all rows may have to be drawn again, see {@link treeState}. */
  readonly state: () => string;
  /** A text that differs whenever this row alone has to be drawn again. */
  readonly marks: (row: Row) => string;
  /** `undefined` stands for all rows. */
  readonly redraw: (rows: Row[] | undefined) => void;
}

/**
 * Decides when a tree is drawn again, and which rows of it. While VS Code asks for all rows it has forgotten those that it shows, and an
 * action that the user chooses meanwhile comes without its row. So what changes a few rows redraws these alone, and what changes none
 * redraws nothing.
 */
export class TreeRefresh<Row extends { readonly id: string }> implements Disposable {
  readonly #store = new DisposableStore();
  readonly #pace: RefreshPace;
  /** Rows as they were drawn last, by their ids. */
  readonly #drawn = new Map<string, { readonly row: Row; readonly marks: string }>();
  #isOutdated = false;
  #state = '';

  constructor(private readonly parts: TreeRefreshParts<Row>) {
    this.#pace = this.#store.add(new RefreshPace(parts.clock, () => this.#refresh()));
  }

  /** Something happened that may have changed the state or marks. */
  changed(): void {
    // A state that comes and goes between two refreshes may be that in which some of the rows are drawn.
    this.#noteState();
    this.#pace.trigger();
  }

  /** Something happened that changes rows, but not the state. */
  outdated(): void {
    this.#isOutdated = true;
    this.#pace.trigger();
  }

  /** Redraws all rows now. */
  redrawAll(): void {
    this.#state = this.parts.state();
    this.#isOutdated = false;
    this.#drawn.clear();
    this.parts.redraw(undefined);
  }

  /** Redraws all rows now where they are out of date. */
  catchUp(): void {
    this.#noteState();
    if (this.#isOutdated) this.redrawAll();
  }

  /** Makes rows, and rests longer after them where that takes longer. */
  async measure<T>(makeRows: () => Promise<T>): Promise<T> {
    this.#noteState();
    const { clock } = this.parts;
    const started = clock.now();
    const rows = await makeRows();
    this.#pace.took(clock.now() - started);
    return rows;
  }

  /** VS Code shows the row as it is now. */
  drew(row: Row): void {
    this.#drawn.set(row.id, { row, marks: this.parts.marks(row) });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #noteState(): void {
    const state = this.parts.state();
    if (state === this.#state) return;
    this.#state = state;
    this.#isOutdated = true;
  }

  #refresh(): void {
    this.catchUp();
    const drawn = [...this.#drawn.values()];
    const changed = drawn.filter(({ row, marks }) => marks !== this.parts.marks(row)).map(({ row }) => row);
    if (changed.length > 0) this.parts.redraw(changed);
  }
}
