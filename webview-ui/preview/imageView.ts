import { html, type TemplateResult } from 'lit/html.js';
import { fill } from '../../src/shared/strings';
import type { PaneParts } from '../base/pane';

/** A picture, and its size once it is known. */
export class ImageView {
  #state: { readonly width: number; readonly height: number } | 'loading' | 'broken' = 'loading';

  constructor(
    /** A `data:` URI. */
    private readonly source: string,
    private readonly alternative: string,
    private readonly parts: Pick<PaneParts, 'invalidate' | 'strings' | 'formatNumber'>,
  ) {}

  content(): TemplateResult {
    const { strings, formatNumber } = this.parts;
    if (this.#state === 'broken') return html`<p class="preview-note">${strings.content.brokenImage}</p>`;
    const size = this.#state === 'loading' ? '' : [this.#state.width, this.#state.height].map(formatNumber);
    return html`<figure class="preview-image">
      <img src=${this.source} alt=${this.alternative} @load=${this.#loaded} @error=${this.#onError} />
      <figcaption class="preview-note">${size === '' ? '\u00a0' : fill(strings.content.pixels, ...size)}</figcaption>
    </figure>`;
  }

  readonly #loaded = (event: Event): void => {
    const { naturalWidth: width, naturalHeight: height } = event.currentTarget as HTMLImageElement;
    this.#state = { width, height };
    this.parts.invalidate();
  };

  readonly #onError = (): void => {
    this.#state = 'broken';
    this.parts.invalidate();
  };
}
