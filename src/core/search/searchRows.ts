import type { Catalog } from '../catalog/catalog';
import type { ResourceTable } from '../catalog/resourceTable';
import type { SearchCodes } from '../catalog/searchCodes';
import type { SearchTexts } from '../catalog/searchTexts';

/** What a search goes through, in columns: the resources, or the templates. Each is named by its id in the table. */
export interface SearchRows {
  /** Rows of the table, empty ones among them. */
  readonly length: number;
  readonly table: Pick<ResourceTable, 'idAt' | 'has' | 'uri' | 'displayName' | 'number' | 'isFor'>;
  readonly texts: SearchTexts;
  readonly codes: SearchCodes;
  readonly serverIds: readonly string[];
  /** Where its server stands in {@link serverIds}. */
  serverCode(id: number): number;
  /** False where it is hidden. */
  isVisible(id: number): boolean;
}

export function resourceRows(
  catalog: Pick<Catalog, 'table' | 'texts' | 'codes' | 'serverIds' | 'serverCodeOf'>,
  isVisible: (id: number) => boolean,
): SearchRows {
  const { table, texts, codes } = catalog;
  return {
    get length() {
      return catalog.table.length;
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
