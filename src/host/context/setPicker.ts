import * as l10n from '@vscode/l10n';
import {
  QuickPickItemKind,
  ThemeIcon,
  window,
  workspace,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { toDisposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { factLine, formatCount, labelled } from '../../core/base/format';
import type { FileProblem, FileSet } from '../../core/context/contextFile';
import { plainText } from '../base/plainText';
import { showErrorsOf } from '../base/tell';
import { ownSet, setsOf, type ContextFiles, type PlacedSet, type SharedFile } from './contextFiles';
import type { ContextNeeds } from './needs';

/** The user's choice in the list. */
export type SetChoice =
  | { readonly kind: 'open'; readonly placed: PlacedSet }
  /** `offset` in its text, in UTF-16 units. */
  | { readonly kind: 'openFile'; readonly shared: SharedFile; readonly offset: number }
  | { readonly kind: 'untrusted'; readonly shared: SharedFile }
  | { readonly kind: 'save' | 'new' };

interface Item extends QuickPickItem {
  readonly choice?: SetChoice;
}

interface Needs {
  readonly base: Pick<ContextNeeds['base'], 'log'>;
  readonly context: Pick<ContextNeeds['context'], 'sets'>;
}

export interface SetActions {
  /** Describes the resources that a set leads to now, in a few words. */
  describe(placed: PlacedSet, signal: AbortSignal): Promise<string>;
  delete(placed: PlacedSet): Promise<void>;
  /** Switches a set on or off. */
  toggle(placed: PlacedSet): Promise<void>;
  /** Switches *In Every Message* of a set that is on. */
  toggleInEveryMessage(placed: PlacedSet): Promise<void>;
}

/** Maximum number of sets that are counted. */
const maxCounted = 50;

/** Lists the sets with what they lead to, and keeps the list fresh. `undefined` if the user leaves it. */
export async function chooseSet(
  needs: Needs,
  files: ContextFiles,
  actions: SetActions,
): Promise<SetChoice | undefined> {
  const picker = new SetPicker(needs, files, actions);
  try {
    return await picker.choose();
  } finally {
    picker.dispose();
  }
}

class SetPicker extends Owner {
  readonly #picker: QuickPick<Item>;
  readonly #buttons = {
    keep: { iconPath: new ThemeIcon('pin'), tooltip: l10n.t('Always in Context') },
    stop: { iconPath: new ThemeIcon('pinned'), tooltip: l10n.t('Stop Keeping in Context') },
    repeat: { iconPath: new ThemeIcon('sync'), tooltip: l10n.t('In Every Message') },
    once: { iconPath: new ThemeIcon('sync-ignored'), tooltip: l10n.t('Not in Every Message') },
    openFile: { iconPath: new ThemeIcon('go-to-file'), tooltip: l10n.t('Open File') },
    delete: { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') },
  } satisfies Record<string, QuickInputButton>;
  /** Descriptions of what the sets lead to, by their positions, as far as known. */
  readonly #counts = new Map<string, string>();
  #files: readonly SharedFile[] = [];
  #counting = new AbortController();

  constructor(
    private readonly needs: Needs,
    private readonly files: ContextFiles,
    private readonly actions: SetActions,
  ) {
    super();
    const picker = this.owned.add(window.createQuickPick<Item>());
    picker.title = l10n.t('Context Sets');
    picker.placeholder = l10n.t('Select a set to open, or pin it to keep its resources in the context');
    picker.matchOnDescription = picker.matchOnDetail = picker.keepScrollPosition = true;
    this.#picker = picker;
  }

  async choose(): Promise<SetChoice | undefined> {
    const { log } = this.needs.base;
    const [picker, store] = [this.#picker, this.owned];
    await this.#refresh();
    return await new Promise((resolve) => {
      const press = async (item: Item, button: QuickInputButton): Promise<void> => {
        if (item.choice?.kind !== 'open') return;
        const { placed } = item.choice;
        if (placed.shared && button === this.#buttons.openFile)
          resolve({ kind: 'openFile', shared: placed.shared, offset: placed.set.offset });
        else await this.#press(placed, button);
      };
      const refresh = (): void => void showErrorsOf(() => this.#refresh(), log);
      for (const { onDidChange } of [this.files, this.needs.context.sets]) store.add(onDidChange(refresh));
      store.add(picker.onDidTriggerItemButton(({ item, button }) => showErrorsOf(() => press(item, button), log)));
      store.add(picker.onDidAccept(() => resolve(picker.activeItems[0]?.choice)));
      store.add(picker.onDidHide(() => resolve(undefined)));
      store.add(toDisposable(() => this.#counting.abort()));
      picker.show();
    });
  }

  async #press(placed: PlacedSet, button: QuickInputButton): Promise<void> {
    const { actions } = this;
    const { delete: remove, repeat, once } = this.#buttons;
    if (button === remove) await actions.delete(placed);
    else if (button === repeat || button === once) await actions.toggleInEveryMessage(placed);
    else await actions.toggle(placed);
  }

  async #refresh(): Promise<void> {
    this.#files = await this.files.all();
    this.#fill();
    this.#counting.abort();
    this.#counting = new AbortController();
    void showErrorsOf(() => this.#count(this.#counting.signal), this.needs.base.log);
  }

  /** One set after the other, so that a large one delays no other work for long. */
  async #count(signal: AbortSignal): Promise<void> {
    const placed = this.#picker.items.flatMap(({ choice }) => (choice?.kind === 'open' ? choice.placed : []));
    for (const set of placed.slice(0, maxCounted)) {
      const count = await this.actions.describe(set, signal);
      if (signal.aborted) return;
      this.#counts.set(setKeyOf(set), count);
      this.#fill();
    }
  }

  #fill(): void {
    const picker = this.#picker;
    const [active] = picker.activeItems;
    const ours = this.needs.context.sets.own.map((set) => this.#setItem(ownSet(set)));
    const theirs = this.#files.flatMap((shared): readonly Item[] => {
      const sets = workspace.isTrusted
        ? setsOf(shared).map((placed) => (placed.shared && brokenItem(placed, shared)) ?? this.#setItem(placed))
        : untrustedItems(shared);
      return headed(plainText(shared.label), [...sets, ...mistakeItems(shared)]);
    });
    const add: readonly Item[] = [
      { label: l10n.t('Save Context as Set…'), iconPath: new ThemeIcon('save'), choice: { kind: 'save' } },
      { label: l10n.t('New Set…'), iconPath: new ThemeIcon('add'), choice: { kind: 'new' } },
    ];
    picker.items = [...headed(l10n.t('This workspace only'), ours), ...theirs, ...headed('', add)];
    const same = picker.items.find((item) => active && rowIdentity(item) === rowIdentity(active));
    if (same) picker.activeItems = [same];
  }

  #setItem(placed: PlacedSet): Item {
    const { name, description } = placed.set;
    const { keep, stop, repeat, once, openFile, delete: remove } = this.#buttons;
    const { sets } = this.needs.context;
    const [isAlways, isInEveryMessage] = [sets.isAlways(placed), sets.isInEveryMessage(placed)];
    const switches = isAlways ? [isInEveryMessage ? once : repeat, stop] : [keep];
    const invalid = placed.shared ? placed.set.invalid.length : 0;
    const facts = [
      isInEveryMessage ? l10n.t('in every message') : isAlways ? l10n.t('always') : '',
      this.#counts.get(setKeyOf(placed)) ?? '',
      invalid === 0 ? '' : l10n.t('{0} invalid', formatCount(invalid)),
    ];
    return {
      label: plainText(name),
      description: factLine(facts),
      iconPath: new ThemeIcon(isAlways ? 'pinned' : 'list-unordered'),
      ...(description !== undefined && { detail: plainText(description) }),
      buttons: [...switches, ...(placed.shared ? [openFile] : []), remove],
      choice: { kind: 'open', placed },
    };
  }
}

function setKeyOf({ set, file }: PlacedSet): string {
  return JSON.stringify([file, set.name]);
}

/** Identity of a row, equal if only its description changes. */
function rowIdentity({ label, choice }: Item): string {
  return choice?.kind === 'open' ? setKeyOf(choice.placed) : label;
}

function headed(label: string, items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
}

/** `undefined` for a set that can be opened. */
function brokenItem({ set: { name, mistake } }: { readonly set: FileSet }, shared: SharedFile): Item | undefined {
  return mistake && mistakeItem(name, mistake, shared);
}

/** A mistake of the whole file. */
function mistakeItems(shared: SharedFile): readonly Item[] {
  const { mistake } = shared.file;
  return mistake ? [mistakeItem(l10n.t('The file has an error'), mistake, shared)] : [];
}

function mistakeItem(label: string, { message, offset }: FileProblem, shared: SharedFile): Item {
  const detail = plainText(labelled(shared.label, message));
  return {
    label: `$(warning) ${plainText(label)}`,
    detail,
    alwaysShow: true,
    choice: { kind: 'openFile', shared, offset },
  };
}

function untrustedItems(shared: SharedFile): readonly Item[] {
  if (shared.file.sets.length === 0) return [];
  const label = l10n.t('Trust this workspace to open these context sets');
  return [{ label: `$(shield) ${label}`, alwaysShow: true, choice: { kind: 'untrusted', shared } }];
}
