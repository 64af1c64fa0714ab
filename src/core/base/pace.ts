import type { Clock } from './clock';
import type { Disposable } from './disposable';

/**
 * The debouncer of this project: makes few runs of many events. Whoever has something to do again after changes creates one, and triggers it with
 * each change. Events of the same moment count as one, and runs never overlap.
 *
 *     new Pace(clock, 100, run)                          event, run, 100 ms; where there were events meanwhile: run, 100 ms, …
 *     new Pace(clock, 100, run, { gathersFirst: true })  event, 100 ms, run; where there were events meanwhile: 100 ms, run, …
 *
 * The first is for what users see: the first event of a burst is shown at once, and only what follows it is gathered. The second is for work that
 * nobody waits for, and that a burst should cause once, such as writing a file.
 */
export class Pace implements Disposable {
  /** Timer of the next run or of a pause; there is only one at a time. */
  #timer: Disposable | undefined;
  /** True during a run or a pause. */
  #isBusy = false;
  /** There were events meanwhile. */
  #isWanted = false;
  /** True if only patient events have come since the last run. */
  #isPatient = true;
  /** Added to the next pause if only patient events come, in ms. */
  #extraPause = 0;
  /** True while the pause is over for all but patient events. */
  #isLongPause = false;
  /** Runs of this burst after which there need be no pause. */
  #runsBeforePause = 0;
  /** When the pause after such a run ends, by {@link Clock.elapsed}: an event until then runs at once, unless it is patient. */
  #freeUntil: number | undefined;
  /** Pauses that runs at the start of a burst left out, added to a later one, in ms. */
  #owed = 0;
  #isDisposed = false;

  /**
   * @param pause in ms; a function is called after each run
   * @param run true if only patient events caused it
   */
  constructor(
    private readonly clock: Clock,
    private readonly pause: number | (() => number),
    private readonly run: (isPatient: boolean) => void | Promise<void>,
    private readonly options: {
      /** Pauses before a run instead of after it. The other options have no effect then. */
      readonly gathersFirst?: true;
      /**
       * Number of runs at the beginning of a burst with no pause between them; 1 without it. A list, for one, comes as three events: it begins, there is
       * something, it is whole. The pause after these runs is longer by what they lacked, so that a flood causes no more of them.
       */
      readonly atOnce?: number;
      /**
       * Added to the pause, in ms, where only patient events have come, such as the pages of a long list; twice of it after another such run. Any
       * other event ends it.
       */
      readonly extraPause?: number;
    } = {},
  ) {}

  /** @param isPatient true for an event that can wait, see `extraPause` */
  trigger(isPatient = false): void {
    if (!isPatient) this.#isPatient = false;
    if (this.options.gathersFirst) this.#gather();
    else if (this.#begins()) this.#runSoon();
  }

  /** As {@link trigger}, but does not wait for what else happens in this moment, nor gathers first. */
  runNow(): void {
    this.#isPatient = false;
    if (this.options.gathersFirst ? this.#endGathering() : this.#begins()) void this.#runOnce();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  /** In ms. */
  get #pause(): number {
    return typeof this.pause === 'number' ? this.pause : this.pause();
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
    if (!this.#isBusy) this.#runsBeforePause = this.#atOnce - 1;
    this.#isBusy = true;
    return !this.#isWanted;
  }

  #gather(): void {
    if (this.#isDisposed) return;
    this.#isWanted = this.#isBusy;
    this.#isBusy = true;
    if (!this.#isWanted) this.#timer = this.clock.after(this.#pause, () => void this.#runOnce());
  }

  /** Returns false during a run: there is another after it. */
  #endGathering(): boolean {
    if (this.#isDisposed) return false;
    this.#isWanted = this.#isBusy && !this.#timer;
    this.#isBusy = true;
    this.#timer?.dispose();
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
    this.#timer = undefined;
    try {
      await this.run(isPatient);
    } finally {
      if (this.options.gathersFirst) this.#endRun();
      else if (!this.#isDisposed) this.#pauseFor(this.#pause);
    }
  }

  #endRun(): void {
    const isWanted = this.#isWanted;
    this.#isBusy = false;
    if (isWanted) this.#gather();
  }

  #pauseFor(ms: number): void {
    const pause = ms + this.#owed;
    this.#owed = 0;
    const isFree = this.#runsBeforePause > 0;
    if (isFree) this.#runsBeforePause -= 1;
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
      this.#runsBeforePause = Math.max(this.#runsBeforePause, Math.min(1, this.#atOnce - 1));
      this.#timer = this.clock.after(this.#extraPause, () => this.#endPause());
    } else void this.#runOnce();
  }
}
