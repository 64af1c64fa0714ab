import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import {
  listOf,
  needPermission,
  statusOf,
  type Remedy,
  type ServerStatus,
  type Severity,
} from '../../core/connection/serverStatus';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import { formatCount, joined, labelled } from '../../core/base/format';
import type { HiddenSummary } from '../../core/search/visibility';
import type { ConfigurationProblem } from '../../core/configuration/configuration';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import { views } from '../base/ids';
import { remedyAction, type ServerAction } from '../base/serverActions';

/** A row, or a notice, that says why something is missing and what to do. */
export interface StatusRow {
  readonly kind: 'status';
  readonly id: string;
  readonly severity: Exclude<Severity, 'none'>;
  /** Name of a codicon, in place of that of the severity. */
  readonly icon?: string;
  readonly label: string;
  /** Text after the label, in a row of its own; empty if the label is enough. */
  readonly text: string;
  /** The status in a few words with a subject, for the line that leads to the view *Servers*. */
  readonly brief: string;
  /** Number of servers and settings that it stands for, as in the badge. */
  readonly count: number;
  /** The full explanation, for the tooltip. */
  readonly detail: string;
  /** Id of the server that the row is about: its menus apply. `undefined` for any other row. */
  readonly serverId: string | undefined;
  /** Run by a click. */
  readonly action: ServerAction | undefined;
}

/**
 * Everything about servers that a user should know besides the resources: configuration problems, and servers that wait, failed or are
 * connecting.
 */
export function statusRows(
  connections: readonly Connection[],
  problems: readonly ConfigurationProblem[],
  catalog: Catalog,
  templates: TemplateCatalog,
): StatusRow[] {
  const servers = connections.flatMap((connection): Shown[] => {
    const { definition } = connection;
    const status = statusOf(connection, listOf(definition.id, catalog, templates));
    const { severity } = status;
    return severity === 'none' ? [] : [{ definition, status, severity }];
  });
  const thatNeed = (remedy: Remedy): readonly Shown[] => servers.filter(({ status }) => status.remedy === remedy);
  const [untrusted, waiting] = [thatNeed('trust'), thatNeed('review')];
  const otherServers = servers.filter((server) => !untrusted.includes(server) && !waiting.includes(server));
  return [
    ...problems.map(problemRow),
    ...(untrusted.length > 0 ? [untrustedRow(untrusted.length)] : []),
    ...(waiting.length > 0 ? [waitingRow(waiting)] : []),
    ...otherServers.map(serverRow),
  ];
}

/** A server that a row is about. */
interface Shown {
  readonly definition: ServerDefinition;
  readonly status: ServerStatus;
  readonly severity: StatusRow['severity'];
}

/** A row that is about one thing and has no action, unless it says otherwise. */
export function statusRow(row: Pick<StatusRow, 'id' | 'severity' | 'label'> & Partial<StatusRow>): StatusRow {
  const { label } = row;
  const usual = { text: '', brief: label, count: 1, detail: label, serverId: undefined, action: undefined };
  return { kind: 'status', ...usual, ...row };
}

function problemRow({ source: { label, file }, message, line }: ConfigurationProblem, index: number): StatusRow {
  return statusRow({
    id: `problem:${index}:${label}`,
    severity: 'warning',
    label: message,
    brief: l10n.t('Problem in {0}', label),
    action: { kind: 'configuration', file, line },
  });
}

function untrustedRow(count: number): StatusRow {
  return statusRow({
    id: 'untrusted',
    severity: 'warning',
    label: l10n.t('This workspace’s servers are off in Restricted Mode'),
    count,
    detail: l10n.t(
      'MCP servers can run code on your computer. Trust this workspace to start its servers. Configured servers: {0}.',
      count,
    ),
    action: { kind: 'trust' },
  });
}

