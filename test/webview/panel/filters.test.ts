import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPanel } from '../../support/panel/openPanel';
import { titles, type, rowsShown, focusList, press, facetValue, openFilters, chips } from '../../support/panel/reading';
import { makeRow, makeRows, goods } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

function focusedValue(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.closest('.facet-value')?.textContent.replace(/\s+/g, ''));
}

/** Returns the classes of parts of the list's side that overlap the part before them. */
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
    const panel = await openPanel({ rows: goods });
    const { page, host } = panel;
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
    await settled(panel);
    expect([await page.locator('.facets').count(), host.asked('facets').length]).toEqual([0, 1]);
  });

  it('say how many results each value leaves, and again when the results change', async () => {
    const { page, host } = await openPanel({ rows: goods });
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
    const { page, host } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows: goods });
    await rowsShown(page);
    await openFilters(page);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('filter-button');
  });

  it('take the place of the list in a low panel, with a scroll bar and nothing over anything else', async () => {
    const { page } = await openPanel({
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
    const { page } = await openPanel({ rows: goods });
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
    const { page } = await openPanel({ rows });
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
    const { page } = await openPanel({ rows: makeRows(1204), height: 400 });
    await rowsShown(page);
    await openFilters(page);
    const height = await page.$eval('.facets', ({ clientHeight }) => clientHeight);
    expect(height).toBeLessThanOrEqual(180);
    expect(await page.$eval('.results', ({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(96);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  });

  it('that cannot be counted say so and try again', async () => {
    const { page, host } = await openPanel({ rows: goods });
    await rowsShown(page);
    host.fail('facets', 'The counts were lost.');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.waitForSelector('.notice.error');
    host.recover('facets');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.waitForSelector('.facet');
  });

  it('show a server’s text as text', async () => {
    const { page, complaints } = await openPanel({
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
