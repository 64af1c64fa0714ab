import type { SortOrder } from '../../shared/protocol';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { ActiveFirst, firstOf } from '../catalog/activeFirst';
import type { Activity } from '../catalog/activity';
import { KeptOrder, type Sorting } from '../catalog/keptOrder';
import { byImportance, collator, isCollated } from '../catalog/order';
import { isAbsent, rowOf, type NumberColumn } from '../catalog/resourceTable';
import { bestScore } from './rowScan';
import type { SearchedTable } from './searchRows';
import type { TemplateRows } from './templateRows';

export type Orders = Readonly<Record<Exclude<SortOrder, 'relevance'>, Pick<KeptOrder, 'ids'>>>;

/** Every way to sort but the two that the tree has as well. Rows without the number come last, and ties are in the default order. */
export function newOrders(
  catalog: Catalog,
  shared: Pick<Orders, 'priority' | 'name'>,
  newSlice: () => Slice,
  activity: Pick<Activity, 'settled'> = { settled: new Map() },
): Orders {
  const { table } = catalog;
  const byNumber = (column: NumberColumn): ActiveFirst => {
    const sortingBy = (isByCollator: boolean): Sorting => ({
      compare: highestFirst(catalog, column, byImportance(table, isByCollator)),
      perLook: isByCollator ? 256 : 2_048,
    });
    const [byCodeUnit, byCollator] = [sortingBy(false), sortingBy(true)];
    const sorted = new KeptOrder(catalog, newSlice, () => (isCollated(catalog.table.size) ? byCollator : byCodeUnit));
    const bySaid = highestFirst(catalog, column, (a, b) => table.compareImportance(a, b));
    return new ActiveFirst(catalog, sorted, bySaid, activity);
  };
  return { ...shared, lastModified: byNumber('lastModified'), size: byNumber('size') };
}

function highestFirst({ table }: Catalog, column: NumberColumn, otherwise: Sorting['compare']): Sorting['compare'] {
  return (a, b) => {
    const valueA = table.number(a, column);
    const valueB = table.number(b, column);
    return valueA === valueB ? otherwise(a, b) : valueA > valueB ? -1 : 1;
  };
}

/** Those of `order` that have a mark, highest mark first, those of one mark in the order given. */
export function byMark(order: Uint32Array, marks: Uint8Array): Uint32Array {
  const next = startsOfMarks(order, marks);
  const ids = new Uint32Array(next[0] ?? 0);
  for (const id of order) {
    const mark = marks[rowOf(id)] ?? 0;
    if (mark === 0) continue;
    const index = next[mark] ?? 0;
    ids[index] = id;
    next[mark] = index + 1;
  }
  return ids;
}

/** The start of each mark's ids; at 0, which is no mark, their total number. Ids listed after the sort have no place. */
function startsOfMarks(order: Uint32Array, marks: Uint8Array): Uint32Array {
  const counts = new Uint32Array(bestScore + 2);
  for (const id of order) {
    const mark = marks[rowOf(id)] ?? 0;
    counts[mark] = (counts[mark] ?? 0) + 1;
  }
  let total = 0;
  for (let mark = counts.length - 1; mark > 0; mark -= 1) {
    const count = counts[mark] ?? 0;
    counts[mark] = total;
    total += count;
  }
  counts[0] = total;
  return counts;
}

/** The ids that have a mark, in the order given. */
export function marked(order: Uint32Array, marks: Uint8Array): Uint32Array {
  const ids = new Uint32Array(order.length);
  let count = 0;
  for (const id of order) if ((marks[rowOf(id)] ?? 0) > 0) ids[count++] = id;
  return ids.slice(0, count);
}

/** Puts templates where they belong among sorted resources. */
export class TemplatePlaces {
  /** @param marks of the templates and of the resources where these are ordered by them */
  constructor(
    private readonly templates: TemplateRows,
    private readonly table: Pick<SearchedTable, 'displayName' | 'number'>,
    private readonly sort: Exclude<SortOrder, 'relevance'>,
    private readonly marks: { readonly templates: Uint8Array; readonly resources: Uint8Array } | undefined,
  ) {}

  /**
   * @param ids of resources, sorted
   * @param rows of templates
   * @returns ids of all of them
   */
  merge(ids: Uint32Array, rows: Uint32Array): Uint32Array {
    if (rows.length === 0) return ids;
    const all = new Uint32Array(ids.length + rows.length);
    let start = 0;
    for (const [count, row] of [...rows].sort((a, b) => this.#compare(a, b)).entries()) {
      const end = Math.max(
        start,
        firstOf(ids, (id) => this.#isAfter(id, row)),
      );
      all.set(ids.subarray(start, end), start + count);
      all[end + count] = this.templates.id(row);
      start = end;
    }
    all.set(ids.subarray(start), start + rows.length);
    return all;
  }

  /** Otherwise in the servers' own order. */
  #compare(a: number, b: number): number {
    const { marks, templates } = this;
    const byMarks = marks ? (marks.templates[b] ?? 0) - (marks.templates[a] ?? 0) : 0;
    if (this.sort === 'name') return collator().compare(templates.table.displayName(a), templates.table.displayName(b));
    return byMarks || this.#priority(b) - this.#priority(a);
  }

  #isAfter(id: number, row: number): boolean {
    const { sort, table } = this;
    const mark = this.marks?.resources[rowOf(id)] ?? 0;
    const markOfTemplate = this.marks?.templates[row] ?? 0;
    if (mark !== markOfTemplate) return mark < markOfTemplate;
    if (sort === 'name') return collator().compare(table.displayName(id), this.templates.table.displayName(row)) > 0;
    // A template has neither.
    if (sort !== 'priority' && !isAbsent(table.number(id, sort), sort)) return false;
    return table.number(id, 'priority') < this.#priority(row);
  }

  /** Templates without a priority come before the resources without one, which are often all there are and very many. */
  #priority(row: number): number {
    return Math.max(0, this.templates.table.number(row, 'priority'));
  }
}
