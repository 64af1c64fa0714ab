import { html, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PaneParts } from '../base/pane';

export type DrawParts = Pick<PaneParts, 'after' | 'invalidate'>;

/** A part of the content. `size` is the work of drawing it, in characters. */
export interface Piece {
  readonly size: number;
}

/** Characters drawn at once. */
const step = 8_000;

/**
 * Draws long content piece by piece, some with each frame, until all of it is there: so few at once that keys and scrolling
 * are handled in between.
 */
export class Gradual<Part extends Piece> {
  #shown = 0;
  #isDisposed = false;
  #stop: (() => void) | undefined;

  constructor(
    private readonly pieces: readonly Part[],
    private readonly parts: DrawParts,
    private readonly draw: (piece: Part) => TemplateResult,
  ) {
    this.#showMore();
  }

  content(): TemplateResult {
    this.#scheduleMore();
    const visible = this.pieces.slice(0, this.#shown);
    return html`${repeat(
      visible,
      (piece) => piece,
      (piece) => guard([piece], () => this.draw(piece)),
    )}`;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop?.();
  }

  #scheduleMore(): void {
    if (this.#stop || this.#isDisposed || this.#shown >= this.pieces.length) return;
    this.#stop = this.parts.after(0, () => {
      this.#stop = undefined;
      this.#showMore();
      this.parts.invalidate();
    });
  }

  #showMore(): void {
    for (let size = 0; size < step && this.#shown < this.pieces.length; this.#shown += 1)
      size += this.pieces[this.#shown]?.size ?? 0;
  }
}
