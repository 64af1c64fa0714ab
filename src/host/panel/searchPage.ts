import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview } from 'vscode';
import { Answerer, type Handlers } from '../../shared/endpoint';
import { panelPage } from '../../shared/panelPage';
import type { HostRequests, PanelEvents, Repetition, SearchQuery } from '../../shared/protocol';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import { Pace } from '../../core/base/pace';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import { pageProof } from '../base/proofs';
import { describeError } from '../base/tell';
import { panelStrings } from './panelStrings';

const publishEvery = 100;
/** What is added to it for the pages of a list: each lets the host search, and the page draw, all that is there by then. */
const pagesLater = 600;

/** A message for the page, sent as soon as it can listen; `until` in ms, after which it is dropped. */
interface Wanted {
  readonly send: (answerer: Answerer<HostRequests, PanelEvents>) => void;
  readonly until: number;
}

/** Messages for a page that may not be there yet. */
export class PageMail {
  #wanted: Wanted | undefined;
  #typed: PanelEvents['typed'] | undefined;

  constructor(private readonly clock: Clock) {}

  /** Only the last one is sent. */
  put<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name], until = Infinity): void {
    this.#wanted = { send: (answerer) => answerer.send(name, value), until };
  }

  /** See {@link PanelEvents.typed}; what was typed before is kept. */
  type(text: string, isNew: boolean): void {
    this.#typed = isNew
      ? { text, isNew }
      : { isNew: this.#typed?.isNew ?? false, text: (this.#typed?.text ?? '') + text };
  }

  deliver(answerer: Answerer<HostRequests, PanelEvents>): void {
    const [wanted, typed] = [this.#wanted, this.#typed];
    [this.#wanted, this.#typed] = [undefined, undefined];
    if (wanted && this.clock.now() <= wanted.until) wanted.send(answerer);
    if (typed) answerer.send('typed', typed);
  }
}

export interface PageParts {
  readonly extensionUri: Uri;
  /** Events after which a page's query is repeated. */
  readonly changes: readonly Event<unknown>[];
  readonly catalog: Pick<Catalog, 'onDidChange' | 'isFurtherPage'>;
  /** Names of the saved searches, and the event after which they differ. */
  readonly savedSearches: { readonly names: readonly string[]; readonly onDidChange: Event<void> };
  readonly clock: Clock;
  readonly log: Logger;
}

/** The webview that a page is in. */
export interface PagePlace {
  readonly webview: Webview;
  readonly isVisible: () => boolean;
  readonly isEditor: boolean;
  readonly handlers: Handlers<HostRequests>;
  /** See {@link SearchService.repeat}. */
  readonly repeat: () => Promise<Repetition | undefined>;
  /** The query to begin with. */
  readonly query: SearchQuery | undefined;
  readonly mail: PageMail;
}

/** The search page in one webview: answers its requests, and its last query again after changes. */
export class SearchPage implements Disposable {
  readonly #store = new DisposableStore();
  readonly #publish: Pace;
  readonly #answerer: Answerer<HostRequests, PanelEvents>;
  /** True once the page has started: messages before that are lost. */
  #isListening = false;

  constructor(
    private readonly parts: PageParts,
    private readonly place: PagePlace,
  ) {
    const store = this.#store;
    const { webview, handlers } = place;
    this.#publish = store.add(
      // A list comes in three events: it begins, its first page is there, and it is whole.
      new Pace(parts.clock, publishEvery, () => this.#repeat(), { atOnce: 3, extraPause: pagesLater }),
    );
    store.add(parts.catalog.onDidChange(() => this.#publish.trigger(parts.catalog.isFurtherPage)));
    for (const event of parts.changes) store.add(event(() => this.#publish.trigger()));
    store.add(parts.savedSearches.onDidChange(() => this.#sendSavedSearches()));
    this.#answerer = new Answerer<HostRequests, PanelEvents>(
      (message) => void webview.postMessage(message),
      {
        ...handlers,
        start: async (params, signal) => {
          const answer = await handlers.start(params, signal);
          this.#isListening = true;
          this.#sendSavedSearches();
          this.deliver();
          return answer;
        },
      },
      { newAbort: () => new AbortController(), describeError: (error) => describeError(error, parts.log) },
    );
    const dist = Uri.joinPath(parts.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    store.add(webview.onDidReceiveMessage((message: unknown) => void this.#answerer.receive(message)));
    const uri = (name: string): string => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
    webview.html = panelPage({
      nonce: randomBytes(16).toString('hex'),
      cspSource: webview.cspSource,
      scriptUri: uri('webview.js'),
      styleUri: uri('webview-style.css'),
      codiconUri: uri('codicon.css'),
      strings: panelStrings(),
      query: place.query,
      menuProof: pageProof,
      isEditor: place.isEditor,
      // Without a translation the texts are English, whatever the editor's language.
      language: l10n.bundle ? env.language : 'en',
    });
  }

  /** The page is in sight again: it was told nothing meanwhile. */
  shown(): void {
    this.#publish.trigger();
  }

  /** Sends what is in the mail, once the page listens. */
  deliver(): void {
    if (this.#isListening) this.place.mail.deliver(this.#answerer);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #repeat(): Promise<void> {
    if (!this.#isListening || !this.place.isVisible()) return;
    try {
      const repetition = await this.place.repeat();
      if (repetition) this.#answerer.send('repeated', repetition);
    } catch (error) {
      this.#answerer.send('repeatFailed', { message: describeError(error, this.parts.log) });
    }
  }

  #sendSavedSearches(): void {
    if (this.#isListening) this.#answerer.send('savedSearches', { names: this.parts.savedSearches.names });
  }
}
