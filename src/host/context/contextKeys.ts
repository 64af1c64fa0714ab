import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import type { Connections } from '../../core/connection/connections';
import type { KeyValueStore } from '../../core/base/ports';
import type { ContextSet } from '../../core/context/contextSet';
import { contextKeys } from '../base/ids';
import type { ServerSources } from '../servers/serverSources';

export interface ContextKeyParts {
  readonly sources: ServerSources;
  readonly connections: Connections;
  readonly picked: ContextSet;
  /** The user has looked into the tree. */
  readonly onDidBrowse: readonly Event<unknown>[];
  readonly onDidSearch: Event<void>;
  /** Of the profile: keeps which steps were done. */
  readonly store: KeyValueStore;
}

const doneKey = 'walkthrough.done';

/** Keeps the context keys up to date that `when` clauses and the walkthrough in package.json test. */
export function keepContextKeys({
  sources,
  connections,
  picked,
  onDidBrowse,
  onDidSearch,
  store: kept,
}: ContextKeyParts): Disposable {
  const store = new DisposableStore();
  const set = (key: string, value: boolean): void => void commands.executeCommand('setContext', key, value);
  const done = new Set(kept.get(doneKey) as readonly string[] | undefined);
  /** Stays set, in later windows too: the walkthrough ticks what was done before it was opened. */
  const setOnce = (key: string, events: readonly Event<unknown>[], isReached = (): boolean => true): void => {
    if (done.has(key)) {
      set(key, true);
      return;
    }
    const listeners = new DisposableStore();
    store.add(listeners);
    const look = (): void => {
      if (!isReached()) return;
      set(key, true);
      done.add(key);
      void kept.set(doneKey, [...done]);
      listeners.dispose();
    };
    for (const event of events) listeners.add(event(look));
  };
  const pickedChanged = (): void => set(contextKeys.hasContext, picked.items.length > 0);
  store.add(picked.onDidChange(pickedChanged));
  store.add(
    sources.onDidChange(() => {
      set(contextKeys.isReady, true);
      set(contextKeys.hasServers, sources.definitions.length + sources.problems.length > 0);
    }),
  );
  setOnce(contextKeys.hasConnected, [connections.onDidChange], () =>
    connections.all.some(({ state }) => state.kind === 'ready'),
  );
  setOnce(contextKeys.hasBrowsed, onDidBrowse);
  setOnce(contextKeys.hasSearched, [onDidSearch]);
  setOnce(contextKeys.hasAttached, [picked.onDidChange], () => picked.items.some(({ reason }) => reason === undefined));
  pickedChanged();
  return store;
}
