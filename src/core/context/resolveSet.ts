import * as l10n from '@vscode/l10n';
import { emptyQuery } from '../../shared/searchQuery';
import type { Clock } from '../base/clock';
import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { parseQuery } from '../search/parseQuery';
import type { SearchIndex } from '../search/searchIndex';
import { UriGlob } from '../search/uriGlob';
import type { Visibility } from '../search/visibility';
import { uriMatcher } from '../templates/matchUri';
import { parseTemplate } from '../templates/parseTemplate';
import type { TemplateValues } from '../templates/uriTemplate';
import { keyOf, type ResourceAddress } from '../resource/address';
import { describeResource, type NewContextItem } from './contextSet';
import type { SetPlace } from './savedSets';
import { describeEntry, type SetEntry } from './setEntry';

/** A configured server, in the order of the configuration. */
export interface SetServer {
  readonly id: string;
  readonly name: string;
}

export interface ResolveNeeds {
  readonly base: { readonly clock: Pick<Clock, 'now'>; readonly newSlice: () => Slice };
  readonly core: {
    readonly catalog: Catalog;
    readonly connections: { readonly all: readonly { readonly definition: SetServer }[] };
    readonly orders: { readonly importance: { readonly byAnnotations: { ids(): Promise<Uint32Array> } } };
  };
  readonly search: {
    readonly withoutTemplates: Pick<SearchIndex, 'search'>;
    readonly visibility: Pick<Visibility, 'isVisible'>;
  };
  readonly mentions: {
    /** The resources that a file of the workspace mentions; `undefined` if they are not known now. Never rejects. */
    readonly mentionedIn: (file: string) => Promise<readonly ResourceAddress[] | undefined>;
  };
}

/** An entry that matches nothing now. */
export interface Unmatched {
  readonly text: string;
  /** A sentence, where there is more to say than that nothing matches. */
  readonly reason: string | undefined;
}

export interface ResolvedSet {
  readonly items: readonly NewContextItem[];
  readonly unmatched: readonly Unmatched[];
  /** True if there are more than {@link maxResources}. */
  readonly isCut: boolean;
  /** True if a file whose mentions count could not be read. */
  readonly isPartial: boolean;
}

export const maxResources = 500;

interface Found {
  readonly matches: readonly NewContextItem[];
  /** See {@link Unmatched}. */
  readonly reason?: string;
  /** A file could not be read. */
  readonly isUnknown?: boolean;
}

/**
 * Finds the resources of a set, in its order, and within an entry by importance, of the servers that are there now. Rejects with
 * `CancelledError`. What a set of a file says without a server about many resources is looked for on the servers alone that its other entries
 * name, as who wrote the file does not know the user's own servers.
 */
