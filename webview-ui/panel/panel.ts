import { Asker } from '../../src/shared/endpoint';
import { protocolVersion, type HostRequests, type PanelEvents, type SearchQuery } from '../../src/shared/protocol';
import type { PanelStrings } from '../../src/shared/strings';
import { Announcer } from '../base/announcer';
import type { After, Ask } from '../base/ask';
import { FacetCounts } from './facetCounts';
import type { PanelHost } from '../base/host';
import { HostActions } from './hostActions';
import { ListController } from './listController';
import { PageView } from './pageView';
import { PaneController } from './paneController';
import { panelCommands } from './panelCommands';
import { makePane } from './panes';
import { ProblemDisplay } from './problemDisplay';
import { QueryEditor } from './queryEditor';
import { Searcher } from './searcher';
import { SelectionFactsLoader } from './selectionFacts';
import { ServerIcons } from './serverIcons';
import { firstState, readKeptState, type GivenState, type KeptState, type PanelState, type Results } from './state';
import { Store } from './store';
import type { PanelCommands } from './view/context';

/** Milliseconds after the last scrolling until the position is stored. */
const keepAfter = 250;

export interface PanelOptions {
  readonly root: HTMLElement;
  readonly host: PanelHost;
  readonly strings: PanelStrings;
  readonly given: GivenState;
  readonly after: After;
  /** The kind of VS Code's present colour theme. */
  readonly theme: () => 'light' | 'dark';
}

/** The search panel: ties state, host and page together. */
export class Panel {
  readonly #store: Store<PanelState>;
  readonly #page: PageView;
  readonly #searcher: Searcher;
  readonly #query: QueryEditor;
  readonly #list: ListController;
  readonly #panes: PaneController;
  readonly #facets: FacetCounts;
  readonly #facts: SelectionFactsLoader;
  readonly #problems: ProblemDisplay;
  readonly #announcer: Announcer;
  readonly #actions: HostActions;
  readonly #icons: ServerIcons;
  readonly #ask: Ask;
  readonly #commands: PanelCommands;
  readonly #formatNumber: (value: number) => string;
  #stopKeeping: () => void = () => undefined;

