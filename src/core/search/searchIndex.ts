import type { SortOrder } from '../../shared/protocol';
import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { rowOf } from '../catalog/resourceTable';
import type { TemplateCatalog } from '../catalog/templates';
import { isNarrower, type ParsedQuery } from './parseQuery';
import { byMark, marked, TemplatePlaces, type Orders } from './resultOrder';
import { RowTests, type RowTest } from './rowTests';
import { type Kind, type Matched } from './rowScan';
import { BaseSearch, perLook, type Base, type Signal } from './searchBase';
import { resourceRows, type SearchedTable, type SearchRows } from './searchRows';
import { TemplateRows } from './templateRows';
import type { Visibility } from './visibility';

/** The resources and templates that are searched: those of the catalog, or the page's copy of them. */
export interface Searched {
  readonly catalog: Pick<Catalog, 'revision'> & { readonly table: SearchedTable };
  readonly templates: Pick<TemplateCatalog, 'revision' | 'all' | 'idOf'>;
}

export interface SearchParts extends Searched {
  readonly orders: Orders;
  /** False for rows that are hidden. */
  readonly visibility: Pick<Visibility, 'isVisible' | 'isTemplateVisible'>;
  /** By the server's id. */
  readonly serverName: (serverId: string) => string;
  readonly newSlice: () => Slice;
}

export interface SearchResult {
  /** Ids of resources and templates, best first. */
  readonly ids: Uint32Array;
  /** Resources and templates that could have matched, whatever the query. */
  readonly outOf: number;
  /** The words of the query that occur nowhere, and were found with other characters between theirs. */
  readonly gaps: readonly string[];
  readonly view: View;
}

/** The state in which a query was answered, for later questions about the answer. */
export interface View {
  readonly query: ParsedQuery;
  readonly base: Base;
  /** Resources, then templates. */
  readonly kinds: readonly SearchRows[];
}

/** The last result: the next query may only have to narrow it down. */
interface Found {
  readonly query: ParsedQuery;
  readonly revision: number;
  readonly templates: TemplateRows;
  readonly base: Base;
}

/**
 * Finds resources and templates by words in title, name, URI and description, and by filters. No inverted index: a scan with a mask of
 * characters answers within a few frames at 100,000 resources, has nothing to rebuild when a page arrives, and finds parts of words in every
 * script. It goes through the resources in the order in which they lie in memory, and looks up only for those that match where they stand.
 */
export class SearchIndex {
  readonly #resources: SearchRows;
  #templates: TemplateRows;
  #lastResult: Found | undefined;
  #resets = 0;

  constructor(private readonly parts: SearchParts) {
    this.#resources = resourceRows(parts.catalog.table, parts.visibility.isVisible);
    this.#templates = this.#readTemplates();
  }

  /** Forgets the last result. To be called when the visibility changes. */
  reset(): void {
    this.#lastResult = undefined;
    this.#resets += 1;
  }

