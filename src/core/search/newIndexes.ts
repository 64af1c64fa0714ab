import type { Slice } from '../base/scheduler';
import type { Activity } from '../catalog/activity';
import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog } from '../catalog/templates';
import { newOrders, type Orders } from './resultOrder';
import { SearchIndex, type SearchParts } from './searchIndex';

/** The resources that indexes search. */
export interface Indexed extends Pick<SearchParts, 'serverName'> {
  readonly catalog: Catalog;
  readonly activity: Activity;
  readonly orders: { readonly importance: Orders['priority']; readonly name: Orders['name'] };
}

/** Creates indexes over the same resources. Each caller needs one of its own, because an index remembers its last query. */
export function newIndexes(
  { catalog, activity, orders: { importance, name }, serverName }: Indexed,
  visibility: SearchParts['visibility'],
  newSlice: () => Slice,
): (templates: TemplateCatalog) => SearchIndex {
  const orders = newOrders(catalog, { priority: importance, name }, newSlice, activity);
  return (templates) => new SearchIndex({ catalog, templates, orders, visibility, serverName, newSlice });
}
