/** Texts whose widths are remembered: some thousand rows. */
const maxTexts = 20_000;

/** Widths of texts in the font of the page, in pixels. Each text is measured once: a measurement takes some microseconds. */
export class TextWidths {
  readonly #canvas = document.createElement('canvas').getContext('2d');
  readonly #widths = new Map<string, number>();
  #family = '';
  #size = '';

  /** Changes with the font of the page. */
  get font(): string {
    return `${this.#size} ${this.#family}`;
  }

  /** Follows the font of the page, which the user may have changed. Call it before each drawing. */
  follow(): void {
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    if (fontFamily === this.#family && fontSize === this.#size) return;
    this.#family = fontFamily;
    this.#size = fontSize;
    this.#widths.clear();
  }

  /** @param size in pixels; that of the page by default */
  of(text: string, isBold = false, size?: number): number {
    const font = `${isBold ? '700 ' : ''}${size === undefined ? this.#size : `${size}px`} ${this.#family}`;
    const key = `${font}\n${text}`;
    const knownWidth = this.#widths.get(key);
    if (knownWidth !== undefined) return knownWidth;
    if (this.#widths.size >= maxTexts) this.#widths.clear();
    const width = this.#measure(text, font);
    this.#widths.set(key, width);
    return width;
  }

  #measure(text: string, font: string): number {
    const canvas = this.#canvas;
    if (!canvas) return 0;
    canvas.font = font;
    return canvas.measureText(text).width;
  }
}
