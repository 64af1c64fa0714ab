import { describe, expect, it } from 'vitest';
import { openPanel } from '../../support/panel/openPanel';
import {
  boxText,
  chips,
  drawn,
  facetValue,
  focusList,
  focusPlace,
  openFilters,
  press,
  rowsShown,
  summary,
  textsSeen,
  titles,
  type,
} from '../../support/panel/reading';
import { goods, makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';
import { emptyQuery } from '../../../src/shared/searchQuery';

describe('chips', () => {
  it('stand for each filter, the audience first, and remove it by a click', async () => {
    const { page } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows: makeRows(1204) });
    await rowsShown(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.waitForSelector('.facet');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    expect(await page.$eval('.chips', ({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(48);
  });
});

describe('stepping back with Escape', () => {
  it('clears the selection, the text, the choices and the audience, one by one', async () => {
    const { page } = await openPanel({ rows: goods });
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
    const { page, host } = await openPanel({ rows: goods });
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
    const { page, host, reload } = await openPanel({ rows: goods });
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

  it('is opened again from the menu that lists all of them, where they can be deleted too', async () => {
    const { page, host } = await openPanel({ rows: goods });
    await rowsShown(page);
    host.savedSearches('Fresh fruit', 'Old <b>carrots</b>');
    const button = page.getByRole('button', { name: 'Saved searches' });
    const items = page.getByRole('menuitem');
    await button.press('ArrowDown');
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual(['Fresh fruit', 'Old <b>carrots</b>', 'Save Search…', 'Manage Saved Searches…']);
    await press(page, 'ArrowDown', 'Enter');
    await expect.poll(() => host.asked('openSavedSearch')).toEqual([{ name: 'Old <b>carrots</b>' }]);
    await button.press('ArrowDown');
    await press(page, 'End', 'Enter');
    await expect.poll(() => host.asked('openSavedSearch').at(-1)).toEqual({});
  });

  it('is saved from a menu', async () => {
    const { page, host } = await openPanel({ rows: goods });
    await rowsShown(page);
    const button = page.getByRole('button', { name: 'Saved searches' });
    await button.press('ArrowDown');
    const save = page.getByRole('menuitem', { name: 'Save Search…' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await press(page, 'Enter', 'Escape');
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
    const { page, host } = await openPanel({ rows: goods });
    await focusList(page);
    host.setQuery({ text: 'c', audience: 'all', choices: [{ facet: 'server', value: 'farm' }], sort: 'name' });
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    expect([await boxText(page), await focusPlace(page), await chips(page)]).toEqual(['c', 'box', ['farm']]);
  });
});

describe('a query that is wrong in part', () => {
  it('says so below the box after a pause, tied to the box, and keeps the list', async () => {
    const { page } = await openPanel({ rows: goods });
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
    const panel = await openPanel({ rows: goods, isTimeHeld: true });
    const { page, pass } = panel;
    await rowsShown(page);
    const seen = await textsSeen(page, '.problems');
    for (const part of ['priority', ':', '>', '0.4']) {
      await type(page, part);
      await settled(panel);
      await pass(699);
      await drawn(page);
    }
    expect(await seen()).toEqual([]);
    await press(page, 'x');
    await settled(panel);
    await pass(700);
    await page.waitForSelector('.problems');
    await press(page, 'Backspace');
    await expect.poll(() => page.locator('.problems').count()).toBe(0);
  });
});
