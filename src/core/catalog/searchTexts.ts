import { rowOf, type ResourceTable } from './resourceTable';
import { fold, foldLower } from '../base/fold';

/**
 * The characters of a text: a bit for each letter of ASCII and each pair of digits in one number, for everything else a bit by the
 * last five bits of its code in another. A text can contain a word only when it has all of the word's bits, which spares most texts
 * the closer look.
 */
export interface CharacterMask {
  readonly ascii: number;
  readonly other: number;
}

/** Distinguishes a computed mask from an empty one. */
const computed = 1 << 31;
const masksPerRow = 2;

/**
 * The texts of a {@link ResourceTable} as search compares them, computed when first needed. Texts in ASCII, which most are,
 * are put into lower case each time: that takes less time than memory would cost. The others are cached, as are those with former titles.
 */
export class SearchTexts {
  #masks = new Int32Array();
  readonly #folded = new Map<number, { readonly text: string; readonly namesEnd: number; readonly uri: string }>();

  constructor(
    private readonly table: ResourceTable,
    /** Former titles of the resource, by which it is found too. */
    private readonly formerTitles: (id: number) => readonly string[] = () => [],
  ) {}

  /** The resource was replaced or removed. */
  forget(id: number): void {
    this.#folded.delete(id);
    const row = rowOf(id) * masksPerRow;
    if (row < this.#masks.length) this.#masks[row] = 0;
  }

  /** False when the resource cannot contain a word of this mask. */
  canContain(id: number, word: CharacterMask): boolean {
    const row = rowOf(id) * masksPerRow;
    if (!(this.#masks[row] ?? 0)) this.#compute(rowOf(id));
    const ascii = this.#masks[row] ?? 0;
    const other = this.#masks[row + 1] ?? 0;
    return (ascii & word.ascii) === word.ascii && (other & word.other) === word.other;
  }

  /** Title, name, former titles and description, a line each. Call {@link canContain} before: it folds the text if necessary. */
  text(id: number): string {
    return this.#folded.get(id)?.text ?? this.table.text(id).toLowerCase();
  }

  /** Where the names end in {@link text}. */
  namesEnd(id: number): number {
    return this.#folded.get(id)?.namesEnd ?? this.table.namesEnd(id);
  }

  uri(id: number): string {
    return this.#folded.get(id)?.uri ?? this.table.uri(id).toLowerCase();
  }

  /** As {@link text}, but perhaps with capital letters of ASCII: for callers that fold each character themselves. */
  textOfAnyCase(id: number): string {
    return this.#folded.get(id)?.text ?? this.table.text(id);
  }

  uriOfAnyCase(id: number): string {
    return this.#folded.get(id)?.uri ?? this.table.uri(id);
  }

  /** An id of before may ask: the mask is that of the resource that is in the row now. */
  #compute(row: number): void {
    const { table } = this;
    const id = table.idAt(row);
    if (id === undefined) return;
    const needed = table.length * masksPerRow;
    if (this.#masks.length < needed) {
      const larger = new Int32Array(Math.ceil(needed * 1.25));
      larger.set(this.#masks);
      this.#masks = larger;
    }
    const formerTitles = this.formerTitles(id);
    const ownEnd = table.namesEnd(id);
    const ownText = table.text(id);
    const formerText = formerTitles.length === 0 ? '' : `\n${formerTitles.join('\n')}`;
    const fullText = formerText === '' ? ownText : ownText.slice(0, ownEnd) + formerText + ownText.slice(ownEnd);
    const lower = fullText.toLowerCase();
    const lowerUri = table.uri(id).toLowerCase();
    let textMask = characterMask(lower);
    let uriMask = characterMask(lowerUri);
    if (textMask.other !== 0 || uriMask.other !== 0 || formerText !== '') {
      const text = foldLower(lower);
      const uri = foldLower(lowerUri);
      this.#folded.set(id, { text, namesEnd: fold(fullText.slice(0, ownEnd + formerText.length)).length, uri });
      textMask = characterMask(text);
      uriMask = characterMask(uri);
    }
    this.#masks[row * masksPerRow] = textMask.ascii | uriMask.ascii | computed;
    this.#masks[row * masksPerRow + 1] = textMask.other | uriMask.other;
  }
}

/** @param folded a text as search compares it */
export function characterMask(folded: string): CharacterMask {
  let ascii = 0;
  let other = 0;
  for (let index = 0; index < folded.length; index += 1) {
    const code = folded.charCodeAt(index);
    if (code >= 97 && code <= 122) ascii |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) ascii |= 1 << (26 + ((code - 48) >> 1));
    else if (code > 127) other |= 1 << (code & 31);
  }
  return { ascii, other };
}
