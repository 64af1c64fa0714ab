import type { Clock } from '../base/clock';
import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { fileName } from '../content/virtualPath';
import type { ResourceAddress } from '../resource/address';
import { displayName } from '../resource/displayName';
import { readable, schemeOf } from '../base/uriText';
import { parseQuery } from './parseQuery';
import type { SearchIndex } from './searchIndex';
import { emptyQuery } from '../../shared/searchQuery';
import { editDistance, Trigrams } from '../base/editDistance';

export interface NearestPorts {
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'table'>;
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
 * Visible resources with one of these names: with such a URI, however it is encoded and in whatever case, or with such a title, name or file
 * name. Rejects with `CancelledError`.
 *
 * @param names spellings of one name
 */
export async function namesakes(
  ports: NearestPorts,
  names: readonly string[],
  kind: 'uri' | 'name',
  signal: AbortSignal,
): Promise<readonly ResourceAddress[]> {
  const { catalog, newSlice } = ports;
  // No title counts as a URI: a server could give its resource the URI of another's.
  const wanted = new Set((kind === 'uri' ? names : names.filter((name) => !isUri(name))).map(comparable));
  if (wanted.size === 0) return [];
  const matches: ResourceAddress[] = [];
  const slice = newSlice();
  let count = 0;
  for (const id of await search(ports, '', signal)) {
    count += 1;
    if (count % perLook === 0 && slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    const uri = catalog.table.uri(id);
    const texts = kind === 'uri' ? [uri] : namesOf(catalog, id);
    if (texts.some((text) => wanted.has(comparable(text))))
      matches.push({ serverId: catalog.table.serverIdOf(id), uri });
  }
  return matches;
}

/** In a title, a colon has a space behind it. */
function isUri(name: string): boolean {
  return schemeOf(name) !== '' && !/^[^:]*:\s/u.test(name);
}

/** The texts that users and chats call a resource by. */
function namesOf(catalog: NearestPorts['catalog'], id: number): readonly string[] {
  const resource = catalog.table.get(id);
  if (!resource) return [];
  return [displayName(resource), resource.name, fileName(resource), fileName({ ...resource, title: undefined })];
}

function comparable(text: string): string {
  return readable(text).normalize().toLowerCase();
}

/**
 * URIs similar to one that does not exist, best first; only of the given servers, where servers are given. Rejects with
 * `CancelledError`.
 */
export async function nearestUris(
  ports: NearestPorts,
  uri: string,
  signal: AbortSignal,
  serverIds?: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { catalog } = ports;
  const find = async (text: string): Promise<readonly number[]> => {
    const ids = await search(ports, text, signal);
    return serverIds ? ids.filter((id) => serverIds.has(catalog.table.serverIdOf(id))) : ids;
  };
  const near = await misspelt(ports, await find(''), uri, signal);
  return near.length > 0 ? near : byWords(async (text) => (await find(text)).map((id) => catalog.table.uri(id)), uri);
}

interface Candidate {
  readonly uri: string;
  /** The URI, or a name where a name is looked for. */
  readonly text: string;
  readonly share: number;
}

/** URIs within a small edit distance; of a text that is none, those of resources with such a name. */
async function misspelt(
  { catalog, newSlice }: NearestPorts,
  ids: readonly number[],
  uri: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const slice = newSlice();
  const trigrams = new Trigrams(uri);
  const isName = !isUri(uri);
  const candidates: Candidate[] = [];
  let count = 0;
  for (const id of ids) {
    count += 1;
    if (count % perLook === 0 && slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    const candidate = catalog.table.uri(id);
    for (const text of isName ? [candidate, ...namesOf(catalog, id)] : [candidate]) {
      const share = candidate === uri ? 0 : trigrams.shareOf(text);
      if (share > 0) candidates.push({ uri: candidate, text, share });
    }
    if (candidates.length >= 2 * maxCompared) keepBest(candidates);
  }
  keepBest(candidates);
  const near: { readonly uri: string; readonly distance: number }[] = [];
  for (const { uri: candidate, text } of candidates) {
    if (slice.isOver()) await slice.next();
    const distance = editDistance(uri, text);
    if (distance <= maxDistance * Math.max(uri.length, text.length)) near.push({ uri: candidate, distance });
  }
  const sorted = near.sort((a, b) => a.distance - b.distance);
  const least = sorted[0]?.distance ?? 0;
  // A URI much further off than the best one is no suggestion.
  const close = sorted.filter(({ distance }) => distance <= 2 * least + 1).map((suggestion) => suggestion.uri);
  return [...new Set(close)].slice(0, maxSuggestions);
}

function keepBest(candidates: Candidate[]): void {
  candidates.sort((a, b) => b.share - a.share);
  candidates.length = Math.min(candidates.length, maxCompared);
}

/** URIs with the words of the given one. Its end is the most specific: words are dropped from its beginning, then from its end. */
async function byWords(find: (text: string) => Promise<Iterable<string>>, uri: string): Promise<readonly string[]> {
  const words = (uri.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(-maxWords);
  const ends = words.map((_, skipped) => words.slice(skipped));
  const beginnings = words.slice(1).map((_, skipped) => words.slice(0, words.length - 1 - skipped));
  for (const some of [...ends, ...beginnings]) {
    // Quotes search for the word itself: with gaps, prose contains anything.
    const text = some.map((word) => `"${word}"`);
    const matches = [...new Set(await find(text.join(' ')))].slice(0, maxSuggestions);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** Ids of resources that a search finds, best first. */
async function search(
  { clock, catalog, index }: NearestPorts,
  text: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const query = parseQuery({ ...emptyQuery, text }, clock.now());
  const { ids } = await index.search(query, 'relevance', signal);
  return Array.from(ids).filter((id) => catalog.table.has(id));
}
