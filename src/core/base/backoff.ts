export interface BackoffPace {
  /** Delay after the first failure, in ms. It doubles with each further one. */
  readonly first: number;
  /** Maximum delay, in ms. */
  readonly longest: number;
  /** A delay is shorter or longer by up to this fraction, so that what failed for many at once is not tried by all of them at once. */
  readonly jitter: number;
}

/**
 * Delay before the next attempt, in ms.
 *
 * @param failures in a row, from 1
 * @param random from 0 to 1
 */
export function backoffDelay({ first, longest, jitter }: BackoffPace, failures: number, random: () => number): number {
  const delay = Math.min(first * 2 ** (failures - 1), longest);
  return Math.round(delay * (1 - jitter + 2 * jitter * random()));
}

export interface BackoffLimits extends BackoffPace {
  /** Failures in a row after which there is no further attempt. */
  readonly retries: number;
  /** Time without a failure, in ms, after which the next failure counts as the first. */
  readonly goodLife: number;
}

/** Counts the failures of something that is retried, and paces its attempts. */
export class Backoff {
  #failures = 0;
  #workingSince: number | undefined;

  /** @param random from 0 to 1 */
  constructor(
    private readonly limits: BackoffLimits,
    private readonly random: () => number,
  ) {}

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** True when it has worked since the last failure. */
  get isWorking(): boolean {
    return this.#workingSince !== undefined;
  }

  /** An attempt succeeded. @param now milliseconds since 1970 */
  noteSuccess(now: number): void {
    this.#workingSince = now;
  }

  /**
   * @param now milliseconds since 1970
   * @returns delay before the next attempt, in ms; `undefined` after the last one
   */
  noteFailure(now: number): number | undefined {
    const { retries, goodLife } = this.limits;
    // Time spent on attempts does not count: one that takes a minute to fail would be repeated for ever.
    if (this.#workingSince !== undefined && now - this.#workingSince >= goodLife) this.#failures = 0;
    this.#workingSince = undefined;
    this.#failures += 1;
    return this.#failures > retries ? undefined : backoffDelay(this.limits, this.#failures, this.random);
  }

  reset(): void {
    this.#failures = 0;
    this.#workingSince = undefined;
  }
}
