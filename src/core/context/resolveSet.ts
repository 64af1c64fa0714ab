import * as l10n from '@vscode/l10n';
import { emptyQuery } from '../../shared/searchQuery';
import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog } from '../catalog/templates';
import { parseQuery } from '../search/parseQuery';
import type { SearchIndex } from '../search/searchIndex';
import { UriGlob } from '../search/uriGlob';
import { uriMatcher } from '../templates/matchUri';
import { parseTemplate } from '../templates/parseTemplate';
import type { TemplateValues } from '../templates/uriTemplate';
import { pathStart, readable } from '../base/uriText';
import { keyOf } from '../resource/address';
import type { NewContextItem } from './contextSet';
import { entryText, type NamedSet, type SetEntry } from './setEntry';

/** A configured server, in the order of the configuration. */
export interface SetServer {
  readonly id: string;
  readonly name: string;
}

export interface ResolvePorts {
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly order: { ids(): Promise<Uint32Array> };
  /** Has no templates. */
  readonly index: Pick<SearchIndex, 'search'>;
  readonly isVisible: (id: number) => boolean;
  readonly servers: () => readonly SetServer[];
  readonly now: () => number;
  readonly newSlice: () => Slice;
}

/** An entry that matches nothing now. */
export interface Unmatched {
  readonly text: string;
  /** Its index in {@link NamedSet.entries}. */
  readonly at: number;
  /** A sentence, where there is more to say than that nothing matches. */
  readonly reason: string | undefined;
}

export interface ResolvedSet {
  readonly items: readonly NewContextItem[];
  readonly unmatched: readonly Unmatched[];
  /** True where there are more than {@link maxResources}. */
  readonly isCut: boolean;
}

export const maxResources = 500;
/** Limits of the search for the server of a URI among templates, in characters of URIs: of one, and of all tests of a set. */
const maxTested = { uri: 10_000, set: 200_000 };

type Found = readonly NewContextItem[] | { readonly reason: string };

/**
 * Finds the resources of a set, in its order, and within an entry by importance. Rejects with `CancelledError`.
 *
 * @param isShared true for a set of a file: what it says without a server about many resources is looked for on the servers alone that its
 *   other entries name, as who wrote the file does not know the user's own servers
 */
export async function resolveSet(
  set: NamedSet,
  ports: ResolvePorts,
  signal: AbortSignal,
  isShared: boolean,
): Promise<ResolvedSet> {
  const named = new Set(set.entries.flatMap(({ server }) => server ?? []));
  const owners = new Owners(ports, signal);
  const items = new Map<string, NewContextItem>();
  const unmatched: Unmatched[] = [];
  for (const [index, entry] of set.entries.entries()) {
    // A file may have any number of entries that match nothing.
    if (items.size > maxResources || index === 2 * maxResources) break;
    const isEverywhere = !isShared || entry.kind === 'uri';
    const servers = ports
      .servers()
      .filter(({ name }) => (entry.server === undefined ? isEverywhere || named.has(name) : name === entry.server));
    const result = await new EntryResolver({ entry, servers, owners, ports, signal }).run();
    if (signal.aborted) throw new CancelledError();
    const reason = 'reason' in result ? result.reason : undefined;
    const matches = 'reason' in result ? [] : result;
    if (matches.length === 0) unmatched.push({ text: entryText(entry), at: index, reason });
    const { isChecked } = entry;
    for (const item of matches) if (!items.has(keyOf(item))) items.set(keyOf(item), { ...item, isChecked });
  }
  const isCut = items.size > maxResources || set.entries.length > 2 * maxResources;
  return { items: [...items.values()].slice(0, maxResources), unmatched, isCut };
}

const none: TemplateValues = new Map();

/** Finds the servers of URIs for which a set names none. */
class Owners {
  readonly #slice: Slice;
  #tested = 0;

  constructor(
    private readonly ports: Pick<ResolvePorts, 'catalog' | 'templates' | 'newSlice'>,
    private readonly signal: AbortSignal,
  ) {
    this.#slice = ports.newSlice();
  }

