import { ImportanceOrder } from '../core/catalog/importanceOrder';
import { NameOrder } from '../core/catalog/nameOrder';
import { ServerOrder } from '../core/catalog/serverOrder';
import { TemplateCatalog } from '../core/catalog/templates';
import type { ResourceAddress } from '../core/resource/address';
import { newOrders } from '../core/search/resultOrder';
import { SearchIndex } from '../core/search/searchIndex';
import { TreeArrangement } from '../core/tree/arrangement';
import { stalenessOf, type Staleness } from '../core/connection/staleness';
import { TreeModel } from '../core/tree/treeModel';
import { treeSettings } from '../host/base/settings';
import { Visibility } from '../host/base/visibility';
import type { Base } from './base';
import type { Servers } from './servers';

export type Finding = ReturnType<typeof composeFinding>;

/** Orders, filters and indexes over what is listed. */
export function composeFinding({ store, clock, newSlice, workspaceStore, ...servers }: Base & Servers) {
  const { catalog, templates, connections, serverName } = servers;
  const order = new ImportanceOrder(catalog, newSlice);
  const visibility = store.add(new Visibility(catalog));
  const orders = {
    importance: order,
    name: new NameOrder(catalog, newSlice),
    server: new ServerOrder(catalog, newSlice),
  };
  const model = new TreeModel(catalog, orders, templates, newSlice);
  const arrangement = store.add(new TreeArrangement(workspaceStore, treeSettings));
  const staleness = ({ serverId, uri }: ResourceAddress): Staleness | undefined => {
    const id = catalog.find(serverId, uri)?.id;
    if (id === undefined) return undefined;
    const [isFromBefore, isFromOlderList] = [catalog.isFromBefore(id), catalog.isFromOlderList(id)];
    return stalenessOf(connections.get(serverId)?.state, { isFromBefore, isFromOlderList });
  };
  const searchOrders = newOrders(catalog, { priority: order, name: orders.name }, newSlice);
  const newIndex = (those: TemplateCatalog): SearchIndex =>
    new SearchIndex({ catalog, templates: those, orders: searchOrders, visibility, serverName, newSlice });
  const index = newIndex(templates);
  const quickIndex = newIndex(store.add(new TemplateCatalog(clock)));
  const toolIndex = newIndex(templates);
  const languageIndex = newIndex(templates);
  store.add(visibility.onDidChange(() => [index, quickIndex, toolIndex, languageIndex].forEach((one) => one.reset())));
  return { order, visibility, model, arrangement, staleness, index, quickIndex, toolIndex, languageIndex };
}
