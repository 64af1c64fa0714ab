import { describe, expect, it } from 'vitest';
import { openList, openRows } from '../../support/panel/openPanel';
import {
  activeRow,
  boxText,
  focusList,
  focusPlace,
  heightOf,
  press,
  scrollTop,
  titles,
  type,
} from '../../support/panel/reading';
import { makeRows } from '../../support/panel/resources';
import { rowHeight } from '../../../webview-ui/panel/listGeometry';

const many = makeRows(100_000);

describe('a list of 100,000 resources', () => {
  it('gets the first rows with the answer and draws what is seen and a little more', async () => {
    const { page, host } = await openRows({ rows: many, height: 900 });
    expect(host.asked('rows')).toEqual([]);
    expect((await titles(page)).length).toBeLessThanOrEqual(36);
  });

  it('draws the rows in sight of a new query first, and the others with the next frame', async () => {
    const { page } = await openRows({ rows: many, height: 900 });
    const frames = await page.evaluateHandle(() => {
      const counts: number[] = [];
      const look = (): void => {
        counts.push(document.querySelectorAll('.row').length);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return counts;
    });
    const seen = Math.ceil((await page.$eval('#results', ({ clientHeight }) => clientHeight)) / rowHeight);
    await type(page, '9');
    await expect.poll(() => frames.evaluate((counts) => counts)).toContain(seen);
    await expect.poll(() => frames.evaluate((counts) => counts.at(-1))).toBe(seen + 10);
  });

  it('goes to the last row by the End key and back by Home', async () => {
    const { page, host } = await openList({ rows: many });
    await press(page, 'End');
    await expect.poll(() => activeRow(page)).toEqual({ position: 100_000, title: 'resource 100000' });
    expect(host.asked('rows').at(-1)).toEqual({ queryId: 1, from: 99_900, to: 100_000 });
    const list = await page.$eval('#results', ({ clientHeight }) => clientHeight);
    expect(await heightOf(page, 'resource 100000')).toBe(list - rowHeight);
    expect((await titles(page)).length).toBeLessThanOrEqual(80);
    await press(page, 'Home');
    await expect.poll(() => activeRow(page)).toEqual({ position: 1, title: 'orders' });
    await expect.poll(() => scrollTop(page)).toBe(0);
  });

  it('shows any row that is scrolled to', async () => {
    const { page } = await openRows({ rows: many });
    for (const index of [250, 49_999, 99_990, 12]) {
      await page.$eval('#results', (element, top) => (element.scrollTop = top), index * rowHeight);
      await expect.poll(() => titles(page)).toContain(`resource ${index + 1}`);
      expect((await titles(page)).length).toBeLessThanOrEqual(80);
    }
  });

  it('asks for no rows that were scrolled past before their turn came', async () => {
    const { page, host } = await openRows({ rows: many });
    const release = host.hold('rows');
    for (const index of [20_000, 40_000, 60_000]) {
      await page.$eval('#results', (element, top) => (element.scrollTop = top), index * rowHeight);
      await expect.poll(() => host.asked('rows').at(-1)?.from).toBe(index);
    }
    await expect.poll(() => titles(page)).toContain('…');
    release();
    await expect.poll(() => titles(page)).toContain('resource 60001');
    expect(host.cancelled).toEqual(['rows', 'rows']);
  });

  it('keeps the active row in the page wherever it is scrolled to', async () => {
    const { page } = await openList({ rows: many });
    await press(page, 'ArrowDown', 'ArrowDown');
    await page.$eval('#results', (element) => (element.scrollTop = 2_000_000));
    await expect.poll(() => titles(page)).toContain(`resource ${Math.floor(2_000_000 / rowHeight) + 1}`);
    await expect.poll(() => activeRow(page)).toEqual({ position: 3, title: 'order_items' });
  });

  it('tells assistive technology where a row stands', async () => {
    const { page } = await openList({ rows: many });
    const list = page.locator('#results');
    expect(await list.getAttribute('aria-multiselectable')).toBe('true');
    expect(await list.getAttribute('tabindex')).toBe('0');
    const attributes = await page.$eval('.row', (row) =>
      Object.fromEntries(
        ['role', 'aria-setsize', 'aria-posinset', 'aria-selected', 'aria-description'].map((name) => [
          name,
          row.getAttribute(name),
        ]),
      ),
    );
    expect(attributes).toEqual({
      role: 'option',
      'aria-setsize': '100000',
      'aria-posinset': '1',
      'aria-selected': 'false',
      'aria-description': 'One row for every order since 2019, with customer, status and total.',
    });
  });

  it('shows three facts of a row, and tells the rest in its tooltip and to screen readers, once each', async () => {
    const withPlace = makeRows(20).map((row) => ({ ...row, place: 'Sorted by Priority' }));
    const { page } = await openList({ rows: withPlace, width: 600 });
    const seen = await page.$eval('.row', (row) =>
      [...row.querySelectorAll('.title, .detail, .fact, .state')].map((part) => part.textContent.trim()),
    );
    const description = 'One row for every order since 2019, with customer, status and total.';
    expect(seen).toEqual(['orders', '', `sales-db · postgres://sales/public · ${description}`, '3 min ago']);
    const name =
      'orders, In the chat context, For the assistant, Priority 0.9, 3 min ago, 1.2 MB, sales-db, postgres://sales/public/orders';
    await page.getByRole('option', { name, exact: true }).waitFor();
    expect(await page.getAttribute('.row .content', 'title')).toBe(
      [
        'orders',
        'postgres://sales/public/orders',
        'sales-db · In the chat context · For the assistant · Priority 0.9 · 1.2 MB',
        'Sorted by Priority',
        '',
        description,
      ].join('\n'),
    );
  });
});

describe('a list higher than Chromium can lay out', () => {
  it('still reaches the last row', async () => {
    const { page } = await openList({ rows: makeRows(400_000) });
    await press(page, 'End');
    await expect.poll(() => activeRow(page)).toEqual({ position: 400_000, title: 'resource 400000' });
    const list = await page.$eval('#results', ({ clientHeight }) => clientHeight);
    expect(await heightOf(page, 'resource 400000')).toBe(list - rowHeight);
    await press(page, 'ArrowUp', 'ArrowUp');
    await expect.poll(() => activeRow(page)).toEqual({ position: 399_998, title: 'resource 399998' });
  });
});

describe('the keyboard', () => {
  it('reaches box, audience, list and selection in this order', async () => {
    const { page } = await openRows();
    const places: string[] = [];
    await type(page, 'o');
    await focusList(page);
    await press(page, 'Space');
    await page.focus('vscode-text-field');
    await page.waitForSelector('.chip');
    for (let count = 0; count < 9; count++) {
      places.push(await focusPlace(page));
      await press(page, 'Tab');
    }
    expect(places).toEqual([
      ...['box', 'button', 'button', 'button', 'input', 'select', 'listbox', 'button', 'vscode-button'],
    ]);
  });

  it('goes down from the box into the list and up from the first row into the box', async () => {
    const { page } = await openRows();
    await page.focus('vscode-text-field');
    await press(page, 'ArrowDown');
    expect([await focusPlace(page), await activeRow(page)]).toEqual(['listbox', { position: 1, title: 'orders' }]);
    await press(page, 'ArrowDown', 'ArrowUp');
    await expect.poll(() => focusPlace(page)).toBe('listbox');
    await press(page, 'ArrowUp');
    await expect.poll(() => focusPlace(page)).toBe('box');
  });

  it('moves by rows and pages, and shows what it moves to', async () => {
    const { page } = await openList();
    const rows = await page.$eval('#results', (list, height) => Math.floor(list.clientHeight / height), rowHeight);
    await press(page, 'PageDown');
    await expect.poll(() => activeRow(page)).toEqual({ position: rows, title: `resource ${rows}` });
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect.poll(() => activeRow(page)).toEqual({ position: rows + 2, title: `resource ${rows + 2}` });
    const list = await page.$eval('#results', ({ clientHeight }) => clientHeight);
    expect(await heightOf(page, `resource ${rows + 2}`)).toBe(list - rowHeight);
    await press(page, 'PageUp', 'PageUp');
    await expect.poll(() => activeRow(page)).toEqual({ position: 1, title: 'orders' });
    await expect.poll(() => scrollTop(page)).toBe(0);
  });

  it('takes what is typed in the list to the box', async () => {
    const { page } = await openRows();
    await type(page, 'or');
    await press(page, 'ArrowDown', 'ArrowDown');
    await page.keyboard.type('der');
    await expect.poll(() => boxText(page)).toBe('order');
    await expect.poll(() => focusPlace(page)).toBe('box');
    await press(page, 'ArrowDown', 'Backspace');
    await expect.poll(() => boxText(page)).toBe('orde');
  });

  it('keeps the keyboard in the panel when the list goes away under it', async () => {
    const { page, host } = await openList();
    host.rows = [];
    host.changed();
    await page.waitForSelector('.empty');
    await expect.poll(() => focusPlace(page)).toBe('box');
  });
});
