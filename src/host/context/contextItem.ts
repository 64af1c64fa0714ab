import * as l10n from '@vscode/l10n';
import {
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  type IconPath,
  type Uri,
} from 'vscode';
import { assertNever } from '../../core/base/errors';
import { displayName } from '../../core/resource/displayName';
import type { Content } from '../../core/content/content';
import { keyOf } from '../../core/resource/address';
import type { ContextItem } from '../../core/context/contextSet';
import { describeWeight, type Weight } from '../../core/context/contextWeights';
import { isGone, type Liveness } from '../../core/context/liveContext';
import { isLoss, type Arrival } from '../../core/chat/arrivals';
import { ago, formatSize, joined } from '../../core/base/format';
import type { ServerStatus } from '../../core/connection/serverStatus';
import { describeReason } from './describeReason';
import { commandFor } from '../base/commandMap';
import { commands, rowKinds } from '../base/ids';
import { contextRowUri } from '../base/rowUri';

/** A resource of the context, with everything that its row shows. */
export interface ContextRow {
  readonly item: ContextItem;
  readonly liveness: Liveness;
  /** State of its server; `undefined` where it is no longer configured. */
  readonly server: ServerStatus | undefined;
  /** The latest content that was read, of any age. */
  readonly content: Content | undefined;
  readonly weight: Weight;
  /** See {@link RowIcons}. */
  readonly icon: IconPath;
  /** Opened by a click. */
  readonly uri: Uri;
  /** File that a drag carries, see {@link VirtualFiles.uriForChat}. */
  readonly uriForChat: Uri;
  readonly serverName: string | undefined;
  /** Time of the last message with it, in ms since 1970. */
  readonly sentAt: number | undefined;
  /** What may have become of it in that message; `undefined` where all of it arrived. */
  readonly arrival: Arrival | undefined;
  /** The current content was attached, and no message has been seen to send it. */
  readonly isAttached: boolean;
  /** True where it is checked and doesn't fit into a message with the others. */
  readonly isOver: boolean;
  /** See {@link EveryMessage.isLeft}. */
  readonly isLeft: boolean;
  readonly now: number;
}

/** Time for which a row shows that a message may not have carried all of its resource, in ms. */
const doubtIsNews = 3_600_000;
/** Facts in a row, after its name. */
const factsAtOnce = 3;

/** `stale`: it was read, and its server is not connected now; `disconnected`: the same without a content. */
type State = 'live' | 'updated' | 'notLive' | 'fresh' | 'stale' | 'disconnected' | 'connecting' | 'failed' | 'gone';

/** The one state that a row shows, of its resource and its server. */
export function stateOf({ liveness, content, server }: Pick<ContextRow, 'liveness' | 'content' | 'server'>): State {
  switch (liveness.kind) {
    case 'live':
      return liveness.isUpdated ? 'updated' : 'live';
    case 'notLive':
      if (liveness.isUpdated) return 'updated';
      return liveness.isFresh ? 'fresh' : 'notLive';
    case 'offline':
      if (server?.severity === 'busy') return 'connecting';
      return content ? 'stale' : 'disconnected';
    case 'failed':
      return isGone(liveness) ? 'gone' : 'failed';
    default:
      return assertNever(liveness);
  }
}

/** State of a resource in a word or two. */
export function freshnessLabel(row: Pick<ContextRow, 'liveness' | 'content' | 'server'>): string {
  return stateLabel(stateOf(row), row.server);
}

/**
 * The row of a resource in the context: its state first, as a narrow side bar cuts the end, and no more than three facts. The tooltip has
 * the rest.
 */
