import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Connections } from '../../core/connection/connections';
import type { ContextSet } from '../../core/context/contextSet';
import { contextKeys } from '../base/ids';
import type { ServerSources } from '../servers/serverSources';

/** Keeps the context keys up to date that `when` clauses of package.json test. */
export function keepContextKeys(sources: ServerSources, connections: Connections, picked: ContextSet): Disposable {
  const store = new DisposableStore();
  const set = (key: string, value: boolean): void => void commands.executeCommand('setContext', key, value);
  const pickedChanged = (): void => set(contextKeys.hasContext, picked.items.length > 0);
  store.add(picked.onDidChange(pickedChanged));
  store.add(
    sources.onDidChange(() => {
      set(contextKeys.isReady, true);
      set(contextKeys.hasServers, sources.definitions.length + sources.problems.length > 0);
    }),
  );
  const connected = store.add(
    connections.onDidChange(() => {
      if (connections.all.every(({ state }) => state.kind !== 'ready')) return;
      set(contextKeys.hasConnected, true);
      connected.dispose();
    }),
  );
  pickedChanged();
  return store;
}
