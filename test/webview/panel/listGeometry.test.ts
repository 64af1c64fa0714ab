import { describe, expect, it } from 'vitest';
import { ListGeometry, rowHeight } from '../../../webview-ui/panel/listGeometry';

describe('the geometry of a list', () => {
  const small = new ListGeometry(100, 360, 0);

  it('knows what is seen, and draws ten rows more on either side', () => {
    expect(small.height).toBe(3600);
    expect(small.visibleRows(0)).toEqual({ from: 0, to: 10 });
    expect(small.visibleRows(1)).toEqual({ from: 0, to: 11 });
    expect(small.visibleRows(720)).toEqual({ from: 20, to: 30 });
    expect(small.rowsToDraw(720)).toEqual({ from: 10, to: 40 });
    expect(small.rowsToDraw(0)).toEqual({ from: 0, to: 20 });
    expect(small.visibleRows(99_999)).toEqual({ from: 90, to: 100 });
  });

  it('scrolls as little as it can to show a row', () => {
    expect(small.reveal(5, 0)).toBe(0);
    expect(small.reveal(10, 0)).toBe(36);
    expect(small.reveal(99, 0)).toBe(3240);
    expect(small.reveal(3, 720)).toBe(108);
    expect(small.reveal(25, 720)).toBe(720);
  });

  it('shows a row above what covers the lower end', () => {
    const covered = new ListGeometry(100, 360, 36);
    expect(covered.height).toBe(3636);
    expect(covered.reveal(9, 0)).toBe(36);
    expect(covered.reveal(99, 0)).toBe(3276);
    expect(covered.page).toBe(8);
  });

  it('shows the beginning of a row that is higher than the view', () => {
    expect(new ListGeometry(100, 20, 0).reveal(7, 0)).toBe(252);
    expect(new ListGeometry(100, 20, 0).page).toBe(1);
  });

  it('holds nothing when there is nothing', () => {
    const none = new ListGeometry(0, 360, 0);
    expect([none.height, none.visibleRows(0), none.rowsToDraw(50), none.clamp(50)]).toEqual([
      0,
      { from: 0, to: 0 },
      { from: 0, to: 0 },
      0,
    ]);
  });

  it('moves with rows that come in above', () => {
    expect(small.follow(small, 3, 100)).toBe(208);
    expect(small.follow(small, -3, 100)).toBe(0);
    expect(small.follow(small, 1000, 100)).toBe(3240);
  });

  describe('of more rows than can be laid out', () => {
    const huge = new ListGeometry(1_000_000, 360, 0);
    const bottom = huge.height - 360;

    it('stays within eight million pixels', () => {
      expect(huge.height).toBe(8_000_000);
      expect(huge.visibleRows(bottom)).toEqual({ from: 999_990, to: 1_000_000 });
    });

    it('puts every row that is revealed wholly into sight', () => {
      for (const index of [0, 1, 4711, 500_000, 999_998, 999_999])
        for (const before of [0, bottom / 3, bottom]) {
          const scrollTop = huge.reveal(index, before);
          const top = huge.top(index, scrollTop) - scrollTop;
          expect(top).toBeGreaterThan(-0.01);
          expect(top).toBeLessThan(360 - rowHeight + 0.01);
        }
    });

    it('lays neighbours side by side wherever it is', () => {
      for (const scrollTop of [0, 12_345, bottom])
        expect(huge.top(501, scrollTop) - huge.top(500, scrollTop)).toBeCloseTo(rowHeight, 6);
    });
  });
});
