import type { DisposableStore } from '../base/disposable';
import { Late } from '../base/onFirstUse';
import type { KeyValueStore } from '../base/ports';
import { TemplateCatalog } from '../catalog/templates';
import { HiddenPlaces } from './hiddenPlaces';
import type { Indexed } from './newIndexes';
import type { SearchIndex } from './searchIndex';
import { Visibility, type VisibilityNeeds } from './visibility';

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

export interface SearchNeeds extends VisibilityNeeds {
  readonly base: VisibilityNeeds['base'] & { readonly store: DisposableStore; readonly workspaceStore: KeyValueStore };
  readonly core: VisibilityNeeds['core'] & Indexed;
}

/** An index that is created with the first search. */
class LateIndex implements Pick<SearchIndex, 'search' | 'reset'> {
  constructor(private readonly index: Late<SearchIndex>) {}

  readonly search: SearchIndex['search'] = async (...args) => (await this.index.get()).search(...args);

  reset(): void {
    this.index.loaded?.reset();
  }
}

export function openSearch(needs: SearchNeeds): SearchRoom {
  const { base, core } = needs;
  const { store, workspaceStore, newSlice } = base;
  const places = new HiddenPlaces(workspaceStore);
  const visibility = store.add(new Visibility(needs, places));
  const makeIndex = new Late(async () => {
    const { newIndexes } = await import('./newIndexes');
    return newIndexes(core, visibility, newSlice);
  });
  const newIndex = (indexed = core.templates): LateIndex => {
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
