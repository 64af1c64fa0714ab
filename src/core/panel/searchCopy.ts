import type { CopyEntry, CopyOrder, OnTop, ResultRow, RowGroup, RowState, SearchQuery } from '../../shared/protocol';
import { emptyQuery, isEmptyQuery } from '../../shared/searchQuery';
import { Slice } from '../base/scheduler';
import { ResourceTable, rowOf } from '../catalog/resourceTable';
import { SearchCodes } from '../catalog/searchCodes';
import { SearchTexts } from '../catalog/searchTexts';
import { isTemplateId, type TemplateEntry } from '../catalog/templates';
import { dependsOnTime, isNarrower, parseQuery } from '../search/parseQuery';
import { SearchIndex } from '../search/searchIndex';
import { entryRow } from './entryRow';
import { putOnTop } from './onTop';
import type { Highlights } from './rowDetail';

/** Fields of a copied resource that the table does not hold. */
type Rest = Pick<CopyEntry, 'id' | 'server' | 'isSkill' | 'shown'>;

/** Identity of a copy: all that `query` finds in a state of the host, see {@link CopyOrder.order}. */
export interface Copied extends Pick<CopyOrder, 'order'> {
  readonly query: SearchQuery;
}

/** The result of a search in a copy: its rows are made when they are looked at. */
export interface CopyResult {
  readonly length: number;
  at(index: number): ResultRow | undefined;
}

const never = { aborted: false };
/** A copy is small enough to be searched in one go. */
const oneSlice = (): Slice =>
  new Slice(
    () => 0,
    () => Promise.resolve(),
  );

/**
 * The page's copy of what a query finds, searched by the host's own code. {@link arrange} it, {@link add} the entries that it lacks and
 * {@link complete} it; after a change it is arranged again.
 */
export class SearchCopy {
  readonly #table = new CopyTable();
  /** By row of the table. */
  readonly #rests: Rest[] = [];
  /** The ids of the table by those of the host. */
  readonly #rows = new Map<number, number>();
  readonly #templates = new Map<number, CopyEntry>();
  #order: CopyOrder | undefined;
  #query: SearchQuery = emptyQuery;
  #index: SearchIndex | undefined;

  constructor(
    /** See {@link CopyOrder.entries}: those of another state need another copy. */
    readonly entries: number,
    /** Milliseconds since 1970. */
    private readonly now: () => number,
  ) {}

