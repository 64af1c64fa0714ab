import * as l10n from '@vscode/l10n';
import { window, workspace, type QuickPickItem } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { displayName } from '../../core/resource/displayName';
import { HumanError } from '../../core/base/errors';
import type { KeyValueStore } from '../../core/base/ports';
import { words } from '../../core/base/untrusted';
import { withoutSet, withSet } from '../../core/context/contextFile';
import type { ContextItem } from '../../core/context/contextSet';
import { NamedSets } from '../../core/context/namedSets';
import { SeenSets } from '../../core/context/seenSets';
import { entryOf, type NamedSet, type SetEntry } from '../../core/context/setEntry';
import { describeResources, formatCount } from '../../core/base/format';
import { ContextFiles, openFile, showFileProblem, tellUntrusted, type SharedFile } from './contextFiles';
import { chooseSet, type PlacedSet, type SetChoice } from './contextSetPicker';
import { commands as ids } from '../base/ids';
import { sha256 } from '../../node/sha256';
import { openSet, type OpenHow, type OpenSetParts } from './openContextSet';
import { plainText } from '../base/plainText';
import { registerGuarded } from '../base/registerGuarded';
import { showInformation, showWarning } from '../base/tell';

export interface ContextSetsParts extends Omit<OpenSetParts, 'seenSets'> {
  readonly store: KeyValueStore;
}

export function registerContextSets(parts: ContextSetsParts): Disposable {
  const store = new DisposableStore();
  const sets = new ContextSets(parts, store.add(new ContextFiles()));
  store.add(registerGuarded(ids.openContextSet, () => sets.open(), parts.log));
  store.add(registerGuarded(ids.saveContextSet, () => sets.save(), parts.log));
  return store;
}

/** The named context sets: a user's own, kept for the workspace, and those of its files. */
class ContextSets {
  readonly #own: NamedSets;
  readonly #seen: SeenSets;

  constructor(
    private readonly parts: ContextSetsParts,
    private readonly files: ContextFiles,
  ) {
    this.#own = new NamedSets(parts.store);
    this.#seen = new SeenSets(parts.store, sha256);
  }

