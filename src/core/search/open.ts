import type { DisposableStore } from '../base/disposable';
import type { Event } from '../base/event';
import { Late } from '../base/onFirstUse';
import type { KeyValueStore, Logger } from '../base/ports';
import type { Slice } from '../base/scheduler';
import { TemplateCatalog } from '../catalog/templates';
import { HiddenPlaces } from './hiddenPlaces';
import type { IndexedParts } from './newIndexes';
import type { SearchIndex } from './searchIndex';
import { Visibility } from './visibility';

/** Search, its indexes, and what the user has hidden from it. */
export interface SearchRoom {
  /** Servers and schemes that the user has hidden. */
  readonly places: HiddenPlaces;
  readonly visibility: Visibility;
  /** An index of its own for a view or a tool: each remembers its last query. */
  readonly newIndex: () => Pick<SearchIndex, 'search'>;
  /** Resources alone, for quick picks and sets. */
  readonly withoutTemplates: Pick<SearchIndex, 'search'>;
  /** Loads the code of indexes before the first search. */
  readonly prepare: () => Promise<unknown>;
}

export interface SearchNeeds {
  readonly base: {
    readonly store: DisposableStore;
    readonly workspaceStore: KeyValueStore;
    readonly newSlice: () => Slice;
    readonly log: Logger;
  };
  readonly core: Pick<IndexedParts, 'catalog' | 'activity' | 'orders' | 'serverName'> & {
    readonly templates: TemplateCatalog;
  };
  /** The globs of URIs that no view shows. */
  readonly excluded: { readonly value: () => readonly string[]; readonly onDidChange: Event<void> };
}

/** An index that is created with the first search. */
class LateIndex implements Pick<SearchIndex, 'search' | 'reset'> {
  constructor(private readonly index: Late<SearchIndex>) {}

  readonly search: SearchIndex['search'] = async (...args) => (await this.index.get()).search(...args);

  reset(): void {
    this.index.loaded?.reset();
  }
}

export function openSearch({ base, core, excluded }: SearchNeeds): SearchRoom {
  const { store, workspaceStore, newSlice, log } = base;
  const { catalog, activity, templates, orders, serverName } = core;
  const places = new HiddenPlaces(workspaceStore);
  const visibility = store.add(
    new Visibility({
      catalog,
      templates,
      places,
      serverName,
      excluded: excluded.value,
      onDidChangeExcluded: excluded.onDidChange,
      newSlice,
      log,
    }),
  );
  const makeIndex = new Late(async () => {
    const { newIndexes } = await import('./newIndexes');
    return newIndexes({ catalog, activity, orders, visibility, serverName, newSlice });
  });
  const newIndex = (indexed = templates): LateIndex => {
    const index = new LateIndex(new Late(async () => (await makeIndex.get())(indexed)));
    store.add(visibility.onDidChange(() => index.reset()));
    return index;
  };
  return {
    places,
    visibility,
    newIndex: () => newIndex(),
    withoutTemplates: newIndex(store.add(new TemplateCatalog())),
    prepare: () => makeIndex.get(),
  };
}
