import * as l10n from '@vscode/l10n';
import type { Uri } from 'vscode';
import type { Clock } from '../../core/base/clock';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { ContextSet, NewContextItem } from '../../core/context/contextSet';
import { maxResources, resolveSet, type ResolvedSet, type ResolvePorts } from '../../core/context/resolveSet';
import type { SeenSets } from '../../core/context/seenSets';
import type { NamedSet } from '../../core/context/setEntry';
import { isOnItsWay, waitForLists } from '../../core/context/waitForLists';
import { describeResources, formatCount, labelled, listed } from '../../core/base/format';
import { keyOf } from '../../core/resource/address';
import { openFile, type SharedFile } from './contextFiles';
import type { PlacedSet } from './contextSetPicker';
import type { HostLogger } from '../base/log';
import { plainText } from '../base/plainText';
import { offer, showInformation, showWarning } from '../base/tell';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { showFirst } from '../content/showFirst';

export interface OpenSetParts extends Omit<ResolvePorts, 'servers' | 'now'> {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly picked: ContextSet;
  readonly seenSets: SeenSets;
  /** Starts the servers that may start. */
  readonly wake: () => void;
  /** Attaches what is checked in the context. */
  readonly attachContext: () => Promise<void>;
  readonly log: HostLogger;
}

export type OpenHow = 'replace' | 'add';

const namedAtOnce = 3;

/** Puts what a set names into the context and says what became of it. Reads no resource. */
export async function openSet(placed: PlacedSet, how: OpenHow, parts: OpenSetParts): Promise<void> {
  const { set } = placed;
  const { connections, picked } = parts;
  const serverNames = new Set(set.entries.map(({ server }) => server));
  const isRelevant = ({ definition }: Connection): boolean =>
    serverNames.has(undefined) || serverNames.has(definition.name);
  parts.wake();
  const resolved = await resolveWithProgress(placed, isRelevant, parts);
  if (!resolved) return;
  const unavailable = connections.all.filter((one) => isRelevant(one) && one.state.kind !== 'ready');
  const skipped = skippedOf(placed, resolved);
  const names = unavailable.map(({ definition }) => definition.name);
  const sentences = describeRest(resolved, skipped, names);
  const file = placed.shared && skipped[0] ? { uri: placed.shared.uri, line: skipped[0].line } : undefined;
  if (resolved.items.length === 0) {
    const nothing = l10n.t(
      'None of the resources in the context set “{0}” were found. The context wasn’t changed.',
      set.name,
    );
    void tellOpened([nothing, ...sentences].join(' '), showWarning, { file }, parts);
    return;
  }
  const items = placed.shared ? await showItems(placed, resolved.items, parts) : resolved.items;
  if (!items) return;
  const before = picked.items;
  if (how === 'add') await picked.add(items);
  else await picked.replace([...items, ...includedBesides(items, picked)]);
  const show = sentences.length > 0 ? showWarning : showInformation;
  const message = [describeFound(set, items.length), ...sentences].join(' ');
  void tellOpened(message, show, { file, undo: () => picked.replace(before) }, parts);
}

/**
 * Models may read what is in the context, so the user first sees what somebody else's file puts there: once, until it is something else.
 *
 * @returns `undefined` where the user does not want the set
 */
async function showItems(
  { set: { name }, shared }: Extract<PlacedSet, { shared: SharedFile }>,
  items: readonly NewContextItem[],
  parts: OpenSetParts,
): Promise<readonly NewContextItem[] | undefined> {
  if (parts.seenSets.has(name, items)) return items;
  const title = l10n.t('Open “{0}”', name);
  const placeHolder = l10n.t('From {0}. Models can read what you add without asking you again.', shared.label);
  const options = { title: plainText(title), placeHolder: plainText(placeHolder) };
  const wanted = await showFirst(items, options, parts);
  if (wanted?.length === items.length) await parts.seenSets.note(name, items);
  return wanted;
}

