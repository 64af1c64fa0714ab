import { delay, type Clock } from '../base/clock';
import { Coalescer } from '../base/coalescer';
import { DisposableStore, toDisposable, type Disposable } from '../base/disposable';

/**
 * How much longer than its own work a refresh waits for the next one, and the milliseconds that this takes. VS Code puts off a refresh that
 * comes within 200 ms of the one before, and again for as long as others come.
 */
const restFactor = 10;
const shortestRest = 250;
const longestRest = 1_000;

/**
 * When a view is refreshed: at once for the first event of a burst, then at most every 250 ms. It rests longer, up to 1 s, where a refresh
 * costs more, so that a list that streams in never occupies the editor.
 */
export class RefreshPace implements Disposable {
  readonly #store = new DisposableStore();
  readonly #refresh: Coalescer;
  readonly #over = new AbortController();
  #cost = 0;

  constructor(
    private readonly clock: Clock,
    refresh: () => void,
  ) {
    this.#store.add(toDisposable(() => this.#over.abort()));
    // What happens in one moment is one event.
    this.#refresh = this.#store.add(
      new Coalescer(clock, 0, () => {
        refresh();
        return this.#rest();
      }),
    );
  }

  trigger(): void {
    this.#refresh.trigger();
  }

  /** @param ms what the work of a refresh took: it is done when the view asks, after the refresh */
  took(ms: number): void {
    this.#cost = ms;
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #rest(): Promise<void> {
    const rest = Math.min(Math.max(this.#cost * restFactor, shortestRest), longestRest);
    await delay(this.clock, rest, this.#over.signal).catch(() => undefined);
  }
}
