import type { Clock } from '../base/clock';
import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { parseQuery } from './parseQuery';
import type { SearchIndex } from './searchIndex';
import { emptyQuery } from '../../shared/searchQuery';
import { editDistance, Trigrams } from '../base/editDistance';

interface Ports {
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'table' | 'serverIdOf'>;
  readonly index: Pick<SearchIndex, 'search'>;
  readonly newSlice: () => Slice;
}

const maxWords = 4;
const maxSuggestions = 5;
/** The URIs that are compared letter by letter. */
const maxCompared = 100;
/** Maximum edit distance, as a fraction of the URI's length. */
const maxDistance = 0.3;
/** Number of URIs between two checks of the clock. */
const perLook = 256;

/**
 * URIs similar to one that does not exist, best first; only of the given servers, where servers are given. Rejects with
 * `CancelledError`.
 */
export async function nearestUris(
  ports: Ports,
  uri: string,
  signal: AbortSignal,
  serverIds?: ReadonlySet<string>,
): Promise<readonly string[]> {
  const find = (text: string): Promise<Iterable<string>> => search(ports, text, signal, serverIds);
  const near = await misspelt(ports, await find(''), uri, signal);
  return near.length > 0 ? near : byWords(find, uri);
}

/** URIs within a small edit distance. */
async function misspelt(
  { newSlice }: Ports,
  all: Iterable<string>,
  uri: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const slice = newSlice();
  const trigrams = new Trigrams(uri);
  const candidates: { readonly uri: string; readonly share: number }[] = [];
  let count = 0;
  for (const candidate of all) {
    count += 1;
    if (count % perLook === 0 && slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    const share = candidate === uri ? 0 : trigrams.shareOf(candidate);
    if (share > 0) candidates.push({ uri: candidate, share });
    if (candidates.length >= 2 * maxCompared) keepBest(candidates);
  }
  keepBest(candidates);
  const near: { readonly uri: string; readonly distance: number }[] = [];
  for (const { uri: candidate } of candidates) {
    if (slice.isOver()) await slice.next();
    const distance = editDistance(uri, candidate);
    if (distance <= maxDistance * Math.max(uri.length, candidate.length)) near.push({ uri: candidate, distance });
  }
  const sorted = near.sort((a, b) => a.distance - b.distance);
  const least = sorted[0]?.distance ?? 0;
  // A URI much further off than the best one is no suggestion.
  const close = sorted.filter(({ distance }) => distance <= 2 * least + 1).map((suggestion) => suggestion.uri);
  return [...new Set(close)].slice(0, maxSuggestions);
}

function keepBest(candidates: { readonly uri: string; readonly share: number }[]): void {
  candidates.sort((a, b) => b.share - a.share);
  candidates.length = Math.min(candidates.length, maxCompared);
}

/** URIs with the words of the given one. Its end is the most specific: words are dropped from its beginning until something is found. */
async function byWords(find: (text: string) => Promise<Iterable<string>>, uri: string): Promise<readonly string[]> {
  const words = (uri.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(-maxWords);
  for (let skipped = 0; skipped < words.length; skipped += 1) {
    // Quotes search for the word itself: with gaps, prose contains anything.
    const text = words.slice(skipped).map((word) => `"${word}"`);
    const matches = [...new Set(await find(text.join(' ')))].slice(0, maxSuggestions);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** URIs of resources that a search finds, best first. */
async function search(
  { clock, catalog, index }: Ports,
  text: string,
  signal: AbortSignal,
  serverIds: ReadonlySet<string> | undefined,
): Promise<Iterable<string>> {
  const query = parseQuery({ ...emptyQuery, text }, clock.now());
  const { ids } = await index.search(query, 'relevance', signal);
  return urisOf(ids, catalog, serverIds);
}

function* urisOf(
  ids: Uint32Array,
  catalog: Ports['catalog'],
  serverIds: ReadonlySet<string> | undefined,
): Generator<string, void, undefined> {
  for (const id of ids)
    if (catalog.table.has(id) && (serverIds?.has(catalog.serverIdOf(id)) ?? true)) yield catalog.table.uri(id);
}
