import type { AudienceFilter } from '../../../src/shared/audience';
import type { FacetChoice, SearchQuery } from '../../../src/shared/protocol';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { Emitter, type Event } from '../../../src/core/base/event';
import type { Logger } from '../../../src/core/base/ports';
import type { Slice } from '../../../src/core/base/scheduler';
import type { Catalog } from '../../../src/core/catalog/catalog';
import type { Activity } from '../../../src/core/catalog/activity';
import type { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { isTemplateId, TemplateCatalog } from '../../../src/core/catalog/templates';
import type { Resource, ResourceTemplate } from '../../../src/core/resource/resource';
import { parseQuery, type ParsedQuery } from '../../../src/core/search/parseQuery';
import { newOrders } from '../../../src/core/search/resultOrder';
import { SearchIndex, type SearchParts, type SearchResult } from '../../../src/core/search/searchIndex';
import { HiddenPlaces } from '../../../src/core/search/hiddenPlaces';
import { Visibility, type VisibilityNeeds } from '../../../src/core/search/visibility';
import { FakeStore } from '../../support/fakeStore';
import { CountedSlices, listAll, newCatalog } from '../catalog/fixtures';
import { allVisible } from '../../support/allVisible';
import { until } from '../../support/events';
import { silent } from '../../support/silent';
import { expectSameInCopy } from './copies';

export const going = { aborted: false };
/** The time at which {@link FakeClock} begins. */
export const now = 1_800_000_000_000;
export const day = 86_400_000;

export function choice(text: string): FacetChoice {
  const colon = text.indexOf(':');
  return { facet: text.slice(0, colon) as FacetChoice['facet'], value: text.slice(colon + 1) };
}

export function parsed(text: string, fields: Partial<SearchQuery> = {}): ParsedQuery {
  return parseQuery({ ...emptyQuery, ...fields, text }, now);
}

/** Waits until the visibility knows what the setting excludes: its globs are loaded with the first one. */
export async function excludedIn(visibility: Visibility): Promise<void> {
  const { revision } = visibility;
  await until(() => visibility.revision > revision);
}

type VisibilityParts = VisibilityNeeds['core'] & {
  readonly places: HiddenPlaces;
  readonly excluded: () => readonly string[];
  readonly onDidChangeExcluded: Event<void>;
  readonly newSlice: () => Slice;
  readonly log: Logger;
};

/** A server's name is its id. */
export function newVisibility(parts: Pick<VisibilityParts, 'catalog'> & Partial<VisibilityParts>): Visibility {
  const {
    catalog,
    templates = new TemplateCatalog(),
    places = new HiddenPlaces(new FakeStore()),
    serverName = (id: string) => id,
    excluded = () => [],
    onDidChangeExcluded = new Emitter<void>().event,
    newSlice = new CountedSlices().newSlice,
    log = silent,
  } = parts;
  const needs = {
    base: { newSlice, log },
    core: { catalog, templates, serverName },
    excluded: { value: excluded, onDidChange: onDidChangeExcluded },
  };
  return new Visibility(needs, places);
}

/** A server's name is its id. */
export function newIndex(
  catalog: Catalog,
  order: ImportanceOrder,
  slices: Pick<CountedSlices, 'newSlice'>,
  parts: Partial<SearchParts> & { readonly activity?: Pick<Activity, 'settled'> } = {},
): SearchIndex {
  const { newSlice } = slices;
  return new SearchIndex({
    catalog,
    templates: new TemplateCatalog(),
    orders: newOrders(catalog, { priority: order, name: new NameOrder(catalog, newSlice) }, newSlice, parts.activity),
    visibility: allVisible,
    serverName: (id) => id,
    newSlice,
    ...parts,
  });
}

export interface Fixture {
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly index: SearchIndex;
  readonly slices: CountedSlices;
  readonly search: (text: string, fields?: Partial<SearchQuery>) => Promise<SearchResult>;
  /** Returns the URIs and URI templates of the results, best first. */
  readonly find: (text: string, fields?: AudienceFilter | Partial<SearchQuery>) => Promise<string[]>;
}

/** Creates a search over resources of the server `shop`, or of several servers by name. */
export function over(
  items: readonly Resource[] | Readonly<Record<string, readonly Resource[]>>,
  parts: { readonly isVisible?: (id: number) => boolean; readonly templates?: Record<string, ResourceTemplate[]> } = {},
): Fixture {
  const { catalog, order, slices } = newCatalog();
  for (const [server, own] of Object.entries(Array.isArray(items) ? { shop: items as readonly Resource[] } : items))
    listAll(catalog, own as readonly Resource[], server);
  const templates = new TemplateCatalog();
  for (const [server, own] of Object.entries(parts.templates ?? {})) listTemplates(templates, own, server);
  const visibility = { ...allVisible, ...parts };
  const index = newIndex(catalog, order, slices, { templates, visibility });
  const search = async (text: string, fields: Partial<SearchQuery> = {}): Promise<SearchResult> => {
    const query = { ...emptyQuery, ...fields, text };
    const result = await index.search(parseQuery(query, now), query.sort, going);
    // Of its own, as others are looked at and change in the middle of a search.
    const newest = newIndex(catalog, order, new CountedSlices(), { templates, visibility });
    await expectSameInCopy({ catalog, templates, index: newest }, query);
    return result;
  };
  const nameOf = (id: number): string =>
    (isTemplateId(id) ? templates.byId(id)?.template.uriTemplate : catalog.table.get(id)?.uri) ?? `(gone ${id})`;
  return {
    catalog,
    templates,
    index,
    slices,
    search,
    find: async (text, fields = {}) => {
      const { ids } = await search(text, typeof fields === 'string' ? { audience: fields } : fields);
      return Array.from(ids, nameOf);
    },
  };
}

export function listTemplates(catalog: TemplateCatalog, items: readonly ResourceTemplate[], serverId = 'shop'): void {
  const writer = catalog.beginList(serverId);
  writer.append(items);
  writer.complete();
}
