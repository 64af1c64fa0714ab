import type { Slice } from '../base/scheduler';
import { rowOf, type ResourceTable } from './resourceTable';
import { announcedType, skillType } from '../content/contentKind';
import { schemeOf } from '../base/uriText';

/** Small numbers for texts that occur often. */
class Dictionary {
  readonly names: string[] = [];
  readonly #codes = new Map<string, number>();

  code(name: string): number {
    const existing = this.#codes.get(name);
    if (existing !== undefined) return existing;
    const code = this.names.push(name) - 1;
    this.#codes.set(name, code);
    return code;
  }
}

const codesPerRow = 2;
/** Number of rows between two checks of the clock. */
const perLook = 128;

/**
 * The scheme and the type of each row of a {@link ResourceTable} as places in lists of names, computed when first needed:
 * a filter looks at each name once and then at numbers.
 */
export class SearchCodes {
  readonly #schemes = new Dictionary();
  readonly #types = new Dictionary();
  /** One more than the code; 0 if it is not computed. */
  #codes = new Int32Array();

  /**
   * @param typeOf type of a resource by its id, see {@link announcedType}; several with `;` between them
   * @param names names that there are, whether a resource has them or not
   */
  constructor(
    private readonly table: ResourceTable,
    private readonly typeOf = (id: number): string => {
      const type = announcedType(table.mimeType(id), table.uri(id));
      return table.isSkill(id) ? `${type};${skillType}` : type;
    },
    names: { readonly schemes: readonly string[]; readonly types: readonly string[] } = {
      schemes: [],
      types: [],
    },
  ) {
    for (const scheme of names.schemes) this.#schemes.code(scheme);
    for (const type of names.types) this.#types.code(type);
  }

  get schemes(): readonly string[] {
    return this.#schemes.names;
  }

  get types(): readonly string[] {
    return this.#types.names;
  }

  /** The resource was replaced or removed. */
  forget(id: number): void {
    const index = rowOf(id) * codesPerRow;
    if (index < this.#codes.length) this.#codes[index] = 0;
  }

  /** Computes missing codes. {@link schemes} and {@link types} are complete only after it. */
  async update(slice: Slice): Promise<void> {
    for (let row = 0; row < this.table.length; row += 1) {
      if (row % perLook === 0 && slice.isOver()) await slice.next();
      if (!this.#codes[row * codesPerRow]) this.#compute(row);
    }
  }

  scheme(id: number): number {
    const index = this.#indexOf(id);
    return (this.#codes[index] ?? 0) - 1;
  }

  type(id: number): number {
    const index = this.#indexOf(id);
    return (this.#codes[index + 1] ?? 0) - 1;
  }

  #indexOf(id: number): number {
    const row = rowOf(id);
    if (!this.#codes[row * codesPerRow]) this.#compute(row);
    return row * codesPerRow;
  }

  /** An id of before may ask: the codes are those of the resource that is in the row now. */
  #compute(row: number): void {
    const id = this.table.idAt(row);
    if (id === undefined) return;
    const needed = this.table.length * codesPerRow;
    if (this.#codes.length < needed) {
      const larger = new Int32Array(Math.ceil(needed * 1.25));
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[row * codesPerRow] = this.#schemes.code(schemeOf(this.table.uri(id))) + 1;
    this.#codes[row * codesPerRow + 1] = this.#types.code(this.typeOf(id)) + 1;
  }
}
