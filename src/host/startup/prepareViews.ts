import type { Clock } from '../../core/base/clock';
import { Owner } from '../../core/base/owner';
import { causes } from '../../core/base/errors';
import type { KeyValueStore, Logger } from '../../core/base/ports';

const key = 'views.shownAt';
/** Time in ms that a window gets to start. */
const prepareAfter = 3_000;
/** Time in ms for which a workspace counts as one whose views are used. */
const usedFor = 7 * 24 * 60 * 60 * 1_000;
/** Minimum interval between two writes of when the views were last shown, in ms. */
const saveEvery = 60 * 60 * 1_000;

/** Prepares the views in a workspace where they were used lately, so that the first click finds them ready. Others pay nothing for it. */
export class ViewPreparation extends Owner {
  #isShown = false;

  /** @param prepare starts no server */
  constructor(
    private readonly clock: Clock,
    private readonly store: KeyValueStore,
    private readonly log: Logger,
    prepare: () => Promise<void>,
  ) {
    super();
    if (this.#age >= usedFor) return;
    const begin = (): void => {
      if (this.#isShown) return;
      prepare().then(
        () => log.info('Views were prepared'),
        (error: unknown) => log.warn(`Views were not prepared: ${causes(error)}`),
      );
    };
    this.owned.add(clock.after(prepareAfter, begin));
  }

  /** Called when a view is shown. */
  noteShown(): void {
    this.#isShown = true;
    if (this.#age < saveEvery) return;
    this.store
      .set(key, this.clock.now())
      .catch((error: unknown) => this.log.warn(`The use of views was not saved: ${causes(error)}`));
  }

  /** Milliseconds since views were last shown here, as far as that is known. */
  get #age(): number {
    const shownAt = this.store.get(key);
    return typeof shownAt === 'number' ? Math.abs(this.clock.now() - shownAt) : Infinity;
  }
}
