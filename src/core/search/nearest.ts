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

const mostWords = 4;
const mostNamed = 5;
/** The URIs that are compared letter by letter. */
const mostCompared = 100;
/** Maximum edit distance, as a fraction of the URI's length. */
const mostWrong = 0.3;
/** URIs looked at before the clock. */
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
  const alike: { readonly uri: string; readonly share: number }[] = [];
  let seen = 0;
  for (const one of all) {
    seen += 1;
    if (seen % perLook === 0 && slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    const share = one === uri ? 0 : trigrams.shareOf(one);
    if (share > 0) alike.push({ uri: one, share });
    if (alike.length >= 2 * mostCompared) keepBest(alike);
  }
  keepBest(alike);
  const near: { readonly uri: string; readonly distance: number }[] = [];
  for (const { uri: one } of alike) {
    if (slice.isOver()) await slice.next();
    const distance = editDistance(uri, one);
    if (distance <= mostWrong * Math.max(uri.length, one.length)) near.push({ uri: one, distance });
  }
  const sorted = near.sort((a, b) => a.distance - b.distance);
  const least = sorted[0]?.distance ?? 0;
  // A URI much further off than the best one is no suggestion.
  const close = sorted.filter(({ distance }) => distance <= 2 * least + 1).map((one) => one.uri);
  return [...new Set(close)].slice(0, mostNamed);
}

function keepBest(alike: { readonly uri: string; readonly share: number }[]): void {
  alike.sort((a, b) => b.share - a.share);
  alike.length = Math.min(alike.length, mostCompared);
}

/** URIs with the words of the given one. Its end is the most specific: words are dropped from its beginning until something is found. */
async function byWords(find: (text: string) => Promise<Iterable<string>>, uri: string): Promise<readonly string[]> {
  const words = (uri.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(-mostWords);
  for (let from = 0; from < words.length; from += 1) {
    // Quotes search for the word itself: with gaps, prose contains anything.
    const text = words.slice(from).map((word) => `"${word}"`);
    const found = [...new Set(await find(text.join(' ')))].slice(0, mostNamed);
    if (found.length > 0) return found;
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
