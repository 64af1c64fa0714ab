import * as l10n from '@vscode/l10n';
import type { Clock } from '../../core/base/clock';
import { describeResources, formatCount, listed } from '../../core/base/format';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import { isOfAlways, type ContextSet, type NewContextItem } from '../../core/context/contextSet';
import { maxResources, resolveSet, type ResolvedSet, type ResolvePorts } from '../../core/context/resolveSet';
import type { SavedSets, SetPlace } from '../../core/context/savedSets';
import { isOnItsWay, waitForLists } from '../../core/context/waitForLists';
import { keyOf } from '../../core/resource/address';
import type { HostLogger } from '../base/log';
import { plainText } from '../base/plainText';
import { offer, showInformation, showWarning, type Button } from '../base/tell';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { showFirst } from '../content/showFirst';
import { openFileButton, type PlacedSet } from './contextFiles';

export interface OpenSetParts extends Omit<ResolvePorts, 'servers' | 'now'> {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly picked: ContextSet;
  readonly sets: SavedSets;
  /** Starts the servers that may start. */
  readonly wake: () => void;
  /** Attaches what is checked in the context. */
  readonly attachContext: () => Promise<void>;
  readonly log: HostLogger;
}

export type OpenHow = 'replace' | 'add';

/** Puts what a set names into the context and says what became of it. Reads no resource. */
export async function openSet(placed: PlacedSet, how: OpenHow, parts: OpenSetParts): Promise<void> {
  const { picked } = parts;
  const found = await find(placed, parts);
  const items = found && (await showItems(placed, found.items, parts));
  if (!items) return;
  const before = picked.items;
  const reason = { set: placed.set.name, file: placed.file, state: 'opened' } as const;
  const opened = items.map((item) => ({ ...item, reason }));
  const keys = new Set(items.map(keyOf));
  // What other sets keep in the context stays: the user did not choose it, so another choice does not replace it.
  const others = picked.items.filter((item) => isOfAlways(item) && !keys.has(keyOf(item)));
  await (how === 'add' ? picked.add(opened) : picked.replace([...opened, ...others]));
  const message = l10n.t('Opened “{0}” with {1}.', placed.set.name, describeResources(items.length));
  const isWhole = found.sentences.length === 0;
  const buttons = [
    { title: l10n.t('Attach to Chat'), run: parts.attachContext },
    { title: l10n.t('Undo'), run: () => picked.replace(before) },
    ...(isWhole ? [] : fileButtons(placed)),
  ];
  void offer(isWhole ? showInformation : showWarning, [message, ...found.sentences].join(' '), buttons, parts.log);
}

/** Switches a set on: a set of a file once the user has seen what it leads to. What the user clears then is not added. */
export async function keepAlways(placed: PlacedSet, parts: OpenSetParts): Promise<void> {
  const { picked, sets } = parts;
  if (placed.shared) {
    const found = await find(placed, parts);
    const wanted = found && (await showItems(placed, found.items, parts));
    if (!wanted) return;
    const keys = new Set(wanted.map(keyOf));
    await picked.setDismissed(found.items, (item) => !keys.has(keyOf(item)));
    await picked.setChecked(wanted, true);
  }
  await sets.setState(placed, { isAlways: true });
}

