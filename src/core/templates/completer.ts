import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { CancelledError, causes, isCancelled } from '../base/errors';
import { Emitter } from '../base/event';
import type { Logger } from '../base/ports';

/** Pause in typing, in ms, after which the server is asked. */
const typingPause = 150;
/** Characters; longer values are no help in a list. */
const maxValueLength = 2_000;

/** Asks a server for the values of one variable while the user types: a new request cancels the one before. */
export class Completer implements Disposable {
  readonly #didChange = new Emitter<void>();
  #timer: Disposable | undefined;
  #abort: AbortController | undefined;
  #values: readonly string[] = [];

  /** Fires when {@link values} or {@link isBusy} changes. */
  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly complete: (text: string, signal: AbortSignal) => Promise<readonly string[]>,
  ) {}

  /** The last answer, best first; empty where the server knows no value or failed. */
  get values(): readonly string[] {
    return this.#values;
  }

  get isBusy(): boolean {
    return this.#abort !== undefined;
  }

  /** The first request starts at once, every other after a pause in typing. */
  ask(text: string): void {
    const isFirst = this.#timer === undefined;
    this.#stop();
    const abort = (this.#abort = new AbortController());
    this.#timer = this.clock.after(isFirst ? 0 : typingPause, () => void this.#run(text, abort));
    this.#didChange.fire();
  }

  dispose(): void {
    this.#stop();
    this.#didChange.dispose();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#abort?.abort(new CancelledError());
    this.#abort = undefined;
  }

  async #run(text: string, abort: AbortController): Promise<void> {
    let values: readonly string[] = [];
    try {
      values = await this.complete(text, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted && !isCancelled(error)) this.log.warn(`Completing failed: ${causes(error)}`);
    }
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#values = [...new Set(values)].filter((value) => value !== '' && value.length <= maxValueLength);
    this.#didChange.fire();
  }
}
