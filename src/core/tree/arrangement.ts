import { audienceFilters, type AudienceFilter } from '../../shared/audience';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import { groupings, sortings, type GroupBy, type SortBy } from './treeNode';

/** The user's choices for the tree. */
export interface Arrangement {
  readonly groupBy: GroupBy;
  readonly sortBy: SortBy;
  readonly audience: AudienceFilter;
}

const values: { readonly [K in keyof Arrangement]: readonly Arrangement[K][] } = {
  groupBy: groupings,
  sortBy: sortings,
  audience: audienceFilters,
};

/** A choice, with the value of the setting that it replaces. */
interface Chosen<Value> {
  readonly value: Value;
  readonly over: Value;
}

/** The default arrangement. */
export const defaultArrangement: Arrangement = { groupBy: 'scheme', sortBy: 'importance', audience: 'all' };

/** @param value of a setting: unknown values are replaced by {@link defaultArrangement} */
export function readChoice<K extends keyof Arrangement>(name: K, value: unknown): Arrangement[K] {
  return values[name].find((candidate) => candidate === value) ?? defaultArrangement[name];
}

/**
 * The tree's arrangement: from the settings, and from choices made in this workspace since. A choice holds until the setting that it
 * replaced gets another value: a user who changes a setting wants to see the effect.
 */
export class TreeArrangement implements Arrangement, Disposable {
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly store: KeyValueStore,
    /** The settings' present values. */
    private readonly settings: () => Arrangement,
  ) {
    this.#dropOutdated();
  }

  get groupBy(): GroupBy {
    return this.#get('groupBy');
  }

  get sortBy(): SortBy {
    return this.#get('sortBy');
  }

  get audience(): AudienceFilter {
    return this.#get('audience');
  }

  /** True if a choice replaces the setting. */
  isChosen(name: keyof Arrangement): boolean {
    return this.#get(name) !== this.settings()[name];
  }

  async choose<K extends keyof Arrangement>(name: K, value: Arrangement[K]): Promise<void> {
    const over = this.settings()[name];
    const stored = this.store.set(storeKeyOf(name), value === over ? undefined : { value, over });
    this.#didChange.fire();
    await stored;
  }

  /** To be called when a setting changed. */
  settingsChanged(): void {
    this.#dropOutdated();
    this.#didChange.fire();
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #get<K extends keyof Arrangement>(name: K): Arrangement[K] {
    const setting = this.settings()[name];
    const { value, over } = this.#stored(name) ?? {};
    return value !== undefined && over === setting ? value : setting;
  }

  #stored<K extends keyof Arrangement>(name: K): Chosen<Arrangement[K]> | undefined {
    return this.store.get(storeKeyOf(name)) as Chosen<Arrangement[K]> | undefined;
  }

  /** Deletes outdated choices: they must not come back when a setting is changed back. */
  #dropOutdated(): void {
    const settings = this.settings();
    for (const name of ['groupBy', 'sortBy', 'audience'] as const) {
      const stored = this.#stored(name);
      if (stored && stored.over !== settings[name]) void this.store.set(storeKeyOf(name), undefined);
    }
  }
}

function storeKeyOf(name: keyof Arrangement): string {
  return `tree.${name}`;
}