export function contextItem(row: ContextRow): TreeItem {
  const { item, uri, uriForChat } = row;
  const state = stateOf(row);
  const result = new TreeItem(displayName(item), TreeItemCollapsibleState.None);
  result.id = keyOf(item);
  result.resourceUri = contextRowUri(uriForChat);
  result.iconPath = iconOf(row, state);
  result.checkboxState = checkbox(item);
  const [label, over] = [stateLabel(state, row.server), row.isOver ? l10n.t('doesn’t fit') : ''];
  const [age, doubt, weight] = [ageWords(row, state), doubtWord(row, state), weightWord(row)];
  // Of one that was sent before: the chat has, or had, its latest version.
  const attached = state === 'updated' && row.isAttached ? l10n.t('attached') : '';
  const missing = row.isLeft ? l10n.t('not attached') : '';
  const [always, once] = item.isInEveryMessage ? [inEveryMessage(weight), ''] : ['', weight];
  const facts = [over, missing, label, attached, always, age, doubt || once];
  result.description = facts.filter(Boolean).slice(0, factsAtOnce).join(' · ');
  result.contextValue = kindOf(state);
  result.command = commandFor(commands.open, l10n.t('Open'), uri);
  const spoken = [
    displayName(item),
    item.isChecked ? '' : l10n.t('not checked'),
    over,
    missing,
    label,
    attached,
    always,
    age,
    doubt,
    once,
    doubt && isLoss(row.arrival) ? '' : sentWords(row),
    automaticWords(item),
  ];
  result.accessibilityInformation = { label: joined(spoken.filter(Boolean)) };
  return result;
}

function checkbox({ isChecked }: ContextItem): NonNullable<TreeItem['checkboxState']> {
  const state = isChecked ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked;
  const tooltip = isChecked
    ? l10n.t('Included when you attach the context')
    : l10n.t('Not included when you attach the context');
  return { state, tooltip, accessibilityInformation: { label: tooltip, role: 'checkbox' } };
}

/** Value that `when` clauses of menus test: `picked`, `picked.updated` or `picked.gone`. */
function kindOf(state: State): string {
  return state === 'updated' || state === 'gone' ? `${rowKinds.inContext}.${state}` : rowKinds.inContext;
}

/** The resource's own, unless the next message cannot have it. */
function iconOf({ icon, isOver }: ContextRow, state: State): IconPath {
  if (state === 'failed') return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  if (state === 'gone') return new ThemeIcon('circle-slash', new ThemeColor('list.errorForeground'));
  return isOver ? new ThemeIcon('warning', new ThemeColor('list.warningForeground')) : icon;
}

/** A server that does not answer is named as in the view *Resources*. */
function stateLabel(state: State, server: ServerStatus | undefined): string {
  switch (state) {
    // The rule, which needs no word.
    case 'live':
      return '';
    case 'updated':
      return l10n.t('updated');
    case 'notLive':
      return l10n.t('not live');
    case 'fresh':
      return l10n.t('fresh');
    case 'stale':
    case 'disconnected':
      return server ? (server.absence?.label ?? l10n.t('server not connected')) : l10n.t('server removed');
    case 'connecting':
      return server?.label ?? '';
    case 'failed':
      return l10n.t('failed');
    case 'gone':
      return l10n.t('gone');
  }
}

/** Age of the content, where no change of it would be reported. */
function ageWords({ content, now }: ContextRow, state: State): string {
  const canBeOld = state === 'notLive' || state === 'fresh' || state === 'stale';
  if (!content || !canBeOld || now - content.readAt < 60_000) return '';
  return l10n.t('read {0}', ago(content.readAt, now));
}

function weightWord({ item, content, weight }: ContextRow): string {
  if (weight.tokens > 0) return describeWeight(weight);
  const size = content?.bytes.length ?? item.size;
  return size === undefined ? '' : formatSize(size);
}

/** With what each message costs. */
function inEveryMessage(weight: string): string {
  return weight === '' ? l10n.t('in every message') : l10n.t('{0} in every message', weight);
}

/** Shown for a while, and only where nothing more important has to be. */
function doubtWord({ arrival = 'whole', sentAt, now }: ContextRow, state: State): string {
  const isUsual = state === 'live' || state === 'notLive' || state === 'fresh';
  if (!isUsual || sentAt === undefined || now - sentAt >= doubtIsNews) return '';
  switch (arrival) {
    case 'whole':
      return '';
    case 'crowded':
      return l10n.t('whole if sent alone');
    case 'partial':
      return l10n.t('some files not sent');
    case 'cut':
      return l10n.t('maybe shortened');
    case 'empty':
      return l10n.t('maybe not sent');
    case 'excerpt':
      return l10n.t('only beginning sent');
  }
}

function sentWords({ sentAt, now }: ContextRow): string {
  return sentAt === undefined ? '' : l10n.t('sent {0}', ago(sentAt, now));
}

function automaticWords({ reason }: ContextItem): string {
  return reason ? l10n.t('Included automatically: {0}', describeReason(reason)) : '';
}
