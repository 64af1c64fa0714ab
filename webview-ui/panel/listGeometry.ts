/** A half-open range of row indexes. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Pixels; the same number stands in the style sheet. */
export const rowHeight = 36;

/** Rows that are drawn above and below the visible ones, so that fast scrolling never shows a gap. */
const overscan = 10;

/**
 * Chromium lays elements out up to 33.5 million device pixels high; a fourth of that leaves room for a window zoomed four times:
 * https://github.com/chromium/chromium/blob/5b83ed465231eb0bb65d444348d89cb5a66501a0/third_party/blink/renderer/platform/geometry/layout_unit.h
 * A longer list is squeezed: the scroll bar then moves through more rows per pixel.
 */
const tallest = 8_000_000;

/** The positions of a list's rows, which are equally high. All lengths in CSS pixels. */
export class ListGeometry {
  /** Height of the element that is scrolled. */
  readonly height: number;
  /** Height that the rows would need. */
  readonly #fullHeight: number;

  constructor(
    readonly total: number,
    readonly viewport: number,
    /** Height of the bar that covers the lower end of the viewport; the last row can be scrolled above it. */
    readonly covered: number,
  ) {
    this.#fullHeight = total * rowHeight + covered;
    this.height = Math.min(this.#fullHeight, tallest);
  }

  /** Offset of the visible rows from the first one, for a scroll position. */
  #toRows(scrollTop: number): number {
    if (this.height === this.#fullHeight) return scrollTop;
    return (scrollTop * (this.#fullHeight - this.viewport)) / (this.height - this.viewport);
  }

  #toScroll(offset: number): number {
    const room = Math.max(0, this.#fullHeight - this.viewport);
    const clamped = Math.min(Math.max(0, offset), room);
    if (this.height === this.#fullHeight) return clamped;
    return (clamped * (this.height - this.viewport)) / room;
  }

  /** The nearest position that can be scrolled to. */
  clamp(scrollTop: number): number {
    return Math.min(Math.max(0, scrollTop), Math.max(0, this.height - this.viewport));
  }

  /** Rows that are visible at least in part. */
  visibleRows(scrollTop: number): Range {
    const offset = this.#toRows(this.clamp(scrollTop));
    const from = Math.min(this.total, Math.floor(offset / rowHeight));
    return { from, to: Math.min(this.total, Math.ceil((offset + this.viewport) / rowHeight)) };
  }

  /** Rows to draw. */
  rowsToDraw(scrollTop: number): Range {
    const { from, to } = this.visibleRows(scrollTop);
    return { from: Math.max(0, from - overscan), to: Math.min(this.total, to + overscan) };
  }

  /** Position of a row inside the scrolled element. */
  top(index: number, scrollTop: number): number {
    return index * rowHeight - this.#toRows(scrollTop) + scrollTop;
  }

  /** The scroll position, as near as possible to the given one, at which a whole row is visible. */
  reveal(index: number, scrollTop: number): number {
    const offset = this.#toRows(scrollTop);
    const top = index * rowHeight;
    const lowest = top + rowHeight - (this.viewport - this.covered);
    if (top < offset) return this.#toScroll(top);
    return lowest > offset ? this.#toScroll(Math.min(top, lowest)) : scrollTop;
  }

  /** The scroll position that shows the same as `previous` at `scrollTop`, after `rows` rows were inserted above it. */
  follow(previous: ListGeometry, rows: number, scrollTop: number): number {
    return this.#toScroll(previous.#toRows(scrollTop) + rows * rowHeight);
  }

  /** Rows that one page up or down moves by: one stays visible. */
  get page(): number {
    return Math.max(1, Math.floor((this.viewport - this.covered) / rowHeight) - 1);
  }
}
