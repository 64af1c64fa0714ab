import type { Slice } from '../base/scheduler';
import { CancelledError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { ImportanceOrder } from '../catalog/importanceOrder';
import type { Resource } from '../resource';
import { fold, isWordStart, letterMask } from './fold';
import { isForAudience, isNarrower, type ParsedQuery, type UriGlob } from './searchQuery';

/** What a word's place in a resource is worth; the sum over the words orders the results. */
const worth = { wholeTitle: 8, titleStart: 6, titleWord: 5, title: 4, uriWord: 3, uri: 2, description: 1 } as const;
const bestScore = 64;

/** A resource's text as search compares it. Descriptions are folded when they are looked at: they are the bulk of the text. */
interface Folded {
  readonly resource: Resource;
  /** Title and name, a line each. */
  readonly names: string;
  readonly uri: string;
  readonly mask: number;
}

interface MaskedWord {
  readonly word: string;
  readonly mask: number;
}

export interface SearchResult {
  /** Best first. */
  readonly ids: readonly number[];
  /** Resources that could have matched, whatever the query. */
  readonly outOf: number;
}

/**
 * Finds resources by words in title, name, URI and description. No inverted index: a scan with a letter mask answers within a frame at
 * 100,000 resources, has nothing to rebuild when a page arrives, and finds parts of words in every script.
 */
export class SearchIndex {
  readonly #folded: (Folded | undefined)[] = [];
  #last: { query: ParsedQuery; revision: number; matched: readonly number[]; outOf: number } | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly order: ImportanceOrder,
    private readonly isVisible: (id: number) => boolean,
    private readonly newSlice: () => Slice,
  ) {}

  /** Forgets what was narrowed down, for when {@link isVisible} answers differently. */
  reset(): void {
    this.#last = undefined;
  }

  /** Results by score, then in the default order. Rejects with `CancelledError` when a newer search made this one pointless. */
  async search(query: ParsedQuery, signal: Pick<AbortSignal, 'aborted'>): Promise<SearchResult> {
    const slice = this.newSlice();
    const last = this.#last;
    const narrow = last?.revision === this.catalog.revision && isNarrower(query, last.query) ? last : undefined;
    const revision = this.catalog.revision;
    const candidates = narrow?.matched ?? (await this.order.ids());
    const buckets: number[][] = [];
    const matched: number[] = [];
    const words = query.words.map((word) => ({ word, mask: letterMask(word) }));
    let outOf = narrow?.outOf ?? 0;
    let seen = 0;
    for (const id of candidates) {
      if (++seen % 256 === 0 && slice.isOver()) await slice.next();
      if (signal.aborted) throw new CancelledError();
      const resource = this.catalog.resource(id);
      if (!resource || !this.isVisible(id)) continue;
      if (!narrow) outOf += 1;
      if (!isForAudience(resource, query.audience)) continue;
      const score = this.#score(id, resource, words, query.globs);
      if (score < 0) continue;
      matched.push(id);
      (buckets[Math.min(score, bestScore)] ??= []).push(id);
    }
    this.#last = { query, revision, matched, outOf };
    return { ids: buckets.toReversed().flat(), outOf };
  }

  /** -1 when a word or a glob does not match. */
  #score(id: number, resource: Resource, words: readonly MaskedWord[], globs: readonly UriGlob[]): number {
    for (const glob of globs) if (!glob.isMatch(resource.uri)) return -1;
    if (words.length === 0) return 0;
    const folded = this.#fold(id, resource);
    let score = 0;
    for (const { word, mask } of words) {
      if ((folded.mask & mask) !== mask) return -1;
      const one = scoreWord(folded, word);
      if (one === 0) return -1;
      score += one;
    }
    return score;
  }

  #fold(id: number, resource: Resource): Folded {
    // Filled up first: an array that is written far behind its end turns into a hash table.
    while (this.#folded.length <= id) this.#folded.push(undefined);
    const known = this.#folded[id];
    if (known?.resource === resource) return known;
    const { name, title, description } = resource;
    const names = fold(title === undefined || title === name ? name : `${title}\n${name}`);
    const uri = fold(resource.uri);
    const mask = letterMask(names) | letterMask(uri) | (description ? letterMask(fold(description)) : 0);
    return (this.#folded[id] = { resource, names, uri, mask });
  }
}

function scoreWord({ names, uri, resource }: Folded, word: string): number {
  let best = 0;
  for (let at = names.indexOf(word); at >= 0 && best < worth.titleStart; at = names.indexOf(word, at + 1))
    best = Math.max(best, scoreInNames(names, word, at));
  if (best > 0) return best;
  const inUri = uri.indexOf(word);
  if (inUri >= 0) return isWordStart(uri, inUri) ? worth.uriWord : worth.uri;
  return resource.description !== undefined && fold(resource.description).includes(word) ? worth.description : 0;
}

function scoreInNames(names: string, word: string, at: number): number {
  const isLineStart = at === 0 || names[at - 1] === '\n';
  if (isLineStart) {
    const end = at + word.length;
    return end === names.length || names[end] === '\n' ? worth.wholeTitle : worth.titleStart;
  }
  return isWordStart(names, at) ? worth.titleWord : worth.title;
}