  /** Lets the user choose a set. */
  async open(): Promise<void> {
    const choice = await this.#choose();
    if (choice === 'empty') {
      void showInformation(
        l10n.t('There are no context sets yet. Add resources to the context, then save the context as a set.'),
      );
      return;
    }
    switch (choice.kind) {
      case 'left':
        return;
      case 'untrusted':
        return void tellUntrusted(choice.shared.uri);
      case 'openFile':
        return openFile(choice.shared.uri, choice.line);
      case 'open': {
        const how = await this.#askHow(choice.set);
        if (how) await openSet(choice, how, { ...this.parts, seenSets: this.#seen });
      }
    }
  }

  #choose(): Promise<SetChoice | 'empty'> {
    const { log } = this.parts;
    return chooseSet({ own: this.#own, files: this.files, log, delete: (placed) => this.#delete(placed) });
  }

  async save(): Promise<void> {
    const { items } = this.parts.picked;
    if (items.length === 0) {
      void showInformation(l10n.t('The context is empty. Add a resource first.'));
      return;
    }
    const prompt = l10n.t('Enter a name for the context set ({0})', describeResources(items.length));
    const name = await askName(l10n.t('Save Context Set'), prompt, proposedName(items));
    const shared = name === undefined ? undefined : await this.#choosePlace();
    if (name === undefined || shared === 'left') return;
    const entries = items.map((item) => entryOf(item, this.#serverToName(item)));
    if (this.#has(name, shared) && !(await confirmReplacing(name))) return;
    if (shared) await this.#saveShared(shared, name, entries);
    else {
      await this.#own.save(name, entries);
      window.setStatusBarMessage(plainText(l10n.t('Context set “{0}” saved for this workspace', name)), 5_000);
    }
  }

  async #saveShared(shared: SharedFile, name: string, entries: readonly SetEntry[]): Promise<void> {
    if (!(await this.#edit(shared, (text) => withSet(text, name, entries)))) return;
    const open = l10n.t('Open File');
    void showInformation(l10n.t('“{0}” was saved in {1}.', name, shared.label), open).then((answer) =>
      answer === open ? openFile(shared.uri) : undefined,
    );
  }

  /** Where only one server lists the URI, it is found without a name, whatever others call that server. */
  #serverToName({ serverId, uri }: ContextItem): string | undefined {
    const { connections, catalog } = this.parts;
    const listing = connections.all.filter(({ definition }) => catalog.find(definition.id, uri));
    if (listing.length === 1 && listing[0]?.definition.id === serverId) return undefined;
    return connections.get(serverId)?.definition.name;
  }

  #has(name: string, shared: SharedFile | undefined): boolean {
    return shared ? shared.file.sets.some((one) => one.name === name) : this.#own.has(name);
  }

  /** `undefined` is the user's own. */
  async #choosePlace(): Promise<SharedFile | undefined | 'left'> {
    const files = workspace.isTrusted ? await this.files.all() : [];
    if (files.length === 0) return undefined;
    const rows: (QuickPickItem & { shared: SharedFile | undefined })[] = [
      {
        label: l10n.t('Save for Me'),
        shared: undefined,
      },
      ...files.map((shared) => ({
        label: plainText(l10n.t('Save in {0} (shared)', shared.label)),
        shared,
      })),
    ];
    const row = await window.showQuickPick(rows, { title: l10n.t('Select Where to Save the Context Set') });
    return row ? row.shared : 'left';
  }

  async #askHow({ name, entries }: NamedSet): Promise<OpenHow | undefined> {
    const mine = this.parts.picked.items.filter(({ reason }) => reason === undefined);
    if (mine.length === 0 || entries.length === 0) return 'replace';
    const rows: (QuickPickItem & { how: OpenHow })[] = [
      { label: l10n.t('Replace Context'), description: l10n.t('can be undone'), how: 'replace' },
      { label: l10n.t('Add to Context'), how: 'add' },
    ];
    return (await window.showQuickPick(rows, { title: plainText(l10n.t('Open “{0}”', name)) }))?.how;
  }

  async #delete({ set, shared }: PlacedSet): Promise<void> {
    const before = this.#own.all;
    let textBefore = '';
    if (!shared) await this.#own.delete(set.name);
    else if (!(await this.#edit(shared, (text) => withoutSet((textBefore = text), set.name)))) return;
    const restore = (): Promise<unknown> =>
      shared ? this.#restore(shared, textBefore, withoutSet(textBefore, set.name)) : this.#own.setAll(before);
    const undo = l10n.t('Undo');
    void showInformation(l10n.t('“{0}” was deleted.', set.name), undo).then((answer) =>
      answer === undo ? restore() : undefined,
    );
  }

  async #restore(shared: SharedFile, textBefore: string, textAfter: string): Promise<void> {
    const changed = l10n.t(
      'Couldn’t restore the context set, because {0} has changed. Copy the set from an earlier version of the file.',
      shared.label,
    );
    await this.#edit(shared, (text) => {
      if (text !== textAfter) throw new HumanError('configuration', changed);
      return textBefore;
    });
  }

  /** False where it could not be changed, which was told. */
  async #edit(shared: SharedFile, change: (text: string) => string): Promise<boolean> {
    try {
      await this.files.edit(shared, change);
      return true;
    } catch (error) {
      if (!(error instanceof HumanError)) throw error;
      void showFileProblem(error.message, shared.uri, shared.file.mistake?.line);
      return false;
    }
  }
}

/** The first resource of the context, and how many there are besides. Titles are the servers', and a name is written into a file. */
function proposedName(items: readonly ContextItem[]): string {
  const [first = '', ...others] = items.map((item) => words(displayName(item), 100));
  return others.length === 0 ? first : l10n.t('{0} and {1} more', first, formatCount(others.length));
}

async function askName(title: string, prompt: string, value: string): Promise<string | undefined> {
  const name = await window.showInputBox({
    title,
    prompt,
    value,
    validateInput: (text) => (text.trim() === '' ? l10n.t('A context set needs a name.') : undefined),
  });
  return name?.trim();
}

async function confirmReplacing(name: string): Promise<boolean> {
  const replace = l10n.t('Replace');
  const message = l10n.t('“{0}” already exists. Replace it?', name);
  return (await showWarning(message, { modal: true }, replace)) === replace;
}
