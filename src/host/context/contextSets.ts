import * as l10n from '@vscode/l10n';
import { Uri, window, workspace, type QuickPickItem } from 'vscode';
import { Owner } from '../../core/base/owner';
import { HumanError } from '../../core/base/errors';
import { describeResources, factLine, formatCount } from '../../core/base/format';
import { words } from '../../core/base/untrusted';
import { isSameSet } from '../../core/context/alwaysSets';
import { withoutSet, withSet } from '../../core/context/contextFile';
import { isOfAlways, isWaiting, type ContextItem } from '../../core/context/contextSet';
import { describeWeight } from '../../core/context/contextWeights';
import { resolveSet } from '../../core/context/resolveSet';
import { entryOf, type NamedSet, type SetEntry } from '../../core/context/setEntry';
import { isSentAsText } from '../../core/mentions/text/sentAsText';
import { displayName } from '../../core/resource/displayName';
import { plainText } from '../base/plainText';
import type { HostLogger } from '../base/log';
import { offer, showInformation, showWarning } from '../base/tell';
import { workspacePath } from '../base/workspacePath';
import {
  ContextFiles,
  openFile,
  openFileButton,
  tellRestricted,
  type PlacedSet,
  type SharedFile,
} from './contextFiles';
import { FollowedSets } from './followedSets';
import { setInEveryMessage } from './inEveryMessage';
import { askName, askNewSet } from './newSet';
import { keepAlways, openSet, type OpenHow, type SetNeeds } from './openSet';
import { chooseSet, type SetActions, type SetChoice } from './setPicker';

/** The named context sets: the user's own, saved for the workspace, and those of its files. Loaded with the first use. */
export class ContextSets extends Owner implements SetActions {
  readonly #files = this.owned.add(new ContextFiles());

