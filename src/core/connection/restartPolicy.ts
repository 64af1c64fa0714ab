import type { Reason } from '../base/errors';
import { jittered } from '../base/jitter';

/** What to do after a session failed or ended by itself. */
export type RestartVerdict =
  { readonly kind: 'retry'; readonly after: number } | { readonly kind: 'giveUp'; readonly crashes: number };

/** Trying again can help with these: the process died, or the other end was away. The rest needs a person first. */
const passing: ReadonlySet<Reason> = new Set([
  'exited',
  'disconnected',
  'refused',
  'network',
  'timeout',
  'hostNotFound',
]);

const firstDelay = 1_000;
const tries = 4;
/** Milliseconds of service after which a failure is the first of its kind. */
const goodLife = 60_000;

/**
 * Backs off 1 s, 2 s, 4 s, give or take a quarter, and gives up after the fourth failure without a minute of service between them. A
 * session that was lost, which HTTP servers do to all of them now and then, is opened again at once the first time.
 */
export class RestartPolicy {
  #failures = 0;
  #readyAt: number | undefined;

  /** @param random from 0 to 1 */
  constructor(private readonly random: () => number) {}

  /** The server is ready. @param now milliseconds since 1970 */
  started(now: number): void {
    this.#readyAt = now;
  }

  /** @param now milliseconds since 1970 */
  next(reason: Reason, now: number): RestartVerdict {
    const wasReady = this.#readyAt !== undefined;
    // Time spent on connecting does not count: a server that takes a minute to fail would be tried for ever.
    if (this.#readyAt !== undefined && now - this.#readyAt > goodLife) this.#failures = 0;
    this.#readyAt = undefined;
    this.#failures += 1;
    if (!passing.has(reason)) return { kind: 'giveUp', crashes: 1 };
    if (this.#failures >= tries) return { kind: 'giveUp', crashes: this.#failures };
    if (reason === 'disconnected' && wasReady && this.#failures === 1) return { kind: 'retry', after: 0 };
    return { kind: 'retry', after: jittered(firstDelay * 2 ** (this.#failures - 1), this.random) };
  }

  reset(): void {
    this.#failures = 0;
    this.#readyAt = undefined;
  }
}