function waitingRow(waiting: readonly Shown[]): StatusRow {
  const names = waiting.map(({ definition }) => definition.name);
  const only = waiting.length === 1 ? waiting[0] : undefined;
  return statusRow({
    id: 'waiting',
    severity: 'info',
    label: only ? only.status.full : needPermission(waiting.length),
    count: waiting.length,
    detail: only
      ? l10n.t('Before starting the server, review what it runs or connects to.')
      : l10n.t('Not started: {0}. Select the servers to start.', joined(names)),
    action: only ? remedyAction('review', only.definition.id) : { kind: 'review' },
  });
}

function serverRow({ definition: { id, name }, status, severity }: Shown): StatusRow {
  const { label, sentence, output, remedy } = status;
  const isSignIn = remedy === 'signIn';
  return statusRow({
    id: `server:${id}`,
    severity,
    label: name,
    // A click shows the rest, or the state changes by itself.
    text: isSignIn || severity === 'busy' ? label : causeOf(status),
    brief: labelled(name, label),
    detail: [name, sentence, output].filter(Boolean).join('\n\n'),
    serverId: id,
    action: isSignIn ? remedyAction(remedy, id) : undefined,
  });
}

/** The last line that a server printed, which often has the cause, and the sentence of its state. */
export function causeOf({ sentence, output }: Pick<ServerStatus, 'sentence' | 'output'>): string {
  const lastWords = output.trimEnd().split('\n').at(-1);
  return lastWords ? `“${lastWords}” — ${sentence}` : sentence;
}

/**
 * The one line that a list of resources has for all of this, which leads to the view *Servers*: problems and questions first, else servers
 * that are connecting.
 */
export function lineToServers(rows: readonly StatusRow[]): StatusRow | undefined {
  const needing = rowsInNeed(rows);
  const shown = needing.length > 0 ? needing : rows.filter(({ severity }) => severity === 'busy');
  const [first, ...furtherRows] = shown;
  if (!first) return undefined;
  const count = needing.reduce((sum, row) => sum + row.count, 0);
  const several = count > 0 ? l10n.t('{0} servers need attention', formatCount(count)) : connectingLabel(shown);
  return {
    ...gatheredRow(shown, furtherRows.length === 0 ? first.brief : several),
    action: { kind: 'builtIn', command: `${views.servers}.focus` },
  };
}

/** The last row of a list of resources, which shows those that are hidden. */
export function hiddenRow({ label, sentence, count }: HiddenSummary): StatusRow {
  return statusRow({
    id: 'hidden',
    severity: 'info',
    icon: 'eye-closed',
    label,
    text: l10n.t('Show'),
    count,
    detail: sentence,
    action: { kind: 'showHidden' },
  });
}

/** The rows that are a problem, or a question to the user. */
export function rowsInNeed(rows: readonly StatusRow[]): readonly StatusRow[] {
  return rows.filter((row) => isProblem(row) || row.action);
}

/** Number of servers that start, or go on, once the user has allowed it or signed in. */
export function countWaiting(rows: readonly StatusRow[]): number {
  const waiting = rows.filter(({ action }) => action !== undefined && action.kind !== 'configuration');
  return waiting.reduce((sum, { count }) => sum + count, 0);
}

/** False for a state that resolves itself, or is as it should be. */
function isProblem({ severity }: StatusRow): boolean {
  return severity === 'error' || severity === 'warning';
}

function connectingLabel(rows: readonly StatusRow[]): string {
  return l10n.t('Connecting to {0}…', l10n.t('{0} servers', formatCount(rows.length)));
}

function gatheredRow(rows: readonly StatusRow[], label: string): StatusRow {
  const severities = ['error', 'warning', 'busy', 'info'] as const;
  return statusRow({
    id: 'attention',
    severity: severities.find((worst) => rows.some(({ severity }) => severity === worst)) ?? 'info',
    label,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    detail: rows.map((row) => (row.text ? labelled(row.label, row.text) : row.label)).join('\n'),
  });
}
