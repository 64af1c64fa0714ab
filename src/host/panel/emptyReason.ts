import * as l10n from '@vscode/l10n';
import type { EmptyReason, PanelAction, PanelNotice, QueryProblem } from '../../shared/protocol';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import { statusOf } from '../../core/connection/serverStatus';
import { formatCount, listed } from '../../core/base/format';
import { noMatchText } from '../../core/panel/summaries';
import type { Strictest } from '../../core/search/strictest';
import type { HiddenSummary } from '../../core/search/visibility';
import { settings, views } from '../base/ids';
import { actionCommand, type ServerAction } from '../base/serverActions';
import type { PanelActions } from './panelActions';
import { countWaiting, lineToServers, rowsInNeed, type StatusRow } from '../servers/statusRows';

/** Facts from which an empty result is explained. */
export interface EmptyFacts {
  /** Number of results without the query. */
  readonly outOf: number;
  /** Number of all resources, including those that the settings hide. */
  readonly known: number;
  readonly hidden: HiddenSummary | undefined;
  readonly strictest: Strictest | undefined;
  /** The query asks for a server that there is not. */
  readonly unknownServer: QueryProblem | undefined;
  /** The only server that the query filters by, where it lists nothing. */
  readonly absent: ConfiguredServer | undefined;
  readonly isLoading: boolean;
  /** More may come: lists arrive that were never complete in this window. */
  readonly isArriving: boolean;
  /** Folders may have more than was read. */
  readonly hasMore?: boolean;
  readonly connections: readonly ConfiguredServer[];
  readonly rows: readonly StatusRow[];
}

type Reason = Omit<EmptyReason, 'canLoosen' | 'loosen'>;

/** Explains why the list is empty, with actions that help. */
export function emptyReason(facts: EmptyFacts, actions: PanelActions): EmptyReason {
  if (facts.outOf > 0) {
    const isTyped = facts.strictest === undefined || facts.strictest.part.kind === 'text';
    return { ...noMatch(facts), canLoosen: true, loosen: isTyped ? 'words' : 'filters' };
  }
  return { ...nothingThere(facts, actions), canLoosen: false };
}

function noMatch({ strictest, outOf, isArriving, hasMore = false, unknownServer, absent, rows }: EmptyFacts): Reason {
  if (unknownServer) return { title: l10n.t('No resources found'), text: unknownServer.message, actions: [] };
  const status = absent && statusOf(absent);
  if (status?.remedy) return { title: l10n.t('No resources found'), text: status.full, actions: [] };
  const text = [noMatchText(strictest, outOf), moreToCome(isArriving, countWaiting(rows), hasMore)]
    .filter(Boolean)
    .join(' ');
  return { title: isArriving ? l10n.t('No resources found yet') : l10n.t('No resources found'), text, actions: [] };
}

/** @param waiting number of servers that wait for the user */
function moreToCome(isArriving: boolean, waiting: number, hasMore: boolean): string {
  if (isArriving) return l10n.t('Resources are still loading.');
  if (waiting > 0) return l10n.t('Servers that need your attention may have more resources.');
  return hasMore ? l10n.t('Folders that weren’t read may have more resources.') : '';
}

function nothingThere({ known, hidden, isLoading, connections, rows }: EmptyFacts, actions: PanelActions): Reason {
  if (hidden && !isLoading)
    return {
      title: l10n.t('All resources are hidden'),
      text: hidden.sentence,
      actions: [actions.add(l10n.t('Show'), { kind: 'showHidden' })],
    };
  if (known > 0 && !hidden)
    return {
      title: l10n.t('All resources are hidden'),
      text: l10n.t('The setting “mcpResources.exclude” hides all resources ({0}).', formatCount(known)),
      actions: [actions.add(l10n.t('Open Settings'), builtIn('workbench.action.openSettings', settings.exclude))],
    };
  if (isLoading) return loading(connections);
  const line = lineOf(rows);
  if (line) return { title: line.text, text: '', actions: [wayOut(rows, actions)] };
  if (rows.some(({ severity }) => severity === 'info'))
    return {
      title: l10n.t('No resources yet'),
      text: l10n.t('Your servers have no resources.'),
      actions: [actions.add(l10n.t('Try Again'), { kind: 'refresh' }), showServers(actions)],
    };
  if (connections.length > 0)
    return {
      title: l10n.t('No resources yet'),
      text: l10n.t('Your servers are stopped.'),
      actions: [actions.add(l10n.t('Start Servers'), { kind: 'refresh' })],
    };
  return {
    title: l10n.t('No MCP servers are configured'),
    text: l10n.t('Add a server to see its resources here.'),
    actions: [
      actions.add(l10n.t('Add Server…'), builtIn('workbench.mcp.addConfiguration')),
      actions.add(l10n.t('Open User Configuration'), builtIn('workbench.mcp.openUserMcpJson')),
    ],
  };
}

function loading(connections: EmptyFacts['connections']): Reason {
  const text = l10n.t('Resources appear here as they load.');
  const waiting = connections
    .filter(({ state }) => state.kind === 'connecting')
    .map(({ definition }) => definition.name);
  if (waiting.length === 0) return { title: l10n.t('Loading…'), text, actions: [] };
  return { title: l10n.t('Connecting to {0}…', listed(waiting)), text, actions: [] };
}

/** The line that leads to the view *Servers*, but for servers that are connecting: a list that loads says so itself. */
function lineOf(rows: readonly StatusRow[]): Pick<PanelNotice, 'kind' | 'text'> | undefined {
  const line = lineToServers(rows);
  return line && line.severity !== 'busy' ? { kind: line.severity, text: line.label } : undefined;
}

/** The lines below a list that is not empty. */
export function noticesOf(rows: readonly StatusRow[], hasMore: boolean, actions: PanelActions): PanelNotice[] {
  const line = lineOf(rows);
  const text = l10n.t('Folders may have more than was read. Use “Search Here” on a folder to read it.');
  return [
    ...(line ? [{ ...line, actions: [wayOut(rows, actions)] }] : []),
    ...(hasMore ? [{ kind: 'info' as const, text, actions: [] }] : []),
  ];
}

/** The action of the only row that needs the user, else the way to *Servers*. */
function wayOut(rows: readonly StatusRow[], actions: PanelActions): PanelAction {
  const [row, ...furtherRows] = rowsInNeed(rows);
  const action = furtherRows.length === 0 ? row?.action : undefined;
  return action ? actions.add(actionCommand(action).title, action) : showServers(actions);
}

function showServers(actions: PanelActions): PanelAction {
  return actions.add(l10n.t('Show Servers'), builtIn(`${views.servers}.focus`));
}

function builtIn(command: string, argument?: string): ServerAction {
  return { kind: 'builtIn', command, ...(argument !== undefined && { argument }) };
}