/** Resources that rules include stay: the user did not choose them, so another choice does not replace them. */
function includedBesides(items: readonly NewContextItem[], picked: ContextSet): readonly NewContextItem[] {
  const keys = new Set(items.map(keyOf));
  return picked.items.filter((item) => item.reason !== undefined && !keys.has(keyOf(item)));
}

/** `undefined` where the user gave up. */
function resolveWithProgress(
  { set, shared }: PlacedSet,
  isRelevant: (connection: Connection) => boolean,
  parts: OpenSetParts,
): Promise<ResolvedSet | undefined> {
  const { clock, connections, catalog } = parts;
  const message = (): string | undefined => {
    const waiting = connections.all.filter((one) => isRelevant(one) && isOnItsWay(one, catalog));
    if (waiting.length === 0) return undefined;
    return l10n.t('waiting for {0}', listed(waiting.map(({ definition }) => definition.name)));
  };
  return withDelayedProgress({ title: l10n.t('Opening “{0}”', set.name), message, clock }, async (signal) => {
    await waitForLists(parts, signal, { isRelevant });
    return resolveSet(set, portsOf(parts), signal, shared !== undefined);
  });
}

function portsOf(parts: OpenSetParts): ResolvePorts {
  const { clock, connections } = parts;
  return {
    ...parts,
    now: () => clock.now(),
    servers: () => connections.all.map(({ definition: { id, name } }) => ({ id, name })),
  };
}

interface Offers {
  /** Where the first entry stands that was skipped; lines are zero-based. */
  readonly file: { readonly uri: Uri; readonly line: number } | undefined;
  /** There is something in the context that was not there before. */
  readonly undo?: () => Promise<void>;
}

async function tellOpened(
  message: string,
  show: typeof showWarning,
  { file, undo }: Offers,
  { attachContext, log }: OpenSetParts,
): Promise<void> {
  const opened = undo && [
    { title: l10n.t('Attach to Chat'), run: attachContext },
    { title: l10n.t('Undo'), run: undo },
  ];
  const skipped = file && [{ title: l10n.t('Open File'), run: () => openFile(file.uri, file.line) }];
  await offer(show, message, [...(opened ?? []), ...(skipped ?? [])], log);
}

function describeFound({ name }: NamedSet, count: number): string {
  return l10n.t('Opened “{0}” with {1}.', name, describeResources(count));
}

/** An entry that put nothing into the context. */
interface Skipped {
  readonly text: string;
  /** A sentence, where there is more to say than that nothing matches. */
  readonly reason: string | undefined;
  /** Zero-based; 0 of a set that stands in no file. */
  readonly line: number;
}

/** In the order in which they stand in the set. */
function skippedOf({ set, shared }: PlacedSet, { unmatched }: ResolvedSet): readonly Skipped[] {
  if (!shared) return unmatched.map(({ text, reason }) => ({ text, reason, line: 0 }));
  const lost = set.lost.map(({ text, message, line }): Skipped => ({ text, reason: message, line }));
  const others = unmatched.map(({ text, reason, at }): Skipped => ({ text, reason, line: set.entryLines[at] ?? 0 }));
  return [...lost, ...others].sort((a, b) => a.line - b.line);
}

/** Sentences about entries of a set that name nothing. */
function describeRest(
  { isCut }: ResolvedSet,
  skipped: readonly Skipped[],
  unavailable: readonly string[],
): readonly string[] {
  const nothing = skipped.filter(({ reason }) => reason === undefined).map(({ text }) => text);
  const explained = skipped.flatMap(({ text, reason }) => (reason === undefined ? [] : labelled(text, reason)));
  const more = explained.length - namedAtOnce;
  return [
    ...(isCut ? [l10n.t('Only the first {0} resources were added.', formatCount(maxResources))] : []),
    ...(nothing.length > 0 ? [l10n.t('No resources match {0}.', listed(nothing))] : []),
    ...explained.slice(0, namedAtOnce),
    ...(more > 0 ? [l10n.t('More entries skipped: {0}.', formatCount(more))] : []),
    ...(unavailable.length > 0 ? [l10n.t('Servers not connected: {0}.', listed(unavailable))] : []),
  ];
}
