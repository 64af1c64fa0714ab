import { ResourceTable } from '../catalog/resourceTable';
import type { TemplateCatalog, TemplateEntry } from '../catalog/templates';
import { templateType } from '../content/contentKind';
import { SearchCodes } from '../catalog/searchCodes';
import type { SearchRows } from './searchRows';
import { SearchTexts } from '../catalog/searchTexts';

/** The templates of one revision of their catalog, as if each were a resource with its URI template for a URI. */
export class TemplateRows implements SearchRows {
  readonly table = new ResourceTable();
  readonly texts = new SearchTexts(this.table);
  readonly codes = new SearchCodes(this.table, () => templateType);
  readonly serverIds: readonly string[];
  readonly revision: number;
  readonly #entries: readonly TemplateEntry[];

  constructor(
    private readonly templates: Pick<TemplateCatalog, 'revision' | 'all' | 'idOf'>,
    private readonly isTemplateVisible: (entry: TemplateEntry) => boolean,
  ) {
    this.revision = templates.revision;
    this.#entries = templates.all;
    this.serverIds = [...new Set(this.#entries.map(({ serverId }) => serverId))];
    for (const { template } of this.#entries) {
      const { uriTemplate: uri, ...fields } = template;
      this.table.add({ uri, ...fields, size: undefined, lastModified: undefined, icons: undefined });
    }
  }

  get length(): number {
    return this.#entries.length;
  }

  /** The template's own id, see {@link TemplateCatalog.idOf}. */
  id(row: number): number {
    const entry = this.#entries[row];
    return entry ? this.templates.idOf(entry) : -1;
  }

  serverCode(row: number): number {
    return this.serverIds.indexOf(this.#entries[row]?.serverId ?? '');
  }

  isVisible(row: number): boolean {
    const entry = this.#entries[row];
    return entry !== undefined && this.isTemplateVisible(entry);
  }
}
