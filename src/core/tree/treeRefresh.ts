import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Pace } from '../base/pace';

/**
 * The next refresh waits for this many times the work of the last one, between these two limits in ms. VS Code puts off a refresh that
 * comes within 200 ms of the one before, and again for as long as others come:
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (ExtHostTreeView, onDidChangeData)
 */
const pauseFactor = 10;
const minPause = 250;
const maxPause = 1_000;
/** Added to the pause for the pages of a list, in ms: for each page the groups are counted again. */
const pagesLater = 750;
/** Time in ms that VS Code gets to draw rows once it has all of them. */
const restsAfter = 100;
/** Time in ms after which it is not waited for any longer: VS Code asks for no rows of a view that is hidden, or of a row that is gone. */
const asksWithin = 5_000;
/** Stands for the first level among the ids of rows. */
export const firstLevel = '';

/**
 * Decides when a tree is drawn again, and which rows of it. While VS Code asks for all rows it has forgotten those that it shows, and an
 * action that the user chooses meanwhile comes without its row. So what changes a few rows redraws these alone, and what changes none
 * redraws nothing. It rests longer, up to 1 s, where drawing costs more, and up to 4 s between the pages of a list, so that a list that
 * streams in never occupies the editor. A refresh of all rows waits for VS Code to get those of the last one, but not for ever: on a busy
 * machine it would never know its rows.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAllToClear, _convertArgument)
 */
export class TreeRefresh<Row extends { readonly id: string }> implements Disposable {
  readonly #pace: Pace;
  /** Rows as they were drawn last, by their ids. */
  readonly #renderedRows = new Map<string, { readonly row: Row; readonly marks: string }>();
  #isOutdated = false;
  #state = '';
  /** Milliseconds that the rows took between the last two refreshes of all. */
  #cost = 0;
  /** Milliseconds that the rows have taken since the last refresh: VS Code asks for them some time after it. */
  #spent = 0;
  /** Rows whose children VS Code has asked for since the last refresh of all: their ids, with those of their parents. */
  #opened = new Map<string, string | undefined>();
  /** Those of them that it has yet to ask for again. */
  #missing = new Map<string, string | undefined>();
  /** Set while VS Code is asking for all rows. */
  #asking: { readonly end: () => void; readonly limit: Disposable; rest: Disposable | undefined } | undefined;

  constructor(
    private readonly clock: Clock,
    /** A text that differs whenever all rows may have to be drawn again, see {@link treeState}. */
    private readonly state: () => string,
    /** A text that differs whenever this row alone has to be drawn again. */
    private readonly marks: (row: Row) => string,
    /** `undefined` stands for all rows. */
    private readonly redraw: (rows: Row[] | undefined) => void,
  ) {
    this.#pace = new Pace(
      clock,
      () => this.#pause(),
      (isPatient) => this.#refresh(isPatient),
      { extraPause: pagesLater },
    );
  }

  /**
   * Called when the state may have changed.
   *
   * @param isPatient true for one of many changes that follow each other
   */
  stateChanged(isPatient = false): void {
    // A state that comes and goes between two refreshes may be that in which some of the rows are drawn.
    this.#noteState();
    if (this.#isOutdated) this.#pace.trigger(isPatient);
  }

  /** Called when the marks of rows may have changed. */
  marksChanged(): void {
    this.#pace.trigger();
  }

  /** Called when all rows are out of date, although the state is the same. */
  outdated(): void {
    this.#isOutdated = true;
    this.#pace.trigger();
  }

  /** Redraws all rows now. */
  redrawAll(): void {
    this.#state = this.state();
    this.#isOutdated = false;
    this.#renderedRows.clear();
    this.redraw(undefined);
  }

  /** Redraws all rows now where they are out of date. */
  catchUp(): void {
    this.#noteState();
    if (this.#isOutdated) this.redrawAll();
  }

  /**
   * Makes the children of a row, and measures the time: slow rows make the next pause longer.
   *
   * @param of ids of the row and of its parent, if it has one; without it, the first level
   */
  async measure<T extends { readonly id: string }>(
    makeRows: () => Promise<T[]>,
    { id, parent }: { readonly id: string; readonly parent: string | undefined } = {
      id: firstLevel,
      parent: undefined,
    },
  ): Promise<T[]> {
    this.#noteState();
    const { clock } = this;
    const started = clock.now();
    const rows = await makeRows();
    this.#spent += clock.now() - started;
    this.#opened.set(id, parent);
    this.#missing.delete(id);
    const ids = new Set(rows.map((row) => row.id));
    for (const [missing, above] of this.#missing) if (above === id && !ids.has(missing)) this.#forget(missing);
    this.#restIfComplete();
    return rows;
  }

  /** Called when the user closes a row: VS Code asks for no rows below it any longer. */
  closed(id: string): void {
    this.#opened.delete(id);
    this.#forget(id);
    this.#restIfComplete();
  }

  /** Called when VS Code shows the row as it is now. */
  drew(row: Row): void {
    this.#renderedRows.set(row.id, { row, marks: this.marks(row) });
  }

  dispose(): void {
    this.#stopAsking();
    this.#pace.dispose();
  }

  #noteState(): void {
    if (this.#isOutdated) return;
    const state = this.state();
    if (state === this.#state) return;
    this.#state = state;
    this.#isOutdated = true;
  }

  #refresh(isPatient: boolean): void {
    this.#noteState();
    if (this.#isOutdated && this.#asking) this.#pace.trigger(isPatient);
    else if (this.#isOutdated) {
      this.#missing = this.#opened.set(firstLevel, undefined);
      this.#opened = new Map();
      this.#cost = this.#spent;
      this.#spent = 0;
      this.redrawAll();
      const end = (): void => this.#stopAsking();
      this.#asking = { end, limit: this.clock.after(asksWithin, end), rest: undefined };
    }
    const drawn = [...this.#renderedRows.values()];
    const changed = drawn.filter(({ row, marks }) => marks !== this.marks(row)).map(({ row }) => row);
    if (changed.length > 0) this.redraw(changed);
  }

  #pause(): number {
    if (this.#isOutdated && this.#asking) return restsAfter;
    return Math.min(Math.max(this.#cost * pauseFactor, minPause), maxPause);
  }

  /** VS Code does not ask for the children of this row, nor for any below it. */
  #forget(id: string): void {
    this.#missing.delete(id);
    for (const [below, parent] of this.#missing) if (parent === id) this.#forget(below);
  }

  #restIfComplete(): void {
    if (!this.#asking || this.#missing.size > 0) return;
    this.#asking.rest?.dispose();
    this.#asking.rest = this.clock.after(restsAfter, this.#asking.end);
  }

  #stopAsking(): void {
    this.#asking?.limit.dispose();
    this.#asking?.rest?.dispose();
    this.#asking = undefined;
  }
}
