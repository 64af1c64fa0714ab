import type { PreviewTools } from '../parserPorts';
import { newEffort, PdfLexer } from './lexer';
import { fieldsAt, numberOf, unpacked } from './streams';
import { isDictionary, isKind, numbersIn, type PdfDictionary, type PdfValue } from './values';

type Place =
  | { readonly kind: 'free' }
  | { readonly kind: 'plain'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number };

/** A part of the index: where the objects are that it knows. */
type Section = (object: number) => Place | undefined;

/** Saves of the file that are followed back; more than that is a loop, or hostile. */
const mostSections = 200;
/** References to references. */
const longestChain = 10;
/** The index's place stands at the end of the file, before which some programs write more. */
const tailLength = 2_048;
/** Bytes that are searched for objects where the index is broken. */
const mostSearched = 4_000_000;
/** Bytes that are unpacked of one file. */
const mostUnpacked = 8_000_000;
/** Bytes of one number of the index. */
const widest = 8;

/** The objects of a PDF file, read one by one where the file's index says that they are. Source: ISO 32000-1, 7.5 (file structure). */
export class PdfFile {
  readonly #sections: Section[] = [];
  readonly #effort = newEffort();
  #mayUnpack = mostUnpacked;
  /** The newest trailer: it names the root and the document's information. */
  #trailer: PdfDictionary | undefined;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly inflate: PreviewTools['inflate'],
  ) {
    attempt(() => this.#readIndex());
    if (!isDictionary(this.entry(this.#trailer, 'Root'))) attempt(() => this.#searchObjects());
  }

  get trailer(): PdfDictionary | undefined {
    return this.#trailer;
  }

  /** An entry's value, where it stands elsewhere too; `undefined` where it cannot be found. */
  entry(dictionary: PdfDictionary | undefined, key: string): PdfValue | undefined {
    let value = dictionary?.entries.get(key);
    for (let step = 0; isKind(value, 'reference'); step += 1) {
      const { object } = value;
      value = step < longestChain ? attempt(() => this.#object(object)) : undefined;
    }
    return value;
  }

  #lexer(at: number, bytes = this.bytes): PdfLexer {
    return new PdfLexer(bytes, at, this.#effort);
  }

  #readIndex(): void {
    const tail = latin1(this.bytes.subarray(-tailLength));
    const start = /^startxref\s+(\d+)/u.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref'))))?.[1];
    const wanted = start === undefined ? [] : [Number(start)];
    const seen = new Set<number>();
    for (let at = wanted.shift(); at !== undefined && seen.size < mostSections; at = wanted.shift()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const { section, trailer } = this.#readSection(at);
      this.#sections.push(section);
      this.#trailer ??= trailer;
      // What a file adds for newer readers goes before what was there earlier.
      for (const key of ['XRefStm', 'Prev']) {
        const next = trailer.entries.get(key);
        if (typeof next === 'number') wanted.push(next);
      }
    }
  }

  #readSection(at: number): { readonly section: Section; readonly trailer: PdfDictionary } {
    const lexer = this.#lexer(at);
    const first = lexer.value();
    if (isKind(first, 'keyword') && first.word === 'xref') return this.#readTable(lexer);
    const { value, content } = this.#objectAt(at);
    const widths = numbersIn(isDictionary(value) ? value.entries.get('W') : undefined);
    const isIndex = widths.length === 3 && widths.every((width) => width >= 0 && width <= widest);
    if (!isDictionary(value) || !content || !isIndex) throw new Error('No index here');
    const ranges = numbersIn(value.entries.get('Index'));
    const all = [0, numberOf(value, 'Size', 0)];
    return { section: streamSection(content, widths, ranges.length > 1 ? ranges : all), trailer: value };
  }

  /** `xref`, then for each range its first object, their count, and 20 bytes for each. */
  #readTable(lexer: PdfLexer): { readonly section: Section; readonly trailer: PdfDictionary } {
    const ranges: { readonly first: number; readonly count: number; readonly at: number }[] = [];
    for (;;) {
      const first = lexer.value();
      if (typeof first !== 'number') break;
      const count = lexer.value();
      if (typeof count !== 'number') throw new Error('No count');
      const at = lexer.at + (/^\s*/u.exec(latin1(this.bytes.subarray(lexer.at, lexer.at + 10)))?.[0].length ?? 0);
      ranges.push({ first, count, at });
      lexer.at = at + 20 * count;
    }
    const trailer = lexer.value();
    if (!isDictionary(trailer)) throw new Error('No trailer');
    const section: Section = (object) => {
      const range = ranges.find(({ first, count }) => object >= first && object < first + count);
      if (!range) return undefined;
      const at = range.at + 20 * (object - range.first);
      const row = /^(\d{10}) \d{5} ([nf])/u.exec(latin1(this.bytes.subarray(at, at + 20)));
      return row?.[2] === 'n' ? { kind: 'plain', offset: Number(row[1]) } : { kind: 'free' };
    };
    return { section, trailer };
  }

  #object(object: number): PdfValue | undefined {
    for (const section of this.#sections) {
      const place = section(object);
      if (place?.kind === 'plain') return this.#objectAt(place.offset, object).value;
      if (place?.kind === 'packed') return this.#packedObject(place.stream, object);
      // What an older save had is deleted in this one. A hybrid file calls free what its stream has.
    }
    return undefined;
  }

  /** @param expected the number that must stand there */
  #objectAt(
    offset: number,
    expected?: number,
  ): { readonly value: PdfValue; readonly content?: Uint8Array | undefined } {
    const lexer = this.#lexer(offset);
    const [object, , word] = [lexer.value(), lexer.value(), lexer.value()];
    const isThere = isKind(word, 'keyword') && word.word === 'obj' && (expected ?? object) === object;
    if (!isThere) throw new Error('No object here');
    const value = lexer.value();
    if (!isDictionary(value)) return { value };
    const next = lexer.value();
    if (!isKind(next, 'keyword') || next.word !== 'stream') return { value };
    const start = lexer.at + (this.bytes[lexer.at] === 0x0d ? 2 : 1);
    const length = this.entry(value, 'Length');
    if (typeof length !== 'number') return { value };
    return { value, content: this.#unpacked(value, this.bytes.subarray(start, start + length)) };
  }

  #unpacked(stream: PdfDictionary, bytes: Uint8Array): Uint8Array | undefined {
    return unpacked(stream, bytes, (packed) => {
      const plain = this.#mayUnpack > 0 ? this.inflate(packed, this.#mayUnpack) : undefined;
      this.#mayUnpack -= plain?.length ?? this.#mayUnpack;
      return plain;
    });
  }

  /** An object stream begins with pairs of number and place. */
  #packedObject(stream: number, object: number): PdfValue | undefined {
    const place = this.#sections.map((section) => section(stream)).find((one) => one?.kind === 'plain');
    if (place?.kind !== 'plain') return undefined;
    const { value, content } = this.#objectAt(place.offset, stream);
    if (!isDictionary(value) || !content) return undefined;
    const lexer = this.#lexer(0, content);
    for (let left = numberOf(value, 'N', 0); left > 0; left -= 1) {
      const [number, at] = [lexer.value(), lexer.value()];
      if (number === object && typeof at === 'number')
        return this.#lexer(numberOf(value, 'First', 0) + at, content).value();
    }
    return undefined;
  }

  /** Without a usable index: the last place where each object stands, and the last trailer. */
  #searchObjects(): void {
    if (this.bytes.length > mostSearched) return;
    const text = latin1(this.bytes);
    const offsets = new Map<number, number>();
    for (const { 1: object, index } of text.matchAll(/\b(\d{1,10}) \d{1,5} obj\b/gu))
      offsets.set(Number(object), index);
    const trailer = this.#lexer(text.lastIndexOf('trailer') + 'trailer'.length).value();
    if (!isDictionary(trailer)) return;
    this.#trailer = trailer;
    this.#sections.length = 0;
    this.#sections.push((object) => {
      const offset = offsets.get(object);
      return offset === undefined ? undefined : { kind: 'plain', offset };
    });
  }
}

function streamSection(rows: Uint8Array, widths: readonly number[], ranges: readonly number[]): Section {
  const width = widths.reduce((sum, one) => sum + one, 0);
  return (object) => {
    let row = 0;
    for (let at = 0; at + 1 < ranges.length; at += 2) {
      const [first = 0, count = 0] = ranges.slice(at, at + 2);
      if (object >= first && object < first + count) return placeIn(rows, (row + object - first) * width, widths);
      row += count;
    }
    return undefined;
  };
}

function placeIn(rows: Uint8Array, at: number, widths: readonly number[]): Place {
  const [type = 0, second = 0] = fieldsAt(rows, at, widths);
  // Without a width for the type every row is of a plain object.
  if (widths[0] === 0 || type === 1) return { kind: 'plain', offset: second };
  return type === 2 ? { kind: 'packed', stream: second } : { kind: 'free' };
}

/** ASCII is all that is looked for: what other bytes become is of no account. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** What a server sends may be broken in any way: then there is no answer. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
