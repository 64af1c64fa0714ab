import type { ExtensionContext } from 'vscode';
import { DisposableStore } from './core/base/disposable';
import { isContextStored } from './core/context/storedContext';
import { MementoStore } from './host/base/mementoStore';
import { configuredWindow } from './host/configuration/configuredWindow';
import { mayHaveServers } from './host/standIns/mayHaveServers';
import { Placeholders, type Load } from './host/standIns/placeholders';
import { reloadPages } from './host/standIns/reloadPages';

/** The extension is a bundle of its own, which a window without servers does not load. */
const load: Load = async () => (await import('./host/compose')).compose;

/**
 * Called once VS Code has started, sooner where the workspace configures servers or where something of the extension is asked for. Starts no
 * server, and reads nothing but settings and configuration files, later cached lists where the views are used.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  const store = new DisposableStore();
  context.subscriptions.push(store);
  if (process.env['IS_WATCH_BUILD']) store.add(reloadPages(context.extensionUri));
  const isNeeded =
    isContextStored(new MementoStore(context.workspaceState)) || (await mayHaveServers(configuredWindow(context)));
  store.add(isNeeded ? (await load())(context) : new Placeholders(context, load));
}
