import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { contextKeys, settings } from '../base/ids';
import { onDidChangeSetting } from '../base/settings';

/** Keeps the context keys of the menus up to date, and the arrangement in step with the settings. */
export function followArrangement(arrangement: TreeArrangement): Disposable {
  const store = new DisposableStore();
  const tell = (): void => {
    void commands.executeCommand('setContext', contextKeys.groupBy, arrangement.groupBy);
    void commands.executeCommand('setContext', contextKeys.sortBy, arrangement.sortBy);
  };
  tell();
  store.add(arrangement.onDidChange(tell));
  for (const key of [settings.groupBy, settings.sortBy, settings.audience])
    store.add(onDidChangeSetting(key, () => arrangement.settingsChanged()));
  return store;
}
