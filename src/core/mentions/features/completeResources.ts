import { CancelledError } from '../../base/errors';
import { isTemplateId } from '../../catalog/templates';
import type { Connection } from '../../connection/connection';
import { parseFilter } from '../../search/filters';
import { fold } from '../../base/fold';
import { parseQuery, type ParsedQuery } from '../../search/parseQuery';
import { emptyQuery } from '../../../shared/searchQuery';
import type { DocumentRequest } from './feature';

/** Number of ids between checks of the clock. */
const perLook = 256;
/** Characters that separate words where spaces cannot be typed. */
const separators = /[-_+\s]+/u;

/**
 * The resources and templates of some servers that match the typed text, ranked as in a search for its words. Where it looks like a URI,
 * those that begin with it come first.
 *
 * @param servers all of one name; empty for every server
 * @param word words with dashes between them, or a part of a URI; an empty one matches everything
 * @returns ids, at most `maxItems`
 */
export async function findResources(
  request: DocumentRequest,
  servers: readonly Connection[],
  word: string,
  maxItems: number,
): Promise<readonly number[]> {
  const { index, catalog, templates, newSlice, signal } = request;
  const { ids } = await index.search(queryOf(request, servers, word), 'relevance', signal);
  const serverIds = new Set(servers.map(({ definition }) => definition.id));
  const isSelected = (id: number): boolean =>
    serverIds.size === 0 ||
    serverIds.has(isTemplateId(id) ? (templates.byId(id)?.serverId ?? '') : catalog.table.serverIdOf(id));
  const isStart = startTest(request, word);
  const slice = newSlice();
  const starting: number[] = [];
  const further: number[] = [];
  for (let index = 0; index < ids.length && starting.length < maxItems; index += 1) {
    if (index % perLook === 0 && slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    const id = ids[index] ?? 0;
    if (!isSelected(id)) continue;
    if (isStart(id)) starting.push(id);
    else if (further.length < maxItems) further.push(id);
  }
  return [...starting, ...further].slice(0, maxItems);
}

/** Plain words only: text that would be a filter in the search panel is the beginning of a URI here. */
function queryOf({ clock }: DocumentRequest, [server]: readonly Connection[], word: string): ParsedQuery {
  const query = parseQuery(emptyQuery, clock.now());
  const words = [...new Set(fold(word).split(separators))].filter(Boolean);
  const filter = server && parseFilter('server', server.definition.name, clock.now());
  const filters = filter ? [{ key: filter.key, label: '', isExcluded: false, filters: [filter] }] : [];
  return { ...query, words, filters };
}

/** Text that is not part of a URI matches everything here: the rank decides. */
function startTest({ catalog, templates }: DocumentRequest, word: string): (id: number) => boolean {
  if (!/[:/]/u.test(word)) return () => true;
  const start = fold(word);
  return (id) => {
    if (!isTemplateId(id)) return fold(catalog.table.uri(id)).startsWith(start);
    return fold(templates.byId(id)?.template.uriTemplate ?? '').startsWith(start);
  };
}
