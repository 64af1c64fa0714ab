import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import { listProblem } from '../../core/connection/describeState';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import { formatCount } from '../../core/base/format';
import type { ConfigurationProblem } from '../../core/servers/serverDefinition';
import { commands, manageTrust } from '../base/ids';

/** A row, or a notice, that says why something is missing and what to do. */
export interface StatusRow {
  readonly kind: 'status';
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'error' | 'busy';
  readonly label: string;
  /** What follows the label in a row of its own line; empty where the label says it all. */
  readonly text: string;
  /** The whole story, for the tooltip. */
  readonly detail: string;
  /** Set for what is about one server: its menus apply. */
  readonly serverId: string | undefined;
  /** For menus, where the severity does not say it. */
  readonly state?: 'signInNeeded';
  /** What a click does. */
  readonly action:
    { readonly title: string; readonly command: string; readonly arguments: readonly unknown[] } | undefined;
}

/** What a person should know besides the resources: configuration problems, servers that wait, failed or are being connected. */
export function statusRows(
  connections: readonly Connection[],
  problems: readonly ConfigurationProblem[],
  catalog: Catalog,
  templates: TemplateCatalog,
): StatusRow[] {
  const rows = problems.map(problemRow);
  const isBlockedBy = (reason: string): Connection[] =>
    connections.filter(({ state }) => state.kind === 'blocked' && state.error.reason === reason);
  const untrusted = isBlockedBy('untrusted');
  if (untrusted.length > 0) rows.push(untrustedRow(untrusted.length));
  const waiting = isBlockedBy('notAgreed');
  const declined = isBlockedBy('declined');
  if (waiting.length > 0) rows.push(waitingRow(waiting));
  for (const connection of connections) {
    if ([untrusted, waiting, declined].some((those) => those.includes(connection))) continue;
    const row = connectionRow(connection, catalog, templates);
    if (row) rows.push(row);
  }
  return rows;
}

function problemRow(problem: ConfigurationProblem, index: number): StatusRow {
  return {
    kind: 'status',
    id: `problem:${index}:${problem.source.label}`,
    severity: 'warning',
    label: problem.message,
    text: '',
    detail: problem.message,
    serverId: undefined,
    action: {
      title: l10n.t('Open Configuration'),
      command: commands.openConfiguration,
      arguments: [{ file: problem.source.file, line: problem.line }],
    },
  };
}

function untrustedRow(count: number): StatusRow {
  const label = l10n.t('Workspace not trusted: no MCP server is started');
  return {
    kind: 'status',
    id: 'untrusted',
    severity: 'warning',
    label,
    text: '',
    detail: l10n.t('Servers start programs, so the workspace has to be trusted first. Configured: {0}.', count),
    serverId: undefined,
    action: { title: l10n.t('Manage Trust'), command: manageTrust, arguments: [] },
  };
}

function waitingRow(waiting: readonly Connection[]): StatusRow {
  const names = waiting.map(({ definition }) => definition.name);
  return {
    kind: 'status',
    id: 'waiting',
    severity: 'info',
    label:
      waiting.length === 1
        ? l10n.t('“{0}” waits for your agreement to start', names[0] ?? '')
        : l10n.t('{0} servers wait for your agreement to start', waiting.length),
    text: '',
    detail: l10n.t('Not started yet: {0}. Choose which of them this extension may start.', names.join(', ')),
    serverId: undefined,
    action: { title: l10n.t('Review and Start…'), command: commands.reviewServers, arguments: [] },
  };
}

