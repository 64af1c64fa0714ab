import { commands, window } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import type { Connections } from '../../core/connection/connections';
import type { KeyValueStore } from '../../core/base/ports';
import type { ContextSet } from '../../core/context/contextSet';
import { contextKeys } from '../base/ids';
import type { ServerSources } from '../configuration/serverSources';

export interface ContextKeyParts {
  readonly sources: ServerSources;
  readonly connections: Connections;
  readonly picked: ContextSet;
  /** The user has looked into the tree. */
  readonly onDidBrowse: readonly Event<unknown>[];
  readonly onDidSearch: Event<void>;
  /** Store of the profile, for the steps of the walkthrough that were done. */
  readonly store: KeyValueStore;
  readonly clock: Clock;
}

const doneKey = 'walkthrough.done';
/** Time in which VS Code reads the walkthroughs after its page opened, in ms. */
const settling = 1_000;

/** Keeps the context keys up to date that `when` clauses and the walkthrough in package.json test. */
export function keepContextKeys({
  sources,
  connections,
  picked,
  onDidBrowse,
  onDidSearch,
  store: kept,
  clock,
}: ContextKeyParts): Disposable {
  const store = new DisposableStore();
  const set = (key: string, value: boolean): void => void commands.executeCommand('setContext', key, value);
  const done = new Set(kept.get(doneKey) as readonly string[] | undefined);
  /**
   * VS Code ticks a step of the walkthrough when its key becomes true, and never where it was true before the page first opened. So a key is
   * true for a moment: when the step is done, and whenever a page of VS Code's own opens, which may be the walkthrough.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts (registerDoneListeners)
   */
  const tick = (keys: Iterable<string>): void => {
    for (const key of keys) for (const value of [true, false]) set(key, value);
  };
  let timer = clock.after(settling, () => tick(done));
  store.add({ dispose: () => timer.dispose() });
  store.add(
    window.tabGroups.onDidChangeTabs(({ opened }) => {
      if (opened.every(({ input }) => input !== undefined)) return;
      timer.dispose();
      timer = clock.after(settling, () => tick(done));
    }),
  );
  const tickOnce = (key: string, events: readonly Event<unknown>[], isReached = (): boolean => true): void => {
    if (done.has(key)) return;
    const listeners = new DisposableStore();
    store.add(listeners);
    const look = (): void => {
      if (!isReached()) return;
      tick([key]);
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
  tickOnce(contextKeys.hasAddedServer, [sources.onDidChange], () => sources.definitions.length > 0);
  tickOnce(contextKeys.hasConnected, [connections.onDidChange], () =>
    connections.all.some(({ state }) => state.kind === 'ready'),
  );
  tickOnce(contextKeys.hasBrowsed, onDidBrowse);
  tickOnce(contextKeys.hasSearched, [onDidSearch]);
  tickOnce(contextKeys.hasAttached, [picked.onDidChange], () => picked.items.some((item) => picked.isChosen(item)));
  pickedChanged();
  return store;
}
