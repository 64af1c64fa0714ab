import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { fold, isAscii } from '../base/fold';
import { LongList } from './longList';
import { rowOf, type ResourceTable } from './resourceTable';

/** Columns of the ends in a row's text. */
const names = 0;
const uri = 1;
const endsPerRow = 2;
/** Rows whose texts are remembered, so that a million resources don't take their memory twice. */
const maxRemembered = 200_000;
/** Time after which texts that no search used are released, in ms. It may take up to twice as long. */
const releasedAfter = 60_000;

/**
 * The texts of a {@link ResourceTable} as search compares them, a string for each row: title, name, URI and description, a line each, folded.
 * The first place of a word is thus the one that counts most. Made when first needed, and remembered for a while: folding takes
 * longer than searching.
 */
export class SearchTexts implements Disposable {
  #texts = new LongList<string | undefined>();
  /** Offsets at which the names and the URI end, two for each row. */
  #ends = new Int32Array();
  /** Rows whose text is more than that of the table in lower case. */
  readonly #folded = new Set<number>();
  #isUsed = false;
  #idle: Disposable | undefined;

  constructor(
    private readonly table: ResourceTable,
    /** Without it, texts are remembered for ever. */
    private readonly clock?: Pick<Clock, 'after'>,
  ) {}

  /** Called when a search begins. */
  use(): void {
    this.#isUsed = true;
    this.#idle ??= this.clock?.after(releasedAfter, () => this.#releaseUnused());
  }

  /** The resource was replaced or removed. */
  forget(id: number): void {
    const row = rowOf(id);
    if (row < this.#texts.length) this.#texts.set(row, undefined);
    this.#folded.delete(row);
  }

  /** The text of the resource that is in the row now; empty if there is none. The other methods tell about a row after this one. */
  at(row: number): string {
    return this.#texts.get(row) ?? this.#make(row);
  }

  /** Offset at which the names end in {@link at}. */
  namesEnd(row: number): number {
    return this.#ends[row * endsPerRow + names] ?? 0;
  }

  /** Offset at which the URI ends in {@link at}. It begins a line after the names. */
  uriEnd(row: number): number {
    return this.#ends[row * endsPerRow + uri] ?? 0;
  }

  /** A text that begins with the names as in {@link at}, but perhaps with ASCII capitals: for callers that ignore the case of ASCII themselves. */
  namesOfAnyCase(row: number): string {
    const id = this.table.idAt(row);
    return id === undefined || this.#folded.has(row) ? this.at(row) : this.table.text(id);
  }

  /** The URI as it is in {@link at}, but perhaps with ASCII capitals. */
  uriOfAnyCase(row: number): string {
    const id = this.table.idAt(row);
    if (id !== undefined && !this.#folded.has(row)) return this.table.uri(id);
    return this.at(row).slice(this.namesEnd(row) + 1, this.uriEnd(row));
  }

  dispose(): void {
    this.#idle?.dispose();
  }

  #releaseUnused(): void {
    this.#idle = undefined;
    if (this.#isUsed) this.use();
    else this.#texts = new LongList();
    this.#isUsed = false;
  }

  #make(row: number): string {
    const { table } = this;
    const id = table.idAt(row);
    if (id === undefined) return '';
    const ownText = table.text(id);
    const ownEnd = table.namesEnd(id);
    const namesText = ownText.slice(0, ownEnd);
    const uriText = `\n${table.uri(id)}`;
    let namesEnd = namesText.length;
    let uriEnd = namesEnd + uriText.length;
    let text = (namesText + uriText + ownText.slice(ownEnd)).toLowerCase();
    const isPlain = isAscii(text);
    if (!isPlain) {
      const foldedNames = fold(namesText);
      const foldedUri = fold(uriText);
      namesEnd = foldedNames.length;
      uriEnd = namesEnd + foldedUri.length;
      text = foldedNames + foldedUri + fold(ownText.slice(ownEnd));
    }
    if (isPlain) this.#folded.delete(row);
    else this.#folded.add(row);
    this.#setEnds(row, namesEnd, uriEnd);
    if (row < maxRemembered) this.#remember(row, text);
    return text;
  }

  /** Without gaps: an array written far beyond its end turns into a hash table. */
  #remember(row: number, text: string): void {
    const texts = this.#texts;
    while (texts.length < row) texts.set(texts.length, undefined);
    texts.set(row, text);
  }

  #setEnds(row: number, namesEnd: number, uriEnd: number): void {
    if ((row + 1) * endsPerRow > this.#ends.length) {
      const larger = new Int32Array(Math.ceil(Math.max(this.table.length, row + 1) * endsPerRow * 1.25));
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[row * endsPerRow + names] = namesEnd;
    this.#ends[row * endsPerRow + uri] = uriEnd;
  }
}
