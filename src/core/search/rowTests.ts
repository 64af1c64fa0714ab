import { isAbsent, type NumberColumn } from '../catalog/resourceTable';
import type { Filter } from './filters';
import { fold } from '../base/fold';
import type { NumberTest } from './numberFilters';
import type { FilterGroup } from './parseQuery';
import type { SearchRows } from './searchRows';

export type RowTest = (row: number) => boolean;

/**
 * Makes the tests of groups of filters, for one kind of rows and one search. It tests each name once and compares rows by number. The
 * codes of the rows must be known, see {@link SearchCodes.update}.
 */
export class RowTests {
  readonly #servers: readonly string[];
  readonly #types: readonly string[];
  readonly #schemes: readonly string[];

  /**
   * @param all every kind of row that the search covers: a name that occurs in any of it means itself, also where it is not among `rows`
   * @param serverName a server's name by its id
   */
  constructor(
    private readonly rows: SearchRows,
    all: readonly SearchRows[],
    serverName: (serverId: string) => string,
  ) {
    const otherKinds = all.filter((other) => other !== rows);
    const namesOf = (names: (kind: SearchRows) => readonly string[]): readonly string[] =>
      [rows, ...otherKinds].flatMap(names);
    this.#servers = namesOf(({ serverIds }) => serverIds).map((id) => fold(serverName(id)));
    this.#schemes = namesOf(({ codes }) => codes.schemes);
    this.#types = namesOf(({ codes }) => codes.types);
  }

  group({ filters, isExcluded }: Pick<FilterGroup, 'filters' | 'isExcluded'>): RowTest {
    const tests = filters.map((filter) => this.#test(filter));
    const [only] = tests;
    const anyPasses: RowTest = only && tests.length === 1 ? only : (row) => tests.some((test) => test(row));
    return isExcluded ? (row) => !anyPasses(row) : anyPasses;
  }

  #test(filter: Filter): RowTest {
    const { rows } = this;
    const { codes, table } = rows;
    switch (filter.on) {
      case 'server': {
        const accepted = filter.accepts(this.#servers);
        return (row) => accepted[rows.serverCode(row)] === true;
      }
      case 'scheme': {
        const accepted = filter.accepts(this.#schemes);
        return (row) => accepted[codes.scheme(row)] === true;
      }
      case 'type': {
        const accepted = filter.accepts(this.#types);
        return (row) => accepted[codes.type(row)] === true;
      }
      case 'audience':
        return (row) => table.isFor(row, filter.audience);
      case 'uri':
        return (row) => filter.glob.isMatch(table.uri(row));
      case 'priority':
      case 'lastModified':
      case 'size':
        return this.#numberTest(filter.on, filter.test);
    }
  }

  #numberTest(column: NumberColumn, test: NumberTest | undefined): RowTest {
    const { table } = this.rows;
    if (!test) return (row) => isAbsent(table.number(row, column), column);
    return (row) => {
      const value = table.number(row, column);
      return !isAbsent(value, column) && test(value);
    };
  }
}
