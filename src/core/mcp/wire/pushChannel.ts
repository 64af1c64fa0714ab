import { Backoff } from '../../base/backoff';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';

/** Gives up the stream after about two minutes. */
const limits = { first: 1_000, longest: 30_000, jitter: 0.25, retries: 8, goodLife: 60_000 };
/** Number of consecutive network failures after which the server counts as gone. */
const maxNetworkFailures = 2;

/**
 * - `waiting`: not requested yet, or not answered · `open` · `broken`: was open, is being opened again
 * - `none`: the server has no such stream, or it was given up
 */
type State = 'waiting' | 'open' | 'broken' | 'none';

export interface PushEvents {
  /** The stream was opened, lost, or given up. `isAgain`: changes may have been missed meanwhile. */
  onDidChange: (isAgain: boolean) => void;
  /** It was open and is refused now: the session may be gone. */
  onDidDoubt: () => void;
  /** The server is gone, or has forgotten the session. */
  onDidLose: (error: unknown) => void;
}

/**
 * The stream on which an HTTP server of the `initialize` era reports changes. The SDK opens it without an event, retries twice and then
 * stops silently, or reopens a stream that the server ends at once every second. This watches its requests through `fetch` and paces its
 * retries.
 * https://github.com/modelcontextprotocol/typescript-sdk/issues/2098, https://github.com/modelcontextprotocol/typescript-sdk/issues/2682
 */
export class PushChannel {
  #state: State = 'waiting';
  #networkFailures = 0;
  #wasOpenOnce = false;
  readonly #backoff: Backoff;
  #events: PushEvents | undefined;

  /** @param random from 0 to 1 */
  constructor(
    private readonly clock: Clock,
    random: () => number = Math.random,
  ) {
    this.#backoff = new Backoff(limits, random);
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** True where there is no stream and will be none. */
  get isGone(): boolean {
    return this.#state === 'none';
  }

  observe(events: PushEvents): void {
    this.#events = events;
  }

  /** Called when the server answered the request for the stream. */
  noteAnswer(status: number): void {
    this.#networkFailures = 0;
    const wasOpenOnce = this.#wasOpenOnce;
    if (status >= 200 && status < 300) {
      this.#wasOpenOnce = true;
      this.#backoff.noteSuccess(this.clock.now());
      this.#change('open', wasOpenOnce);
    } else if (status === 404 && wasOpenOnce) this.#events?.onDidLose(new Error('The session has expired (404)'));
    else if (status < 500) {
      this.#change('none', false);
      if (wasOpenOnce) this.#events?.onDidDoubt();
    }
  }

  /** Called when the request for the stream failed. */
  noteFailure(error: unknown): void {
    this.#networkFailures++;
    if (this.#networkFailures >= maxNetworkFailures) this.#events?.onDidLose(error);
  }

  /** For the SDK: schedules the next attempt, or gives up. `delay` in ms, suggested by the SDK or the server. */
  readonly schedule = (reconnect: () => void, delay: number): (() => void) => {
    const wait = this.#state === 'none' ? undefined : this.#backoff.noteFailure(this.clock.now());
    this.#change(wait === undefined ? 'none' : 'broken', false);
    const timer: Disposable | undefined =
      wait === undefined ? undefined : this.clock.after(Math.max(delay, wait), reconnect);
    return () => timer?.dispose();
  };

  #change(state: State, isAgain: boolean): void {
    if (state === this.#state) return;
    const wasOpen = this.isOpen;
    this.#state = state;
    if (wasOpen || state === 'open' || state === 'none') this.#events?.onDidChange(isAgain);
  }
}
