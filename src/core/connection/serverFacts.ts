import * as l10n from '@vscode/l10n';
import type { ListInfo } from '../catalog/serverList';
import { formatCount, joined } from '../base/format';
import { launchKindOf } from '../configuration/launch/kinds';
import { describeSources } from '../configuration/serverDefinition';
import type { SessionInfo } from '../session/session';
import type { Connection } from './connection';
import { statusOf, type ServerList, type ServerStatus } from './serverStatus';

/** A fact about a server: a short name and its value. A server has at most one of a kind. */
export interface ServerFact {
  readonly kind:
    | 'error'
    | 'pushProblem'
    | 'listProblem'
    | 'faults'
    | 'resources'
    | 'templates'
    | 'protocol'
    | 'software'
    | 'changes'
    | 'signIn'
    | 'models'
    | 'launch'
    | 'source'
    | 'stderr';
  readonly label: string;
  /** May have several lines, and any text of a server. */
  readonly value: string;
}

/**
 * All facts about a server, problems first.
 *
 * @param isReadFreely true if models may read its resources without asking
 */
export function serverFacts(
  server: Pick<Connection, 'definition' | 'state' | 'stderrTail' | 'pushProblem'>,
  list: ServerList,
  isReadFreely = false,
): readonly ServerFact[] {
  const { definition, state, stderrTail, pushProblem } = server;
  const status = statusOf(server, list);
  const { launch } = definition;
  const kind = launchKindOf(launch);
  const isFailed = status.severity === 'error';
  const facts: (ServerFact | undefined)[] = [
    fact('error', isFailed ? l10n.t('Error') : l10n.t('Reason'), 'error' in state ? status.sentence : undefined),
    fact('stderr', l10n.t('Last output'), state.kind === 'failed' ? stderrTail.join('\n') : undefined),
    ...(state.kind === 'ready' ? factsOfSession(state.info, pushProblem, list, status) : []),
    fact('models', l10n.t('Models'), isReadFreely ? l10n.t('can read resources without asking') : undefined),
    fact('launch', kind.words.label(), kind.line(launch)),
    fact('source', l10n.t('Configured in'), describeSources(definition)),
  ];
  return facts.filter((fact) => fact !== undefined);
}

function factsOfSession(
  info: SessionInfo,
  pushProblem: string | undefined,
  { resources, templates }: ServerList,
  { severity, sentence, label }: ServerStatus,
): (ServerFact | undefined)[] {
  const { count, completeness, dropped } = resources;
  const counted = completeness.kind === 'complete' && dropped === 0 ? formatCount(count) : label;
  const software = [info.serverName, info.serverVersion].filter((part) => part !== undefined).join(' ');
  return [
    fact('listProblem', l10n.t('List'), severity === 'info' ? undefined : sentence),
    fact('resources', l10n.t('Resources'), info.hasResources ? counted : l10n.t('not supported')),
    fact('templates', l10n.t('Templates'), templates > 0 ? formatCount(templates) : undefined),
    fact('faults', l10n.t('Invalid entries'), describeFaults(resources)),
    fact('changes', l10n.t('Change notifications'), describeChanges(info)),
    fact('pushProblem', l10n.t('Live updates'), pushProblem),
    fact('protocol', l10n.t('Protocol'), l10n.t('MCP revision {0} over {1}', info.revision, info.transport)),
    fact('software', l10n.t('Software'), software),
    fact('signIn', l10n.t('Account'), info.isSignedIn === true ? l10n.t('signed in') : undefined),
  ];
}

function describeChanges({ canSubscribe, canListChange, hasResources }: SessionInfo): string | undefined {
  if (!hasResources) return undefined;
  if (canSubscribe) return canListChange ? l10n.t('resources and the resource list') : l10n.t('resources');
  return canListChange ? l10n.t('resource list') : l10n.t('none');
}

function describeFaults({ repaired, dropped, duplicates }: ListInfo): string | undefined {
  const faults = [];
  if (repaired > 0) faults.push(l10n.t('{0} with invalid fields (fields ignored)', formatCount(repaired)));
  if (dropped > 0) faults.push(l10n.t('{0} without a URI (skipped)', formatCount(dropped)));
  if (duplicates > 0) faults.push(l10n.t('{0} duplicated (merged)', formatCount(duplicates)));
  return joined(faults);
}

function fact(kind: ServerFact['kind'], label: string, value: string | undefined): ServerFact | undefined {
  return value ? { kind, label, value } : undefined;
}
