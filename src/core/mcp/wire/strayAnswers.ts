import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Id } from '../base/envelope';

/** Milliseconds for the right answer to follow one with a wrong id. */
const grace = 2_000;

/**
 * Answers with the id of no request. Where one came while a single request waited for just such a result, and its own answer does not follow soon,
 * that request fails: it would wait for its timeout. Answers to requests that are over are none of these: they come late from good servers, too.
 */
export class StrayAnswers implements Disposable {
  #highestId = -1;
  #suspect: { readonly id: Id; readonly timer: Disposable } | undefined;

  /** @param fail gets the id of the request whose answer will not come */
  constructor(
    private readonly clock: Clock,
    private readonly fail: (id: Id) => void,
  ) {}

  noteRequest(id: Id): void {
    if (typeof id === 'number') this.#highestId = Math.max(this.#highestId, id);
  }

  /** @param awaited id of the only request that waits for such a result */
  noteAnswer(id: Id, awaited: Id): void {
    if (this.#suspect || Number(id) <= this.#highestId) return;
    const timer = this.clock.after(grace, () => {
      this.#suspect = undefined;
      this.fail(awaited);
    });
    this.#suspect = { id: awaited, timer };
  }

  /** The request was answered, or nobody waits for it any longer. */
  noteEnd(id: Id): void {
    if (this.#suspect?.id === id) this.dispose();
  }

  dispose(): void {
    this.#suspect?.timer.dispose();
    this.#suspect = undefined;
  }
}
