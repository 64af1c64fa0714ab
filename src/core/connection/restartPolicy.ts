import { Backoff } from '../base/backoff';
import type { Reason } from '../base/errors';

/** The next step after a session failed or ended by itself. */
export type RestartDecision =
  { readonly kind: 'retry'; readonly delay: number } | { readonly kind: 'giveUp'; readonly crashes: number };

/**
 * Number of retries by the reasons for which they can help: the process ended, or the other side was unreachable or unwell. The others need
 * the user first. A timeout has taken the user's time already.
 */
const retries: Partial<Record<Reason, number>> = {
  exited: 3,
  disconnected: 3,
  refused: 3,
  network: 3,
  hostNotFound: 3,
  unavailable: 3,
  timeout: 1,
};

/** Maximum wait in ms that a server may ask for; one that asks for more is left to the user. */
const longestWait = 300_000;

const limits = { first: 1_000, longest: 4_000, jitter: 0.25, retries: 3, goodLife: 60_000 };

/**
 * Backs off 1 s, 2 s, 4 s, plus or minus a quarter, after the time that the server asks for, and gives up after the fourth failure without a
 * minute of service between them. A lost session, which HTTP servers cause now and then, is opened again at once the first time.
 */
export class RestartPolicy {
  readonly #backoff: Backoff;

  /** @param random from 0 to 1 */
  constructor(random: () => number) {
    this.#backoff = new Backoff(limits, random);
  }

  /** Called when the server is ready. @param now in ms since 1970 */
  noteReady(now: number): void {
    this.#backoff.noteSuccess(now);
  }

  /**
   * @param now in ms since 1970
   * @param retryAfter time in ms that the server asks to wait
   */
  next(reason: Reason, now: number, retryAfter = 0): RestartDecision {
    const wasReady = this.#backoff.isWorking;
    const delay = this.#backoff.noteFailure(now);
    const { failures } = this.#backoff;
    const allowed = retries[reason];
    if (allowed === undefined || retryAfter > longestWait) return { kind: 'giveUp', crashes: 1 };
    if (delay === undefined || failures > allowed) return { kind: 'giveUp', crashes: failures };
    return { kind: 'retry', delay: reason === 'disconnected' && wasReady && failures === 1 ? 0 : delay + retryAfter };
  }

  reset(): void {
    this.#backoff.reset();
  }
}