/** What a set leads to now, of the servers that are there. */
export function resolveNow(
  { set, file }: SetPlace,
  parts: Omit<ResolvePorts, 'servers' | 'now'> & Pick<OpenSetParts, 'clock' | 'connections'>,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<ResolvedSet> {
  const { clock, connections } = parts;
  const servers = (): ReturnType<ResolvePorts['servers']> =>
    connections.all.map(({ definition: { id, name } }) => ({ id, name }));
  return resolveSet(set, { ...parts, now: () => clock.now(), servers }, signal, file !== undefined);
}

interface Found {
  readonly items: readonly NewContextItem[];
  /** About entries that name nothing. */
  readonly sentences: readonly string[];
}

/** Starts servers and waits for their lists. `undefined` if the user gave up, or if nothing is found, which is told. */
async function find(placed: PlacedSet, parts: OpenSetParts): Promise<Found | undefined> {
  const { name, entries } = placed.set;
  const serverNames = new Set(entries.map(({ server }) => server));
  const isRelevant = ({ definition }: Connection): boolean =>
    serverNames.has(undefined) || serverNames.has(definition.name);
  parts.wake();
  const resolved = await resolveWithProgress(placed, isRelevant, parts);
  if (!resolved) return undefined;
  const away = parts.connections.all.filter((one) => isRelevant(one) && one.state.kind !== 'ready');
  const names = away.map(({ definition }) => definition.name);
  const sentences = describeRest(resolved, placed.shared ? placed.set.invalid.length : 0, names);
  if (resolved.items.length > 0) return { items: resolved.items, sentences };
  const nothing = l10n.t(
    'None of the resources in the context set “{0}” were found. The context wasn’t changed.',
    name,
  );
  void offer(showWarning, [nothing, ...sentences].join(' '), fileButtons(placed), parts.log);
  return undefined;
}

/**
 * Models may read what is in the context, so the user first sees what somebody else's file puts there: once, until it is something else.
 *
 * @returns `undefined` if the user does not want the set
 */
async function showItems(
  placed: PlacedSet,
  items: readonly NewContextItem[],
  parts: OpenSetParts,
): Promise<readonly NewContextItem[] | undefined> {
  if (!placed.shared || parts.sets.hasAccepted(placed, items)) return items;
  const title = l10n.t('Open “{0}”', placed.set.name);
  const placeHolder = l10n.t('From {0}. Models can read what you add without asking you again.', placed.shared.label);
  const options = { title: plainText(title), placeHolder: plainText(placeHolder) };
  const wanted = await showFirst(items, options, parts);
  if (wanted) await parts.sets.accept(placed, wanted);
  return wanted;
}

/** `undefined` if the user gave up. */
function resolveWithProgress(
  placed: PlacedSet,
  isRelevant: (connection: Connection) => boolean,
  parts: OpenSetParts,
): Promise<ResolvedSet | undefined> {
  const { clock, connections, catalog } = parts;
  const message = (): string | undefined => {
    const waiting = connections.all.filter((one) => isRelevant(one) && isOnItsWay(one, catalog));
    if (waiting.length === 0) return undefined;
    return l10n.t('waiting for {0}', listed(waiting.map(({ definition }) => definition.name)));
  };
  return withDelayedProgress({ title: l10n.t('Opening “{0}”', placed.set.name), message, clock }, async (signal) => {
    await waitForLists(parts, signal, { isRelevant });
    return resolveNow(placed, parts, signal);
  });
}

/** Leads to the first entry that is not valid, or to the set. */
function fileButtons({ set, shared }: PlacedSet): readonly Button[] {
  return shared ? [openFileButton(shared, set.invalid[0] ?? set.offset)] : [];
}

/** Sentences about entries of a set that name nothing. */
function describeRest(
  { isCut, unmatched }: ResolvedSet,
  invalid: number,
  unavailable: readonly string[],
): readonly string[] {
  const [reason] = unmatched.flatMap((entry) => entry.reason ?? []);
  return [
    ...(isCut ? [l10n.t('Only the first {0} resources were added.', formatCount(maxResources))] : []),
    ...(unmatched.length > 0 ? [l10n.t('No resources match {0}.', listed(unmatched.map(({ text }) => text)))] : []),
    ...(reason === undefined ? [] : [reason]),
    ...(invalid > 0 ? [l10n.t('Invalid entries: {0}.', formatCount(invalid))] : []),
    ...(unavailable.length > 0 ? [l10n.t('Servers not connected: {0}.', listed(unavailable))] : []),
  ];
}
