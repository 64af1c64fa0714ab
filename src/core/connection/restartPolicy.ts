import { Backoff } from '../base/backoff';
import type { Reason } from '../base/errors';

/** The next step after a session failed or ended by itself. */
export type RestartDecision =
  { readonly kind: 'retry'; readonly delay: number } | { readonly kind: 'giveUp'; readonly crashes: number };

/** Reasons for which a retry can help: the process ended, or the other side was unreachable. The others need the user first. */
const transient: ReadonlySet<Reason> = new Set([
  'exited',
  'disconnected',
  'refused',
  'network',
  'timeout',
  'hostNotFound',
]);

const limits = { first: 1_000, longest: 4_000, jitter: 0.25, retries: 3, goodLife: 60_000 };

/**
 * Backs off 1 s, 2 s, 4 s, plus or minus a quarter, and gives up after the fourth failure without a minute of service between them. A lost
 * session, which HTTP servers cause now and then, is opened again at once the first time.
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

  /** @param now in ms since 1970 */
  next(reason: Reason, now: number): RestartDecision {
    const wasReady = this.#backoff.isWorking;
    const delay = this.#backoff.noteFailure(now);
    const { failures } = this.#backoff;
    if (!transient.has(reason)) return { kind: 'giveUp', crashes: 1 };
    if (delay === undefined) return { kind: 'giveUp', crashes: failures };
    return { kind: 'retry', delay: reason === 'disconnected' && wasReady && failures === 1 ? 0 : delay };
  }

  reset(): void {
    this.#backoff.reset();
  }
}
