import { Asker, RemoteError } from '../src/shared/endpoint';
import {
  protocolVersion,
  type HostRequests,
  type PanelEvents,
  type ResourceAction,
  type SearchQuery,
} from '../src/shared/protocol';
import type { PanelStrings } from '../src/shared/strings';
import { Announcer } from './announcer';
import type { After, Ask } from './ask';
import type { PanelHost } from './host';
import { KeyHandler } from './keyHandler';
import { ListController } from './listController';
import { PageView } from './pageView';
import { Searcher } from './searcher';
import { firstState, readKeptState, type KeptState, type PanelState, type Results } from './state';
import { Store } from './store';
import type { PanelCommands } from './view/context';

/** Milliseconds: a page that is scrolled is kept when it rests. */
const keepAfter = 250;

export interface PanelOptions {
  readonly root: HTMLElement;
  readonly host: PanelHost;
  readonly strings: PanelStrings;
  readonly after: After;
}

/** The search panel: ties state, host and page together. */
export class Panel {
  readonly #store: Store<PanelState>;
  readonly #page: PageView;
  readonly #searcher: Searcher;
  readonly #list: ListController;
  readonly #announcer: Announcer;
  readonly #ask: Ask;
  readonly #commands: PanelCommands;
  readonly #formatNumber: (value: number) => string;
  #stopKeeping: () => void = () => undefined;

  constructor(private readonly options: PanelOptions) {
    const { host, after, root } = options;
    const kept = readKeptState(host.load());
    this.#page = new PageView(root);
    this.#store = new Store(
      firstState(kept.query, kept.scrollTop),
      () => this.#draw(),
      (action) => requestAnimationFrame(action),
    );
    const asker = new Asker<HostRequests, PanelEvents>(
      (message) => host.post(message),
      (name, value) => this.#onEvent(name, value),
    );
    host.onMessage((message) => asker.receive(message));
    this.#ask = (method, params, signal) => asker.ask(method, params, signal);
    this.#announcer = new Announcer(after, (announced) => this.#store.update({ announced }));
    this.#searcher = new Searcher(this.#store, {
      ask: this.#ask,
      after,
      isListFocused: () => this.#page.isListFocused,
      onResults: (results, moved) => this.#onResults(results, moved),
      onFailed: (error, retry) => this.#fail('results', error, retry),
    });
    this.#list = new ListController(this.#store, {
      ask: this.#ask,
      act: (action, ids) => this.#act(action, ids),
      onFailed: (error, retry) => this.#fail('action', error, retry),
      leave: () => this.#page.focusBox(),
    });
    this.#commands = this.#makeCommands();
    const numbers = new Intl.NumberFormat(document.documentElement.lang || 'en');
    this.#formatNumber = (value) => numbers.format(value);
  }

  /** Draws the page and begins to talk to the host. */
  start(): void {
    this.#draw();
    new ResizeObserver(() => this.#measure()).observe(this.options.root);
    // Coming into the panel by the keyboard lands where one types.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#page.focusBox();
    });
    this.#handshake();
    this.#searcher.search();
  }

  #handshake(): void {
    this.#ask('start', { version: protocolVersion }).then(
      ({ version }) => {
        if (version !== protocolVersion) this.#store.update({ isOutdated: true });
      },
      (error: unknown) =>
        this.#fail('action', error, () => {
          this.#handshake();
          this.#searcher.search();
        }),
    );
  }

  #draw(): void {
    const { strings } = this.options;
    this.#page.draw({
      state: this.#store.state,
      strings,
      commands: this.#commands,
      formatNumber: this.#formatNumber,
    });
    this.#measure();
  }

  /** Reads how much of the list is seen; notices and the window change it. */
  #measure(): void {
    const { viewport } = this.#page;
    if (viewport !== this.#store.state.viewport) this.#store.update({ viewport });
  }

  #onEvent<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name]): void {
    if (name === 'changed') this.#searcher.refresh();
    if (name === 'focusSearch') this.#focusSearch(value?.text);
  }

  #focusSearch(text: string | undefined): void {
    if (text !== undefined && text !== this.#store.state.query.text) {
      this.#setQuery({ text });
      this.#draw();
    }
    this.#page.focusBox(true);
  }

  #onResults(results: Results, moved: number | undefined): void {
    const { failure, results: old } = this.#store.state;
    old?.rows.dispose();
    this.#list.onResults(moved);
    this.#store.update({ results, failure: failure?.of === 'results' ? undefined : failure });
    const { summary, empty } = results.reply;
    this.#announcer.announce(empty ? `${empty.title}. ${empty.text}` : summary);
  }

  #setQuery(change: Partial<SearchQuery>): void {
    this.#list.dropTentative();
    this.#store.update({ query: { ...this.#store.state.query, ...change }, failure: undefined });
    this.#keep();
    this.#searcher.search();
  }

  #keep(): void {
    this.#stopKeeping();
    const { query, scrollTop } = this.#store.state;
    this.options.host.save({ query, scrollTop } satisfies KeptState);
  }

  #fail(of: 'results' | 'action', error: unknown, retry: () => void): void {
    const message = error instanceof RemoteError ? error.message : this.options.strings.failed;
    this.#store.update({ failure: { of, message, retry } });
  }

  /** Whether the host did it. */
  #act(action: ResourceAction, ids: readonly number[]): Promise<boolean> {
    return this.#request(this.#ask('act', { action, ids }), () => void this.#act(action, ids));
  }

  #run(id: string): void {
    void this.#request(this.#ask('run', { id }), () => this.#run(id));
  }

  async #request(answer: Promise<unknown>, retry: () => void): Promise<boolean> {
    try {
      await answer;
      if (this.#store.state.failure?.of === 'action') this.#store.update({ failure: undefined });
      return true;
    } catch (error) {
      this.#fail('action', error, retry);
      return false;
    }
  }

  #retry(): void {
    const { failure } = this.#store.state;
    this.#store.update({ failure: undefined });
    failure?.retry();
  }

  #scroll(scrollTop: number): void {
    const { state } = this.#store;
    if (scrollTop === state.scrollTop || this.#page.isEcho(scrollTop, state)) return;
    this.#store.update({ scrollTop });
    this.#stopKeeping();
    this.#stopKeeping = this.options.after(keepAfter, () => this.#keep());
  }

  #clearText(): void {
    this.#setQuery({ text: '' });
    this.#page.focusBox();
  }

  #makeCommands(): PanelCommands {
    const list = this.#list;
    const keys = new KeyHandler(this.#store, list, this.#page, (text) => this.#setQuery({ text }));
    return {
      type: (text) => this.#setQuery({ text }),
      clearText: () => this.#clearText(),
      setAudience: (audience) => this.#setQuery({ audience }),
      boxKey: (event) => keys.inBox(event),
      listKey: (event) => keys.inList(event),
      scroll: (scrollTop) => this.#scroll(scrollTop),
      click: (index, { shiftKey, ctrlKey, metaKey }) =>
        list.click(index, { isExtending: shiftKey, isToggling: ctrlKey || metaKey }),
      point: (index) => list.point(index),
      open: (index) => list.act('open', index),
      attach: (index) => list.act('attach', index),
      copySelection: () => list.actOnSelection('copyUri'),
      attachSelection: () => list.actOnSelection('attach'),
      clearSelection: () => list.clearSelection(),
      run: (id) => this.#run(id),
      retry: () => this.#retry(),
      dismiss: () => this.#store.update({ failure: undefined }),
    };
  }
}
