import { describe, expect, it } from 'vitest';
import { nothingSelected, selectAlso, selectOnly, toggleSelected } from '../../../webview-ui/panel/selection';

const ids = (count: number, first = 1): number[] => Array.from({ length: count }, (_, index) => first + index);

describe('a selection', () => {
  it('keeps the order in which it was made', () => {
    const selection = toggleSelected(selectAlso(toggleSelected(nothingSelected, 7), [3, 7, 5], 3), 1);
    expect([...selection.ids]).toEqual([7, 3, 5, 1]);
    expect([...toggleSelected(selection, 3).ids]).toEqual([7, 5, 1]);
  });

  it('is tentative only after a plain click', () => {
    const clicked = selectOnly(4);
    expect([clicked.isTentative, toggleSelected(clicked, 5).isTentative]).toEqual([true, false]);
  });

  it('ends at a thousand and knows how many were wanted', () => {
    const full = selectAlso(nothingSelected, ids(1000), 5000);
    expect([full.ids.size, full.wanted]).toEqual([1000, 5000]);
    expect(toggleSelected(full, 2000)).toEqual({ ...full, wanted: 1001 });
    const less = toggleSelected(full, 1000);
    expect([less.ids.size, less.wanted]).toEqual([999, undefined]);
  });

  it('counts what is in both parts of a union once', () => {
    expect(selectAlso(selectAlso(nothingSelected, ids(600), 600), ids(600, 301), 600).wanted).toBeUndefined();
    expect(selectAlso(selectAlso(nothingSelected, ids(600), 600), ids(600, 601), 600).wanted).toBe(1200);
  });
});
