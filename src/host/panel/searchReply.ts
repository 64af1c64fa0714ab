import type { PanelNotice, QueryProblem, SearchQuery, SearchReply } from '../../shared/protocol';
import { isEmptyQuery } from '../../shared/searchQuery';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import { isTemplateId, type TemplateCatalog } from '../../core/catalog/templates';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { ContextWeights, WeightSum } from '../../core/context/contextWeights';
import { attachAllText, selectionText, summaryOf } from '../../core/panel/summaries';
import { facetLabel } from '../../core/search/facetLabels';
import { areNamed, unknownServerOf, type ParsedQuery } from '../../core/search/parseQuery';
import type { SearchResult } from '../../core/search/searchIndex';
import type { ServerAction } from '../base/serverActions';
import type { ServerSources } from '../configuration/serverSources';
import { statusRows } from '../servers/statusRows';
import { emptyReason, noticesOf, type EmptyFacts } from './emptyReason';
import { PanelActions } from './panelActions';

/** Number of results up to which they can all be attached at once: their tokens are counted with each answer. */
const maxAttachAll = 100;

/** The sentences and buttons of a reply: everything but its rows. */
type ReplyTexts = Omit<SearchReply, 'first' | 'copy'>;

/** Results that leave room below them. */
const fewResults = 5;

/** Says in words what a search found, and offers what to do about it. */
export class ReplyWriter {
  readonly #actions: PanelActions;

  constructor(
    private readonly parts: {
      readonly catalog: Catalog;
      readonly templates: TemplateCatalog;
      readonly connections: Pick<Connections, 'all'>;
      /** True for a server with folders that may have more than was read. */
      readonly hasMore: (serverId: string) => boolean;
      readonly sources: Pick<ServerSources, 'problems'>;
      /** Tokens of resources in a message, as far as they are known. */
      readonly weigh: ContextWeights['sum'];
      /** Does what a button of a reply stands for. */
      readonly runAction: (action: ServerAction) => Promise<void>;
    },
  ) {
    this.#actions = new PanelActions(parts.runAction);
  }

  /** @param id of a button of the last reply, or the one before */
  run(id: string): Promise<void> {
    return this.#actions.run(id);
  }

  selection(entries: readonly CatalogEntry[]): string {
    return selectionText(entries.length, this.#weigh(entries));
  }

  write(query: SearchQuery, result: SearchResult, emptyFacts: Pick<EmptyFacts, 'strictest' | 'hidden'>): ReplyTexts {
    const { connections, hasMore, sources, catalog, templates } = this.parts;
    const actions = this.#actions;
    const total = result.ids.length;
    const { outOf, view } = result;
    actions.begin();
    const rows = statusRows(connections.all, sources.problems, catalog, templates);
    const loading = connections.all.flatMap((connection) => loadingOf(connection, catalog) ?? []);
    const isFiltered = !isEmptyQuery(query);
    const unknownServer = unknownServerOf(view.query);
    // Their server lists them apart from its folders.
    const areSkills = [...view.query.filters, ...view.query.choices].some(({ key }) => key === 'type:skill');
    const facts: EmptyFacts = {
      ...emptyFacts,
      rows,
      outOf,
      unknownServer,
      known: catalog.table.size,
      connections: connections.all,
      isLoading: loading.length > 0,
      isArriving: loading.some(({ isNew }) => isNew),
      hasMore:
        connections.all.some(({ state, definition: { id } }) => state.kind === 'ready' && hasMore(id)) && !areSkills,
      absent: this.#absent(view.query),
    };
    return {
      total,
      summary: summaryOf({
        total,
        outOf,
        isFiltered,
        isArriving: loading.some((list) => list.isNew && list.isListing),
      }),
      hidden: this.#hiddenButton(facts),
      isLoading: facts.isLoading,
      problems: problemsOf(view.query, total, unknownServer),
      choiceLabels: query.choices.map(facetLabel),
      notices: this.#notices(facts, isFiltered && total > 0 && total <= fewResults),
      empty: total > 0 ? undefined : emptyReason(facts, actions),
      attachAll: isFiltered ? this.#attachAll(result) : undefined,
    };
  }

  #notices({ outOf, known, rows, hasMore = false }: EmptyFacts, isFew: boolean): readonly PanelNotice[] {
    return outOf === 0 && known === 0 ? [] : noticesOf(rows, hasMore && isFew, this.#actions);
  }

  /** If nothing is left, the reason for it has the button. */
  #hiddenButton({ outOf, hidden }: EmptyFacts): SearchReply['hidden'] {
    if (!hidden || outOf === 0) return undefined;
    return { ...this.#actions.add(hidden.label, { kind: 'showHidden' }), title: hidden.sentence };
  }

  /** A single one has its own button. */
  #attachAll({ ids }: SearchResult): string | undefined {
    const { catalog, templates } = this.parts;
    // Counting them all would take a millisecond at each key.
    if (ids.length > maxAttachAll + templates.all.length) return undefined;
    const resources = Array.from(ids).filter((id) => !isTemplateId(id));
    if (resources.length < 2 || resources.length > maxAttachAll) return undefined;
    return attachAllText(resources.length, this.#weigh(resources.flatMap((id) => catalog.get(id) ?? [])));
  }

  #weigh(entries: readonly CatalogEntry[]): WeightSum {
    return this.parts.weigh(entries.map(({ serverId, resource }) => ({ serverId, ...resource })));
  }

  /** The server that the query filters by, where it lists nothing. */
  #absent(query: ParsedQuery): Connection | undefined {
    const { connections, catalog } = this.parts;
    const named = areNamed(query, namesOf(connections.all));
    const [only, ...furtherServers] = connections.all.filter((_, index) => named[index]);
    return only && furtherServers.length === 0 && catalog.listInfo(only.definition.id).count === 0 ? only : undefined;
  }
}

/** An empty list names an unknown server itself. */
function problemsOf(
  { problems }: ParsedQuery,
  total: number,
  unknownServer: QueryProblem | undefined,
): readonly QueryProblem[] {
  return problems.filter((problem) => total > 0 || problem !== unknownServer);
}

/** A list that is being read, or will be. */
interface Loading {
  /** False while its server is connecting. */
  readonly isListing: boolean;
  /** False if it was complete before in this window. */
  readonly isNew: boolean;
}

function loadingOf({ state, definition }: Connection, catalog: Pick<Catalog, 'listInfo'>): Loading | undefined {
  const { completeness } = catalog.listInfo(definition.id);
  const { kind } = completeness;
  if (state.kind === 'connecting') return { isListing: false, isNew: kind !== 'complete' };
  if (state.kind !== 'ready' || (kind !== 'unknown' && kind !== 'arriving')) return undefined;
  return { isListing: true, isNew: kind === 'unknown' || completeness.isAgain !== true };
}

function namesOf(connections: readonly Connection[]): string[] {
  return connections.map(({ definition }) => definition.name);
}
