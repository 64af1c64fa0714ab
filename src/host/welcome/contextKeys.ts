import { commands, window } from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import { Owner } from '../../core/base/owner';
import { contextKeys } from '../base/ids';
import type { WelcomeNeeds } from './open';

interface Needs {
  /** `globalStore` keeps which steps of the walkthrough were done. */
  readonly base: Pick<WelcomeNeeds['base'], 'clock' | 'globalStore'>;
  readonly configuration: Pick<WelcomeNeeds['configuration'], 'sources'>;
  readonly core: Pick<WelcomeNeeds['core'], 'connections'>;
  readonly context: Pick<WelcomeNeeds['context'], 'picked'>;
  readonly panel: Pick<WelcomeNeeds['panel'], 'onDidSearch'>;
  readonly tree: Pick<WelcomeNeeds['tree'], 'onDidBrowse'>;
}

const doneKey = 'walkthrough.done';
/** Time in which VS Code reads the walkthroughs after its page opened, in ms. */
const settling = 1_000;

/** Keeps the context keys up to date that `when` clauses and the walkthrough in package.json test. */
export function keepContextKeys({ base, configuration, core, context, panel, tree }: Needs): Disposable {
  const { sources } = configuration;
  const { connections } = core;
  const { picked } = context;
  const store = new DisposableStore();
  const steps = store.add(new WalkthroughSteps(base));
  const pickedChanged = (): void => set(contextKeys.hasContext, picked.items.length > 0);
  store.add(picked.onDidChange(pickedChanged));
  store.add(
    sources.onDidChange(() => {
      set(contextKeys.isReady, true);
      set(contextKeys.hasServers, sources.definitions.length + sources.problems.length > 0);
    }),
  );
  const isConnected = (): boolean => connections.all.some(({ state }) => state.kind === 'ready');
  const isAttached = (): boolean => picked.items.some((item) => picked.isChosen(item));
  steps.add(contextKeys.hasAddedServer, [sources.onDidChange], () => sources.definitions.length > 0);
  steps.add(contextKeys.hasConnected, [connections.onDidChange], isConnected);
  steps.add(contextKeys.hasBrowsed, tree.onDidBrowse);
  steps.add(contextKeys.hasSearched, [panel.onDidSearch]);
  steps.add(contextKeys.hasAttached, [picked.onDidChange], isAttached);
  pickedChanged();
  return store;
}

/**
 * VS Code ticks a step of the walkthrough when its key becomes true, and never where it was true before the page first opened. So a key is
 * true for a moment: when the step is done, and whenever a page of VS Code's own opens, which may be the walkthrough.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts (registerDoneListeners)
 */
class WalkthroughSteps extends Owner {
  /** Keys of the steps that were done. */
  readonly #done: Set<string>;
  #timer: Disposable;

  constructor(private readonly base: Needs['base']) {
    super();
    this.#done = new Set(base.globalStore.get(doneKey) as readonly string[] | undefined);
    this.#timer = this.#tickSoon();
    this.owned.add(toDisposable(() => this.#timer.dispose()));
    this.owned.add(
      window.tabGroups.onDidChangeTabs(({ opened }) => {
        if (opened.every(({ input }) => input !== undefined)) return;
        this.#timer.dispose();
        this.#timer = this.#tickSoon();
      }),
    );
  }

  /** Ticks a step with the first of the events after which it is done. */
  add(key: string, events: readonly Event<unknown>[], isReached = (): boolean => true): void {
    if (this.#done.has(key)) return;
    const listeners = this.owned.add(new DisposableStore());
    const look = (): void => {
      if (!isReached()) return;
      tick([key]);
      this.#done.add(key);
      void this.base.globalStore.set(doneKey, [...this.#done]);
      listeners.dispose();
    };
    for (const event of events) listeners.add(event(look));
  }

  #tickSoon(): Disposable {
    return this.base.clock.after(settling, () => tick(this.#done));
  }
}

function tick(keys: Iterable<string>): void {
  for (const key of keys) for (const value of [true, false]) set(key, value);
}

function set(key: string, value: boolean): void {
  void commands.executeCommand('setContext', key, value);
}
