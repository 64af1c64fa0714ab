import type { Reason } from '../base/errors';

/** What to do after a session failed or ended by itself. */
export type RestartVerdict =
  | { readonly kind: 'retry'; readonly after: number }
  | { readonly kind: 'giveUp'; readonly crashes: number };

/** Trying again can help with these: the process died, or the other end was away. The rest needs a person first. */
const passing: ReadonlySet<Reason> = new Set(['exited', 'disconnected', 'refused', 'network', 'timeout', 'hostNotFound']);

const firstDelay = 1_000;
const longestDelay = 30_000;
const tries = 4;
/** Failures further apart than this are not one loop. */
const loopWindow = 60_000;

/** Backs off 1 s, 2 s, 4 s, … up to 30 s, and gives up after four failures without a quiet minute between them. */
export class RestartPolicy {
  #failures = 0;
  #lastAt = -Infinity;

  /** @param now milliseconds since 1970 */
  next(reason: Reason, now: number): RestartVerdict {
    if (now - this.#lastAt > loopWindow) this.#failures = 0;
    this.#lastAt = now;
    this.#failures += 1;
    if (!passing.has(reason)) return { kind: 'giveUp', crashes: 1 };
    if (this.#failures >= tries) return { kind: 'giveUp', crashes: this.#failures };
    return { kind: 'retry', after: Math.min(firstDelay * 2 ** (this.#failures - 1), longestDelay) };
  }

  reset(): void {
    this.#failures = 0;
    this.#lastAt = -Infinity;
  }
}
