import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore, Sha256 } from '../base/ports';
import { keyOf, type ResourceAddress } from '../resource/address';
import { readEntry, writeEntry, type NamedSet } from './setEntry';

/** Switches that the user has turned on for a set. */
export interface SetState {
  /** Its resources are added to the context whenever there are others. */
  readonly isAlways: boolean;
  /** They are in every message. Only of a set that is always on. */
  readonly isInEveryMessage?: boolean;
}

/** A set, and the URI of the file that it stands in; without one it is the user's own. */
export interface SetPlace {
  readonly set: NamedSet;
  readonly file: string | undefined;
}

/** The user's review of a set that stands in a file. */
export interface SetReview extends SetState {
  readonly file: string;
  readonly name: string;
  /** Hash of the set as it was reviewed. Once the set says something else, there is no review of it. */
  readonly hash: string;
  /** Keys of the resources that the user accepted. */
  readonly accepted: readonly string[];
  /** In ms since the epoch. */
  readonly at: number;
}

/** As stored; the entries are written as in a shared file. */
interface StoredSet extends SetState {
  readonly name: string;
  readonly resources: readonly unknown[];
}

type OwnSet = NamedSet & SetState;

const setsKey = 'context.sets';
const reviewsKey = 'context.reviewedSets';
/** Maximum number of reviews; the oldest are dropped. */
const maxReviews = 100;

/** The user's own context sets, and what the user decided about those of the workspace's files; both for this workspace. */
export class SavedSets implements Disposable {
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly store: KeyValueStore,
    private readonly sha256: Sha256,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The user's own, the last saved first. */
  get own(): readonly OwnSet[] {
    const stored = (this.store.get(setsKey) ?? []) as readonly StoredSet[];
    return stored.map(({ resources, ...set }) => ({
      ...set,
      description: undefined,
      entries: resources.flatMap((resource) => readEntry(resource) ?? []),
    }));
  }

  /** In the order of the reviews. */
  get reviews(): readonly SetReview[] {
    return (this.store.get(reviewsKey) ?? []) as readonly SetReview[];
  }

  /** True if a set is always on, of which a file may say something else by now. */
  get isAnyAlways(): boolean {
    return [...this.own, ...this.reviews].some(({ isAlways }) => isAlways);
  }

  /** Replaces a set of the same name. */
  async saveOwn({ name, entries }: Pick<NamedSet, 'name' | 'entries'>, { isAlways }: SetState): Promise<void> {
    const set = { name, description: undefined, entries, isAlways };
    await this.setAllOwn([set, ...this.own.filter((other) => other.name !== name)]);
  }

  async deleteOwn(name: string): Promise<void> {
    await this.setAllOwn(this.own.filter((set) => set.name !== name));
  }

  async setAllOwn(sets: readonly OwnSet[]): Promise<void> {
    const stored = sets.map(({ entries, ...set }): StoredSet => ({
      ...set,
      resources: entries.map(writeEntry),
    }));
    await this.#save(setsKey, stored);
  }

  /** True if the set is always on, as it is now. */
  isAlways(place: SetPlace): boolean {
    return this.#stateOf(place)?.isAlways === true;
  }

  /** True if the resources of the set are in every message. */
  isInEveryMessage(place: SetPlace): boolean {
    const { isAlways = false, isInEveryMessage = false } = this.#stateOf(place) ?? {};
    return isAlways && isInEveryMessage;
  }

  /** @param place a file's set must have been reviewed as it is, or be switched off */
  async setState(place: SetPlace, state: SetState): Promise<void> {
    const { name } = place.set;
    if (place.file !== undefined) await this.#review(place, state);
    else await this.setAllOwn(this.own.map((set) => (set.name === name ? { ...set, ...state } : set)));
  }

  /** True if the user has accepted all of these as resources of this set of a file, as it is now. */
  hasAccepted(place: SetPlace, resources: readonly ResourceAddress[]): boolean {
    const accepted = new Set(this.#reviewOf(place)?.accepted);
    return resources.every((resource) => accepted.has(keyOf(resource)));
  }

  async accept(place: SetPlace, resources: readonly ResourceAddress[]): Promise<void> {
    const accepted = new Set([...(this.#reviewOf(place)?.accepted ?? []), ...resources.map(keyOf)]);
    await this.#review(place, { accepted: [...accepted] });
  }

  /** The set is reviewed again before it is opened or kept again. */
  async forget({ file, name }: Pick<SetReview, 'file' | 'name'>): Promise<void> {
    await this.#save(reviewsKey, this.#othersThan(file, name));
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #stateOf(place: SetPlace): SetState | undefined {
    return place.file === undefined ? this.own.find(({ name }) => name === place.set.name) : this.#reviewOf(place);
  }

  #reviewOf(place: SetPlace): SetReview | undefined {
    const hash = this.#hashOf(place);
    return this.reviews.find((review) => review.hash === hash);
  }

  #othersThan(file: string, name: string): readonly SetReview[] {
    return this.reviews.filter((review) => review.file !== file || review.name !== name);
  }

  /** One review of a set: that of the set as it was before goes. */
  async #review(place: SetPlace, changes: Partial<SetState & Pick<SetReview, 'accepted'>>): Promise<void> {
    const { set, file = '' } = place;
    const previousReview = this.#reviewOf(place) ?? { isAlways: false, accepted: [] };
    const identity = { file, name: set.name, hash: this.#hashOf(place), at: this.clock.now() };
    const review: SetReview = { ...previousReview, ...identity, ...changes };
    await this.#save(reviewsKey, [...this.#othersThan(file, set.name), review].slice(-maxReviews));
  }

  #hashOf({ set, file }: SetPlace): string {
    return this.sha256(JSON.stringify([file, set.name, set.entries.map(writeEntry)]));
  }

  async #save(key: string, value: unknown): Promise<void> {
    const saved = this.store.set(key, value);
    this.#didChange.fire();
    await saved;
  }
}
