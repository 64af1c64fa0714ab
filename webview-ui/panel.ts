import { render } from 'lit/html.js';
import type { AudienceFilter } from '../src/shared/audience';
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
import { focusTextField } from './controls/textField';
import type { PanelHost } from './host';
import { listKey, type ListKey } from './keys';
import { ListController } from './listController';
import { Searcher } from './searcher';
import { firstState, geometryOf, readKeptState, type KeptState, type PanelState, type Results } from './state';
import { Store } from './store';
import type { PanelCommands } from './view/context';
import { panelView } from './view/panelView';

/** A page that is scrolled is kept when it rests. */
const keepAfter = 250;

export interface PanelOptions {
  readonly root: HTMLElement;
  readonly host: PanelHost;
  readonly strings: PanelStrings;
  readonly after: After;
}

/** The search panel: ties state, host and view together. */
export class Panel {
  readonly #store: Store<PanelState>;
  readonly #searcher: Searcher;
  readonly #list: ListController;
  readonly #announcer: Announcer;
  readonly #ask: Ask;
  readonly #commands: PanelCommands;
  readonly #formatNumber: (value: number) => string;
  #stopKeeping: () => void = () => undefined;
  /** The last scroll position that the page itself asked for, and what became of it. */
  #placed = { asked: 0, scrollTop: 0 };

  constructor(private readonly options: PanelOptions) {
    const { host, after } = options;
    const kept = readKeptState(host.load());
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
    const onFailed = (error: unknown, retry: () => void): void => this.#fail('results', error, retry);
    this.#searcher = new Searcher(this.#store, {
      ask: this.#ask,
      after,
      isListFocused: () => document.activeElement === this.#listElement,
      onResults: (results, moved) => this.#onResults(results, moved),
      onFailed,
    });
    this.#list = new ListController(this.#store, {
      ask: this.#ask,
      act: (action, ids) => this.#act(action, ids),
      onFailed,
      leave: () => this.#focusBox(),
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
      if (document.activeElement === document.body) this.#focusBox();
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
        this.#fail('results', error, () => {
          this.#handshake();
          this.#searcher.search();
        }),
    );
  }

  get #listElement(): HTMLElement | null {
    return this.options.root.querySelector<HTMLElement>('#results');
  }

  #draw(): void {
    const { root, strings } = this.options;
    const hadFocus = root.contains(document.activeElement);
    const state = this.#store.state;
    const view = panelView({ state, strings, commands: this.#commands, formatNumber: this.#formatNumber });
    render(view, root);
    const list = this.#listElement;
    if (list && list.scrollTop !== state.scrollTop) this.#scrollTo(list, state.scrollTop);
    state.results?.rows.want(geometryOf(state).visible(state.scrollTop));
    if (hadFocus && !root.contains(document.activeElement)) this.#focusNearest();
    this.#measure();
  }

  /** Reads how much of the list is seen; notices and the window change it. */
  #measure(): void {
    const viewport = this.options.root.querySelector('.results')?.clientHeight ?? 0;
    if (viewport !== this.#store.state.viewport) this.#store.update({ viewport });
  }

  #onEvent<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name]): void {
    if (name === 'changed') this.#searcher.refresh();
    if (name === 'focusSearch') this.#focusSearch((value as PanelEvents['focusSearch']).text);
  }

  #focusSearch(text: string | undefined): void {
    if (text !== undefined && text !== this.#store.state.query.text) {
      this.#setQuery({ text });
      this.#draw();
    }
    focusTextField(this.options.root, true);
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
  async #act(action: ResourceAction, ids: readonly number[]): Promise<boolean> {
    const retry = (): void => void this.#act(action, ids);
    return this.#request(this.#ask('act', { action, ids }), retry);
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

  #focusBox(): void {
    focusTextField(this.options.root);
  }

  #focusList(): void {
    this.#listElement?.focus({ preventScroll: true });
    this.#list.reveal();
  }

  /** The element with the focus is gone: the next best gets it. */
  #focusNearest(): void {
    if (this.#listElement) this.#listElement.focus({ preventScroll: true });
    else this.#focusBox();
  }

  #makeCommands(): PanelCommands {
    const list = this.#list;
    return {
      type: (text) => this.#setQuery({ text }),
      clearText: () => this.#clearText(),
      setAudience: (audience: AudienceFilter) => this.#setQuery({ audience }),
      boxKey: (event) => this.#boxKey(event),
      listKey: (event) => this.#listKey(event),
      scroll: (scrollTop) => this.#scroll(scrollTop),
      click: (index, event) =>
        list.click(index, { isExtending: event.shiftKey, isToggling: event.ctrlKey || event.metaKey }),
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

  #run(id: string): void {
    void this.#request(this.#ask('run', { id }), () => this.#run(id));
  }

  #retry(): void {
    const { failure } = this.#store.state;
    this.#store.update({ failure: undefined });
    failure?.retry();
  }

  #scrollTo(list: HTMLElement, asked: number): void {
    list.scrollTop = asked;
    this.#placed = { asked, scrollTop: list.scrollTop };
  }

  #scroll(scrollTop: number): void {
    const { state } = this.#store;
    // The echo of our own scrolling comes a frame late, when a key may have asked for the next position.
    const isEcho = scrollTop === this.#placed.scrollTop && state.scrollTop !== this.#placed.asked;
    if (isEcho || scrollTop === state.scrollTop) return;
    this.#store.update({ scrollTop });
    this.#stopKeeping();
    this.#stopKeeping = this.options.after(keepAfter, () => this.#keep());
  }

  #clearText(): void {
    this.#setQuery({ text: '' });
    this.#focusBox();
  }

  #boxKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const hasRows = this.#listElement !== null;
    const { query, selection } = this.#store.state;
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      if (hasRows) this.#focusList();
    } else if (event.key === 'Escape' && query.text) this.#clearText();
    else if (event.key === 'Escape' && selection.ids.size > 0) this.#list.clearSelection();
    else return;
    handled(event);
  }

  #listKey(event: KeyboardEvent): void {
    const key = listKey(event);
    if (!key) return;
    // What is typed must still reach the box that gets the focus now.
    if (key.kind === 'type') {
      this.#focusBox();
      return;
    }
    handled(event);
    this.#runListKey(key);
  }

  #runListKey(key: Exclude<ListKey, { kind: 'type' }>): void {
    switch (key.kind) {
      case 'move':
        return this.#list.move(key.to, key.isExtending);
      case 'toggle':
        return this.#list.toggle();
      case 'selectAll':
        return this.#list.selectAll();
      case 'attach':
        return this.#list.actOnSelection('attach');
      case 'open':
        return this.#list.act('open');
      case 'escape':
        return this.#stepBack();
    }
  }

  /** One step a key: the selection, then the text, then the list itself. */
  #stepBack(): void {
    const { selection, query } = this.#store.state;
    if (selection.ids.size > 0) this.#list.clearSelection();
    else if (query.text) this.#setQuery({ text: '' });
    else this.#focusBox();
  }
}

/** The key is ours: neither the browser nor VS Code does anything else with it. */
function handled(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
