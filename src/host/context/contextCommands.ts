import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import { keyOf } from '../../core/resource/address';
import {
  describeResource,
  type ContextItem,
  type ContextSet,
  type PickedResource,
} from '../../core/context/contextSet';
import { describeResources } from '../../core/base/format';
import { resourcesOf } from '../content/commandArguments';
import { ownResources, showFirst } from '../content/showFirst';
import type { RowNeeds } from '../content/aboutResources';
import type { ContextTree } from './contextTree';
import type { ChosenRows } from '../base/commandMap';
import { commands as ids, views } from '../base/ids';
import type { HostLogger } from '../base/log';
import { pickResources } from '../content/pickResources';
import type { CommandOf, Commands } from '../commands/registerCommands';
import type { LoadedActions } from '../actions/openLate';
import { toggleInEveryMessage } from './inEveryMessage';
import type { ContextNeeds } from './needs';
import type { SeenDocuments } from './seenDocuments';
import { offer, showInformation } from '../base/tell';
import type { UserReads } from '../content/userReads';

interface Needs extends RowNeeds {
  readonly base: Pick<ContextNeeds['base'], 'keyRows' | 'log'>;
  readonly context: Pick<ContextNeeds['context'], 'picked' | 'live'>;
}

interface Own {
  readonly tree: Pick<ContextTree, 'iconOf' | 'keepPlace' | 'leftOut'>;
  readonly loaded: Pick<LoadedActions, 'actions' | 'attachContext'>;
  readonly reads: Pick<UserReads, 'readAnew'>;
  readonly seenDocuments: Pick<SeenDocuments, 'showChanges'>;
  /** See {@link ContextSets.show}. */
  readonly showSets: (document: string | undefined) => Promise<void>;
}

type Rows = readonly PickedResource[];
/** `view`: id of the view in which a key was pressed. */
type Run = (rows: Rows, view?: string) => Promise<unknown>;

/** The commands of the view *Context*. */
export function contextCommands(needs: Needs, own: Own): Commands<CommandOf<'context'>> {
  const { picked, live } = needs.context;
  const { tree, loaded, seenDocuments } = own;
  const about = rowCommands(needs);
  const remove: Run = (rows, view) =>
    view === views.context ? tree.keepPlace(rows, () => picked.remove(rows)) : picked.remove(rows);
  return {
    [ids.attachContext]: () => afterShown(loaded.attachContext, needs),
    [ids.attachUpdated]: () => afterShown(() => attachUpdated(live, loaded.actions), needs),
    [ids.clearContext]: () => clear(picked, needs.base.log),
    [ids.contextSets]: own.showSets,
    [ids.moveDown]: about((rows) => shift(rows, 1, picked)),
    [ids.moveUp]: about((rows) => shift(rows, -1, picked)),
    [ids.removeFromContext]: about(remove, () => pick(picked.items, l10n.t('Remove from Context'), tree)),
    [ids.showChanges]: about(
      (rows) => showChanges(rows, seenDocuments),
      () => pickUpdated(needs.context, own),
      l10n.t('Show Changes'),
    ),
    [ids.toggleChecked]: about(
      (rows) => toggle(rows, picked),
      () => chooseChecked(picked, tree),
      l10n.t('Check or Uncheck Resources'),
    ),
    [ids.toggleInEveryMessage]: about(
      (rows) => toggleInEveryMessage(rows, needs.context, loaded.actions),
      () => chooseInEveryMessage(picked, tree),
      l10n.t('In Every Message'),
    ),
    [ids.uncheckOverBudget]: () => uncheck(tree.leftOut, picked),
    [ids.undoRemoval]: () => picked.undoRemoval(),
  };
}

/**
 * Makes commands that take rows; without any they take those that `fallback` finds. Key presses are handled one after the other: they can
 * come faster than VS Code reports what has the focus: https://github.com/microsoft/vscode/issues/170248
 */
function rowCommands(needs: Needs) {
  let last: Promise<unknown> = Promise.resolve();
  const byKey = async (view: string | undefined, run: Run): Promise<void> => {
    const rows = resourcesOf(await needs.base.keyRows.of(view), needs);
    if (rows.length > 0) await run(rows, view);
  };
  return (run: Run, fallback: () => Promise<Rows> = () => Promise.resolve([]), title = '') =>
    async ({ key, ...chosen }: ChosenRows): Promise<void> => {
      if (key) {
        const turn = last.then(() => byKey(key.view, run));
        last = turn.catch(() => undefined);
        return turn;
      }
      const given = await ownResources(chosen, title, needs);
      const rows = given?.length === 0 ? await fallback() : given;
      if (rows && rows.length > 0) await run(rows);
    };
}

/**
 * Any extension can run these commands, and a set may have put what is checked there: what only a set added is shown, and accepted or unchecked
 * as the user leaves it.
 */
