import * as l10n from '@vscode/l10n';
import { Uri, workspace, type MarkdownString } from 'vscode';
import type { Arrival } from '../../core/chat/arrivals';
import { ago, exactSize, formatDate, formatTokens, labelled } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { stateOf } from '../../core/context/freshness';
import { isWaiting, type ContextItem } from '../../core/context/contextSet';
import { displayName } from '../../core/resource/displayName';
import { tooltip } from '../describe/tooltip';
import { attachedTime, isSentUnseen, type ContextRow } from './contextItem';

/** The whole row in words. */
export function contextTooltip(row: ContextRow): MarkdownString {
  return tooltip(displayName(row.item), explanation(row), tooltipLines(row));
}

function tooltipLines(row: ContextRow): readonly string[] {
  const { item, serverName, content, sentAt, now } = row;
  const size = content?.bytes.length ?? item.size;
  return [
    labelled(l10n.t('URI'), legible(item.uri)),
    labelled(l10n.t('Server'), serverName ?? l10n.t('server removed')),
    content ? l10n.t('Read: {0}', whenOf(content.readAt, now)) : l10n.t('Not read in this window yet'),
    ...attachedLines(row),
    sentAt === undefined ? '' : l10n.t('Sent: {0}', whenOf(sentAt, now)),
    unsentLine(row),
    doubtLine(row),
    size === undefined ? '' : labelled(l10n.t('Size'), exactSize(size)),
    weightLine(row),
    row.isOver ? l10n.t('Exceeds the token limit when combined with the other checked resources') : '',
    everyMessageLine(row),
    item.isChecked ? '' : l10n.t('“Attach Context” leaves this resource out'),
    setLine(item),
  ].filter((line) => line !== '');
}

function setLine({ reason }: ContextItem): string {
  if (!reason) return '';
  const set = l10n.t('Set: “{0}”', reason.set);
  const place =
    reason.file === undefined ? set : l10n.t('{0} in {1}', set, workspace.asRelativePath(Uri.parse(reason.file)));
  if (!isWaiting({ reason })) return place;
  return l10n.t('{0}. New since you reviewed the set: check it to accept it.', place);
}

function everyMessageLine({ item, isLeft }: ContextRow): string {
  if (!item.isInEveryMessage) return '';
  return isLeft
    ? l10n.t('In every message, but not attached to the next one: use “Attach Context”')
    : l10n.t('In every message: attached again after you send it');
}

function whenOf(time: number, now: number): string {
  return l10n.t('{0} ({1})', formatDate(time), ago(time, now));
}

function unsentLine(row: ContextRow): string {
  if (isSentUnseen(row)) return l10n.t('VS Code doesn’t report whether images were sent');
  return row.sentAt === undefined && row.attachedAt === undefined ? l10n.t('Not attached or sent yet') : '';
}

function attachedLines({ attachedAt, isMessageSince, now, ...row }: ContextRow): readonly string[] {
  if (attachedAt === undefined) return [];
  const unknown =
    isMessageSince && !isSentUnseen(row)
      ? l10n.t('A message was sent since then without it: you may have removed it, or attached it to another chat.')
      : l10n.t('VS Code doesn’t report whether you removed it from the chat, or started another one.');
  return [l10n.t('Attached: {0}', whenOf(attachedAt, now)), unknown];
}

function doubtLine({ item, arrival = 'whole', sentAt }: ContextRow): string {
  if (sentAt === undefined) return '';
  const name = displayName(item);
  const remedy = l10n.t('Send fewer resources at once, or add #mcpContext to your message so the model can read them.');
  const unknown = l10n.t(
    'This applies to agent mode with your smallest model. With another mode or model, all of it may have arrived: VS Code doesn’t report which you used.',
  );
  const sentences: Readonly<Record<Arrival, readonly string[]>> = {
    whole: [],
    crowded: [
      l10n.t('If the message had other attachments, less of this one may have arrived. VS Code doesn’t report them.'),
      remedy,
    ],
    partial: [l10n.t('The message had only some of the files of this resource.')],
    cut: [l10n.t('The chat may have shortened {0} because of the token limit.', name), unknown, remedy],
    empty: [l10n.t('The chat may not have sent {0} because of the token limit.', name), unknown, remedy],
    excerpt: [
      l10n.t('Copilot sessions send only the beginning of an excerpt. To send all of it, attach again: {0}.', name),
    ],
  };
  return sentences[arrival].join(' ');
}

function weightLine({ weight }: ContextRow): string {
  if (weight.tokens === 0) return '';
  const tokens = formatTokens(weight.tokens);
  return weight.isRead
    ? l10n.t('Tokens: {0}', tokens)
    : l10n.t('Tokens: {0}, estimated from the size that the server lists', tokens);
}

function explanation(row: ContextRow): string {
  const state = stateOf(row);
  switch (state) {
    case 'live':
      return l10n.t('The server reports changes. A message gets the latest version.');
    case 'updated':
      return 'since' in row.liveness && row.liveness.since === 'sent'
        ? attachedTime(row) !== undefined
          ? l10n.t(
              'The resource changed after you sent it. The latest version is attached, unless you removed it from the chat: VS Code doesn’t report that.',
            )
          : l10n.t('The resource changed after you sent it. Attach it again to send the latest version.')
        : l10n.t('Changed since you attached it. If it’s still attached, your message gets the latest version.');
    case 'fresh':
      return l10n.t('The resource was read recently and is still fresh, according to the server.');
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
  if (!server) return l10n.t('This resource’s server was removed.');
  return server.absence || server.severity === 'busy' ? server.full : l10n.t('The server isn’t connected.');
}
