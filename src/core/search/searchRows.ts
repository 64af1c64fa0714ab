import type { CatalogTable } from '../catalog/catalogRows';
import type { ResourceTable } from '../catalog/resourceTable';
import type { SearchCodes } from '../catalog/searchCodes';
import type { SearchTexts } from '../catalog/searchTexts';

/** Rows that a search goes through, in columns: the resources, or the templates. Each is named by its id in the table. */
export interface SearchRows {
  /** Rows of the table, empty ones among them. */
  readonly length: number;
  readonly table: Pick<ResourceTable, 'idAt' | 'has' | 'uri' | 'displayName' | 'number' | 'isFor'>;
  readonly texts: SearchTexts;
  readonly codes: SearchCodes;
  readonly serverIds: readonly string[];
  /** Index of its server in {@link serverIds}. */
  serverCode(id: number): number;
  /** False if it is hidden. */
  isVisible(id: number): boolean;
}

/** The table of the catalog, or of the page's copy. */
export type SearchedTable = SearchRows['table'] &
  Pick<CatalogTable, 'length' | 'texts' | 'codes' | 'serverIds' | 'serverCodeOf'>;

export function resourceRows(table: SearchedTable, isVisible: (id: number) => boolean): SearchRows {
  const { texts, codes } = table;
  return {
    get length() {
      return table.length;
    },
    get serverIds() {
      return table.serverIds;
    },
    table,
    texts,
    codes,
    serverCode: (id) => table.serverCodeOf(id),
    isVisible,
  };
}
