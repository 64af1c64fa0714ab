import type { Clock } from '../base/clock';
import type { Catalog } from '../catalog/catalog';
import { parseQuery } from '../search/parseQuery';
import type { SearchIndex } from '../search/searchIndex';
import { emptyQuery } from '../../shared/searchQuery';

const mostWords = 4;
const mostNamed = 5;

/** URIs that somebody may have meant who wrote one that there is not, best first. */
export async function nearestUris(
  ports: {
    readonly clock: Clock;
    readonly catalog: Pick<Catalog, 'get'>;
    readonly index: Pick<SearchIndex, 'search'>;
  },
  uri: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const words = (uri.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(-mostWords);
  // The end of a URI says most: words go from its beginning until something is found.
  for (let from = 0; from < words.length; from += 1) {
    const query = parseQuery({ ...emptyQuery, text: words.slice(from).join(' ') }, ports.clock.now());
    const { ids } = await ports.index.search(query, 'relevance', signal);
    const found = [...ids.subarray(0, 2 * mostNamed)].flatMap((id) => ports.catalog.get(id)?.resource.uri ?? []);
    if (found.length > 0) return found.slice(0, mostNamed);
  }
  return [];
}