async function afterShown(run: () => Promise<void>, needs: Needs): Promise<void> {
  const { picked } = needs.context;
  const { checked } = picked;
  const title = l10n.t('Attach Context');
  const placeHolder = l10n.t('These resources were added by context sets. Clear the ones you don’t want to attach.');
  const wanted = await showFirst(checked, { title, placeHolder }, needs);
  if (!wanted) return;
  const unwanted = checked.filter((item) => !wanted.includes(item));
  await picked.setChecked(unwanted, false);
  await picked.add(wanted.map((item) => describeResource(item, item)));
  await run();
}

async function uncheck(items: readonly ContextItem[], picked: ContextSet): Promise<void> {
  await picked.setChecked(items, false);
  window.setStatusBarMessage(l10n.t('{0} unchecked', describeResources(items.length)), 5_000);
}

async function attachUpdated({ updated }: Needs['context']['live'], actions: Own['loaded']['actions']): Promise<void> {
  const checked = updated.filter(({ isChecked }) => isChecked);
  if (checked.length > 0) await actions.attach(checked);
  else tellUnchanged();
}

function tellUnchanged(): void {
  void showInformation(l10n.t('None of these resources have changed since you attached or sent them.'));
}

async function clear(picked: ContextSet, log: HostLogger): Promise<void> {
  const count = picked.items.length;
  if (count === 0) return;
  await picked.clear();
  const message = l10n.t('{0} removed from the context.', describeResources(count));
  void offer(showInformation, message, [{ title: l10n.t('Undo'), run: () => picked.undoRemoval() }], log);
}

/** All become checked, or unchecked where all of them are checked. */
async function toggle(rows: Rows, picked: ContextSet): Promise<void> {
  const isChecked = rows.every((row) => picked.get(row)?.isChecked !== false);
  await picked.setChecked(rows, !isChecked);
}

/** Moves rows up or down by one; rows that are apart come together. */
async function shift(rows: Rows, by: 1 | -1, picked: ContextSet): Promise<void> {
  const { items } = picked;
  const keys = new Set(rows.map(keyOf));
  const places = [...items.entries()].flatMap(([index, item]) => (keys.has(keyOf(item)) ? index : []));
  const [first = 0, last = first] = [places[0], places.at(-1)];
  await picked.move(rows, by < 0 ? items[Math.max(0, first - 1)] : items[last + 2]);
}

async function showChanges(rows: Rows, seenDocuments: Own['seenDocuments']): Promise<void> {
  for (const row of rows) await seenDocuments.showChanges(row, { preview: rows.length === 1 });
}

/** Reads the context first: until a view was shown no server may run, and what is not live changes unnoticed. */
async function pickUpdated({ picked, live }: Needs['context'], { reads, tree }: Own): Promise<Rows> {
  if (picked.items.length > 0) await reads.readAnew(picked.items);
  const { updated } = live;
  if (updated.length > 1) return pick(updated, l10n.t('Show Changes'), tree);
  if (updated.length === 0) tellUnchanged();
  return updated;
}

/** Sets all check marks as the user leaves them in a quick pick. @returns no rows: nothing is left to do */
async function chooseChecked(picked: ContextSet, tree: Own['tree']): Promise<Rows> {
  const title = l10n.t('Check or Uncheck Resources');
  const placeHolder = l10n.t('“Attach Context” attaches the checked resources');
  const choice = await chooseMarked('isChecked', { title, placeHolder }, picked, tree);
  if (!choice) return [];
  await picked.setChecked(choice.chosen, true);
  await picked.setChecked(choice.cleared, false);
  return [];
}

/** Takes the switch from those that the user clears in a quick pick. @returns those that they check */
async function chooseInEveryMessage(picked: ContextSet, tree: Own['tree']): Promise<Rows> {
  const title = l10n.t('In Every Message');
  const placeHolder = l10n.t('The checked resources are attached again after you send them');
  const choice = await chooseMarked('isInEveryMessage', { title, placeHolder }, picked, tree);
  if (!choice) return [];
  await picked.setInEveryMessage(choice.cleared, false);
  return choice.chosen.filter(({ isInEveryMessage }) => !isInEveryMessage);
}

/** Asks which resources have a mark from now on. @returns `undefined` where the user dismisses it */
async function chooseMarked(
  mark: 'isChecked' | 'isInEveryMessage',
  options: Parameters<typeof pickResources>[1],
  { items }: ContextSet,
  tree: Own['tree'],
) {
  const chosen = await pickResources(items, options, (item) => ({ iconPath: tree.iconOf(item), picked: item[mark] }));
  return chosen && { chosen, cleared: items.filter((item) => !chosen.includes(item)) };
}

async function pick(items: readonly ContextItem[], title: string, tree: Own['tree']): Promise<Rows> {
  return (await pickResources(items, { title }, (item) => ({ iconPath: tree.iconOf(item) }))) ?? [];
}
