import { describe, expect, it } from 'vitest';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import {
  activeRow,
  heightOf,
  press,
  rowsShown,
  scrollTop,
  selectedTitles,
  summary,
  titles,
  type,
} from '../../support/panel/reading';
import { makeRow, makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';
import { rowHeight } from '../../../webview-ui/panel/listGeometry';

/** Rows whose ids are far from all others, to insert between them. */
const fresh = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeRow(900_000 + index, { title: `new ${index}`, where: `late · new://${index}` }),
  );

describe('when the host says that something changed', () => {
  it('shows it in the results of its query', async () => {
    const { page, host } = await openRows({ rows: makeRows(50) });
    await type(page, 'orders');
    await expect.poll(() => summary(page)).toBe('5 of 50');
    host.rows = [...fresh(1).map((each) => ({ ...each, title: 'orders of today' })), ...host.rows];
    host.changed();
    await expect.poll(() => summary(page)).toBe('6 of 51');
    expect((await titles(page))[0]).toBe('orders of today');
    expect(host.asked('search').at(-1)!.query).toMatchObject({ text: 'orders', audience: 'all' });
  });

  it('keeps what is looked at in its place while rows come in above it', async () => {
    const { page, host } = await openRows({ rows: makeRows(5000) });
    await page.$eval('#results', (list, top) => (list.scrollTop = top), 1000 * rowHeight + 13);
    await expect.poll(() => titles(page)).toContain('resource 1004');
    const height = await heightOf(page, 'resource 1004');
    host.rows = [...fresh(250), ...host.rows];
    host.changed();
    await expect.poll(() => summary(page)).toBe('5,250 total');
    expect(await heightOf(page, 'resource 1004')).toBe(height);
    await expect.poll(() => scrollTop(page)).toBe(1250 * rowHeight + 13);
  });

  it('keeps the place while rows above it go away', async () => {
    const { page, host } = await openRows({ rows: makeRows(5000) });
    await page.$eval('#results', (list, top) => (list.scrollTop = top), 1000 * rowHeight);
    await expect.poll(() => titles(page)).toContain('resource 1004');
    const height = await heightOf(page, 'resource 1004');
    host.rows = host.rows.slice(300);
    host.changed();
    await expect.poll(() => summary(page)).toBe('4,700 total');
    expect(await heightOf(page, 'resource 1004')).toBe(height);
  });

  it('stays at the top where the user is at the top, to show what comes first', async () => {
    const { page, host } = await openRows({ rows: makeRows(50) });
    host.rows = [...fresh(2), ...host.rows];
    host.changed();
    await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual(['new 0', 'new 1', 'orders']);
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.focus('vscode-text-field');
    await press(page, 'ArrowDown');
    await expect.poll(() => activeRow(page)).toEqual({ position: 1, title: 'new 0' });
  });

  it('never puts another row under the keyboard, not even at the top', async () => {
    const { page, host } = await openList({ rows: makeRows(50) });
    host.rows = [...fresh(2), ...host.rows];
    host.changed();
    await expect.poll(() => activeRow(page)).toEqual({ position: 3, title: 'orders' });
    expect(await heightOf(page, 'orders')).toBe(0);
  });

  it('keeps the active row and the selection by what they are, not by where they stood', async () => {
    const { page, host } = await openList({ rows: makeRows(5000) });
    await press(page, 'ArrowDown', 'Space', 'ArrowDown', 'Space', 'ArrowDown');
    await expect.poll(() => activeRow(page)).toEqual({ position: 4, title: 'OrderService.ts' });
    const height = await heightOf(page, 'OrderService.ts');
    host.rows = [...fresh(700), ...host.rows];
    host.changed();
    await expect.poll(() => activeRow(page)).toEqual({ position: 704, title: 'OrderService.ts' });
    expect(await heightOf(page, 'OrderService.ts')).toBe(height);
    await expect.poll(() => selectedTitles(page)).toEqual(['Orders API: failing checkouts', 'order_items']);
    await press(page, 'Enter');
    await expect.poll(() => host.acts).toEqual(['attach 2 3']);
  });

  it('keeps the active row where further changes come while it is looked for', async () => {
    const { page, host } = await openList({ rows: makeRows(50) });
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect.poll(() => activeRow(page)).toEqual({ position: 3, title: 'order_items' });
    const release = host.hold('find');
    host.rows = [...fresh(2).slice(0, 1), ...host.rows];
    host.changed();
    await expect.poll(() => host.asked('find').length).toBe(1);
    host.rows = [...fresh(2).slice(1), ...host.rows];
    host.changed();
    release();
    await expect.poll(() => activeRow(page)).toEqual({ position: 5, title: 'order_items' });
  });

  it('goes on with a range that was begun before', async () => {
    const { page, host } = await openList({ rows: makeRows(50) });
    await press(page, 'ArrowDown', 'Shift+ArrowDown');
    host.rows = [...fresh(1), ...host.rows];
    host.changed();
    await expect.poll(() => activeRow(page)).toEqual({ position: 4, title: 'order_items' });
    await press(page, 'Shift+ArrowDown');
    await expect
      .poll(() => selectedTitles(page))
      .toEqual(['Orders API: failing checkouts', 'order_items', 'OrderService.ts']);
  });

  it('stays inside the list when the list gets shorter', async () => {
    const { page, host } = await openList({ rows: makeRows(5000) });
    await press(page, 'End');
    await expect.poll(() => activeRow(page)).toEqual({ position: 5000, title: 'resource 5000' });
    host.rows = host.rows.slice(0, 20);
    host.changed();
    await expect.poll(() => activeRow(page)).toEqual({ position: 20, title: 'resource 20' });
    await expect.poll(() => titles(page)).not.toContain('…');
  });

  it('never shows a gap or an empty list while it asks', async () => {
    const { page, host } = await openRows({ rows: makeRows(5000) });
    const gaps = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let gapFrames = 0;
          const look = (): void => {
            if (document.querySelector('.row.pending') ?? !document.querySelector('.row')) gapFrames++;
            if (document.querySelector('.summary')!.textContent.startsWith('5,020')) resolve(gapFrames);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    for (let turn = 1; turn <= 20; turn++) {
      host.rows = [...fresh(turn), ...makeRows(5000)];
      host.changed();
    }
    expect(await gaps).toBe(0);
  });

  it('shows rows as they were a moment ago where the new ones are not here yet', async () => {
    const { page, host } = await openRows({ rows: makeRows(5000) });
    await page.$eval('#results', (list, top) => (list.scrollTop = top), 1000 * rowHeight);
    await expect.poll(() => titles(page)).toContain('resource 1001');
    await page.$eval('#results', (list) => (list.scrollTop = 0));
    await expect.poll(() => titles(page)).toContain('orders');
    host.rows = host.rows.slice(0, 4000);
    host.changed();
    await expect.poll(() => summary(page)).toBe('4,000 total');
    host.hold('rows');
    await page.$eval('#results', (list, top) => (list.scrollTop = top), 1010 * rowHeight);
    // No more rows can arrive, so rows outside the visible part may be missing.
    const inSight = Array.from({ length: 8 }, (_, index) => `resource ${1011 + index}`);
    await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(inSight));
  });

  it('finishes what it is showing first, and then shows the last of however many changes', async () => {
    const panel = await openPanel({ rows: makeRows(5000) });
    const { page, host } = panel;
    await rowsShown(page);
    await page.$eval('#results', (list, top) => (list.scrollTop = top), 1000 * rowHeight);
    await expect.poll(() => titles(page)).toContain('resource 1001');
    const before = host.asked('rows').length;
    const release = host.hold('rows');
    host.changed();
    await expect.poll(() => host.asked('rows').length).toBeGreaterThan(before);
    for (let turn = 0; turn < 5; turn++) {
      host.rows = makeRows(5001 + turn);
      host.changed();
    }
    await settled(panel);
    release();
    await expect.poll(() => summary(page)).toBe('5,005 total');
    expect(await titles(page)).toEqual(expect.arrayContaining(['resource 1001', 'resource 1010']));
    expect([host.asked('search').length, host.cancelled.filter((method) => method === 'search')]).toEqual([1, []]);
  });

  it('shows nothing of a query that the user has left', async () => {
    const { page, host } = await openRows({ rows: makeRows(50) });
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const note = (): number => seen.push(document.querySelector('.summary')?.textContent ?? '');
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const release = host.hold('search');
    host.rows = makeRows(60);
    host.changed();
    await type(page, 'orders');
    await expect.poll(() => host.asked('search').at(-1)?.query.text).toBe('orders');
    release();
    await expect.poll(() => summary(page)).toBe('5 of 60');
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: readonly string[] }).seen);
    expect(seen.filter((text) => text.startsWith('60'))).toEqual([]);
  });

  it('says why there is no answer, and searches again', async () => {
    const { page, host } = await openRows({ rows: makeRows(50) });
    host.fail('search', 'The search failed. Try again.');
    host.changed();
    await expect.poll(() => page.textContent('.notice.error bdi')).toBe('The search failed. Try again.');
    host.recover('search');
    host.rows = makeRows(60);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => summary(page)).toBe('60 total');
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });
});
