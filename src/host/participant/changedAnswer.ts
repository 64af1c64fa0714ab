import * as l10n from '@vscode/l10n';
import type { ChatResponseStream } from 'vscode';
import { isCancelled } from '../../core/base/errors';
import { ago, formatCount, formatSize } from '../../core/base/format';
import { escapeMarkdown } from '../../core/base/markdownText';
import type { Logger } from '../../core/base/ports';
import type { Content } from '../../core/content/content';
import { textOf } from '../../core/content/sniff';
import type { PickedResource } from '../../core/context/contextSet';
import { readAll } from '../../core/context/readAll';
import type { Seen } from '../../core/context/seenContents';
import { lineChanges } from '../../core/participant/lineChanges';
import { keyOf } from '../../core/resource/address';
import { displayName } from '../../core/resource/displayName';
import { commandFor } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import { plainText } from '../base/plainText';
import { withProof } from '../base/proofs';
import { pickedAt } from '../content/commandArguments';
import { describeError } from '../base/tell';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import { writeResourceItem, titleOf } from './writeResourceItem';

const maxUnread = 10;
/** Resources of earlier messages that are looked at. */
const sentAtMost = 20;
const maxReasonLength = 600;

/** A resource with its content now, and the content that the chat got, if any. */
interface Compared {
  readonly resource: PickedResource;
  readonly content: Content;
  readonly before: Seen | undefined;
}

type Change = Compared & { readonly before: Seen };

interface Unread {
  readonly resource: PickedResource;
  readonly error: unknown;
}

/**
 * `/changed`: the resources attached to the message, and those of the context, that differ from the content that the model last saw, with
 * their differences to open. Where there are none, those that earlier messages had: VS Code tells a participant of its own messages only.
 */
export async function changedAnswer({ attached, stream, signal }: Turn, parts: ParticipantParts): Promise<Outcome> {
  const attachedKeys = new Set(attached.map(keyOf));
  const here = [...attached, ...parts.picked.items.filter((item) => !attachedKeys.has(keyOf(item)))];
  const resources = here.length > 0 ? here : sentBefore(parts);
  if (resources.length === 0) {
    stream.markdown(l10n.t('There is nothing to compare yet. Attach a resource to the chat first.'));
    stream.button(commandFor(ids.search, l10n.t('Search Resources')));
    return { kind: 'nothing' };
  }
  const count = formatCount(resources.length);
  stream.progress(resources.length === 1 ? l10n.t('Checking 1 resource') : l10n.t('Checking {0} resources', count));
  if (here.length === 0)
    stream.markdown(
      `${l10n.t('Nothing is attached and the context is empty, so resources from earlier messages are checked for changes instead.')}\n\n`,
    );
  const { compared, unread } = await compare(resources, parts, signal);
  const changes = compared.filter((one): one is Change => isChanged(one, parts));
  if (changes.length > 0) tellChanges(changes, stream, parts);
  else if (compared.length > 0) tellUnchanged(compared, stream, parts);
  tellUnread(unread, stream, parts.log);
  if (changes.length === 0) return { kind: 'nothing' };
  const toSend =
    here.length > 0 ? changes.filter((one) => attachedKeys.has(keyOf(one.resource)) || isChecked(one, parts)) : changes;
  offer(changes, toSend, stream);
  return { kind: 'changed' };
}

/** Resources of earlier messages whose servers are configured. */
function sentBefore(parts: ParticipantParts): readonly PickedResource[] {
  const servers = new Set(parts.connections.all.map(({ definition }) => definition.id));
  return parts.seen
    .latest(sentAtMost)
    .filter(({ serverId }) => servers.has(serverId))
    .map((address) => pickedAt(address, parts));
}

/** Checks each resource for changes, without asking the user: a read that needs an answer fails. Rejects with `CancelledError`. */
async function compare(
  resources: readonly PickedResource[],
  { cache, seen }: ParticipantParts,
  signal: AbortSignal,
): Promise<{ readonly compared: readonly Compared[]; readonly unread: readonly Unread[] }> {
  const compared: Compared[] = [];
  const unread: Unread[] = [];
  for (const { resource, result } of await readAll(resources, (one) => cache.getAnew(one, undefined, signal))) {
    if ('content' in result) compared.push({ resource, content: result.content, before: seen.baseline(resource) });
    else if (isCancelled(result.error)) throw result.error;
    else unread.push({ resource, error: result.error });
  }
  return { compared, unread };
}

function isChanged({ resource, content, before }: Compared, { seen }: ParticipantParts): boolean {
  return before !== undefined && seen.isOther(resource, content);
}

/** Includes the time: everything was read just now, or is known to be unchanged. */
function tellUnchanged(compared: readonly Compared[], stream: ChatResponseStream, { clock }: ParticipantParts): void {
  const known = compared.filter(({ before }) => before);
  const time = new Date(clock.now()).toLocaleTimeString();
  if (known.length === 0)
    stream.markdown(l10n.t('There is nothing to compare yet. No previous version was attached or sent.'));
  else if (known.length === 1) stream.markdown(l10n.t('1 resource checked at {0}: no changes.', time));
  else stream.markdown(l10n.t('{0} resources checked at {1}: no changes.', known.length, time));
}

function tellChanges(changes: readonly Change[], stream: ChatResponseStream, parts: ParticipantParts): void {
  const count = formatCount(changes.length);
  stream.markdown(
    `${changes.length === 1 ? l10n.t('1 resource has changed:') : l10n.t('{0} resources have changed:', count)}\n\n`,
  );
  for (const change of changes) show(change, stream, parts);
}

function show({ resource, before, content }: Change, stream: ChatResponseStream, parts: ParticipantParts): void {
  const { files, clock } = parts;
  const time = clock.now();
  const then = l10n.t('{0}, {1}', formatSize(before.size), ago(before.at, time));
  const since = l10n.t('{0}, {1}', formatSize(content.bytes.length), ago(content.changedAt, time));
  const text = textOf(content.bytes);
  const lines = before.text === undefined || text === undefined ? undefined : lineChanges(before.text, text);
  const facts = [`${then} → ${since}`, lines && l10n.t('+{0} −{1} lines', lines.added, lines.removed)];
  writeResourceItem(stream, resource, files.uri(resource.serverId, resource));
  stream.markdown(` — ${facts.filter(Boolean).join(' · ')}\n`);
}

function tellUnread(unread: readonly Unread[], stream: ChatResponseStream, log: Logger): void {
  if (unread.length === 0) return;
  const lines = unread
    .slice(0, maxUnread)
    .map(({ resource, error }) => [displayName(resource), describeError(error, log)] as const)
    .map(([name, reason]) => `- **${escapeMarkdown(name)}**: ${escapeMarkdown(reason, maxReasonLength)}`);
  const more = unread.length - lines.length;
  if (more > 0) lines.push(`- ${l10n.t('and {0} more', more)}`);
  stream.markdown(`\n\n${l10n.t('Couldn’t read:')}\n\n${lines.join('\n')}\n`);
}

function isChecked({ resource }: Change, { picked }: ParticipantParts): boolean {
  return picked.get(resource)?.isChecked === true;
}

function offer(changes: readonly Change[], toSend: readonly Change[], stream: ChatResponseStream): void {
  const resources = toSend.map(({ resource }) => resource);
  if (resources.length > 0)
    stream.button(withProof(commandFor(ids.attach, l10n.t('Attach Updated Resources'), { resources })));
  for (const { resource } of changes) {
    const title = plainText(l10n.t('Show Changes in “{0}”', titleOf(resource)));
    stream.button(withProof(commandFor(ids.showChanges, title, { resources: [resource] })));
  }
}
