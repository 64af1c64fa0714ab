import * as l10n from '@vscode/l10n';
import type { Handlers } from '../shared/endpoint';
import {
  protocolVersion,
  type EmptyReason,
  type HostRequests,
  type PanelAction,
  type ResourceAction,
  type ResourceRow,
  type SearchQuery,
  type SearchReply,
} from '../shared/protocol';
import type { Clock } from '../core/base/clock';
import type { Catalog, CatalogEntry } from '../core/catalog/catalog';
import { displayName } from '../core/catalog/order';
import type { Connections } from '../core/connection/connections';
import { codiconOf } from '../core/content/mimeTypes';
import type { ContextSet } from '../core/context/contextSet';
import type { LiveContext } from '../core/context/liveContext';
import type { TemplateCatalog } from '../core/catalog/templates';
import { formatAge, formatCount, formatSize } from '../core/format';
import { findMatches } from '../core/search/fold';
import type { SearchIndex } from '../core/search/searchIndex';
import { parseQuery, type ParsedQuery } from '../core/search/searchQuery';
import { commands, views } from './ids';
import type { ServerSources } from './serverSources';
import { gatherRows, statusRows, type StatusRow } from './statusRows';

/** Rows of one window at most: a page that asks for more gets this many. */
const longestWindow = 500;
const longestDescription = 300;
/** The panel is often no higher than a few rows. */
const noticesAtOnce = 1;

export interface SearchServiceParts {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly sources: ServerSources;
  readonly index: SearchIndex;
  readonly picked: ContextSet;
  readonly live: LiveContext;
  readonly act: (action: ResourceAction, entries: readonly CatalogEntry[]) => Promise<void>;
  readonly runCommand: (command: string, args: readonly unknown[]) => Promise<void>;
}

