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
import { displayName } from '../../core/resource/displayName';
import { isImage } from '../../core/content/mimeTypes';
import { keyOf } from '../../core/resource/address';
import { stateLabel, stateOf, type FreshnessFacts, type FreshnessState } from '../../core/context/freshness';
import { isWaiting, type ContextItem } from '../../core/context/contextSet';
import { describeWeight, type Weight } from '../../core/context/contextWeights';
import type { Arrival } from '../../core/chat/arrivals';
import { ago, factLine, formatSize, formatTime, joined } from '../../core/base/format';
import { commandFor } from '../base/commandMap';
import { commands, rowKinds } from '../base/ids';
import { runsOnUserMachine } from '../base/runsOnUserMachine';
import { plainText } from '../base/plainText';
import { contextRowUri } from '../base/rowUri';

/** A resource of the context, with everything that its row shows. */
export interface ContextRow extends FreshnessFacts {
  readonly item: ContextItem;
  readonly weight: Weight;
  /** See {@link ServerIcons.iconOf}. */
  readonly icon: IconPath;
  /** Opened by a click. */
  readonly uri: Uri;
  /** File that a drag carries, see {@link VirtualFiles.uriForChat}. */
  readonly uriForChat: Uri;
  readonly serverName: string | undefined;
  /** Time of the last message with it, in ms since 1970. */
  readonly sentAt: number | undefined;
  /** How it may have arrived in that message; `undefined` if all of it arrived. */
  readonly arrival: Arrival | undefined;
  /** Time when it was attached, in ms since 1970, where no message has been seen to send it since. */
  readonly attachedAt: number | undefined;
  /** A message was seen since {@link attachedAt}, without it. */
  readonly isMessageSince: boolean;
  /** True if it is checked and doesn't fit into a message with the others. */
  readonly isOver: boolean;
  /** See {@link EveryMessage.isLeft}. */
  readonly isLeft: boolean;
  readonly now: number;
}

/** Facts in a row, after its name. */
const factsAtOnce = 3;

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
  const facts = factsOf(row, state);
  const set = item.reason && !isWaiting(item) ? plainText(item.reason.set) : undefined;
  const from = set === undefined ? undefined : l10n.t('from “{0}”', set);
  result.description = factLine([...facts, from].filter(Boolean).slice(0, factsAtOnce));
  result.contextValue = freshnessKindOf(state);
  result.command = commandFor(commands.open, l10n.t('Open'), uri);
  const spokenFrom = set === undefined ? undefined : l10n.t('from the set “{0}”', set);
  const spoken = [displayName(item), item.isChecked ? '' : l10n.t('not checked'), ...facts, spokenFrom];
  result.accessibilityInformation = { label: joined(spoken) };
  return result;
}

/** The most important first; empty if there is nothing to say. */
function factsOf(row: ContextRow, state: FreshnessState): readonly string[] {
  const weight = weightWord(row);
  const { item } = row;
  return [
    isWaiting(item) ? l10n.t('new in “{0}”', plainText(item.reason?.set ?? '')) : '',
    row.isOver ? l10n.t('doesn’t fit') : '',
    row.isLeft ? l10n.t('not attached again') : '',
    stateLabel(state, row.server),
    ...placeWords(row),
    item.isInEveryMessage ? inEveryMessage(weight) : '',
    ageWords(row, state),
    item.isInEveryMessage ? '' : weight,
  ];
}

function checkbox({ isChecked }: ContextItem): NonNullable<TreeItem['checkboxState']> {
  const state = isChecked ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked;
  const tooltip = isChecked
    ? l10n.t('“Attach Context” attaches this resource')
    : l10n.t('“Attach Context” leaves this resource out');
  return { state, tooltip, accessibilityInformation: { label: tooltip, role: 'checkbox' } };
}

/** Value that `when` clauses of menus test: `picked`, `picked.updated` or `picked.gone`. */
function freshnessKindOf(state: FreshnessState): string {
  return state === 'updated' || state === 'gone' ? `${rowKinds.inContext}.${state}` : rowKinds.inContext;
}

/** The resource's own, unless the next message cannot have it. */
function iconOf({ icon, isOver }: ContextRow, state: FreshnessState): IconPath {
  if (state === 'failed') return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  if (state === 'gone') return new ThemeIcon('circle-slash', new ThemeColor('list.errorForeground'));
  return isOver ? new ThemeIcon('warning', new ThemeColor('list.warningForeground')) : icon;
}

/** Age of the content, where no change of it would be reported. */
function ageWords({ content, now }: ContextRow, state: FreshnessState): string {
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
  return weight === '' ? l10n.t('in every message') : l10n.t('in every message ({0})', weight);
}

/** State of the resource, as far as an extension can know it: attached, or sent; nothing if it is in the list only. */
function placeWords(row: ContextRow): readonly string[] {
  const { sentAt, arrival = 'whole', now } = row;
  const attachedAt = attachedTime(row);
  if (attachedAt !== undefined) return [l10n.t('attached {0}', formatTime(attachedAt, now))];
  if (sentAt === undefined) return [];
  const sent = l10n.t('sent {0}', formatTime(sentAt, now));
  switch (arrival) {
    case 'whole':
      return [sent];
    case 'crowded':
      return [sent, l10n.t('whole if sent alone')];
    case 'partial':
      return [l10n.t('some files not sent')];
    case 'cut':
      return [l10n.t('maybe shortened')];
    case 'empty':
      return [l10n.t('maybe not sent')];
    case 'excerpt':
      return [l10n.t('only beginning sent')];
  }
}

/** When the resource was attached; `undefined` if it isn't, or if a message may have sent it without our noticing. */
export function attachedTime(row: ContextRow): number | undefined {
  return row.isMessageSince && isSentUnseen(row) ? undefined : row.attachedAt;
}

/**
 * On this machine, VS Code reads an image when it is attached, so a message with it goes unseen.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts (resolveImageEditorAttachContext)
 */
export function isSentUnseen({ item, content }: Pick<ContextRow, 'item' | 'content'>): boolean {
  return runsOnUserMachine() && isImage(content?.mimeType ?? item.mimeType);
}
