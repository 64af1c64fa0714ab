import type { Slice } from '../base/scheduler';
import { CancelledError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { ImportanceOrder } from '../catalog/importanceOrder';
import { isWordStart } from './fold';
import { isNarrower, type ParsedQuery } from './searchQuery';
import { characterMask, type CharacterMask } from './searchTexts';

/** What a word's place in a resource is worth; the sum over the words orders the results. */
const worth = { wholeTitle: 8, titleStart: 6, titleWord: 5, title: 4, uriWord: 3, uri: 2, description: 1 } as const;
const bestScore = 64;
/** Resources looked at before the clock is. */
const perLook = 128;

interface MaskedWord extends CharacterMask {
  readonly word: string;
}

export interface SearchResult {
  /** Best first. */
  readonly ids: readonly number[];
  /** Resources that could have matched, whatever the query. */
  readonly outOf: number;
}

/** What the last search found, for the next one that only has to look at that. */
interface Found {
  readonly query: ParsedQuery;
  readonly revision: number;
  /** By id. */
  readonly matched: readonly number[];
  readonly outOf: number;
}

/**
 * Finds resources by words in title, name, URI and description. No inverted index: a scan with a mask of characters answers within a
 * few frames at 100,000 resources, has nothing to rebuild when a page arrives, and finds parts of words in every script. It goes
 * through the resources in the order in which they lie in memory, and looks up only for those that match where they stand.
 */
export class SearchIndex {
  #last: Found | undefined;
  #resets = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly order: ImportanceOrder,
    private readonly isVisible: (id: number) => boolean,
    private readonly newSlice: () => Slice,
  ) {}

  /** Forgets what was narrowed down, for when {@link isVisible} answers differently. */
  reset(): void {
    this.#last = undefined;
    this.#resets += 1;
  }

  /** Results by score, then in the default order. Rejects with `CancelledError` when a newer search made this one pointless. */
  async search(query: ParsedQuery, signal: Pick<AbortSignal, 'aborted'>): Promise<SearchResult> {
    const { revision, idLimit } = this.catalog;
    const resets = this.#resets;
    const last = this.#last?.revision === revision && isNarrower(query, this.#last.query) ? this.#last : undefined;
    const slice = this.newSlice();
    const order = await this.order.ids();
    const marks = new Uint8Array(idLimit);
    const found = await this.#scan(query, last, marks, signal, slice);
    if (resets === this.#resets) this.#last = { query, revision, ...found };
    return { ids: byMark(order, marks), outOf: found.outOf };
  }

  /** @param marks filled, by id: stays 0 where a resource does not match, else is one more than its score */
  async #scan(
    query: ParsedQuery,
    last: Found | undefined,
    marks: Uint8Array,
    signal: Pick<AbortSignal, 'aborted'>,
    slice: Slice,
  ): Promise<Pick<Found, 'matched' | 'outOf'>> {
    const { table } = this.catalog;
    const words = query.words.map((word) => ({ word, ...characterMask(word) }));
    const matched: number[] = [];
    const count = last?.matched.length ?? marks.length;
    let shown = 0;
    for (let at = 0; at < count; at += 1) {
      if (at % perLook === 0 && slice.isOver()) await slice.next();
      if (signal.aborted) throw new CancelledError();
      const id = last ? (last.matched[at] ?? 0) : at;
      if (!table.has(id) || !this.isVisible(id)) continue;
      shown += 1;
      const score = this.#score(id, query, words);
      if (score < 0) continue;
      matched.push(id);
      marks[id] = Math.min(score, bestScore) + 1;
    }
    if (signal.aborted) throw new CancelledError();
    return { matched, outOf: last?.outOf ?? shown };
  }

  /** -1 when the audience, a word or a glob does not match. */
  #score(id: number, { audience, globs }: ParsedQuery, words: readonly MaskedWord[]): number {
    const { table, texts } = this.catalog;
    if (!table.isFor(id, audience)) return -1;
    for (const word of words) if (!texts.canContain(id, word)) return -1;
    for (const glob of globs) if (!glob.isMatch(table.uri(id))) return -1;
    if (words.length === 0) return 0;
    const text = texts.text(id);
    const namesEnd = texts.namesEnd(id);
    let score = 0;
    for (const { word } of words) {
      const one =
        scoreInNames(text, namesEnd, word) ||
        scoreInUri(texts.uri(id), word) ||
        (text.includes(word) ? worth.description : 0);
      if (one === 0) return -1;
      score += one;
    }
    return score;
  }
}

/** The ids that have a mark, highest mark first, those of one mark in the order given. */
function byMark(order: Uint32Array, marks: Uint8Array): number[] {
  const next = placesOf(marks);
  const ids: number[] = new Array<number>(next[0] ?? 0);
  for (const id of order) {
    const mark = marks[id] ?? 0;
    if (mark === 0) continue;
    const to = next[mark] ?? 0;
    ids[to] = id;
    next[mark] = to + 1;
  }
  return ids;
}

/** Where the ids of each mark begin; at 0, which is no mark, how many there are in all. */
function placesOf(marks: Uint8Array): Uint32Array {
  const counts = new Uint32Array(bestScore + 2);
  for (const mark of marks) counts[mark] = (counts[mark] ?? 0) + 1;
  let total = 0;
  for (let mark = counts.length - 1; mark > 0; mark -= 1) {
    const count = counts[mark] ?? 0;
    counts[mark] = total;
    total += count;
  }
  counts[0] = total;
  return counts;
}

/** 0 where the word is not in the title and not in the name. */
function scoreInNames(text: string, namesEnd: number, word: string): number {
  let best = 0;
  for (
    let at = text.indexOf(word);
    at >= 0 && at < namesEnd && best < worth.wholeTitle;
    at = text.indexOf(word, at + 1)
  )
    best = Math.max(best, scoreAt(text, word, at));
  return best;
}

function scoreAt(text: string, word: string, at: number): number {
  const isLineStart = at === 0 || text[at - 1] === '\n';
  if (isLineStart) {
    const end = at + word.length;
    return end === text.length || text[end] === '\n' ? worth.wholeTitle : worth.titleStart;
  }
  return isWordStart(text, at) ? worth.titleWord : worth.title;
}

function scoreInUri(uri: string, word: string): number {
  const at = uri.indexOf(word);
  if (at < 0) return 0;
  return isWordStart(uri, at) ? worth.uriWord : worth.uri;
}
