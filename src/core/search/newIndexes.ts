import type { Activity } from '../catalog/activity';
import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog } from '../catalog/templates';
import { newOrders, type Orders } from './resultOrder';
import { SearchIndex, type SearchParts } from './searchIndex';

export interface IndexedParts extends Pick<SearchParts, 'visibility' | 'serverName' | 'newSlice'> {
  readonly catalog: Catalog;
  readonly activity: Activity;
  readonly orders: { readonly importance: Orders['priority']; readonly name: Orders['name'] };
}

/** Creates indexes over the same resources. Each caller needs one of its own, because an index remembers its last query. */
export function newIndexes({ orders, activity, ...parts }: IndexedParts): (templates: TemplateCatalog) => SearchIndex {
  const { catalog, newSlice } = parts;
  const shared = { priority: orders.importance, name: orders.name };
  const all = newOrders(catalog, shared, newSlice, activity);
  return (templates) => new SearchIndex({ ...parts, templates, orders: all });
}
