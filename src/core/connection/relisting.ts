import { Backoff } from '../base/backoff';
import { hasPassed, type Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Pace } from '../base/pace';

/** Minimum time between two lists, in ms. */
const listEvery = 250;
/** A change within a second after a list, or during it, may be caused by the list. The first of them waits as long as between any two lists. */
const limits = { first: listEvery / 2, longest: 60_000, jitter: 0.25, retries: Infinity, goodLife: 1_000 };

/**
 * Lists again after a change, at once. Some servers report a change whenever they are listed, so lists that a change follows each time back
 * off, up to a minute.
 */
export class Relisting implements Disposable {
  readonly #pace: Pace;
  readonly #backoff: Backoff;
  #isListing = false;
  /** A change was reported that no list has begun after. */
  #isChanged = false;
  #timer: Disposable | undefined;
  /** In ms. */
  #fresh: { readonly since: number; readonly time: number } | undefined;

  /**
   * @param list never rejects
   * @param random from 0 to 1
   */
  constructor(
    private readonly clock: Clock,
    list: () => Promise<void>,
    random: () => number,
  ) {
    this.#backoff = new Backoff(limits, random);
    this.#pace = new Pace(clock, listEvery, async () => {
      this.#begin();
      await list();
      this.#end();
    });
  }

  /** Lists now, or as soon as a list that is under way has ended. */
  listNow(): void {
    this.#pace.runNow();
  }

  /** A list is fresh for `time`, in ms; of several, the first that is over counts. */
  noteFresh(since: number, time: number): void {
    const before = this.#fresh;
    if (!before || since + time < before.since + before.time) this.#fresh = { since, time };
  }

  /** Lists now if a list's time is over. */
  listStale(): void {
    if (this.#fresh && hasPassed(this.clock, this.#fresh.since, this.#fresh.time)) this.listNow();
  }

  noteChange(): void {
    if (this.#isChanged) return;
    this.#isChanged = true;
    if (!this.#isListing) this.#scheduleRelisting();
  }

  dispose(): void {
    // A list that is under way follows no change any longer.
    this.#isChanged = false;
    this.#timer?.dispose();
    this.#pace.dispose();
  }

  #begin(): void {
    this.#timer?.dispose();
    this.#fresh = undefined;
    this.#isChanged = false;
    this.#isListing = true;
  }

  #end(): void {
    this.#isListing = false;
    this.#backoff.noteSuccess(this.clock.now());
    if (this.#isChanged) this.#scheduleRelisting();
  }

  #scheduleRelisting(): void {
    const wait = this.#backoff.noteFailure(this.clock.now());
    if (this.#backoff.failures === 1) this.#pace.trigger();
    else this.#timer = this.clock.after(wait ?? 0, () => this.#pace.trigger());
  }
}