  /** Rejects with `CancelledError` when a newer search made this one pointless. */
  async search(query: ParsedQuery, sort: SortOrder, signal: Signal): Promise<SearchResult> {
    const { catalog, orders, newSlice } = this.parts;
    const { revision } = catalog;
    const resets = this.#resets;
    const slice = newSlice();
    const templates = this.#freshTemplates();
    const kinds = [this.#resources, templates];
    const tests = await this.#tests(query, kinds, slice);
    const isByMark = sort === 'relevance' && query.words.length > 0;
    const order = await orders[sort === 'relevance' ? 'priority' : sort].ids();
    const previous =
      this.#lastResult?.revision === revision && this.#lastResult.templates === templates
        ? this.#lastResult
        : undefined;
    const base = await this.#base(query, kinds, tests, previous, slice, signal);
    // No row was looked at where the base is that of the last search, and sorting can take longer than a newer search.
    if (signal.aborted) throw new CancelledError();
    if (resets === this.#resets) this.#lastResult = { query, revision, templates, base };
    const [resources = none, templateMatches = none] = await chosen(query, base, tests, slice, signal);
    const ids = (isByMark ? byMark : marked)(order, resources.marks);
    const marks = isByMark ? { resources: resources.marks, templates: templateMatches.marks } : undefined;
    const places = new TemplatePlaces(templates, catalog.table, sort === 'relevance' ? 'priority' : sort, marks);
    return {
      ids: places.merge(ids, templateMatches.rows),
      outOf: base.outOf,
      gaps: base.gaps,
      view: { query, base, kinds },
    };
  }

  async #base(
    query: ParsedQuery,
    kinds: readonly SearchRows[],
    tests: readonly RowTests[],
    previous: Found | undefined,
    slice: Slice,
    signal: Signal,
  ): Promise<Base> {
    if (previous && isSameParsedQuery(query, previous.query)) return previous.base;
    const { audience } = query;
    const searched = kinds.map((rows, kindIndex): Kind => {
      const groups = query.filters.flatMap((group) => tests[kindIndex]?.group(group) ?? []);
      if (audience === 'all' && groups.length === 0) return { rows, isFor: anyRow };
      return { rows, isFor: (row) => rows.table.isFor(row, audience) && groups.every((test) => test(row)) };
    });
    const narrowed = previous && isNarrower(query, previous.query) ? previous.base : undefined;
    return new BaseSearch(query, searched, slice, signal).run(narrowed);
  }

  async #tests(query: ParsedQuery, kinds: readonly SearchRows[], slice: Slice): Promise<RowTests[]> {
    const isCode = [...query.filters, ...query.choices].some(({ filters }) =>
      filters.some(({ on }) => on === 'scheme' || on === 'type'),
    );
    if (isCode) for (const { codes } of kinds) await codes.update(slice);
    return kinds.map((rows) => new RowTests(rows, kinds, this.parts.serverName));
  }

  #freshTemplates(): TemplateRows {
    if (this.#templates.revision !== this.parts.templates.revision) this.#templates = this.#readTemplates();
    return this.#templates;
  }

  #readTemplates(): TemplateRows {
    return new TemplateRows(this.parts.templates, this.parts.visibility.isTemplateVisible);
  }
}

const anyRow: RowTest = () => true;

const none: Matched = { rows: new Uint32Array(), marks: new Uint8Array() };

/** Results that pass the choices, for each kind of rows. */
async function chosen(
  { choices }: ParsedQuery,
  { matched }: Base,
  tests: readonly RowTests[],
  slice: Slice,
  signal: Signal,
): Promise<readonly Matched[]> {
  if (choices.length === 0) return matched;
  const results: Matched[] = [];
  for (const [kindIndex, { rows, marks }] of matched.entries()) {
    const groups: readonly RowTest[] = choices.flatMap((group) => tests[kindIndex]?.group(group) ?? []);
    const passed = new Uint32Array(rows.length);
    let count = 0;
    const passedMarks = new Uint8Array(marks.length);
    for (const [index, row] of rows.entries()) {
      if (index % perLook === 0 && slice.isOver()) await slice.next();
      if (signal.aborted) throw new CancelledError();
      if (!groups.every((test) => test(row))) continue;
      passed[count++] = row;
      passedMarks[rowOf(row)] = marks[rowOf(row)] ?? 0;
    }
    results.push({ rows: passed.slice(0, count), marks: passedMarks });
  }
  return results;
}

/** True if both find the same with the same scores, before the choices are looked at. */
function isSameParsedQuery(a: ParsedQuery, b: ParsedQuery): boolean {
  const keyOf = ({ words, phrases, excluded, audience, filters }: ParsedQuery): string =>
    JSON.stringify([words, [...phrases], excluded, audience, filters.map(({ key }) => key)]);
  return keyOf(a) === keyOf(b);
}