/** Answers the search panel: keeps the current query's results and hands out windows of them. */
export class SearchService {
  #current: { queryId: number; query: ParsedQuery; ids: readonly number[] } = {
    queryId: 0,
    query: parseQuery({ text: '', audience: 'all' }),
    ids: [],
  };
  #newestQueryId = 0;
  /** What the buttons of the last two replies do, by an id that is never used again: the older ones are on screen a moment longer. */
  #actions = new Map<string, { command: string; args: readonly unknown[] }>();
  #oldActions = this.#actions;
  #lastActionId = 0;

  constructor(private readonly parts: SearchServiceParts) {}

  readonly handlers: Handlers<HostRequests> = {
    start: () => {
      this.#newestQueryId = 0;
      return { version: protocolVersion };
    },
    search: ({ queryId, query }, signal) => this.#search(queryId, query, signal),
    rows: ({ queryId, from, to }) => this.#window(queryId, from, to)?.flatMap((id) => this.#row(id)),
    ids: ({ queryId, from, to }) => (queryId === this.#current.queryId ? this.#current.ids.slice(from, to) : undefined),
    act: async ({ action, ids }) => {
      await this.parts.act(action, this.entries(ids));
      return null;
    },
    run: async ({ id }) => {
      const action = this.#actions.get(id) ?? this.#oldActions.get(id);
      if (action) await this.parts.runCommand(action.command, action.args);
      return null;
    },
  };

  /** The resources behind ids of rows; those that were removed meanwhile are left out. */
  entries(ids: readonly number[]): CatalogEntry[] {
    return ids.flatMap((id) => this.parts.catalog.get(id) ?? []);
  }

  async #search(queryId: number, query: SearchQuery, signal: { readonly aborted: boolean }): Promise<SearchReply> {
    this.#newestQueryId = Math.max(queryId, this.#newestQueryId);
    const isOutdated = {
      isNewer: () => queryId < this.#newestQueryId,
      get aborted(): boolean {
        return signal.aborted || this.isNewer();
      },
    };
    const parsed = parseQuery(query);
    const { ids, outOf } = await this.parts.index.search(parsed, isOutdated);
    this.#current = { queryId, query: parsed, ids };
    return this.#reply(query, ids.length, outOf);
  }

  #reply(query: SearchQuery, total: number, outOf: number): SearchReply {
    const { connections, sources, catalog, templates } = this.parts;
    this.#oldActions = this.#actions;
    this.#actions = new Map();
    const rows = statusRows(connections.all, sources.problems, catalog, templates);
    const isLoading = connections.all.some(
      ({ state, definition }) =>
        state.kind === 'connecting' ||
        (state.kind === 'ready' && ['unknown', 'arriving'].includes(catalog.shelf(definition.id).completeness.kind)),
    );
    const isNothingKnown = outOf === 0 && catalog.size === 0;
    return {
      total,
      summary: summaryOf(total, outOf, query),
      isLoading,
      notices: isNothingKnown ? [] : this.#notices(rows),
      empty: total > 0 ? undefined : this.#empty(query, outOf, rows, isLoading),
    };
  }

  #notices(rows: readonly StatusRow[]): SearchReply['notices'] {
    const worthSaying = gatherRows(
      rows.filter(({ severity }) => severity !== 'busy'),
      noticesAtOnce,
    );
    if ('kind' in worthSaying) {
      const show = this.#action(l10n.t('Show'), `${views.resources}.focus`, []);
      return [
        { kind: worthSaying.severity === 'error' ? 'error' : 'warning', text: worthSaying.label, actions: [show] },
      ];
    }
    return worthSaying.flatMap(({ severity, label, text, ...row }) =>
      severity === 'busy'
        ? []
        : [{ kind: severity, text: text ? `${label}: ${text}` : label, actions: this.#actionsOf(row) }],
    );
  }

  #empty(query: SearchQuery, outOf: number, rows: readonly StatusRow[], isLoading: boolean): EmptyReason {
    if (outOf > 0) return this.#noMatch(query, outOf);
    const problem = rows.find(({ severity }) => severity !== 'busy');
    if (problem && !isLoading)
      return { title: problem.label, text: problem.text || problem.detail, actions: this.#actionsOf(problem) };
    if (isLoading)
      return { title: l10n.t('Connecting…'), text: l10n.t('Resources appear here as they arrive.'), actions: [] };
    if (this.parts.connections.all.length > 0)
      return {
        title: l10n.t('No resources yet'),
        text: l10n.t('The configured servers are stopped.'),
        actions: [this.#action(l10n.t('Start Servers'), commands.refresh, [])],
      };
    return {
      title: l10n.t('No MCP server is configured'),
      text: l10n.t('Servers come from mcp.json, in your profile or in this workspace, and from .mcp.json.'),
      actions: [
        this.#action(l10n.t('Add Server…'), 'workbench.mcp.addConfiguration', []),
        this.#action(l10n.t('Open User Configuration'), 'workbench.mcp.openUserMcpJson', []),
      ],
    };
  }

  #noMatch(query: SearchQuery, outOf: number): EmptyReason {
    const isFiltered = query.audience !== 'all';
    return {
      title: l10n.t('No resource matches'),
      text: isFiltered
        ? l10n.t('None of {0} resources. Use fewer words, or show every audience.', formatCount(outOf))
        : l10n.t('None of {0} resources. Use fewer or shorter words.', formatCount(outOf)),
      actions: [],
    };
  }

  #actionsOf({ action, serverId }: Pick<StatusRow, 'action' | 'serverId'>): PanelAction[] {
    if (action) return [this.#action(action.title, action.command, action.arguments)];
    if (serverId === undefined) return [];
    return [
      this.#action(l10n.t('Restart'), commands.restartServer, [{ serverId }]),
      this.#action(l10n.t('Show Log'), commands.showLog, []),
    ];
  }

  #action(label: string, command: string, args: readonly unknown[]): PanelAction {
    const id = String(++this.#lastActionId);
    this.#actions.set(id, { command, args });
    return { id, label };
  }

  #window(queryId: number, from: number, to: number): readonly number[] | undefined {
    if (queryId !== this.#current.queryId) return undefined;
    return this.#current.ids.slice(from, Math.min(to, from + longestWindow));
  }

  /** A row whose resource was removed meanwhile stays, empty, until the panel asks again: the indexes have to hold. */
  #row(id: number): ResourceRow {
    const entry = this.parts.catalog.get(id);
    if (!entry) return goneRow(id);
    const { resource, serverId } = entry;
    const { words } = this.#current.query;
    const title = displayName(resource);
    const server = this.parts.connections.get(serverId)?.definition.name ?? '';
    const where = `${server} · ${resource.uri}`;
    const address = { serverId, uri: resource.uri };
    const isPicked = this.parts.picked.has(address);
    return {
      id,
      title,
      titleMatches: findMatches(title, words),
      where,
      whereMatches: findMatches(resource.uri, words).map((offset) => offset + where.length - resource.uri.length),
      description: resource.description?.slice(0, longestDescription),
      icon: codiconOf(resource.mimeType),
      audience: resource.audience ?? [],
      priority: resource.priority,
      age: resource.lastModified === undefined ? undefined : formatAge(resource.lastModified, this.parts.clock.now()),
      size: resource.size === undefined ? undefined : formatSize(resource.size),
      mark: isPicked ? this.#mark(address) : undefined,
    };
  }

  #mark(address: { serverId: string; uri: string }): 'picked' | 'updated' {
    const liveness = this.parts.live.liveness(address);
    return 'isUpdated' in liveness && liveness.isUpdated ? 'updated' : 'picked';
  }
}

function goneRow(id: number): ResourceRow {
  return {
    id,
    title: l10n.t('(no longer listed)'),
    titleMatches: [],
    where: '',
    whereMatches: [],
    description: undefined,
    icon: 'circle-slash',
    audience: [],
    priority: undefined,
    age: undefined,
    size: undefined,
    mark: undefined,
  };
}

function summaryOf(total: number, outOf: number, { text, audience }: SearchQuery): string {
  const all = formatCount(outOf);
  if (outOf === 0) return '';
  if (text.trim() === '' && audience === 'all')
    return outOf === 1 ? l10n.t('1 resource') : l10n.t('{0} resources', all);
  return l10n.t('{0} of {1} resources', formatCount(total), all);
}
