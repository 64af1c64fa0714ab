import * as l10n from '@vscode/l10n';
import { describeResources, formatCount, listed } from '../../core/base/format';
import type { Connection } from '../../core/connection/connection';
import { isOfAlways, type NewContextItem } from '../../core/context/contextSet';
import { maxResources, resolveSet, type ResolvedSet, type ResolveNeeds } from '../../core/context/resolveSet';
import { isOnItsWay, waitForLists } from '../../core/context/waitForLists';
import { keyOf } from '../../core/resource/address';
import { plainText } from '../base/plainText';
import { offer, showInformation, showWarning, type Button } from '../base/tell';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { showFirst } from '../content/showFirst';
import { openFileButton, type PlacedSet } from './contextFiles';
import type { ContextNeeds } from './needs';

/** What sets stand on. */
export interface SetNeeds extends ResolveNeeds {
  readonly base: Pick<ContextNeeds['base'], 'clock' | 'log' | 'newSlice'>;
  readonly look: Pick<ContextNeeds['look'], 'wake'>;
  readonly configuration: Pick<ContextNeeds['configuration'], 'configured'>;
  readonly core: Pick<ContextNeeds['core'], 'catalog' | 'connections' | 'orders'>;
  readonly search: Pick<ContextNeeds['search'], 'withoutTemplates' | 'visibility'>;
  readonly context: Pick<ContextNeeds['context'], 'picked' | 'sets' | 'live'>;
  readonly chat: Pick<ContextNeeds['chat'], 'weights'>;
  readonly actions: Pick<ContextNeeds['actions'], 'actions'>;
  readonly panel: Pick<ContextNeeds['panel'], 'savedSearches'>;
}

export type OpenHow = 'replace' | 'add';

/** Puts what a set names into the context and says what became of it. Reads no resource. */
export async function openSet(placed: PlacedSet, how: OpenHow, needs: SetNeeds): Promise<void> {
  const { picked } = needs.context;
  const result = await find(placed, needs);
  const items = result && (await showItems(placed, result.items, needs));
  if (!items) return;
  const previousItems = picked.items;
  const reason = { set: placed.set.name, file: placed.file, state: 'opened' } as const;
  const opened = items.map((item) => ({ ...item, reason }));
  const keys = new Set(items.map(keyOf));
  // Resources that other sets keep in the context stay: the user did not choose them, so another choice does not replace them.
  const itemsOfOtherSets = picked.items.filter((item) => isOfAlways(item) && !keys.has(keyOf(item)));
  await (how === 'add' ? picked.add(opened) : picked.replace([...opened, ...itemsOfOtherSets]));
  const message = l10n.t('Opened “{0}” with {1}.', placed.set.name, describeResources(items.length));
  const isWhole = result.sentences.length === 0;
  const buttons = [
    attachButton(needs),
    { title: l10n.t('Undo'), run: () => picked.replace(previousItems) },
    ...(isWhole ? [] : fileButtons(placed)),
  ];
  void offer(
    isWhole ? showInformation : showWarning,
    [message, ...result.sentences].join(' '),
    buttons,
    needs.base.log,
  );
}

/** Makes a set always on. The user first reviews the resources of a set from a file; those that they uncheck are not added. */
export async function keepAlways(placed: PlacedSet, needs: SetNeeds): Promise<void> {
  const { picked, sets } = needs.context;
  if (placed.shared) {
    const result = await find(placed, needs);
    const wanted = result && (await showItems(placed, result.items, needs));
    if (!wanted) return;
    const keys = new Set(wanted.map(keyOf));
    await picked.setDismissed(result.items, (item) => !keys.has(keyOf(item)));
    await picked.setChecked(wanted, true);
  }
  await sets.setState(placed, { isAlways: true });
}

/** Attaches what is checked in the context. */
export function attachButton({ actions }: SetNeeds): Button {
  return { title: l10n.t('Attach to Chat'), run: async () => (await actions.actions.get()).attachContext() };
}

interface Found {
  readonly items: readonly NewContextItem[];
  /** About entries that name nothing. */
  readonly sentences: readonly string[];
}

/** Starts servers and waits for their lists. `undefined` if the user gave up, or if nothing is found; then the user is notified. */
async function find(placed: PlacedSet, needs: SetNeeds): Promise<Found | undefined> {
  const { name, entries } = placed.set;
  const serverNames = new Set(entries.map(({ server }) => server));
  const isRelevant = ({ definition }: Connection): boolean =>
    serverNames.has(undefined) || serverNames.has(definition.name);
  needs.look.wake();
  const resolved = await resolveWithProgress(placed, isRelevant, needs);
  if (!resolved) return undefined;
  const away = needs.core.connections.all.filter(
    (connection) => isRelevant(connection) && connection.state.kind !== 'ready',
  );
  const names = away.map(({ definition }) => definition.name);
  const sentences = describeRest(resolved, placed.shared ? placed.set.invalid.length : 0, names);
  if (resolved.items.length > 0) return { items: resolved.items, sentences };
  const nothing = l10n.t(
    'None of the resources in the context set “{0}” were found. The context wasn’t changed.',
    name,
  );
  void offer(showWarning, [nothing, ...sentences].join(' '), fileButtons(placed), needs.base.log);
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
  needs: SetNeeds,
): Promise<readonly NewContextItem[] | undefined> {
  const { sets } = needs.context;
  if (!placed.shared || sets.hasAccepted(placed, items)) return items;
  const title = l10n.t('Open “{0}”', placed.set.name);
  const placeHolder = l10n.t('From {0}. Models can read what you add without asking you again.', placed.shared.label);
  const options = { title: plainText(title), placeHolder: plainText(placeHolder) };
  const wanted = await showFirst(items, options, needs);
  if (wanted) await sets.accept(placed, wanted);
  return wanted;
}

/** `undefined` if the user gave up. */
function resolveWithProgress(
  placed: PlacedSet,
  isRelevant: (connection: Connection) => boolean,
  needs: SetNeeds,
): Promise<ResolvedSet | undefined> {
  const { clock } = needs.base;
  const { connections, catalog } = needs.core;
  const message = (): string | undefined => {
    const waiting = connections.all.filter((connection) => isRelevant(connection) && isOnItsWay(connection, catalog));
    if (waiting.length === 0) return undefined;
    return l10n.t('waiting for {0}', listed(waiting.map(({ definition }) => definition.name)));
  };
  return withDelayedProgress({ title: l10n.t('Opening “{0}”', placed.set.name), message, clock }, async (signal) => {
    await waitForLists({ clock, connections, catalog }, signal, { isRelevant });
    return resolveSet(placed, needs, signal);
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