  constructor(private readonly needs: SetNeeds) {
    super();
    this.owned.add(new FollowedSets(needs, this.#files, () => this.show()));
  }

  /**
   * Lets the user choose a set, or change what is on.
   *
   * @param document URI of an instruction file, for which a set that leads to its mentions is proposed, or shown where there is one
   */
  async show(document?: string): Promise<void> {
    const file = instructionFile(document);
    const isOf = (entry: SetEntry): boolean => entry.kind === 'mentions' && entry.text === file;
    const isThere = this.needs.context.sets.own.some(({ entries }) => entries.some(isOf));
    if (file !== undefined && !isThere) return this.#addNew(file, true);
    const choice = await chooseSet(this.needs, this.#files, this);
    if (choice) await this.#act(choice);
  }

  async #act(choice: SetChoice): Promise<void> {
    switch (choice.kind) {
      case 'untrusted': {
        const message = l10n.t(
          'Context sets in files aren’t available in Restricted Mode. Trust this workspace to open them.',
        );
        return void tellRestricted(message, [openFileButton(choice.shared)], this.needs.base.log);
      }
      case 'openFile':
        return openFile(choice.shared.uri, choice.offset);
      case 'save':
        return this.#save();
      case 'new':
        return this.#addNew(instructionFile(window.activeTextEditor?.document.uri.toString()), false);
      case 'open': {
        const how = await this.#askHow(choice.placed.set);
        if (how) await openSet(choice.placed, how, this.needs);
      }
    }
  }

  /** `12 resources · 4.5K tokens`; starts no server. */
  async describe(placed: PlacedSet, signal: AbortSignal): Promise<string> {
    const { core, chat } = this.needs;
    const { items } = await resolveSet(placed, this.needs, signal);
    const isAway = core.connections.all.some(({ state }) => state.kind !== 'ready');
    if (items.length === 0 && isAway) return l10n.t('server not connected');
    return factLine([describeResources(items.length), describeWeight(chat.weights.sum(items))]);
  }

  async toggle(placed: PlacedSet): Promise<void> {
    const { sets } = this.needs.context;
    if (sets.isAlways(placed)) await sets.setState(placed, { isAlways: false, isInEveryMessage: false });
    else if (mayKeep(this.needs.base.log)) await keepAlways(placed, this.needs);
  }

  /** Turns "in every message" on or off, also for resources that the set has added. */
  async toggleInEveryMessage(placed: PlacedSet): Promise<void> {
    const { context, actions } = this.needs;
    const { sets, picked } = context;
    const isInEveryMessage = !sets.isInEveryMessage(placed);
    await sets.setState(placed, { isAlways: true, isInEveryMessage });
    const reason = { set: placed.set.name, file: placed.file };
    const rows = picked.items.filter((item) => isOfAlways(item) && isSameSet(item.reason, reason) && !isWaiting(item));
    await setInEveryMessage(rows, isInEveryMessage, context, (await actions.actions.get()).actions);
  }

  async #addNew(file: string | undefined, isForFile: boolean): Promise<void> {
    const { base, context, panel } = this.needs;
    const set = mayKeep(base.log) ? await askNewSet(file, isForFile, await panel.savedSearches()) : undefined;
    if (!set || (this.#has(set.name, undefined) && !(await confirmReplacing(set.name)))) return;
    await context.sets.saveOwn(set, { isAlways: true });
  }

  async #save(): Promise<void> {
    const { picked, sets } = this.needs.context;
    const { items } = picked;
    if (items.length === 0) {
      void showInformation(l10n.t('The context is empty. Add a resource first.'));
      return;
    }
    const prompt = l10n.t('Enter a name for the context set ({0})', describeResources(items.length));
    const name = await askName(l10n.t('Save Context as Set'), prompt, proposedName(items));
    const shared = name === undefined ? undefined : await this.#choosePlace();
    if (name === undefined || shared === 'left') return;
    const entries = items.map((item) => entryOf(item, this.#serverToName(item)));
    if (this.#has(name, shared) && !(await confirmReplacing(name))) return;
    if (shared) await this.#saveShared(shared, name, entries);
    else {
      await sets.saveOwn({ name, entries }, { isAlways: false });
      window.setStatusBarMessage(plainText(l10n.t('Context set “{0}” saved for this workspace', name)), 5_000);
    }
  }

  async #saveShared(shared: SharedFile, name: string, entries: readonly SetEntry[]): Promise<void> {
    if (!(await this.#edit(shared, (text) => withSet(text, name, entries)))) return;
    const message = l10n.t('“{0}” was saved in {1}.', name, shared.label);
    void offer(showInformation, message, [openFileButton(shared)], this.needs.base.log);
  }

  /** Returns no name if only this server lists the URI: the set then also works for users who named the server differently. */
  #serverToName({ serverId, uri }: ContextItem): string | undefined {
    const { connections, catalog } = this.needs.core;
    const listing = connections.all.filter(({ definition }) => catalog.find(definition.id, uri));
    if (listing.length === 1 && listing[0]?.definition.id === serverId) return undefined;
    return connections.get(serverId)?.definition.name;
  }

  #has(name: string, shared: SharedFile | undefined): boolean {
    return (shared?.file.sets ?? this.needs.context.sets.own).some((set) => set.name === name);
  }

  /** `undefined` is the user's own. */
  async #choosePlace(): Promise<SharedFile | undefined | 'left'> {
    const files = workspace.isTrusted ? await this.#files.all() : [];
    if (files.length === 0) return undefined;
    const rows: (QuickPickItem & { shared: SharedFile | undefined })[] = [
      { label: l10n.t('Save for Me'), shared: undefined },
      ...files.map((shared) => ({ label: plainText(l10n.t('Save in {0} (shared)', shared.label)), shared })),
    ];
    const row = await window.showQuickPick(rows, { title: l10n.t('Select Where to Save the Context Set') });
    return row ? row.shared : 'left';
  }

  async #askHow({ name, entries }: NamedSet): Promise<OpenHow | undefined> {
    const mine = this.needs.context.picked.items.filter((item) => !isOfAlways(item));
    if (mine.length === 0 || entries.length === 0) return 'replace';
    const rows: (QuickPickItem & { how: OpenHow })[] = [
      { label: l10n.t('Replace Context'), description: l10n.t('can be undone'), how: 'replace' },
      { label: l10n.t('Add to Context'), how: 'add' },
    ];
    return (await window.showQuickPick(rows, { title: plainText(l10n.t('Open “{0}”', name)) }))?.how;
  }

  async delete({ set: { name }, shared }: PlacedSet): Promise<void> {
    const remove = l10n.t('Delete');
    const message = shared
      ? l10n.t('Delete the context set “{0}” from {1}?', name, shared.label)
      : l10n.t('Delete the context set “{0}”?', name);
    if ((await showWarning(message, { modal: true }, remove)) !== remove) return;
    if (shared) await this.#edit(shared, (text) => withoutSet(text, name));
    else await this.needs.context.sets.deleteOwn(name);
  }

  /** Returns false if it could not be changed, after an error for the user. */
  async #edit(shared: SharedFile, change: (text: string) => string): Promise<boolean> {
    try {
      await this.#files.edit(shared, change);
      return true;
    } catch (error) {
      if (!(error instanceof HumanError)) throw error;
      void offer(
        showWarning,
        error.message,
        [openFileButton(shared, shared.file.mistake?.offset)],
        this.needs.base.log,
      );
      return false;
    }
  }
}

/** Path of an instruction or prompt file in the workspace, as sets name it. */
function instructionFile(document: string | undefined): string | undefined {
  return document !== undefined && isSentAsText(document) ? workspacePath(Uri.parse(document)) : undefined;
}

/** Returns false if no set can stay in the context, and tells the user why. */
function mayKeep(log: HostLogger): boolean {
  const hasFolder = (workspace.workspaceFolders ?? []).length > 0;
  if (!workspace.isTrusted)
    void tellRestricted(
      l10n.t('“Always in Context” isn’t available in Restricted Mode. To use it, trust this workspace.'),
      [],
      log,
    );
  else if (!hasFolder)
    void showInformation(l10n.t('“Always in Context” is set per folder. Open a folder and try again.'));
  return workspace.isTrusted && hasFolder;
}

/** The first resource of the context, and how many there are besides. Titles are the servers', and a name is written into a file. */
function proposedName(items: readonly ContextItem[]): string {
  const [first = '', ...furtherNames] = items.map((item) => words(displayName(item), 100));
  return furtherNames.length === 0 ? first : l10n.t('{0} and {1} more', first, formatCount(furtherNames.length));
}

async function confirmReplacing(name: string): Promise<boolean> {
  const replace = l10n.t('Replace');
  const message = l10n.t('“{0}” already exists. Replace it?', name);
  return (await showWarning(message, { modal: true }, replace)) === replace;
}
