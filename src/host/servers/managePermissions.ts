import * as l10n from '@vscode/l10n';
import { QuickPickItemKind, ThemeIcon, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { DisposableStore } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import { legible } from '../../core/base/legible';
import type { HostLogger } from '../base/log';
import { plainText } from '../base/plainText';
import { showErrorsOf } from '../base/tell';

/** Something that the user has allowed, declined or entered, and that can be taken back. Its texts may be untrusted. */
export interface Permission {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shows all of it, where a row has no room for that. */
  readonly open?: () => Promise<void>;
  /** Taken back in every window. */
  readonly takeBack: () => Promise<void>;
}

/** Permissions of one kind. Another kind is another entry of {@link permissionKinds}. */
export interface PermissionKind {
  /** Localised; the heading of its rows. */
  readonly title: () => string;
  readonly list: () => Promise<readonly Permission[]> | readonly Permission[];
  /** Fires when the list may have changed, also in another window. */
  readonly onDidChange?: Event<unknown>;
}

interface Row extends QuickPickItem {
  readonly permission?: Permission;
}

/** Shows all that was allowed, and takes it back. */
export async function managePermissions(kinds: readonly PermissionKind[], log: HostLogger): Promise<void> {
  const store = new DisposableStore();
  const picker = store.add(window.createQuickPick<Row>());
  picker.title = l10n.t('Manage Permissions');
  picker.placeholder = l10n.t('Press Enter to remove a permission');
  picker.matchOnDescription = picker.matchOnDetail = picker.keepScrollPosition = picker.ignoreFocusOut = true;
  const buttons = {
    open: { iconPath: new ThemeIcon('open-preview'), tooltip: l10n.t('Open in Editor') },
    takeBack: { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Remove') },
  };
  const fill = async (): Promise<void> => {
    const rows = (await Promise.all(kinds.map((kind) => rowsOf(kind, buttons)))).flat();
    const position = picker.items.findIndex((row) => row === picker.activeItems[0]);
    picker.items = rows.length > 0 ? rows : [{ label: l10n.t('No permissions yet') }];
    // The row that takes the place of the one that was taken back.
    const next = picker.items.slice(Math.max(0, position)).find(({ permission }) => permission);
    if (position >= 0 && next) picker.activeItems = [next];
  };
  const press = (row: Row | undefined, button: QuickInputButton): Promise<void> =>
    showErrorsOf(async () => {
      if (button === buttons.open) return row?.permission?.open?.();
      await row?.permission?.takeBack();
      await fill();
    }, log);
  try {
    await fill();
    for (const { onDidChange } of kinds) if (onDidChange) store.add(onDidChange(() => void showErrorsOf(fill, log)));
    store.add(picker.onDidTriggerItemButton(({ item, button }) => press(item, button)));
    store.add(picker.onDidAccept(() => press(picker.activeItems[0], buttons.takeBack)));
    await new Promise<void>((resolve) => {
      store.add(picker.onDidHide(resolve));
      picker.show();
    });
  } finally {
    store.dispose();
  }
}

async function rowsOf(
  { title, list }: PermissionKind,
  buttons: { readonly open: QuickInputButton; readonly takeBack: QuickInputButton },
): Promise<readonly Row[]> {
  const rows = (await list()).map((permission): Row => {
    const { label, description, detail, open } = permission;
    return {
      label: shown(label),
      ...(description !== undefined && { description: shown(description) }),
      ...(detail !== undefined && { detail: shown(detail) }),
      buttons: [...(open ? [buttons.open] : []), buttons.takeBack],
      permission,
    };
  });
  return rows.length === 0 ? [] : [{ label: title(), kind: QuickPickItemKind.Separator }, ...rows];
}

function shown(text: string): string {
  return plainText(legible(text));
}
