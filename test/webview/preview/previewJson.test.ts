import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openReadyPreview, textContent } from '../../support/panel/openPreview';
import { press } from '../../support/panel/reading';

describe('JSON', () => {
  /** Returns the level, the text and the open state of every row; `>` marks the row with the keyboard. */
  async function rows(page: Page): Promise<string[]> {
    return page.$$eval('.json-row', (all) =>
      all.map((row) => {
        const open = row.getAttribute('aria-expanded');
        const sign = open === null ? '' : open === 'true' ? '- ' : '+ ';
        return `${row.classList.contains('active') ? '>' : ''}${row.getAttribute('aria-level')} ${sign}${row.textContent.trim()}`;
      }),
    );
  }

  it('opens as a tree does', async () => {
    const { page } = await openReadyPreview(
      textContent('{"a":{"b":[1,"two"]},"c":null,"deep":{"x":{"y":{}}}}', 'application/json'),
    );
    await page.focus('[role="tree"]');
    await expect
      .poll(() => rows(page))
      .toEqual([
        '>1 - {…} 3 items',
        '2 - a: {…} 1 item',
        '3 + b: […] 2 items',
        '2 c: null',
        '2 - deep: {…} 1 item',
        '3 + x: {…} 1 item',
      ]);
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown');
    await expect.poll(() => rows(page)).toContain('>4 1: "two"');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await expect.poll(() => rows(page)).toContain('>3 + b: […] 2 items');
    await press(page, 'End', 'Enter');
    await expect.poll(() => rows(page)).toContain('>3 - x: {…} 1 item');
    await press(page, 'Home', 'ArrowLeft');
    await expect.poll(() => rows(page)).toEqual(['>1 + {…} 3 items']);
    const tree = page.locator('[role="tree"]');
    expect(await tree.getAttribute('aria-activedescendant')).toBe(await page.getAttribute('.json-row.active', 'id'));
  });

  it('opens by clicks, too', async () => {
    const { page } = await openReadyPreview(textContent('[[1],[2],[3],[4],[5],[6]]', 'application/json'));
    await page.locator('.json-row').nth(2).click();
    await expect.poll(() => rows(page)).toContain('3 0: 2');
  });

  it('shows a long array in ranges', async () => {
    const numbers = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => at));
    const { page } = await openReadyPreview(textContent(numbers, 'application/json'));
    await expect.poll(() => page.locator('.json-row').count()).toBe(101);
    await page.focus('[role="tree"]');
    await press(page, 'End', 'ArrowRight', 'End');
    await expect
      .poll(async () => (await rows(page)).slice(-3))
      .toEqual(['3 9997: 9997', '3 9998: 9998', '>3 9999: 9999']);
  });

  it('loses no digit, no property and no letter', async () => {
    const source = String.raw`{"n":12345678901234567890.10,"a":1,"a":2,"__proto__":"x","":"caf\u00e9 \"q\"","2":0,"1":0}`;
    const { page } = await openReadyPreview(textContent(source, 'application/json'));
    expect((await rows(page)).slice(1)).toEqual([
      '2 n: 12345678901234567890.10',
      '2 a: 1',
      '2 a: 2',
      '2 __proto__: "x"',
      String.raw`2 : "café \"q\""`,
      '2 2: 0',
      '2 1: 0',
    ]);
  });

  it('begins a long value where its short siblings begin, in every line of it', async () => {
    const value = { a: 1, b: 'many words '.repeat(15), c: { d: 'x'.repeat(150), e: 2 } };
    const { page } = await openReadyPreview(textContent(JSON.stringify(value), 'application/json'));
    await expect.poll(() => page.locator('.json-row').count()).toBe(6);
    const starts = await page.$$eval('.json-value', (all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().left)),
    );
    const [top = 0, ...others] = starts;
    expect(others.map((start) => start - top)).toEqual([12, 12, 12, 24, 24]);
  });

  it('opens ten thousand levels one by one', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const { page, complaints } = await openReadyPreview(textContent(deep, 'application/json'));
    await page.focus('[role="tree"]');
    for (let level = 0; level < 30; level += 1) await press(page, 'ArrowRight', 'ArrowRight');
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(25);
    expect(complaints).toEqual([]);
  });
});
