import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { showTheme } from '../../support/panel/appearance';
import { type OpenOptions, openList, openRows } from '../../support/panel/openPanel';
import { choose, drawn, press, type } from '../../support/panel/reading';
import { makeRows, mixedRows } from '../../support/panel/resources';
import { themes } from '../../support/panel/themes';

const screenshots = path.resolve(import.meta.dirname, '../../output/screenshots');

/**
 * The view in a window of 1440 × 900 with a fresh layout: 794 pixels are left for the four views and their headers of 28 pixels. *Context* is as
 * low as VS Code lets a view be (120), *Servers* is collapsed, and the initial sizes in package.json share out the rest. What VS Code makes of
 * them is measured in test/e2e/journeys/room.test.ts.
 */
const view: OpenOptions = { width: 280, height: 410 };

const notice = {
  kind: 'warning',
  text: '2 servers need attention',
  actions: [{ id: 'servers', label: 'Show Servers' }],
} as const;

/** Returns the number of rows that are wholly in sight, with nothing over them. */
function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bar = document.querySelector('.selection-bar')?.getBoundingClientRect().top ?? Infinity;
    const bottom = Math.min(bar, document.querySelector('.results')!.getBoundingClientRect().bottom);
    return [...document.querySelectorAll('.row')].filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });
}

describe('in a window of 1440 × 900 there are in sight', () => {
  it('eleven rows less three for the head: eight results', async () => {
    const { page } = await openRows(view);
    await page.waitForSelector('.chip');
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8);
    await type(page, 'resource');
    await page.waitForSelector('.match');
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8);
  });

  it('as many with two filters and an audience', async () => {
    const { page } = await openRows(view);
    await choose(page, 'Server', 'github', 'logs');
    await choose(page, 'Type', 'TypeScript');
    await page.click('label:has([value=user])');
    await page.waitForSelector('.chip.chosen');
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8);
  });

  it('seven with several selected', async () => {
    const { page } = await openList(view);
    await press(page, 'Space', 'ArrowDown', 'Space');
    await page.waitForSelector('.selection-bar');
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(7);
  });

  it('seven with a problem in the line below', async () => {
    const { page } = await openRows({ ...view, prepare: (host) => void (host.notices = [notice]) });
    await page.waitForSelector('.notice');
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(7);
  });
});

it.each([280, 140])('keeps a row in sight in the lowest view that VS Code has, at %i pixels', async (width) => {
  const { page } = await openRows({ width, height: 120, prepare: (host) => void (host.notices = [notice]) });
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(1);
});

it.each([280, 140])('shows there what is filtered, and a row, at %i pixels', async (width) => {
  const { page } = await openRows({ width: 280, height: 400 });
  await choose(page, 'Server', 'github');
  await page.waitForSelector('.chip.chosen');
  await page.setViewportSize({ width, height: 120 });
  const filters = page.getByRole('button', { name: 'All filters: github' });
  await filters.waitFor();
  await page.waitForSelector('.filter-line.hides-chosen');
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(1);
  await filters.click();
  expect(await page.locator('#all-filters [role=menuitemcheckbox][aria-checked=true]').allInnerTexts()).toEqual([
    expect.stringMatching(/^github/),
  ]);
  await page.screenshot({ path: path.join(screenshots, `panel-room-filtered-${width}.png`) });
});

it('has the audience and the order among the filters where their line is out of sight, and marks them', async () => {
  const { page } = await openList({ width: 280, height: 180 });
  await page.click('label:has([value=assistant])');
  const filters = page.getByRole('button', { name: 'All filters: Assistant' });
  const isMarked = () => page.locator('.filter-line.hides-chosen').count();
  await filters.waitFor();
  expect(await isMarked()).toBe(0);
  await page.focus('#results');
  await press(page, 'Space', 'ArrowDown', 'Space');
  await page.waitForSelector('.selection-bar');
  await drawn(page);
  expect([await page.locator('.audience').isVisible(), await isMarked()]).toEqual([false, 1]);
  await filters.click();
  await page.screenshot({ path: path.join(screenshots, 'panel-room-audience.png') });
  const checked = page.locator('#all-filters [role=menuitemradio][aria-checked=true]');
  expect(await checked.allInnerTexts()).toEqual([
    expect.stringMatching(/^Assistant/),
    expect.stringMatching(/^Relevance/),
  ]);
  await page.getByRole('menuitemradio', { name: 'Name' }).click();
  await page.getByRole('menuitemradio', { name: 'All', exact: true }).press('Enter');
  await expect.poll(isMarked).toBe(0);
  expect(await page.locator('#all-filters').isVisible()).toBe(false);
  await page.setViewportSize({ width: 280, height: 400 });
  expect(await page.inputValue('.sort select')).toBe('name');
  expect(await page.isChecked('.audience [value=all]')).toBe(true);
});

it.each([280, 140])('has the row that is selected there, and the whole of Attach, at %i pixels', async (width) => {
  const { page } = await openList({ width, height: 120, prepare: (host) => void (host.notices = [notice]) });
  await press(page, 'Space', 'ArrowDown', 'Space');
  await page.waitForSelector('.selection-bar');
  await drawn(page);
  const [row, list, bar, attach] = await Promise.all(
    ['.row.active', '.results', '.selection-bar', '.selection-bar vscode-button'].map((part) =>
      page.locator(part).boundingBox(),
    ),
  );
  expect(row!.y).toBeGreaterThanOrEqual(list!.y);
  expect(row!.y + row!.height).toBeLessThanOrEqual(bar!.y);
  expect(attach!.x + attach!.width).toBeLessThanOrEqual(width);
  expect(attach!.y + attach!.height).toBeLessThanOrEqual(120);
});

it('keeps number and order in one line at every width, at the end', async () => {
  const { page } = await openRows({ width: 300, height: 410 });
  const apart: number[] = [];
  for (let width = 180; width <= 300; width += 5) {
    await page.setViewportSize({ width, height: 410 });
    const [summary, sort] = await Promise.all(['.summary', '.sort'].map((part) => page.locator(part).boundingBox()));
    const isTogether = Math.abs(summary!.y + summary!.height / 2 - sort!.y - sort!.height / 2) < 4;
    if (!isTogether || sort!.x + sort!.width < width - 20) apart.push(width);
  }
  expect(apart).toEqual([]);
});

/** For people to look at, side by side with those of an earlier version. */
describe('pictures', () => {
  it.each([
    ['fresh', view],
    ['zoomed', { width: 140, height: 226 }],
    ['lowest', { width: 280, height: 120 }],
    ['zoomed-lowest', { width: 140, height: 120 }],
  ] as const)('of a view that is %s, in four themes', async (name, size) => {
    const { page } = await openRows({
      ...size,
      rows: [...mixedRows(), ...makeRows(400).slice(60)],
      prepare: (host) => void (host.notices = [notice]),
    });
    await type(page, 'o');
    await page.waitForSelector('.match');
    for (const theme of themes) {
      await showTheme(page, theme);
      await drawn(page);
      await page.screenshot({ path: path.join(screenshots, `panel-room-${name}-${theme.name}.png`) });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  });
});
