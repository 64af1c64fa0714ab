import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emptyQuery } from '../../src/shared/searchQuery';
import { PanelBench } from '../support/panel/openPanel';
import {
  boxText,
  chips,
  facetValue,
  focusList,
  focusPlace,
  openFilters,
  press,
  rowsShown,
  summary,
  titles,
  type,
} from '../support/panel/reading';
import { makeRow, makeRows } from '../support/panel/resources';

let bench: PanelBench;
beforeAll(async () => void (bench = await PanelBench.start()));
afterEach(() => bench.closePages());
afterAll(() => bench.stop());

const goods = [
  makeRow(1, { title: 'apple', where: 'shop · fruit://apple', icon: 'table', priority: 0.9 }),
  makeRow(2, { title: 'apricot', where: 'shop · fruit://apricot', icon: 'markdown', priority: 0.2 }),
  makeRow(3, { title: 'carrot', where: 'farm · root://carrot', icon: 'table', priority: 0.5 }),
  makeRow(4, { title: 'celery', where: 'farm · leaf://celery', icon: 'markdown' }),
];

function focusedValue(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.closest('.facet-value')?.textContent.replace(/\s+/g, ''));
}

/** Parts of the list's side that are painted over the one before them. */
function overlaps(page: Page): Promise<string[]> {
  return page.$eval('.side', (side) => {
    const parts = [...side.children].filter((part) => part.checkVisibility());
    return parts
      .filter((part, at) => {
        const before = parts[at - 1];
        return before && part.getBoundingClientRect().top < before.getBoundingClientRect().bottom - 0.5;
      })
      .map(({ className }) => className);
  });
}

