import type { Clock } from '../base/clock';
import type { DisposableStore } from '../base/disposable';
import type { KeyValueStore } from '../base/ports';
import type { Slice } from '../base/scheduler';
import { Activity } from './activity';
import { Catalog } from './catalog';
import { ImportanceOrder } from './importanceOrder';
import { NameOrder } from './nameOrder';
import { ServerOrder } from './serverOrder';
import { TemplateCatalog } from './templates';

/** Resources and templates of all servers, and their orders. */
export interface CatalogRoom {
  readonly catalog: Catalog;
  readonly activity: Activity;
  readonly templates: TemplateCatalog;
  readonly orders: { readonly importance: ImportanceOrder; readonly name: NameOrder; readonly server: ServerOrder };
}

export interface CatalogNeeds {
  /** Disposed with the host. */
  readonly store: DisposableStore;
  readonly clock: Clock;
  readonly newSlice: () => Slice;
  /** Keeps what was used and changed, where it is kept. */
  readonly activityStore: KeyValueStore | undefined;
  /** True while a view shows rows that must not move, see {@link Activity}. */
  readonly isShown: () => boolean;
}

export function openCatalog({ store, clock, newSlice, activityStore, isShown }: CatalogNeeds): CatalogRoom {
  const activity = store.add(new Activity(activityStore, clock, isShown));
  const catalog = store.add(new Catalog(undefined, clock));
  store.add(catalog.onDidDiffer((resources) => activity.noteChanges(resources)));
  const orders = {
    importance: new ImportanceOrder(catalog, newSlice, activity),
    name: new NameOrder(catalog, newSlice),
    server: new ServerOrder(catalog, newSlice),
  };
  return { catalog, activity, templates: store.add(new TemplateCatalog()), orders };
}
