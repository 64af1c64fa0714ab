import * as l10n from '@vscode/l10n';
import {
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  type Uri,
} from 'vscode';
import { legible } from '../../core/base/legible';
import { assertNever } from '../../core/base/errors';
import { literalMarkdown } from '../../core/base/markdown';
import { displayName } from '../../core/resource/displayName';
import { isImage } from '../../core/content/mimeTypes';
import type { Content } from '../../core/content/content';
import { keyOf } from '../../core/resource/address';
import type { ContextItem } from '../../core/context/contextSet';
import type { Weight } from '../../core/context/contextWeights';
import { isGone, type Liveness } from '../../core/context/liveContext';
import { isLoss, type Arrival } from '../../core/chat/arrivals';
import type { Seen } from '../../core/context/seenContents';
import { ago, describeTokens, formatAge, formatSize, formatTokens, joined } from '../../core/base/format';
import { exactSize } from '../../core/preview/resourceFacts';
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
  readonly weight: Weight | undefined;
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
  readonly now: number;
}

/** Time for which a row shows that a message may not have carried all of its resource, in ms. */
const doubtIsNews = 3_600_000;
/** Facts in a row, after its name. */
const factsAtOnce = 3;

/** `stale`: it was read, and its server is not connected now; `disconnected`: the same without a content. */
type State = 'live' | 'updated' | 'notLive' | 'fresh' | 'stale' | 'disconnected' | 'connecting' | 'failed' | 'gone';

function stateOf({ liveness, content, server }: Pick<ContextRow, 'liveness' | 'content' | 'server'>): State {
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
  const [age, once, doubt, weight] = [ageWords(row, state), onceWord(item), doubtWord(row, state), weightWord(row)];
  const attached = state === 'updated' ? attachedWord(row) : '';
  const facts = [over, state === 'live' ? '' : label, attached, age, once, doubt || weight];
  result.description = facts.filter(Boolean).slice(0, factsAtOnce).join(' · ');
  result.contextValue = kindOf(item, state);
  result.command = commandFor(commands.open, l10n.t('Open'), uri);
  const spoken = [
    displayName(item),
    over,
    label,
    attached,
    age,
    once,
    doubt,
    weight,
    doubt && isLoss(row.arrival) ? '' : sentWords(row),
    automaticWords(item),
  ];
  result.accessibilityInformation = { label: joined(spoken.filter(Boolean)) };
  return result;
}

function checkbox({ isChecked }: ContextItem): NonNullable<TreeItem['checkboxState']> {
  return isChecked
    ? { state: TreeItemCheckboxState.Checked, tooltip: l10n.t('Included when you attach the context') }
    : { state: TreeItemCheckboxState.Unchecked, tooltip: l10n.t('Not included when you attach the context') };
}

/** Value that `when` clauses of menus test: `picked.kept` or `picked.once`, followed by further states. */
function kindOf({ isOnce }: ContextItem, state: State): string {
  const marks = [isOnce ? 'once' : 'kept', ...(state === 'updated' || state === 'gone' ? [state] : [])];
  return [rowKinds.inContext, ...marks].join('.');
}

/** The state, in VS Code's colors; what is too much is a warning, unless the resource could not be read. */
function iconOf({ isOver }: ContextRow, state: State): ThemeIcon {
  const isRead = state !== 'failed' && state !== 'gone';
  return isOver && isRead ? new ThemeIcon('warning', new ThemeColor('list.warningForeground')) : stateIcon(state);
}

function stateIcon(state: State): ThemeIcon {
  switch (state) {
    case 'live':
      return new ThemeIcon('broadcast');
    case 'updated':
      return new ThemeIcon('circle-filled', new ThemeColor('charts.blue'));
    case 'notLive':
    case 'fresh':
      return new ThemeIcon('history');
    case 'stale':
    case 'disconnected':
      return new ThemeIcon('debug-disconnect');
    case 'connecting':
      return new ThemeIcon('loading~spin');
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'gone':
      return new ThemeIcon('circle-slash', new ThemeColor('list.errorForeground'));
  }
}

