import type { TemplateResult } from 'lit/html.js';
import { RemoteError } from '../../src/shared/endpoint';
import type { Preview } from '../../src/shared/previewProtocol';
import type { Pane, PaneParts } from '../base/pane';
import { partView, type PartView } from './partView';
import { previewView } from './previewView';

/** Milliseconds after which a pending read is shown. */
const loadingDelay = 300;

export type PreviewState =
  | { readonly kind: 'loading'; readonly isSlow: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  /** The resource was removed: nothing can be done with it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'ready'; readonly preview: Preview; readonly views: readonly PartView[] };

/** Shows a resource's content: asks the host to read it, and draws the answer. */
export class PreviewPane implements Pane {
  readonly title: string;
  #state: PreviewState = { kind: 'loading', isSlow: false };
  #isWrapped = false;
  #abort = new AbortController();
  #stopWaiting: () => void = () => undefined;

  constructor(
    private readonly parts: PaneParts,
    private readonly row: { readonly id: number; readonly title: string },
  ) {
    this.title = row.title;
    void this.#load();
  }

  content(): TemplateResult {
    const { act, close, strings } = this.parts;
    return previewView(this.#state, {
      strings,
      title: this.title,
      isWrapped: this.#isWrapped,
      act: (action) => act(action, [this.row.id]),
      retry: () => this.#retry(),
      cancel: close,
      toggleWrap: () => {
        this.#isWrapped = !this.#isWrapped;
        this.parts.invalidate();
      },
    });
  }

  /** The keys that scroll work at once; Tab goes on to the actions. */
  focus(root: HTMLElement): void {
    root.querySelector<HTMLElement>('.preview-body')?.focus({ preventScroll: true });
  }

  refresh(): void {
    if (this.#state.kind === 'gone') return;
    this.parts.ask('isListed', { id: this.row.id }).then(
      (isListed) => {
        if (!isListed) this.#leave();
      },
      // The next change asks again.
      () => undefined,
    );
  }

  dispose(): void {
    this.#abort.abort();
    this.#stopWaiting();
    if (this.#state.kind === 'ready') for (const view of this.#state.views) view.dispose();
  }

  /** The actions disappear: the focus stays near. */
  #leave(): void {
    document.activeElement?.closest('.preview')?.querySelector<HTMLElement>('.preview-body')?.focus();
    this.dispose();
    this.#become({ kind: 'gone' });
    this.parts.announce(this.parts.strings.content.gone);
  }

  /** The retry button disappears: the focus stays near. */
  #retry(): void {
    document.activeElement?.closest<HTMLElement>('.preview-body')?.focus();
    void this.#load();
  }

  async #load(): Promise<void> {
    this.#become({ kind: 'loading', isSlow: false });
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#stopWaiting = this.parts.after(loadingDelay, () => this.#become({ kind: 'loading', isSlow: true }));
    const next = await this.#read(signal);
    this.#stopWaiting();
    if (signal.aborted) return;
    this.#become(next);
    const text = next.kind === 'ready' ? `${this.title}, ${next.preview.summary}` : '';
    this.parts.announce(next.kind === 'failed' ? next.message : text);
  }

  async #read(signal: AbortSignal): Promise<PreviewState> {
    try {
      const preview = await this.parts.ask('preview', { id: this.row.id }, signal);
      const views = preview.parts.map((part, index) => partView(part, this.title, index, this.parts));
      return { kind: 'ready', preview, views };
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
