import * as l10n from '@vscode/l10n';
import type { Reason } from '../base/errors';
import { describeResources, describeListed, formatCount, joined, labelled } from '../base/format';
import type { Catalog } from '../catalog/catalog';
import type { Completeness, ListInfo } from '../catalog/serverList';
import type { TemplateCatalog } from '../catalog/templates';
import { sourceFormats } from '../configuration/sourceFormats';
import type { ConfiguredServer, ConnectionState } from './connectionState';

/**
 * An action for a server that is not connected: its start, a sign-in, the user's `review` of the command that it would run, their `trust`
 * in the workspace; where no action is known to help, a look into the `log`.
 */
export type Remedy = 'start' | 'signIn' | 'review' | 'trust' | 'log';

/** `none`: as it should be, or as the user wants it · `busy`: resolves itself · `info`: a question or a remark, no failure. */
export type Severity = 'none' | 'busy' | 'info' | 'warning' | 'error';

/** A server's state in words. Views choose fields and icons; none has words of its own for a state. May contain a server's text. */
export interface ServerStatus {
  readonly severity: Severity;
  /** A few words, for the end of the server's row. */
  readonly label: string;
  /** Says what happened and what to do next, beside the server's name; empty if all is well. */
  readonly sentence: string;
  /** The sentence with the server's name in it. */
  readonly full: string;
  /** The last lines that it printed before it failed. */
  readonly output: string;
  /** `undefined` for a server that is connected or about to be. */
  readonly remedy: Remedy | undefined;
  /** True if the user has to do or to know something: the server counts in the badge of the views. */
  readonly needsUser: boolean;
  /** True for a server that is not connected, and is restarted automatically. */
  readonly recovers: boolean;
  /** Describes its cached resources, while it is not connected to read them. */
  readonly absence: { readonly label: string; readonly sentence: string } | undefined;
}

/** The server's entries in the catalog. */
export interface ServerList {
  readonly resources: ListInfo;
  readonly templates: number;
  /** Number of listed templates that are not in the catalog. */
  readonly omittedTemplates: number;
  /** True if its folders may have more than was read. */
  readonly hasMore?: boolean;
}

export function listOf(
  serverId: string,
  catalog: Pick<Catalog, 'listInfo'>,
  templates: Pick<TemplateCatalog, 'count' | 'omitted'>,
): ServerList {
  return {
    resources: catalog.listInfo(serverId),
    templates: templates.count(serverId),
    omittedTemplates: templates.omitted(serverId),
  };
}

/** The words that make up a {@link ServerStatus}. */
interface Words extends Partial<Omit<ServerStatus, 'full' | 'absence' | 'label'>> {
  readonly label: string;
  /** {@link ServerStatus.absence} in a few words. */
  readonly absence?: string;
}

/** @param list without it, the label of a connected server is empty */
export function statusOf(server: ConfiguredServer, list?: ServerList): ServerStatus {
  const { absence, ...words } = wordsOf(server, list);
  const { sentence = '' } = words;
  const { name } = server.definition;
  // A sentence about a failed start names the server already.
  const isNamed = sentence === '' || sentence.includes(`“${name}”`);
  const full = isNamed ? sentence : labelled(name, sentence);
  const staleSentence = l10n.t('{0} The resource is cached from an earlier connection.', full);
  return {
    severity: 'none',
    output: '',
    remedy: undefined,
    needsUser: false,
    recovers: false,
    ...words,
    sentence,
    full,
    absence: absence === undefined ? undefined : { label: absence, sentence: staleSentence },
  };
}

function wordsOf({ definition: { name }, state }: ConfiguredServer, list: ServerList | undefined): Words {
  switch (state.kind) {
    case 'stopped':
      return {
        label: l10n.t('stopped'),
        sentence: l10n.t('The server “{0}” is stopped. Start it to read its resources.', name),
        remedy: 'start',
        absence: l10n.t('server stopped'),
      };
    case 'blocked':
      return { ...refusal(state.error.reason), sentence: state.error.message, absence: l10n.t('server not started') };
    case 'connecting':
      return { ...wordsOfConnecting(state, name), recovers: true };
    case 'signInNeeded':
      return {
        severity: 'warning',
        label: l10n.t('sign-in needed'),
        sentence: state.error.message,
        remedy: 'signIn',
        needsUser: true,
        absence: l10n.t('not signed in'),
      };
    case 'failed':
      return {
        severity: 'error',
        label: state.retryAt === undefined ? l10n.t('failed') : l10n.t('failed, trying again…'),
        sentence: state.error.message,
        output: state.error.detail ?? '',
        remedy: 'start',
        needsUser: true,
        recovers: state.retryAt !== undefined,
        absence: l10n.t('server failed'),
      };
    case 'ready':
      return list ? wordsOfList(list, state.info.hasResources) : { label: '' };
  }
}

type Connecting = Extract<ConnectionState, { readonly kind: 'connecting' }>;