  /** Takes in what there is now. @returns the ids of entries that are missing */
  arrange(order: CopyOrder, query: SearchQuery): readonly number[] {
    const kept = new Set(order.ids);
    for (const [id, row] of this.#rows) if (!kept.has(id)) this.#remove(id, row);
    for (const id of this.#templates.keys()) if (!kept.has(id)) this.#templates.delete(id);
    this.#index = undefined;
    this.#order = order;
    this.#query = query;
    return order.ids.filter((id) => !this.#rows.has(id) && !this.#templates.has(id));
  }

  add(entries: readonly CopyEntry[]): void {
    for (const entry of entries) {
      if (entry.kind === 'template') this.#templates.set(entry.id, entry);
      else this.#addResource(entry);
    }
  }

  /** All entries are here: from now on {@link search} finds them. */
  complete(): void {
    if (this.#order) this.#index = this.#newIndex(this.#order);
  }

  /** Identity of the copy, once it is complete. */
  get of(): Copied | undefined {
    return this.#index && this.#order && { order: this.#order.order, query: this.#query };
  }

  /** Takes over what newer rows of the host show. */
  note(rows: readonly ResultRow[]): void {
    for (const { id, icon, serverIcon, age, size, mark, origin, isPinned, permission } of rows) {
      const marks = { ...(isPinned && { isPinned }), ...(permission && { permission }) };
      const shown: RowState = { icon, serverIcon, age, size, mark, origin, ...marks };
      const row = this.#rows.get(id);
      const hostFields = row === undefined ? undefined : this.#rests[rowOf(row)];
      if (row !== undefined && hostFields) this.#rests[rowOf(row)] = { ...hostFields, shown };
    }
  }

  /**
   * Finds what the host would find. Resolves without a timer or an event in between; to `undefined` if only the host can tell: while the
   * copy is not complete, where it does not {@link covers cover} the query, and for ages and dates, which depend on the host's clock and time
   * zone.
   */
  async search(query: SearchQuery, onTop: OnTop): Promise<CopyResult | undefined> {
    if (!this.#index || !covers(this.#query, query)) return undefined;
    const parsed = parseQuery(query, this.now());
    if (dependsOnTime(parsed)) return undefined;
    const { ids, gaps } = await this.#index.search(parsed, query.sort, never);
    // A word that occurs in none of the results may occur elsewhere, and has no gaps then.
    if (gaps.length > 0 && !isEmptyQuery(this.#query)) return undefined;
    const hostIds = ids.map((id) => (isTemplateId(id) ? id : (this.#rests[rowOf(id)]?.id ?? id)));
    const highlights = { words: parsed.words, gaps };
    if (!isEmptyQuery(query) || query.sort !== emptyQuery.sort) return this.#result(hostIds, highlights, new Map());
    const grouped = putOnTop(hostIds, onTop);
    return this.#result(grouped.ids, highlights, grouped.groups);
  }

  #result(ids: Uint32Array, highlights: Highlights, groups: ReadonlyMap<number, RowGroup>): CopyResult {
    const rows = new Map<number, ResultRow>();
    const namesServer = this.#order?.hasSeveralServers === true;
    const rowAt = (index: number): ResultRow | undefined => {
      const id = ids[index];
      const made = rows.get(index);
      if (made || id === undefined) return made;
      const entry = this.#entry(id);
      const group = groups.get(id);
      const row = entry && { ...entryRow(entry, highlights, namesServer), ...(group && { group }) };
      if (row) rows.set(index, row);
      return row;
    };
    return { length: ids.length, at: rowAt };
  }

  #entry(id: number): CopyEntry | undefined {
    if (isTemplateId(id)) return this.#templates.get(id);
    const row = this.#rows.get(id);
    const resource = row === undefined ? undefined : this.#table.get(row);
    const hostFields = row === undefined ? undefined : this.#rests[rowOf(row)];
    return resource && hostFields && { kind: 'resource', ...resource, ...hostFields };
  }

  #addResource({ kind: _kind, id, server, isSkill, shown, ...resource }: CopyEntry): void {
    const row = this.#table.add({ ...resource, icons: undefined, extra: undefined });
    this.#rows.set(id, row);
    this.#rests[rowOf(row)] = { id, server, ...(isSkill && { isSkill }), shown };
    this.#table.setSkill(row, isSkill === true);
    // Folds the text now, and not at the first key.
    this.#table.texts.at(rowOf(row));
  }

  #remove(id: number, row: number): void {
    this.#rows.delete(id);
    this.#table.remove(row);
    this.#table.texts.forget(row);
  }

  /** Servers are known by their names here. */
  #newIndex({ ids, servers, schemes, types }: CopyOrder): SearchIndex {
    const serverCodes = new Map(servers.map((server, code) => [server, code]));
    this.#table.serverIds = servers;
    this.#table.serverCodeOf = (row) => serverCodes.get(this.#rests[rowOf(row)]?.server ?? '') ?? -1;
    this.#table.codes = new SearchCodes(this.#table, undefined, { schemes, types });
    const rows = Uint32Array.from(ids.flatMap((id) => this.#rows.get(id) ?? []));
    const order = { ids: () => Promise.resolve(rows) };
    const templates = new Map(
      ids.flatMap((id) => {
        const entry = this.#templates.get(id);
        return entry ? [[templateOf(entry), id] as const] : [];
      }),
    );
    return new SearchIndex({
      catalog: { revision: 0, table: this.#table },
      templates: { revision: 0, all: [...templates.keys()], idOf: (entry) => templates.get(entry) ?? 0 },
      orders: { priority: order, lastModified: order, name: order, size: order },
      visibility: { isVisible: () => true, isTemplateVisible: () => true },
      serverName: (server) => server,
      newSlice: oneSlice,
    });
  }
}

/** With what an index reads of it; the index that is made next gets names of its own. */
class CopyTable extends ResourceTable {
  readonly texts = new SearchTexts(this);
  codes = new SearchCodes(this);
  serverIds: readonly string[] = [];
  serverCodeOf = (_id: number): number => -1;
}

/** True if a copy of what `copied` finds has all that `query` finds, in its order. */
export function covers(copied: SearchQuery, query: SearchQuery): boolean {
  if (copied.sort !== query.sort) return false;
  const isChosenAlike = copied.choices.length === 0 || JSON.stringify(copied.choices) === JSON.stringify(query.choices);
  return isChosenAlike && isNarrower(parseQuery(query, 0), parseQuery(copied, 0));
}

function templateOf({ server, uri, name, title, description, mimeType, audience, priority }: CopyEntry): TemplateEntry {
  const annotations = { audience, priority, icons: undefined, extra: undefined };
  return {
    serverId: server,
    template: { uriTemplate: uri, name, title, description, mimeType, ...annotations },
  };
}