/** A server that does not answer is named as in the view *Resources*. */
function stateLabel(state: State, server: ServerStatus | undefined): string {
  switch (state) {
    case 'live':
      return l10n.t('live');
    case 'updated':
      return l10n.t('updated');
    case 'notLive':
      return l10n.t('not live');
    case 'fresh':
      return l10n.t('fresh');
    case 'stale':
    case 'disconnected':
      return server?.absence?.label ?? l10n.t('server not connected');
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
  return l10n.t('read {0} ago', formatAge(content.readAt, now));
}

function onceWord({ isOnce }: ContextItem): string {
  return isOnce ? l10n.t('send only once') : '';
}

function weightWord({ item, content, weight }: ContextRow): string {
  if (weight) return describeTokens(weight.tokens);
  const size = content?.bytes.length ?? item.size;
  return size === undefined ? '' : formatSize(size);
}

/** Shown for a while, and only where nothing more important has to be. */
function doubtWord({ arrival, sentAt, now }: ContextRow, state: State): string {
  const isUsual = state === 'live' || state === 'notLive' || state === 'fresh';
  if (!isUsual || arrival === undefined || sentAt === undefined || now - sentAt >= doubtIsNews) return '';
  if (arrival === 'crowded') return l10n.t('whole if sent alone');
  if (arrival === 'excerpt') return l10n.t('only the beginning sent');
  return arrival === 'cut' ? l10n.t('maybe shortened') : l10n.t('maybe not sent');
}

/** Of one that was sent before: the chat has, or had, the latest version. */
function attachedWord({ isAttached }: ContextRow): string {
  return isAttached ? l10n.t('attached') : '';
}

function sentWords({ sentAt, now }: ContextRow): string {
  return sentAt === undefined ? '' : l10n.t('sent {0}', ago(sentAt, now));
}

function automaticWords({ reason }: ContextItem): string {
  return reason ? l10n.t('included automatically: {0}', describeReason(reason)) : '';
}

/** The whole row in words. Names and reasons of failures come from a server: shown as text, whatever they contain. */
export function contextTooltip(row: ContextRow, seen: Seen | undefined): MarkdownString {
  const rows = tooltipLines(row, seen).map((line) => `- ${literalMarkdown(line)}`);
  const head = `**${literalMarkdown(displayName(row.item))}**`;
  return new MarkdownString([head, literalMarkdown(explanation(row)), rows.join('\n')].join('\n\n'));
}

function tooltipLines(row: ContextRow, seen: Seen | undefined): readonly string[] {
  const { item, serverName, content, sentAt, now } = row;
  const when = (then: number): string => l10n.t('{0} ({1})', new Date(then).toLocaleString(), ago(then, now));
  const isAttached = seen?.kind === 'attached';
  const size = content?.bytes.length ?? item.size;
  return [
    l10n.t('URI: {0}', legible(item.uri)),
    l10n.t('Server: {0}', serverName ?? l10n.t('no longer configured')),
    content ? l10n.t('Read: {0}', when(content.readAt)) : l10n.t('Not read in this window yet'),
    sentAt === undefined ? unsentLine(row) : l10n.t('Sent: {0}', when(sentAt)),
    ...doubtLine(row),
    ...(isAttached ? [l10n.t('Attached: {0}', when(seen.at))] : []),
    ...(size === undefined ? [] : [l10n.t('Size: {0}', exactSize(size))]),
    ...weightLine(row),
    ...(row.isOver ? [l10n.t('Exceeds the token limit when combined with the other checked resources')] : []),
    item.isOnce
      ? l10n.t('Will be removed from the context after sending')
      : l10n.t('Stays in the context after sending'),
    ...(item.isChecked ? [] : [l10n.t('Unchecked: not included when you attach the context')]),
    ...(item.reason ? [l10n.t('Included automatically: {0}', describeReason(item.reason))] : []),
  ];
}

/**
 * VS Code reads images itself, so a sent image is not noticed here.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts (resolveImageEditorAttachContext)
 */
function unsentLine({ item, content }: ContextRow): string {
  const isByItself = isImage(content?.mimeType ?? item.mimeType);
  return isByItself ? l10n.t('VS Code doesn’t report whether images were sent') : l10n.t('Not sent yet');
}

function doubtLine({ arrival, sentAt }: ContextRow): readonly string[] {
  if (arrival === undefined || arrival === 'whole' || sentAt === undefined) return [];
  if (arrival === 'excerpt')
    return [
      l10n.t('Copilot sessions send only the beginning of an excerpt. Attach the resource again to send all of it.'),
    ];
  const remedy = l10n.t('Send fewer resources at once, or add #mcpContext to your message so the model can read them.');
  const sentences = {
    crowded: l10n.t(
      'With other attachments in the same message, less of it may have arrived: VS Code doesn’t report them.',
    ),
    cut: l10n.t('The chat may have shortened this attachment because of the token limit.'),
    empty: l10n.t('The chat may not have sent the content of this attachment because of the token limit.'),
  };
  const unknown = l10n.t(
    'This applies to agent mode with your smallest model. VS Code doesn’t report which model and mode you used: with others, all of it may have arrived.',
  );
  return [[sentences[arrival], ...(isLoss(arrival) ? [unknown] : []), remedy].join(' ')];
}

function weightLine({ weight }: ContextRow): readonly string[] {
  if (!weight) return [];
  const tokens = formatTokens(weight.tokens);
  return [
    weight.isRead
      ? l10n.t('Tokens: {0}', tokens)
      : l10n.t('Tokens: {0}, estimated from the size that the server lists', tokens),
  ];
}

function explanation(row: ContextRow): string {
  const state = stateOf(row);
  switch (state) {
    case 'live':
      return l10n.t('Live: the server reports changes, and the latest version is read when you send a message.');
    case 'updated':
      return 'since' in row.liveness && row.liveness.since === 'sent'
        ? row.isAttached
          ? l10n.t(
              'The resource changed after you sent it. The latest version is attached, unless you removed it from the chat, which VS Code doesn’t report.',
            )
          : l10n.t('The resource changed after you sent it. Attach it again to send the latest version.')
        : l10n.t('The resource changed after you attached it. The latest version is read when you send the message.');
    case 'fresh':
      return l10n.t('The resource was read recently and is still fresh, according to the server or your settings.');
    case 'notLive':
      return l10n.t(
        'No live updates, because the server isn’t reporting changes. The resource is read again for each chat message.',
      );
    case 'stale':
      return l10n.t('{0} The resource may have changed since it was last read.', notThere(row));
    case 'disconnected':
    case 'connecting':
      return notThere(row);
    case 'failed':
    case 'gone':
      return row.liveness.kind === 'failed' ? row.liveness.error.message : '';
  }
}

function notThere({ server }: ContextRow): string {
  return server?.absence || server?.severity === 'busy' ? server.full : l10n.t('The server isn’t connected.');
}
