import { Asker, RemoteError } from '../../src/shared/endpoint';
import { protocolVersion, type HostRequests, type PanelEvents, type SearchQuery } from '../../src/shared/protocol';
import { storedVersion } from '../../src/shared/storedVersion';
import type { PanelStrings } from '../../src/shared/panelStrings';
import { Announcer } from '../base/announcer';
import { Arrival } from './arrival';
import type { After, Ask } from '../base/ask';
import { TextWidths } from '../base/textWidths';
import { whenIdle } from '../base/whenIdle';
import { ignoreSecondClick } from '../base/secondClick';
import { FacetCounts } from './facetCounts';
import type { PanelHost } from '../base/host';
import type { PaneParts } from '../base/pane';
import { HostActions } from './hostActions';
import { ListController } from './listController';
import { PageView } from './pageView';
import { PaneController } from './paneController';
import { panelCommands, type PanelCommands } from './panelCommands';
import { ProblemDisplay } from './problemDisplay';
import { QueryEditor } from './queryEditor';
import { Searcher, type SearchEvents } from './searcher';
import { SelectionFactsLoader } from './selectionFacts';
import { ServerIcons } from './serverIcons';
import { firstState, readSavedState, type GivenState, type SavedState, type Results } from './state';
import { Store } from './store';

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
  readonly #store: Store;
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
  readonly #arrival: Arrival;
  readonly #commands: PanelCommands;
  readonly #formatNumber: (value: number) => string;
  readonly #widths = new TextWidths();
  #stopKeeping: () => void = () => undefined;
  #stopDrawingAhead: (() => void) | undefined;

  constructor(private readonly options: PanelOptions) {
    const { host, after, root, strings, given } = options;
    const asker = new Asker<HostRequests, PanelEvents>(
      (message) => host.post(message),
      (name, value) => {
        // A page may live longer than the version of the host that it was made for.
        if (Object.hasOwn(this.#on, name)) this.#on[name](value);
      },
    );
    host.onMessage((message) => asker.receive(message));
    const ask: Ask = (method, params, signal) => asker.ask(method, params, signal);
    const page = new PageView(root);
    const store = new Store(firstState(readSavedState(host.load(), given)), () => this.#draw());
    const numbers = new Intl.NumberFormat(document.documentElement.lang || 'en');
    const announcer = new Announcer(after, (announced) => store.update({ announced }));
    const actions = new HostActions(store, ask, strings.failed);
    this.#ask = ask;
    this.#page = page;
    this.#store = store;
    this.#announcer = announcer;
    this.#actions = actions;
    this.#formatNumber = (value) => numbers.format(value);
    this.#problems = new ProblemDisplay(store, after, (text) => announcer.announce(text));
    this.#icons = new ServerIcons(ask, options.theme, () => store.invalidate());
    this.#facts = new SelectionFactsLoader(store, ask, after);
    this.#facets = new FacetCounts(store, ask, after);
    this.#searcher = new Searcher(store, ask, after, page, this.#searchEvents);
    this.#arrival = new Arrival(() => page.boxText(store.state.query.text), after);
    this.#query = new QueryEditor(store, () => this.#onQuery());
    this.#panes = new PaneController(store, page, this.#paneParts(), given.isEditor, () => this.#draw());
    this.#list = new ListController(store, ask, actions, this.#panes, page);
    this.#commands = this.#newCommands();
  }

  readonly #searchEvents: SearchEvents = {
    onMeasure: () => this.#layOut(),
    onResults: (results, moved) => this.#onResults(results, moved),
    onFailed: (error, retry) => {
      this.#list.dropWaiting();
      this.#actions.fail('results', error, retry);
    },
  };

  readonly #on: { readonly [Name in keyof PanelEvents]: (value: PanelEvents[Name]) => void } = {
    repeated: (repetition) => this.#searcher.repeated(repetition),
    repeatFailed: ({ message }) => this.#searcher.repeatFailed(new RemoteError(message)),
    typed: (typed) => {
      const text = this.#arrival.join(typed);
      this.#searchFor(text === undefined ? {} : { text }, text === undefined);
    },
    savedSearches: ({ names }) => this.#store.update({ savedSearches: names }),
    setQuery: ({ query }) => this.#searchFor(query),
    show: ({ row }) => this.#panes.open(row),
  };

  /** Connects to the host, which works while the page is drawn. */
  start(): void {
    this.#handshake();
    this.#searcher.search();
    this.#draw();
    new ResizeObserver(() => this.#resized()).observe(this.options.root);
    new MutationObserver(() => this.#store.invalidate()).observe(document.body, { attributeFilter: ['class'] });
    window.addEventListener('focus', () => this.#focused());
    window.addEventListener('blur', () => this.#arrival.blurred());
    document.addEventListener('keydown', (event) => this.#keyPressed(event));
    for (const name of ['mousedown', 'click'] as const) document.addEventListener(name, ignoreSecondClick, true);
    // A query that the host gave is in no state yet, and an editor is restored from its state alone.
    this.#keep();
    // VS Code may have given the focus to a page whose script had not run yet.
    if (document.hasFocus()) this.#focused();
  }

  #focused(): void {
    this.#arrival.focused();
    if (!this.#panes.focusCovering()) this.#page.focusAgain();
    // If that fails, VS Code passes on what is typed into the page, until it gives up.
    this.#ask('focused', {}).then(
      () => this.#arrival.arrived(),
      () => undefined,
    );
  }

  /**
   * VS Code gets every key that reaches the window, and while the panel opens it passes letters back as {@link PanelEvents.typed}: those that
   * are typed into the page must not come twice.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/webview/browser/pre/index.html (handleInnerKeydown)
   */
  #keyPressed(event: KeyboardEvent): void {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (isShortcut) this.#arrival.begin();
    else if (/^.$/u.test(event.key)) {
      event.stopPropagation();
      if (this.#page.isPaneFocused) this.#arrival.typedElsewhere(event.key);
    }
  }

  #paneParts(): PaneParts {
    const { after, strings } = this.options;
    return {
      ask: this.#ask,
      after,
      strings,
      formatNumber: this.#formatNumber,
      invalidate: () => this.#store.invalidate(),
      announce: (text) => this.#announcer.announce(text),
      act: (action, ids) => void this.#actions.act(action, ids),
      close: () => void this.#panes.close(),
    };
  }

  #newCommands(): PanelCommands {
    return panelCommands({
      store: this.#store,
      page: this.#page,
      list: this.#list,
      panes: this.#panes,
      query: this.#query,
      actions: this.#actions,
      facts: this.#facts,
      isEditor: this.options.given.isEditor,
      draw: () => this.#draw(),
      scroll: (scrollTop) => this.#scroll(scrollTop),
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
    this.#widths.follow();
    this.#page.draw({
      state: this.#store.state,
      isEditor: this.options.given.isEditor,
      strings: this.options.strings,
      commands: this.#commands,
      formatNumber: this.#formatNumber,
      widths: this.#widths,
      iconSource: (icon) => this.#icons.source(icon),
    });
    this.#measure();
    this.#facets.follow();
    this.#facts.follow();
    this.#panes.follow();
    if (!this.#store.state.isDrawnAhead) this.#stopDrawingAhead ??= whenIdle(() => this.#drawAhead());
  }

  #drawAhead(): void {
    this.#stopDrawingAhead = undefined;
    this.#store.update({ isDrawnAhead: true });
  }

  /** Measures the visible part of the list; notices and the window change it. */
  #measure(): void {
    const { viewport, width } = this.#page.size;
    const { state } = this.#store;
    if (viewport !== state.viewport || width !== state.width) this.#store.update({ viewport, width });
  }

  #layOut(): void {
    this.#page.fit();
    this.#measure();
  }

  #resized(): void {
    this.#layOut();
    if (this.#page.isFocused) this.#panes.focusCovering();
  }

  #searchFor(change: Partial<SearchQuery>, isSelecting = true): void {
    const { query } = this.#store.state;
    if (Object.entries(change).some(([key, value]) => query[key as keyof SearchQuery] !== value)) {
      this.#query.set(change);
      this.#draw();
    }
    if (!this.#page.isWide) this.#panes.close();
    this.#page.focusBox(isSelecting);
  }

  #onResults(results: Results, moved: number | undefined): void {
    const { failure, results: previous, isDrawnAhead } = this.#store.state;
    previous?.rows.dispose();
    this.#stopDrawingAhead?.();
    this.#stopDrawingAhead = undefined;
    this.#list.onResults(moved);
    this.#store.update({
      results,
      failure: failure?.of === 'results' ? undefined : failure,
      isDrawnAhead: moved !== undefined && isDrawnAhead,
    });
    const { summary, empty, problems } = results.reply;
    if (!results.isOwn) {
      this.#panes.refresh();
      this.#announcer.announce(empty ? asSentences(empty.title, empty.text) : summary);
      this.#problems.onResults(problems);
    }
    this.#list.actOnFound();
  }

  #onQuery(): void {
    this.#page.writeBox(this.#store.state.query.text);
    this.#list.dropTentative();
    this.#list.dropWaiting();
    this.#searcher.search();
    this.#keep();
  }

  #keep(): void {
    this.#stopKeeping();
    const { query, scrollTop } = this.#store.state;
    const { page } = this.options.given;
    this.options.host.save({ version: storedVersion, page, query, scrollTop } satisfies SavedState);
  }

  #scroll(scrollTop: number): void {
    const { state } = this.#store;
    if (scrollTop === state.scrollTop || this.#page.isEcho(scrollTop, state)) return;
    this.#store.update({ scrollTop });
    this.#stopKeeping();
    this.#stopKeeping = this.options.after(keepAfter, () => this.#keep());
  }
}

/** For screen readers: a title that ends with a full stop gets no other. */
function asSentences(title: string, text: string): string {
  if (text === '') return title;
  return `${title}${/[.。…]$/u.test(title) ? '' : '.'} ${text}`;
}