describe('the filters to click', () => {
  it('open by their button, and are counted only while they are open', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await rowsShown(page);
    const button = page.getByRole('button', { name: 'Filters' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await type(page, 'a');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'carrot', 'celery']);
    expect(host.asked('facets')).toEqual([]);
    await openFilters(page);
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await page.$$eval('.facet-title', (all) => all.map((each) => each.textContent))).toEqual([
      'Server',
      'Scheme',
      'Type',
      'Priority',
    ]);
    await button.click();
    host.changed();
    await expect.poll(() => host.asked('search').length).toBe(3);
    expect([await page.locator('.facets').count(), host.asked('facets').length]).toEqual([0, 1]);
  });

  it('say how many results each value leaves, and again when the results change', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await rowsShown(page);
    await openFilters(page);
    const counts = (): Promise<string[]> =>
      page.$$eval('.facet-value', (all) => all.map((each) => each.textContent.replace(/\s+/g, ' ').trim()));
    expect((await counts()).slice(0, 2)).toEqual(['shop2', 'farm2']);
    await type(page, 'ap');
    await expect.poll(counts).toContain('shop2');
    await expect.poll(async () => (await counts()).includes('farm2')).toBe(false);
    host.rows = host.rows.filter(({ id }) => id !== 1);
    host.changed();
    await expect.poll(counts).toContain('shop1');
  });

  it('widen within one and narrow down across several', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await rowsShown(page);
    await openFilters(page);
    await facetValue(page, 'Server', 'farm').check();
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await facetValue(page, 'Type', 'Markdown').check();
    await expect.poll(() => titles(page)).toEqual(['celery']);
    await facetValue(page, 'Server', 'shop').check();
    await expect.poll(() => titles(page)).toEqual(['apricot', 'celery']);
    expect(host.asked('search').at(-1)?.query.choices).toEqual([
      { facet: 'server', value: 'farm' },
      { facet: 'type', value: 'Markdown' },
      { facet: 'server', value: 'shop' },
    ]);
    expect(await page.getByRole('button', { name: 'Filters, 3 chosen' }).count()).toBe(1);
    await facetValue(page, 'Server', 'farm').uncheck();
    await expect.poll(() => titles(page)).toEqual(['apricot']);
  });

  it('are reached and chosen by the keyboard, and closed by Escape', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await page.getByRole('button', { name: 'Filters' }).focus();
    await press(page, 'Enter');
    await page.waitForSelector('.facet');
    await expect.poll(() => focusedValue(page)).toBe('shop2');
    await press(page, 'ArrowRight', 'Space');
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await expect.poll(() => focusedValue(page)).toBe('farm2');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.facets').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('filter-button');
    await expect.poll(() => chips(page)).toEqual(['farm']);
  });

  it('are one stop of the Tab key, in which the arrows, Home and End move', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await page.getByRole('button', { name: 'Filters' }).focus();
    await press(page, 'Space');
    await expect.poll(() => focusedValue(page)).toBe('shop2');
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect.poll(() => focusedValue(page)).toBe('fruit2');
    await press(page, 'End');
    await expect.poll(() => focusedValue(page)).toBe('High1');
    await press(page, 'ArrowUp', 'Tab');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('select');
    await press(page, 'Shift+Tab');
    await expect.poll(() => focusedValue(page)).toBe('Mediumorhigh2');
    await press(page, 'Home');
    await expect.poll(() => focusedValue(page)).toBe('shop2');
    await expect.poll(() => page.locator('.facets [tabindex="0"]').count()).toBe(1);
  });

  it('leave the focus at their button when the mouse opens them', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await openFilters(page);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('filter-button');
  });

  it('take the place of the list in a low panel, with a scroll bar and nothing over anything else', async () => {
    const { page } = await bench.open({
      rows: makeRows(1204),
      height: 250,
      prepare: (host) =>
        void (host.notices = [{ kind: 'warning', text: 'One server failed. '.repeat(4), actions: [] }]),
    });
    await focusList(page);
    await page.check('input[value=user]');
    await expect.poll(() => overlaps(page)).toEqual([]);
    expect(await page.$eval('.notices', (each) => each.scrollHeight - each.clientHeight)).toBe(0);
    await openFilters(page);
    await facetValue(page, 'Server', 'github').check();
    await page.waitForSelector('.chip:nth-child(2)');
    await expect.poll(() => page.isVisible('#results')).toBe(false);
    const [height, bar] = await page.$eval('.facets', (each) => [
      each.getBoundingClientRect().height,
      each.getBoundingClientRect().width - each.clientWidth,
    ]);
    expect(height).toBeGreaterThanOrEqual(72);
    expect(bar).toBe(10);
    await expect.poll(() => overlaps(page)).toEqual([]);
    expect(await page.$eval('.side', (side) => side.scrollHeight - side.clientHeight)).toBe(0);
    await press(page, 'Escape');
    await expect.poll(() => page.isVisible('#results')).toBe(true);
    expect((await titles(page)).length).toBeGreaterThan(1);
  });

  it('that come to cover the list take the focus from it', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await openFilters(page);
    await focusList(page);
    await page.setViewportSize({ width: 300, height: 250 });
    await expect.poll(() => focusedValue(page)).toBe('shop2');
  });

  it('show a handful of values and more on request', async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      makeRow(index + 1, { title: `t${index}`, where: `s${index} · x://${index}` }),
    );
    const { page } = await bench.open({ rows });
    await rowsShown(page);
    await openFilters(page);
    const servers = page.getByRole('group', { name: 'Server', exact: true });
    expect(await servers.getByRole('checkbox').count()).toBe(5);
    await servers.getByRole('button', { name: '55 more' }).click();
    await expect.poll(() => servers.getByRole('checkbox').count()).toBe(50);
    expect(await servers.locator('.rest').textContent()).toBe('and 10 more that can be typed');
    await facetValue(page, 'Server', 's40').check();
    await servers.getByRole('button', { name: 'Fewer' }).click();
    await expect.poll(() => servers.getByRole('checkbox').count()).toBe(6);
    expect(await facetValue(page, 'Server', 's40').isChecked()).toBe(true);
  });

  it('leave the list in sight at 300 pixels, however many there are', async () => {
    const { page } = await bench.open({ rows: makeRows(1204), height: 400 });
    await rowsShown(page);
    await openFilters(page);
    const height = await page.$eval('.facets', ({ clientHeight }) => clientHeight);
    expect(height).toBeLessThanOrEqual(180);
    expect(await page.$eval('.results', ({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(96);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  });

  it('that cannot be counted say so and try again', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await rowsShown(page);
    host.fail('facets', 'The counts were lost.');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.waitForSelector('.notice.error');
    host.heal('facets');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.waitForSelector('.facet');
  });

  it('show a server’s text as text', async () => {
    const { page, complaints } = await bench.open({
      rows: [makeRow(1, { title: 'a', where: '<img src=x>\u202Egnp · a://b' })],
    });
    await rowsShown(page);
    await openFilters(page);
    await expect.poll(() => page.textContent('.facet-value .label')).toBe('<img src=x>\uFFFDgnp');
    await page.locator('.facet-value').first().click();
    await expect.poll(() => chips(page)).toEqual(['<img src=x>\uFFFDgnp']);
    expect(complaints).toEqual([]);
  });
});

describe('chips', () => {
  it('stand for each filter, the audience first, and remove it by a click', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await expect.poll(() => page.locator('.chips').count()).toBe(0);
    await page.check('input[value=user]');
    await openFilters(page);
    await facetValue(page, 'Server', 'farm').check();
    await facetValue(page, 'Priority', 'Medium or high').check();
    await expect.poll(() => chips(page)).toEqual(['For the user', 'farm', 'Medium or high']);
    await page.getByRole('button', { name: 'Remove the filter farm' }).click();
    await expect.poll(() => chips(page)).toEqual(['For the user', 'Medium or high']);
    await page.getByRole('button', { name: 'Remove the filter For the user' }).click();
    await expect.poll(() => page.isChecked('input[value=all]')).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Clear All' }).count()).toBe(0);
  });

  it('are removed with Delete and Backspace, and hand the keyboard on', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await openFilters(page);
    for (const name of ['shop', 'farm']) await facetValue(page, 'Server', name).check();
    await facetValue(page, 'Type', 'JSON').check();
    await page.getByRole('button', { name: 'Remove the filter shop' }).focus();
    await press(page, 'ArrowRight', 'Delete');
    await expect.poll(() => chips(page)).toEqual(['shop', 'JSON']);
    expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('JSON');
    await press(page, 'Backspace');
    await expect.poll(() => chips(page)).toEqual(['shop']);
    await press(page, 'Backspace');
    await expect.poll(() => page.locator('.chip').count()).toBe(0);
    await expect.poll(() => focusPlace(page)).toBe('box');
  });

  it('all go at once, and what was typed stays', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await type(page, 'c');
    await page.check('input[value=assistant]');
    await openFilters(page);
    await facetValue(page, 'Server', 'farm').check();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await expect.poll(() => titles(page)).toEqual(['apricot', 'carrot', 'celery']);
    expect([await chips(page), await boxText(page)]).toEqual([[], 'c']);
  });

  it('take two lines at most', async () => {
    const { page } = await bench.open({ rows: makeRows(1204) });
    await rowsShown(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.waitForSelector('.facet');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    expect(await page.$eval('.chips', ({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(48);
  });
});

describe('stepping back with Escape', () => {
  it('clears the selection, the text, the choices and the audience, one by one', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await page.check('input[value=user]');
    await openFilters(page);
    await facetValue(page, 'Server', 'farm').check();
    await press(page, 'Escape');
    await type(page, 'c');
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await press(page, 'ArrowDown', 'Space');
    await page.waitForSelector('.selection-bar');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    await press(page, 'Escape');
    await expect.poll(() => boxText(page)).toBe('');
    await expect.poll(() => chips(page)).toEqual(['For the user', 'farm']);
    await press(page, 'Escape');
    await expect.poll(() => chips(page)).toEqual(['For the user']);
    await press(page, 'Escape');
    await expect.poll(() => page.isChecked('input[value=all]')).toBe(true);
    await expect.poll(() => focusPlace(page)).toBe('listbox');
    await press(page, 'Escape');
    await expect.poll(() => focusPlace(page)).toBe('box');
  });
});

describe('sorting', () => {
  it('is chosen in the summary line and sent with the query', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await rowsShown(page);
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    expect(await sort.locator('option').allTextContents()).toEqual([
      'Relevance',
      'Priority',
      'Last modified',
      'Name',
      'Size',
    ]);
    await sort.selectOption('priority');
    await expect.poll(() => titles(page)).toEqual(['apple', 'carrot', 'apricot', 'celery']);
    expect(host.asked('search').at(-1)?.query).toEqual({ ...emptyQuery, sort: 'priority' });
  });
});

describe('what is looked for', () => {
  it('survives a reload with text, audience, choices, order and open filters', async () => {
    const { page, host, reload } = await bench.open({ rows: goods });
    await rowsShown(page);
    await type(page, 'c');
    await page.check('input[value=user]');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
    await openFilters(page);
    await facetValue(page, 'Server', 'farm').check();
    await expect.poll(() => chips(page)).toEqual(['For the user', 'farm']);
    const { query } = host.asked('search').at(-1)!;
    await reload();
    await rowsShown(page);
    expect(host.asked('search').at(-1)?.query).toEqual(query);
    await page.waitForSelector('.facet');
    expect(await facetValue(page, 'Server', 'farm').isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('name');
    await expect.poll(() => chips(page)).toEqual(['For the user', 'farm']);
  });

  it('is saved and opened again from a menu, by the keyboard too', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await rowsShown(page);
    const button = page.getByRole('button', { name: 'Saved searches' });
    await button.press('ArrowDown');
    const save = page.getByRole('menuitem', { name: 'Save Search…' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await press(page, 'ArrowUp', 'Enter', 'ArrowDown', 'Enter');
    await expect.poll(() => host.asked('openSavedSearch').length).toBe(1);
    expect(host.asked('saveSearch')).toEqual([]);
    await type(page, 'carrot');
    await button.click();
    await save.click();
    await expect.poll(() => host.asked('saveSearch')).toEqual([{ query: { ...emptyQuery, text: 'carrot' } }]);
    await button.click();
    await press(page, 'Escape');
    await expect.poll(() => save.isVisible()).toBe(false);
    expect([await boxText(page), await page.evaluate(() => document.activeElement?.ariaLabel)]).toEqual([
      'carrot',
      'Saved searches',
    ]);
  });

  it('is replaced by what the host opens', async () => {
    const { page, host } = await bench.open({ rows: goods });
    await focusList(page);
    host.setQuery({ text: 'c', audience: 'all', choices: [{ facet: 'server', value: 'farm' }], sort: 'name' });
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    expect([await boxText(page), await focusPlace(page), await chips(page)]).toEqual(['c', 'box', ['farm']]);
  });
});

describe('a query that is wrong in part', () => {
  it('says so below the box after a pause, tied to the box, and keeps the list', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await type(page, 'ca priority:high');
    await expect.poll(() => titles(page)).toEqual(['carrot']);
    await page.waitForSelector('.problems');
    await expect
      .poll(() => page.textContent('.problems bdi'))
      .toBe('“priority:high” is no priority. Write a number from 0 to 1.');
    const box = page.getByRole('textbox', { name: 'Search MCP resources' });
    await box.and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await box.evaluate((control) => control.ariaDescribedByElements?.map(({ id }) => id))).toEqual([
      'query-problems',
    ]);
    await expect
      .poll(() => page.textContent('[role=status]'))
      .toBe('“priority:high” is no priority. Write a number from 0 to 1.');
    expect([await titles(page), await summary(page)]).toEqual([['carrot'], '1 of 4 resources']);
  });

  it('is not told while the filter is still being typed, and no longer once it is right', async () => {
    const { page } = await bench.open({ rows: goods });
    await rowsShown(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const text = document.querySelector('.problems')?.textContent;
        if (text !== undefined) seen.push(text);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await type(page, 'priority:>0.4');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'carrot', 'celery']);
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
    await press(page, 'x');
    await page.waitForSelector('.problems');
    await press(page, 'Backspace');
    await expect.poll(() => page.locator('.problems').count()).toBe(0);
  });
});