function connectionRow(
  { definition, state }: Connection,
  catalog: Catalog,
  templates: TemplateCatalog,
): StatusRow | undefined {
  const { id, name } = definition;
  const row = (severity: StatusRow['severity'], text: string, detail = text): StatusRow => ({
    kind: 'status',
    id: `server:${id}`,
    severity,
    label: name,
    text,
    detail: `${name}\n\n${detail}`,
    serverId: id,
    action: undefined,
  });
  switch (state.kind) {
    case 'connecting':
      return row('busy', l10n.t('connecting…'));
    case 'blocked':
      return row('warning', state.error.message);
    case 'failed': {
      const { message, detail } = state.error;
      const lastWords = detail?.trimEnd().split('\n').at(-1) ?? '';
      const text = lastWords ? l10n.t('“{0}” — {1}', lastWords, message) : message;
      return row('error', text, detail ? `${message}\n\n${detail}` : message);
    }
    case 'signInNeeded':
      return {
        ...row('warning', l10n.t('sign in'), state.error.message),
        state: 'signInNeeded',
        action: { title: l10n.t('Sign In…'), command: commands.signIn, arguments: [{ serverId: id }] },
      };
    case 'stopped':
      return undefined;
    case 'ready':
      return readyRow(catalog.shelf(id), templates.count(id) > 0, row);
  }
}

function readyRow(
  shelf: ReturnType<Catalog['shelf']>,
  hasTemplates: boolean,
  row: (severity: StatusRow['severity'], text: string) => StatusRow,
): StatusRow | undefined {
  const problem = listProblem(shelf);
  if (problem) return row(shelf.completeness.kind === 'failed' ? 'error' : 'warning', problem);
  if (shelf.completeness.kind !== 'complete' || shelf.count > 0) return undefined;
  return hasTemplates ? undefined : row('info', l10n.t('has no resources'));
}

/** The rows as a tree or a panel shows them. */
export interface GatheredRows {
  readonly shown: readonly StatusRow[];
  /** One row that stands for others. */
  readonly gathered: { readonly row: StatusRow; readonly rows: readonly StatusRow[] } | undefined;
}

/**
 * Shows what something has to be done about, and gathers the rest; or all, where even that is too much.
 *
 * @param atMost more rows than these would push the resources out of sight
 */
export function gatherRows(rows: readonly StatusRow[], atMost: number): GatheredRows {
  if (rows.length <= atMost) return { shown: rows, gathered: undefined };
  const problems = rows.filter(isProblem);
  if (problems.length > atMost)
    return { shown: [], gathered: { row: gatheredRow(rows, attentionLabel(problems.length)), rows } };
  const asking = rows.filter((row) => !isProblem(row) && row.action);
  const quiet = rows.filter((row) => !isProblem(row) && !row.action);
  const shown = [...problems, ...asking];
  if (quiet.length < 2) return { shown: [...shown, ...quiet], gathered: undefined };
  return { shown, gathered: { row: gatheredRow(quiet, quietLabel(quiet)), rows: quiet } };
}

/** False for what takes its course, or is as it should be. */
export function isProblem({ severity }: StatusRow): boolean {
  return severity === 'error' || severity === 'warning';
}

export function attentionLabel(count: number): string {
  return count === 1
    ? l10n.t('1 server or setting needs a look')
    : l10n.t('{0} servers or settings need a look', formatCount(count));
}

function quietLabel(rows: readonly StatusRow[]): string {
  const count = formatCount(rows.length);
  if (rows.every(({ severity }) => severity === 'busy')) return l10n.t('Connecting to {0} servers…', count);
  return rows.every(({ severity }) => severity === 'info')
    ? l10n.t('{0} servers have no resources', count)
    : l10n.t('{0} servers are connecting or have no resources', count);
}

function gatheredRow(rows: readonly StatusRow[], label: string): StatusRow {
  const severities = ['error', 'warning', 'busy', 'info'] as const;
  return {
    kind: 'status',
    id: 'attention',
    severity: severities.find((one) => rows.some(({ severity }) => severity === one)) ?? 'info',
    label,
    text: '',
    detail: rows.map((row) => (row.text ? `${row.label}: ${row.text}` : row.label)).join('\n'),
    serverId: undefined,
    action: undefined,
  };
}
