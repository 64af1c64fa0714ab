import type { Catalog } from '../catalog/catalog';
import type { ResourceTable } from '../catalog/resourceTable';
import type { SearchCodes } from '../catalog/searchCodes';
import type { SearchTexts } from '../catalog/searchTexts';

/** The rows that a search goes through, in columns: the resources, whose rows are their ids, or the templates. */
export interface SearchRows {
  /** One more than the highest row. */
  readonly length: number;
  readonly table: Pick<ResourceTable, 'has' | 'uri' | 'displayName' | 'number' | 'isFor'>;
  readonly texts: SearchTexts;
  readonly codes: SearchCodes;
  readonly serverIds: readonly string[];
  /** Where a row's server stands in {@link serverIds}. */
  serverCode(row: number): number;
  /** False where the user has hidden it. */
  isVisible(row: number): boolean;
}

export function resourceRows(catalog: Catalog, isVisible: (id: number) => boolean): SearchRows {
  const { table, texts, codes } = catalog;
  return {
    get length() {
      return catalog.idLimit;
    },
    get serverIds() {
      return catalog.serverIds;
    },
    table,
    texts,
    codes,
    serverCode: (id) => catalog.serverCodeOf(id),
    isVisible,
  };
}