  constructor(private readonly options: PanelOptions) {
    const { host, after, root, strings } = options;
    this.#page = new PageView(root);
    const store = new Store(
      firstState(readKeptState(host.load(), options.given)),
      () => this.#draw(),
      (action) => requestAnimationFrame(action),
    );
    this.#store = store;
    const asker = new Asker<HostRequests, PanelEvents>(
      (message) => host.post(message),
      (name, value) => this.#onEvent({ name, value } as PanelEvent),
    );
    host.onMessage((message) => asker.receive(message));
    const ask: Ask = (method, params, signal) => asker.ask(method, params, signal);
    this.#ask = ask;
    const numbers = new Intl.NumberFormat(document.documentElement.lang || 'en');
    this.#formatNumber = (value) => numbers.format(value);
    this.#announcer = new Announcer(after, (announced) => store.update({ announced }));
    this.#actions = new HostActions(store, ask, strings.failed);
    this.#problems = new ProblemDisplay(store, after, (text) => this.#announcer.announce(text));
    this.#icons = new ServerIcons(ask, options.theme, () => store.invalidate());
    this.#facts = new SelectionFactsLoader(store, ask, after);
    const onActionFailed = (error: unknown, retry: () => void): void => this.#actions.fail('action', error, retry);
    this.#facets = new FacetCounts(store, ask, onActionFailed);
    this.#searcher = new Searcher(store, {
      ask,
      after,
      isRowInUse: () => this.#page.isListFocused || store.state.pane !== undefined,
      onResults: (results, moved) => this.#onResults(results, moved),
      onFailed: (error, retry) => this.#actions.fail('results', error, retry),
    });
    this.#query = new QueryEditor(store, () => this.#onQuery());
    this.#panes = this.#makePanes();
    this.#list = new ListController(store, {
      ask,
      act: (action, ids) => this.#actions.act(action, ids),
      onFailed: onActionFailed,
      openPane: (row) => this.#panes.open(row),
      leave: () => this.#page.focusBox(),
    });
    this.#commands = panelCommands({
      store,
      page: this.#page,
      list: this.#list,
      panes: this.#panes,
      query: this.#query,
      actions: this.#actions,
      facts: this.#facts,
      draw: () => this.#draw(),
      keep: () => this.#keep(),
      scroll: (scrollTop) => this.#scroll(scrollTop),
    });
  }

  /** Draws the page and connects to the host. */
  start(): void {
    this.#draw();
    new ResizeObserver(() => this.#resized()).observe(this.options.root);
    new MutationObserver(() => this.#store.invalidate()).observe(document.body, { attributeFilter: ['class'] });
    window.addEventListener('focus', () => {
      if (!this.#panes.focusCovering()) this.#page.focusAgain();
    });
    this.#handshake();
    this.#searcher.search();
  }

  #makePanes(): PaneController {
    const { after, strings } = this.options;
    return new PaneController(this.#store, {
      after,
      page: this.#page,
      makePane,
      draw: () => this.#draw(),
      parts: {
        ask: this.#ask,
        after,
        strings,
        formatNumber: this.#formatNumber,
        invalidate: () => this.#store.invalidate(),
        announce: (text) => this.#announcer.announce(text),
        act: (action, ids) => void this.#actions.act(action, ids),
      },
    });
  }

  #handshake(): void {
    this.#ask('start', { version: protocolVersion }).then(
      ({ version }) => {
        if (version !== protocolVersion) this.#store.update({ isOutdated: true });
      },
      (error: unknown) =>
        this.#actions.fail('action', error, () => {
          this.#handshake();
          this.#searcher.search();
        }),
    );
  }

  #draw(): void {
    this.#page.draw({
      state: this.#store.state,
      strings: this.options.strings,
      commands: this.#commands,
      formatNumber: this.#formatNumber,
      iconSource: (icon) => this.#icons.source(icon),
    });
    this.#measure();
    this.#facets.follow();
    this.#facts.follow();
    this.#panes.follow();
  }

  /** Measures the visible part of the list; notices and the window change it. */
  #measure(): void {
    const { viewport } = this.#page;
    if (viewport !== this.#store.state.viewport) this.#store.update({ viewport });
  }

  #resized(): void {
    this.#measure();
    if (this.#page.isFocused && !this.#panes.focusCovering()) this.#page.leaveHiddenList();
  }

  #onEvent({ name, value }: PanelEvent): void {
    switch (name) {
      case 'changed':
        this.#searcher.refresh();
        this.#panes.refresh();
        break;
      case 'focusSearch':
        this.#searchFor({});
        break;
      case 'setQuery':
        this.#searchFor(value.query);
        break;
      case 'show':
        this.#panes.open(value.row);
        break;
    }
  }

  #searchFor(change: Partial<SearchQuery>): void {
    const { query } = this.#store.state;
    if (Object.entries(change).some(([key, value]) => query[key as keyof SearchQuery] !== value)) {
      this.#query.set(change);
      this.#draw();
    }
    if (!this.#page.isWide) this.#panes.close();
    this.#page.focusBox(true);
  }

  #onResults(results: Results, moved: number | undefined): void {
    const { failure, results: previous } = this.#store.state;
    previous?.rows.dispose();
    this.#list.onResults(moved);
    this.#store.update({ results, failure: failure?.of === 'results' ? undefined : failure });
    const { summary, empty, problems } = results.reply;
    this.#announcer.announce(empty ? `${empty.title}. ${empty.text}` : summary);
    this.#problems.onResults(problems);
  }

  #onQuery(): void {
    this.#list.dropTentative();
    this.#keep();
    this.#searcher.search();
  }

  #keep(): void {
    this.#stopKeeping();
    const { query, scrollTop, isFiltering } = this.#store.state;
    const { page } = this.options.given;
    this.options.host.save({ page, query, scrollTop, isFiltering } satisfies KeptState);
  }

  #scroll(scrollTop: number): void {
    const { state } = this.#store;
    if (scrollTop === state.scrollTop || this.#page.isEcho(scrollTop, state)) return;
    this.#store.update({ scrollTop });
    this.#stopKeeping();
    this.#stopKeeping = this.options.after(keepAfter, () => this.#keep());
  }
}

type PanelEvent = { [Name in keyof PanelEvents]: { name: Name; value: PanelEvents[Name] } }[keyof PanelEvents];