  /** `undefined` where none lists it or has a template for it, or beyond {@link maxTested}. */
  async ownerOf(uri: string, candidates: readonly SetServer[]): Promise<SetServer | undefined> {
    const { catalog } = this.ports;
    const listing = candidates.find(({ id }) => catalog.find(id, uri) !== undefined);
    if (listing || candidates.length < 2) return listing ?? candidates[0];
    if (uri.length > maxTested.uri) return undefined;
    for (const server of candidates) if (await this.#makes(server, uri)) return server;
    return undefined;
  }

  async #makes({ id }: SetServer, uri: string): Promise<boolean> {
    for (const { serverId, template } of this.ports.templates.all) {
      if (serverId !== id) continue;
      if (this.#slice.isOver()) await this.#slice.next();
      if (this.signal.aborted) throw new CancelledError();
      this.#tested += uri.length;
      if (this.#tested > maxTested.set) return false;
      if (uriMatcher(parseTemplate(template.uriTemplate), none)(uri)) return true;
    }
    return false;
  }
}

interface EntryParts {
  readonly entry: SetEntry;
  /** The servers that it may be about. */
  readonly servers: readonly SetServer[];
  readonly owners: Owners;
  readonly ports: ResolvePorts;
  readonly signal: AbortSignal;
}

class EntryResolver {
  constructor(private readonly parts: EntryParts) {}

  async run(): Promise<Found> {
    const { entry, servers } = this.parts;
    if (servers.length === 0 && entry.server !== undefined)
      return {
        reason: l10n.t('Unknown server “{0}”. Correct the name, or add the server to the configuration.', entry.server),
      };
    if (servers.length === 0 && entry.kind !== 'uri')
      return { reason: l10n.t('In this entry, set “server” to the name of the server to search.') };
    switch (entry.kind) {
      case 'uri':
        return this.#uri(entry.uri);
      case 'glob': {
        const glob = new UriGlob(entry.glob);
        return this.#matchesOf((uri) => glob.isMatch(uri));
      }
      case 'search':
        return this.#search(entry.search);
    }
  }

  async #uri(uri: string): Promise<Found> {
    const { owners, servers } = this.parts;
    const server = await owners.ownerOf(uri, servers);
    if (server) return [this.#item(server.id, uri)];
    return {
      reason: l10n.t(
        'No server lists this resource. In this entry, set “server” to the name of the server that has the resource.',
      ),
    };
  }

  /** Listed and visible resources that match, by importance. */
  async #matchesOf(isMatch: (uri: string) => boolean): Promise<NewContextItem[]> {
    const { catalog, order, isVisible, newSlice } = this.parts.ports;
    const serverIds = new Set(this.parts.servers.map(({ id }) => id));
    const slice = newSlice();
    const items: NewContextItem[] = [];
    for (const id of await order.ids()) {
      if (slice.isOver()) await slice.next();
      if (this.parts.signal.aborted) throw new CancelledError();
      if (!catalog.table.has(id) || !serverIds.has(catalog.serverIdOf(id)) || !isVisible(id)) continue;
      if (isMatch(catalog.table.uri(id))) items.push(this.#itemOf(id));
      if (items.length > maxResources) break;
    }
    return items;
  }

  async #search(text: string): Promise<Found> {
    const { index, now, servers, catalog } = this.parts.ports;
    const names = servers().map(({ name }) => name);
    const query = parseQuery({ ...emptyQuery, text }, now(), names);
    // Without the part that is not understood, it would find too much.
    const [problem] = query.problems;
    if (problem) return { reason: problem.message };
    const { ids } = await index.search(query, 'relevance', this.parts.signal);
    const serverIds = new Set(this.parts.servers.map(({ id }) => id));
    const matching = [...ids].filter((id) => serverIds.has(catalog.serverIdOf(id)));
    return matching.slice(0, maxResources + 1).map((id) => this.#itemOf(id));
  }

  #itemOf(id: number): NewContextItem {
    return this.#item(this.parts.ports.catalog.serverIdOf(id), this.parts.ports.catalog.table.uri(id));
  }

  /** The listed resource; otherwise one with the facts that are known. */
  #item(serverId: string, uri: string): NewContextItem {
    const resource = this.parts.ports.catalog.find(serverId, uri)?.resource;
    const unknown = { name: nameOf(uri), title: undefined, mimeType: undefined, size: undefined };
    const { name, title, mimeType, size } = resource ?? unknown;
    return { serverId, uri, name, title, mimeType, size };
  }
}

/** The last segment of the path, decoded. */
function nameOf(uri: string): string {
  const path = uri
    .slice(pathStart(uri))
    .replace(/[?#].*$/su, '')
    .replace(/\/+$/u, '');
  return readable(path.slice(path.lastIndexOf('/') + 1)) || uri;
}
