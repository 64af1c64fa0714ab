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
import { DisposableStore } from '../../core/base/disposable';
import type { FileSet } from '../../core/context/contextFile';
import type { NamedSets } from '../../core/context/namedSets';
import type { NamedSet } from '../../core/context/setEntry';
import { formatCount } from '../../core/base/format';
import { describeProblem, type ContextFiles, type SharedFile } from './contextFiles';
import { plainText } from '../base/plainText';
import type { HostLogger } from '../base/log';
import { showError } from '../base/tell';

/** A set with the file that it stands in; without one it is the user's own. */
export type PlacedSet =
  { readonly set: NamedSet; readonly shared: undefined } | { readonly set: FileSet; readonly shared: SharedFile };

/** The user's choice in the list. */
export type SetChoice =
  | ({ readonly kind: 'open' } & PlacedSet)
  /** `line` is zero-based. */
  | { readonly kind: 'openFile'; readonly shared: SharedFile; readonly line: number }
  | { readonly kind: 'untrusted'; readonly shared: SharedFile }
  | { readonly kind: 'left' };

interface Item extends QuickPickItem {
  readonly choice?: SetChoice;
}

export interface PickerParts {
  readonly own: NamedSets;
  readonly files: ContextFiles;
  readonly log: HostLogger;
  readonly delete: (placed: PlacedSet) => Promise<void>;
}

const buttons = {
  openFile: (): QuickInputButton => ({ iconPath: new ThemeIcon('go-to-file'), tooltip: l10n.t('Open File') }),
  delete: (): QuickInputButton => ({ iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') }),
};

/** Lists the sets that can be opened, and keeps the list fresh. `empty` where there is nothing to list. */
export async function chooseSet(parts: PickerParts): Promise<SetChoice | 'empty'> {
  const store = new DisposableStore();
  const picker = store.add(window.createQuickPick<Item>());
  const known = { openFile: buttons.openFile(), delete: buttons.delete() };
  picker.title = l10n.t('Open Context Set');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const refresh = async (): Promise<void> => fill(picker, await parts.files.all(), parts.own, known);
  try {
    await refresh();
    if (picker.items.length === 0) return 'empty';
    return await new Promise<SetChoice>((resolve) => {
      const press = async (choice: SetChoice | undefined, button: QuickInputButton): Promise<void> => {
        if (choice?.kind !== 'open') return;
        if (button === known.openFile) resolve(fileOf(choice));
        else await parts.delete(choice).then(refresh);
      };
      store.add(parts.files.onDidChange(() => void refresh()));
      store.add(
        picker.onDidTriggerItemButton(({ item, button }) =>
          press(item.choice, button).catch((error: unknown) => showError(error, parts.log)),
        ),
      );
      store.add(picker.onDidAccept(() => resolve(picker.activeItems[0]?.choice ?? { kind: 'left' })));
      store.add(picker.onDidHide(() => resolve({ kind: 'left' })));
      picker.show();
    });
  } finally {
    store.dispose();
  }
}

function fill(
  picker: QuickPick<Item>,
  files: readonly SharedFile[],
  own: NamedSets,
  known: Readonly<Record<keyof typeof buttons, QuickInputButton>>,
): void {
  const ours = own.all.map((set) => setItem({ set, shared: undefined }, [known.delete]));
  const theirs = files.flatMap((shared): readonly Item[] => {
    const all = [known.openFile, known.delete];
    const sets = workspace.isTrusted
      ? shared.file.sets.map((set) => brokenItem(set, shared) ?? setItem({ set, shared }, all))
      : untrustedItems(shared);
    return headed(plainText(shared.label), [...sets, ...problemItems(shared)]);
  });
  picker.items = [...headed(l10n.t('This workspace only'), ours), ...theirs];
  if (picker.items.length === 0) picker.hide();
}

function headed(label: string, items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
}

function setItem(placed: PlacedSet, itemButtons: readonly QuickInputButton[]): Item {
  const { name, description, entries } = placed.set;
  const count = l10n.t('Entries: {0}', formatCount(entries.length));
  const lost = placed.shared ? placed.set.lost.length : 0;
  return {
    label: plainText(name),
    description: lost === 0 ? count : l10n.t('{0}, plus {1} invalid', count, formatCount(lost)),
    ...(description !== undefined && { detail: plainText(description) }),
    buttons: itemButtons,
    choice: { kind: 'open', ...placed },
  };
}

/** `undefined` for a set that can be opened. */
function brokenItem({ name, mistake }: FileSet, shared: SharedFile): Item | undefined {
  if (!mistake) return undefined;
  const choice: SetChoice = { kind: 'openFile', shared, line: mistake.line };
  return { label: `$(warning) ${plainText(name)}`, detail: plainText(describeProblem(shared.label, mistake)), choice };
}

function untrustedItems(shared: SharedFile): readonly Item[] {
  if (shared.file.sets.length === 0) return [];
  const label = l10n.t('Trust this workspace to open these context sets');
  return [{ label: `$(shield) ${label}`, alwaysShow: true, choice: { kind: 'untrusted', shared } }];
}

/** The mistakes of a file that the user has to see to find the others. A mistake that makes a set unusable is shown at the set. */
function problemItems(shared: SharedFile): readonly Item[] {
  const { mistake, problems, sets } = shared.file;
  const reported = new Set(workspace.isTrusted ? sets.map((set) => set.mistake) : []);
  const [first] = mistake ? [mistake] : problems.filter((one) => !reported.has(one));
  if (!first) return [];
  const label = mistake ? l10n.t('The file has an error') : l10n.t('Parts of the file are invalid');
  const detail = plainText(describeProblem(shared.label, first));
  const choice: SetChoice = { kind: 'openFile', shared, line: first.line };
  return [{ label: `$(warning) ${label}`, detail, alwaysShow: true, choice }];
}

function fileOf({ set, shared }: PlacedSet): SetChoice {
  return shared ? { kind: 'openFile', shared, line: set.line } : { kind: 'left' };
}
