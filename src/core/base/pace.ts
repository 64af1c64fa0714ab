import type { Clock } from './clock';
import type { Disposable } from './disposable';

/**
 * Limits how often a stream of events causes a run: at once for the first event of a burst, then at most every `pause` ms, the last event
 * included. Events of the same moment count as one. Runs never overlap; a pause begins when a run has ended.
 *
 * A burst may have several runs without a pause between them: a list comes as three events, that it begins, that there is something, and
 * that it is whole. The pause after them is longer by what they lacked, so that a flood causes no more runs.
 *
 * Patient events, such as the pages of a long list, wait for a longer pause, which doubles after another such run. Any other event cuts it short.
 */
export class Pace implements Disposable {
  /** Timer of the next run or of a pause; there is only one at a time. */
  #timer: Disposable | undefined;
  #isBusy = false;
  #isWanted = false;
  /** True where only patient events have come since the last run. */
  #isPatient = true;
  /** What the next pause for patient events is longer by, in ms. */
  #extraPause = 0;
  /** True while the pause is over for all but patient events. */
  #isLongPause = false;
  /** Runs of this burst after which there need be no pause. */
  #free = 0;
  /** When the pause after such a run ends, by {@link Clock.elapsed}: an event until then runs at once, unless it is patient. */
  #freeUntil: number | undefined;
  /** What the pauses after such runs lacked, in ms. */
  #owed = 0;
  #isDisposed = false;

  /**
   * @param pause in ms; a function is called after each run
   * @param run true where only patient events caused it
   */
  constructor(
    private readonly clock: Clock,
    private readonly pause: number | (() => number),
    private readonly run: (isPatient: boolean) => void | Promise<void>,
    private readonly options: {
      /** How many runs of a burst have no pause between them; 1 without it. */
      readonly atOnce?: number;
      /** What is added to the pause for patient events, in ms. */
      readonly extraPause?: number;
    } = {},
  ) {}

  trigger(isPatient = false): void {
    if (!isPatient) this.#isPatient = false;
    if (this.#begins()) this.#runSoon();
  }

  /** As {@link trigger}, but does not wait for what else happens in this moment. */
  runNow(): void {
    this.#isPatient = false;
    if (this.#begins()) void this.#runOnce();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  get #atOnce(): number {
    return this.options.atOnce ?? 1;
  }

  /** Returns false during a run or a pause: it then runs once more. */
  #begins(): boolean {
    if (this.#isDisposed) return false;
    if (this.#freeUntil !== undefined && !this.#isPatient) {
      this.#timer?.dispose();
      this.#owed = this.#freeUntil - this.clock.elapsed();
      this.#freeUntil = undefined;
      return true;
    }
    if (this.#isLongPause && !this.#isPatient) {
      this.#timer?.dispose();
      return true;
    }
    this.#isWanted = this.#isBusy;
    if (!this.#isBusy) this.#free = this.#atOnce - 1;
    this.#isBusy = true;
    return !this.#isWanted;
  }

  #runSoon(): void {
    this.#timer = this.clock.after(0, () => void this.#runOnce());
  }

  async #runOnce(): Promise<void> {
    const { extraPause = 0 } = this.options;
    const isPatient = this.#isPatient;
    const isAnother = this.#isLongPause && isPatient;
    this.#extraPause = isAnother ? 2 * extraPause : extraPause;
    this.#isWanted = this.#isLongPause = false;
    this.#isPatient = true;
    try {
      await this.run(isPatient);
    } finally {
      if (!this.#isDisposed) this.#pauseFor(typeof this.pause === 'number' ? this.pause : this.pause());
    }
  }

  #pauseFor(ms: number): void {
    const pause = ms + this.#owed;
    this.#owed = 0;
    const isFree = this.#free > 0;
    if (isFree) this.#free -= 1;
    if (isFree && this.#isWanted && !this.#isPatient) {
      this.#owed = pause;
      this.#runSoon();
      return;
    }
    if (isFree) this.#freeUntil = this.clock.elapsed() + pause;
    this.#timer = this.clock.after(pause, () => this.#endPause());
  }

  #endPause(): void {
    this.#freeUntil = undefined;
    if (!this.#isWanted) this.#isBusy = false;
    else if (this.#isPatient && this.#extraPause > 0 && !this.#isLongPause) {
      this.#isLongPause = true;
      // It makes up for one that is left out after it.
      this.#free = Math.max(this.#free, Math.min(1, this.#atOnce - 1));
      this.#timer = this.clock.after(this.#extraPause, () => this.#endPause());
    } else void this.#runOnce();
  }
}
