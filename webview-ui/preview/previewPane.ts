import type { TemplateResult } from 'lit/html.js';
import { RemoteError } from '../../src/shared/endpoint';
import type { Preview } from '../../src/shared/previewProtocol';
import type { Pane, PaneParts } from '../base/pane';
import { timeAgo } from '../base/timeAgo';
import { partView, type PartView } from './partView';
import { previewView, summaryOf, type PreviewContext } from './previewView';

/** Milliseconds after which a pending read is shown. */
const loadingDelay = 300;
/** Interval at which the ages are drawn again, in ms. */
const agesEvery = 60_000;

export type PreviewState =
  | { readonly kind: 'loading'; readonly isSlow: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  /** The resource was removed: nothing can be done with it. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'ready';
      readonly preview: Preview;
      readonly views: readonly PartView[];
      /** By the page's clock, which may differ from the host's; in ms since 1970. */
      readonly arrivedAt: number;
    };

/** Shows a resource's content: asks the host to read it, and draws the answer. */
export class PreviewPane implements Pane {
  readonly title: string;
  #state: PreviewState = { kind: 'loading', isSlow: false };
  #isWrapped = false;
  #abort = new AbortController();
  #stopWaiting: () => void = () => undefined;
  #stopAging: () => void = () => undefined;

  constructor(
    private readonly parts: PaneParts,
    private readonly row: { readonly id: number; readonly title: string; readonly isFollowed?: true },
  ) {
    this.title = row.title;
    void this.#load();
  }

  content(): TemplateResult {
    return previewView(this.#state, this.#context);
  }

  get #context(): PreviewContext {
    const { act, close, strings } = this.parts;
    return {
      strings,
      title: this.title,
      isWrapped: this.#isWrapped,
      ago: (time) => this.#ago(time),
      act: (action) => act(action, [this.row.id]),
      retry: () => this.#retry(),
      cancel: close,
      toggleWrap: () => {
        this.#isWrapped = !this.#isWrapped;
        this.parts.invalidate();
      },
    };
  }

  /** The keys that scroll work at once; Tab goes on to the actions. */
  focus(root: HTMLElement): void {
    root.querySelector<HTMLElement>('.preview-body')?.focus({ preventScroll: true });
  }

  refresh(): void {
    if (this.#state.kind === 'gone') return;
    this.parts.ask('standing', { id: this.row.id }).then(
      (standing) => {
        const shown = this.#state.kind === 'ready' && this.#state.preview.facts.map(([, value]) => value);
        if (!standing) this.#leave();
        else if (standing.permission !== undefined && shown && !shown.includes(standing.permission)) this.#retry();
      },
      // The next change asks again.
      () => undefined,
    );
  }

  dispose(): void {
    this.#abort.abort();
    this.#stopWaiting();
    this.#stopAging();
    if (this.#state.kind === 'ready') for (const view of this.#state.views) view.dispose?.();
  }

  /** The actions disappear: the focus stays near. */
  #leave(): void {
    document.activeElement?.closest('.preview')?.querySelector<HTMLElement>('.preview-body')?.focus();
    this.dispose();
    this.#become({ kind: 'gone' });
    this.parts.announce(this.parts.strings.content.gone);
  }

  /** What was shown disappears, the retry button with it: the focus stays near. */
  #retry(): void {
    document.activeElement?.closest<HTMLElement>('.preview-body')?.focus();
    void this.#load();
  }

  async #load(): Promise<void> {
    this.dispose();
    this.#become({ kind: 'loading', isSlow: false });
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#stopWaiting = this.parts.after(loadingDelay, () => this.#become({ kind: 'loading', isSlow: true }));
    const next = await this.#read(signal);
    this.#stopWaiting();
    if (signal.aborted) return;
    this.#become(next);
    if (next.kind === 'ready') this.#age();
    const text = next.kind === 'ready' ? `${this.title}, ${summaryOf(next.preview, this.#context)}` : '';
    this.parts.announce(next.kind === 'failed' ? next.message : text);
  }

  #age(): void {
    this.#stopAging = this.parts.after(agesEvery, () => {
      this.parts.invalidate();
      this.#age();
    });
  }

  #ago(time: number): string {
    if (this.#state.kind !== 'ready') return '';
    const { preview, arrivedAt } = this.#state;
    return timeAgo(time, preview.now + Date.now() - arrivedAt, this.parts.strings.content.justNow);
  }

  async #read(signal: AbortSignal): Promise<PreviewState> {
    try {
      const { id, isFollowed } = this.row;
      const preview = await this.parts.ask('preview', { id, ...(isFollowed && { isFollowed }) }, signal);
      const views = preview.parts.map((part, index) => partView(part, this.title, index, this.parts));
      return { kind: 'ready', preview, views, arrivedAt: Date.now() };
    } catch (error) {
      const message = error instanceof RemoteError ? error.message : this.parts.strings.failed;
      return { kind: 'failed', message };
    }
  }

  #become(state: PreviewState): void {
    this.#state = state;
    this.parts.invalidate();
  }
}