/** Between two attempts it is a failure, too: what is shown would change with each. */
function wordsOfConnecting({ lastError, isSlow }: Connecting, name: string): Words {
  if (lastError)
    return { severity: 'error', label: l10n.t('failed, trying again…'), sentence: lastError.message, needsUser: true };
  const sentence = isSlow
    ? l10n.t(
        'The server “{0}” hasn’t responded yet. The first start can take several minutes. If the server has started before, it may be stuck: stop it and start it again.',
        name,
      )
    : l10n.t('The server “{0}” is still connecting. Try again in a moment.', name);
  return { severity: 'busy', label: isSlow ? l10n.t('still connecting…') : l10n.t('connecting…'), sentence };
}

/** A server that crashed repeatedly is not restarted. Shown beside the server's name. */
export function crashLoopSentence(times: number): string {
  return l10n.t('The server crashed {0} times and won’t restart automatically. Check its log, then restart it.', times);
}

/** As {@link crashLoopSentence}, for a server that is no process of ours, or whose process goes on. */
export function lossLoopSentence(times: number): string {
  return l10n.t(
    'The connection to the server was lost {0} times and won’t be restored automatically. Restart the server to try again, or contact its operator.',
    times,
  );
}

/** For several servers whose remedy is a review. */
export function needPermission(servers: number): string {
  return l10n.t('{0} servers need your permission to start.', formatCount(servers));
}

/** Replaces {@link ServerStatus.full} where no browser can be opened for a sign-in: outside of VS Code. */
export function signInElsewhere({ name, source }: ConfiguredServer['definition']): string {
  const token = sourceFormats[source.format].variables === 'environment' ? '${TOKEN}' : '${env:TOKEN}';
  return l10n.t(
    'You can’t sign in to the server “{0}” from here. Add a token to {1} (for example {2}), then allow the server again.',
    name,
    source.label,
    `"headers": { "Authorization": "Bearer ${token}" }`,
  );
}

/** Nothing starts before the user has seen the command; a server that they declined is as they want it. */
function refusal(reason: Reason): Words {
  if (reason === 'notAllowed')
    return { severity: 'info', label: l10n.t('needs your permission'), remedy: 'review', needsUser: true };
  if (reason === 'declined') return { label: l10n.t('not allowed'), remedy: 'review' };
  const remedy = reason === 'untrusted' ? 'trust' : 'log';
  return { severity: 'warning', label: l10n.t('can’t start'), remedy };
}

function wordsOfList(list: ServerList, hasResources: boolean): Words {
  const { count, completeness } = list.resources;
  const counted = describeListed(count, list.templates);
  switch (completeness.kind) {
    case 'unknown':
    case 'arriving':
      if (completeness.kind === 'arriving' && completeness.isAgain)
        return { label: l10n.t('{0}, refreshing…', counted) };
      return hasResources ? { label: l10n.t('listing… {0} so far', formatCount(count)) } : nothingListed();
    case 'fromBefore':
      return { label: l10n.t('{0}, cached', counted) };
    case 'cut':
      return {
        severity: 'warning',
        label: l10n.t('{0}, list cut short', counted),
        sentence: describeCut(completeness.by, describeResources(count)),
      };
    case 'failed': {
      const sentence = l10n.t('The list is incomplete ({0} shown): {1}', counted, completeness.error.message);
      return { severity: 'error', label: l10n.t('{0}, list incomplete', counted), sentence };
    }
    case 'complete':
      return wordsOfWholeList(list);
  }
}

function wordsOfWholeList({ resources, templates, omittedTemplates, hasMore = false }: ServerList): Words {
  const { count, dropped } = resources;
  const counted = describeListed(count, templates);
  if (omittedTemplates > 0) {
    const all = formatCount(templates + omittedTemplates);
    const shown = l10n.t('{0} of {1} templates', formatCount(templates), all);
    const sentence = l10n.t('The server lists more templates than are shown. Configure it to list fewer.');
    return { severity: 'warning', label: count > 0 ? joined([describeResources(count), shown]) : shown, sentence };
  }
  if (dropped > 0) {
    const label = l10n.t('{0}, {1} skipped', counted, formatCount(dropped));
    return count > 0 ? { label } : { severity: 'info', label, sentence: label };
  }
  if (count + templates === 0) return nothingListed();
  return { label: hasMore ? l10n.t('{0}, more in folders', counted) : counted };
}

function nothingListed(): Words {
  const none = l10n.t('no resources');
  return { severity: 'info', label: none, sentence: none };
}

/** Explains why a list was cut, and what to do. */
export function describeCut(by: Extract<Completeness, { kind: 'cut' }>['by'], resources: string): string {
  switch (by) {
    case 'cursorLoop':
      return l10n.t(
        'The server keeps sending the same page, so the list shows only {0}. Report this to the server’s author.',
        resources,
      );
    case 'items':
      return l10n.t('The list shows only {0}. Raise “mcpResources.list.maxResources” to see more.', resources);
    case 'mostItems':
      return l10n.t(
        'The server has too many resources, so the list shows only {0}. Configure the server to list fewer.',
        resources,
      );
    case 'bytes':
      return l10n.t(
        'The list uses too much memory, so it shows only {0}. Remove servers you don’t need, or configure this server to list fewer resources.',
        resources,
      );
    case 'cursor':
      return l10n.t(
        'The server sent a page cursor that is too long, so the list shows only {0}. Report this to the server’s author.',
        resources,
      );
    case 'pages':
    case 'time':
      return l10n.t('The list is incomplete ({0} shown). Refresh to try again.', resources);
  }
}
