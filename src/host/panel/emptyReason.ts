import * as l10n from '@vscode/l10n';
import type { EmptyReason, PanelAction, PanelNotice } from '../../shared/protocol';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import { statusOf } from '../../core/connection/serverStatus';
import { formatCount } from '../../core/base/format';
import { noMatchText } from '../../core/panel/summaries';
import type { Strictest } from '../../core/search/strictest';
import { settings, views } from '../base/ids';
import { actionCommand, type ServerAction } from '../base/serverActions';
import type { PanelActions } from './panelActions';
import { attentionLabel, gatherRows, isProblem, type StatusRow } from '../servers/statusRows';

/** The panel is often no taller than a few rows. */
const noticesAtOnce = 1;
const namesAtOnce = 3;

/** Facts from which an empty result is explained. */
export interface EmptyFacts {
  /** Number of results without the query. */
  readonly outOf: number;
  /** Number of all resources, including those that the settings hide. */
  readonly known: number;
  readonly strictest: Strictest | undefined;
  /** The only server that the query filters by, where it lists nothing. */
  readonly absent: ConfiguredServer | undefined;
  readonly isLoading: boolean;
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

function noMatch({ strictest, outOf, isLoading, absent }: EmptyFacts): Reason {
  const status = absent && statusOf(absent);
  if (status?.remedy) return { title: l10n.t('Nothing matches'), text: status.full, actions: [] };
  const text = noMatchText(strictest, outOf);
  return isLoading
    ? { title: l10n.t('Nothing matches so far'), text: l10n.t('{0} More is still arriving.', text), actions: [] }
    : { title: l10n.t('Nothing matches'), text, actions: [] };
}

function nothingThere({ known, isLoading, connections, rows }: EmptyFacts, actions: PanelActions): Reason {
  if (known > 0)
    return {
      title: l10n.t('Everything is hidden'),
      text:
        known === 1
          ? l10n.t('The exclude setting hides the only resource.')
          : l10n.t('The exclude setting hides all {0} resources.', formatCount(known)),
      actions: [actions.add(l10n.t('Open Settings'), builtIn('workbench.action.openSettings', settings.exclude))],
    };
  if (isLoading) return loading(connections);
  const problems = rows.filter(({ severity }) => severity !== 'busy');
  const [first] = problems;
  if (first && problems.length === 1)
    return { title: first.label, text: first.text || first.detail, actions: actionsOf(first, actions) };
  if (first) return several(problems, actions);
  if (connections.length > 0)
    return {
      title: l10n.t('No resources yet'),
      text:
        connections.length === 1
          ? l10n.t('The configured server is stopped.')
          : l10n.t('The configured servers are stopped.'),
      actions: [actions.add(l10n.t('Start Servers'), { kind: 'refresh' })],
    };
  return {
    title: l10n.t('No MCP server is configured'),
    text: l10n.t('Servers come from mcp.json, in your profile or in this workspace, and from .mcp.json.'),
    actions: [
      actions.add(l10n.t('Add Server…'), builtIn('workbench.mcp.addConfiguration')),
      actions.add(l10n.t('Open User Configuration'), builtIn('workbench.mcp.openUserMcpJson')),
    ],
  };
}

function loading(connections: EmptyFacts['connections']): Reason {
  const text = l10n.t('Resources appear here as they arrive.');
  const waiting = connections
    .filter(({ state }) => state.kind === 'connecting')
    .map(({ definition }) => definition.name);
  if (waiting.length === 0) return { title: l10n.t('Loading…'), text, actions: [] };
  const names = waiting.slice(0, namesAtOnce).join(', ');
  const more = waiting.length - namesAtOnce;
  const title = more > 0 ? l10n.t('Connecting to {0} and {1} more…', names, more) : l10n.t('Connecting to {0}…', names);
  return { title, text, actions: [] };
}

/** Names each problem in a few words; the view *Servers* has the rest. */
function several(problems: readonly StatusRow[], actions: PanelActions): Reason {
  const failed = problems.filter(({ severity }) => severity === 'error').length;
  const lines = problems.slice(0, namesAtOnce).map(({ label, text }) => (text ? `${label}: ${text}` : label));
  const more = problems.length - lines.length;
  const todo = problems.find(({ action }) => action);
  return {
    title: titleOf(problems, failed),
    text: (more > 0 ? [...lines, l10n.t('and {0} more', more)] : lines).join('\n'),
    actions: [
      ...(todo ? actionsOf(todo, actions) : [actions.add(l10n.t('Try Again'), { kind: 'refresh' })]),
      actions.add(l10n.t('Show Servers'), builtIn(`${views.servers}.focus`)),
    ],
  };
}

function titleOf(problems: readonly StatusRow[], failed: number): string {
  if (failed === problems.length) return l10n.t('All {0} servers failed', formatCount(failed));
  if (problems.every(({ severity }) => severity === 'info')) return l10n.t('No resources yet');
  return attentionLabel(problems.filter(isProblem).length);
}

/** Notices above a list that is not empty. */
export function noticesOf(rows: readonly StatusRow[], actions: PanelActions): PanelNotice[] {
  const { shown, gathered } = gatherRows(
    rows.filter(({ severity }) => severity !== 'busy'),
    noticesAtOnce,
  );
  if (gathered && shown.length === 0 && gathered.rows.some(isProblem)) {
    const show = actions.add(l10n.t('Show'), builtIn(`${views.resources}.focus`));
    const kind = gathered.row.severity === 'error' ? 'error' : 'warning';
    return [{ kind, text: gathered.row.label, actions: [show] }];
  }
  return shown
    .slice(0, noticesAtOnce)
    .flatMap(({ severity, label, text, ...row }) =>
      severity === 'busy'
        ? []
        : [{ kind: severity, text: text ? `${label}: ${text}` : label, actions: actionsOf(row, actions) }],
    );
}

function actionsOf({ action, serverId }: Pick<StatusRow, 'action' | 'serverId'>, actions: PanelActions): PanelAction[] {
  if (action) return [actions.add(actionCommand(action).title, action)];
  if (serverId === undefined) return [];
  return [
    actions.add(l10n.t('Restart'), { kind: 'restart', serverId }),
    actions.add(l10n.t('Show Log'), { kind: 'log' }),
  ];
}

function builtIn(command: string, argument?: string): ServerAction {
  return { kind: 'builtIn', command, ...(argument !== undefined && { argument }) };
}
