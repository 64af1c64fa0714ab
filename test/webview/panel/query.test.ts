import { describe, expect, it } from 'vitest';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import {
  boxText,
  chips,
  drawn,
  choose,
  focusPlace,
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

describe('chips of chosen filters', () => {
  it('name the choice, and drop it by a click on their cross', async () => {
    const { page } = await openRows({ rows: goods });
    await choose(page, 'Server', 'farm');
    await choose(page, 'Priority', 'Medium or high');
    await expect.poll(() => chips(page)).toEqual(['farm', 'Medium or high']);
    await page.getByRole('button', { name: 'Remove filter farm' }).click();
    await expect.poll(() => chips(page)).toEqual(['Medium or high']);
    expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Server');
    await expect.poll(() => page.getByRole('button', { name: 'Clear All' }).count()).toBe(0);
  });

  it('drop it with Delete and Backspace as well', async () => {
    const { page } = await openRows({ rows: goods });
    await choose(page, 'Server', 'shop', 'farm');
    await choose(page, 'Type', 'JSON');
    await page.locator('.chip.chosen .open').first().focus();
    await press(page, 'Delete');
    await expect.poll(() => chips(page)).toEqual(['JSON']);
    await page.locator('.chip.chosen .open').first().focus();
    await press(page, 'Backspace');
    await expect.poll(() => chips(page)).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Type');
  });

  it('all go at once, and what was typed stays', async () => {
    const { page } = await openRows({ rows: goods });
    await type(page, 'c');
    await page.check('input[value=assistant]');
    await choose(page, 'Server', 'farm');
    await choose(page, 'Type', 'JSON');
    await page.getByRole('button', { name: 'Clear All' }).click();
    await expect.poll(() => titles(page)).toEqual(['apricot', 'carrot', 'celery']);
    expect([await chips(page), await boxText(page), await page.isChecked('input[value=all]')]).toEqual([[], 'c', true]);
  });
});

describe('stepping back with Escape', () => {
  it('clears the selection, the text, the choices and the audience, one by one', async () => {
    const { page } = await openRows({ rows: goods });
    await page.check('input[value=user]');
    await choose(page, 'Server', 'farm');
    await type(page, 'c');
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await press(page, 'ArrowDown', 'Space');
    await page.waitForSelector('.selection-bar');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    await press(page, 'Escape');
    await expect.poll(() => boxText(page)).toBe('');
    await expect.poll(() => chips(page)).toEqual(['farm']);
    await press(page, 'Escape');
    await expect.poll(() => chips(page)).toEqual([]);
    expect(await page.isChecked('input[value=user]')).toBe(true);
    await press(page, 'Escape');
    await expect.poll(() => page.isChecked('input[value=all]')).toBe(true);
    await expect.poll(() => focusPlace(page)).toBe('listbox');
    await press(page, 'Escape');
    await expect.poll(() => focusPlace(page)).toBe('box');
  });
});

describe('sorting', () => {
  it('is chosen in the line above the list and sent with the query', async () => {
    const { page, host } = await openRows({ rows: goods });
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

  it('by size shows the sizes, and the ages to who looks closer', async () => {
    const { page } = await openRows({ rows: makeRows(1), width: 600 });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('size');
    await expect.poll(() => page.textContent('.row .fact')).toBe('1.2 MB');
    const facts = 'sales-db · In the chat context · For the assistant · Priority 0.9 · 3 min ago';
    const tooltip = async (): Promise<unknown> => (await page.getAttribute('.row .content', 'title'))?.split('\n')[2];
    expect(await tooltip()).toBe(facts);
    // The row has no room for it any more.
    await page.setViewportSize({ width: 200, height: 600 });
    await expect.poll(tooltip).toBe(`${facts} · 1.2 MB`);
  });
});

describe('what is looked for', () => {
  it('survives a reload with text, audience, choices and order', async () => {
    const { page, host, reload } = await openRows({ rows: goods });
    await type(page, 'c');
    await page.check('input[value=user]');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
    await choose(page, 'Server', 'farm');
    await expect.poll(() => chips(page)).toEqual(['farm']);
    const { query } = host.asked('search').at(-1)!;
    await reload();
    await rowsShown(page);
    expect(host.asked('search').at(-1)?.query).toEqual(query);
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('name');
    await expect.poll(() => chips(page)).toEqual(['farm']);
  });

  it('is opened again from the menu that lists all of them, where they can be deleted too', async () => {
    const { page, host } = await openRows({ rows: goods });
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
    const { page, host } = await openRows({ rows: goods });
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
    const { page, host } = await openList({ rows: goods });
    host.setQuery({ text: 'c', audience: 'all', choices: [{ facet: 'server', value: 'farm' }], sort: 'name' });
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    expect([await boxText(page), await focusPlace(page), await chips(page)]).toEqual(['c', 'box', ['farm']]);
  });
});

describe('a query that is wrong in part', () => {
  it('says so below the box after a pause, tied to the box, and keeps the list', async () => {
    const { page } = await openRows({ rows: goods });
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
    expect([await titles(page), await summary(page)]).toEqual([['carrot'], '1 of 4']);
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