export async function resolveSet(
  { set, file }: SetPlace,
  needs: ResolveNeeds,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<ResolvedSet> {
  const named = new Set(set.entries.flatMap(({ server }) => server ?? []));
  const items = new Map<string, NewContextItem>();
  const unmatched: Unmatched[] = [];
  let isPartial = false;
  for (const [index, entry] of set.entries.entries()) {
    // A file may have any number of entries that match nothing.
    if (items.size > maxResources || index === 2 * maxResources) break;
    const isEverywhere = file === undefined || entry.kind === 'uri' || entry.kind === 'mentions';
    const servers = needs.core.connections.all
      .map(({ definition }) => definition)
      .filter(({ name }) => (entry.server === undefined ? isEverywhere || named.has(name) : name === entry.server));
    const { matches, reason, isUnknown = false } = await new EntryResolver(entry, servers, needs, signal).run();
    if (signal.aborted) throw new CancelledError();
    isPartial ||= isUnknown;
    if (matches.length === 0) unmatched.push({ text: describeEntry(entry), reason });
    const { isChecked } = entry;
    for (const item of matches) if (!items.has(keyOf(item))) items.set(keyOf(item), { ...item, isChecked });
  }
  const isCut = items.size > maxResources || set.entries.length > 2 * maxResources;
  return { items: [...items.values()].slice(0, maxResources), unmatched, isCut, isPartial };
}

const none: TemplateValues = new Map();

/** Finds the resources of one entry. */
class EntryResolver {
  readonly #serverIds: ReadonlySet<string>;

  constructor(
    private readonly entry: SetEntry,
    /** Those that it may be about. */
    private readonly servers: readonly SetServer[],
    private readonly needs: ResolveNeeds,
    private readonly signal: Pick<AbortSignal, 'aborted'>,
  ) {
    this.#serverIds = new Set(servers.map(({ id }) => id));
  }

  async run(): Promise<Found> {
    const { entry, servers } = this;
    const { table } = this.needs.core.catalog;
    if (servers.length === 0 && entry.server !== undefined)
      return noMatch(
        l10n.t('Unknown server “{0}”. Correct the name, or add the server to the configuration.', entry.server),
      );
    if (servers.length === 0 && entry.kind !== 'uri' && entry.kind !== 'mentions')
      return noMatch(l10n.t('In this entry, set “server” to the name of the server to search.'));
    switch (entry.kind) {
      case 'uri':
        return this.#uri(entry.text);
      case 'glob': {
        const glob = new UriGlob(entry.text);
        return this.#matchesOf((id) => glob.isMatch(table.uri(id)));
      }
      case 'template': {
        const isInstance = uriMatcher(parseTemplate(entry.text), none);
        return this.#matchesOf((id) => isInstance(table.uri(id)));
      }
      case 'search':
        return this.#search(entry.text);
      case 'mentions':
        return this.#mentions(entry.text);
      case 'priority':
        return this.#matchesOf((id) => table.number(id, 'priority') >= entry.atLeast && table.isFor(id, 'assistant'));
    }
  }

  /** Finds the resource on the server that lists it, or on the only server. */
  #uri(uri: string): Found {
    const { servers, needs } = this;
    const listing = servers.find(({ id }) => needs.core.catalog.find(id, uri) !== undefined);
    const server = listing ?? (servers.length === 1 ? servers[0] : undefined);
    if (server) return { matches: [this.#item(server.id, uri)] };
    return noMatch(
      l10n.t(
        'No server lists this resource. In this entry, set “server” to the name of the server that has the resource.',
      ),
    );
  }

  async #mentions(file: string): Promise<Found> {
    const addresses = await this.needs.mentions.mentionedIn(file);
    const unread = l10n.t('Couldn’t read {0}. Check the path, which starts at the workspace folder.', file);
    if (!addresses) return { ...noMatch(unread), isUnknown: true };
    const own = addresses.filter(({ serverId }) => this.#serverIds.has(serverId));
    return { matches: own.map(({ serverId, uri }) => this.#item(serverId, uri)) };
  }

  /** Listed and visible resources that match, by importance. */
  async #matchesOf(isMatch: (id: number) => boolean): Promise<Found> {
    const { base, core, search } = this.needs;
    const { table } = core.catalog;
    const slice = base.newSlice();
    const matches: NewContextItem[] = [];
    for (const id of await core.orders.importance.byAnnotations.ids()) {
      if (slice.isOver()) await slice.next();
      if (this.signal.aborted) throw new CancelledError();
      const isOf = table.has(id) && this.#isOf(id) && search.visibility.isVisible(id);
      if (isOf && isMatch(id)) matches.push(this.#itemOf(id));
      if (matches.length > maxResources) break;
    }
    return { matches };
  }

  async #search(text: string): Promise<Found> {
    const { base, core, search } = this.needs;
    const names = core.connections.all.map(({ definition }) => definition.name);
    const query = parseQuery({ ...emptyQuery, text }, base.clock.now(), names);
    // Without the part that is not understood, it would find too much.
    const [problem] = query.problems;
    if (problem) return noMatch(problem.message);
    const { ids } = await search.withoutTemplates.search(query, 'relevance', this.signal);
    const own = [...ids].filter((id) => this.#isOf(id));
    return { matches: own.slice(0, maxResources + 1).map((id) => this.#itemOf(id)) };
  }

  /** What only an opened folder names depends on what the user happened to open: no set chooses it by a rule. */
  #isOf(id: number): boolean {
    const { table } = this.needs.core.catalog;
    return this.#serverIds.has(table.serverIdOf(id)) && !table.isChild(id);
  }

  #itemOf(id: number): NewContextItem {
    const { table } = this.needs.core.catalog;
    return this.#item(table.serverIdOf(id), table.uri(id));
  }

  /** The listed resource; otherwise one of which only the address is known. */
  #item(serverId: string, uri: string): NewContextItem {
    return describeResource({ serverId, uri }, this.needs.core.catalog.find(serverId, uri)?.resource);
  }
}

function noMatch(reason: string): Found {
  return { matches: [], reason };
}
