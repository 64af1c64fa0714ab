import { describe, expect, it } from 'vitest';
import { protocolVersion } from '../../../src/shared/protocol';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import {
  boxText,
  drawn,
  focusList,
  focusPlace,
  press,
  rowsShown,
  summary,
  textsSeen,
  titles,
  type,
} from '../../support/panel/reading';
import { makeRow, makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';
import { rowHeight } from '../../../webview-ui/panel/listGeometry';

const fruit = ['apple', 'apricot', 'banana', 'cherry'].map((title, index) =>
  makeRow(index + 1, { title, where: `shop · fruit://${title}`, audience: title === 'banana' ? ['assistant'] : [] }),
);

describe('searching', () => {
  it('greets the host with the version before it asks anything else', async () => {
    const { host } = await openRows({ rows: fruit });
    expect(host.received.filter(({ method }) => method !== 'focused').slice(0, 2)).toEqual([
      { method: 'start', params: { version: protocolVersion } },
      { method: 'search', params: { queryId: 1, query: emptyQuery, first: expect.any(Number) as number } },
    ]);
  });

  it('sends a search for every typed key at once, with ascending ids', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await type(page, 'apr');
    await expect.poll(() => titles(page)).toEqual(['apricot']);
    expect(
      host
        .asked('search')
        .slice(1)
        .map(({ queryId, query }) => [queryId, query.text]),
    ).toEqual([
      [2, 'a'],
      [3, 'ap'],
      [4, 'apr'],
    ]);
    await expect.poll(() => summary(page)).toBe('1 of 4');
  });

  it('needs one round trip from a key to the rows, at any height', async () => {
    for (const height of [400, 1000]) {
      const { page, host } = await openRows({ height });
      await type(page, 'resource');
      await expect.poll(() => titles(page)).toContain('resource 11');
      expect(host.asked('rows')).toEqual([]);
      const rows = await page.$eval('#results', (list, row) => Math.ceil(list.clientHeight / row), rowHeight);
      const asked = host.asked('search').map(({ first }) => first);
      // The first search does not wait for the page's height.
      expect([asked[0], asked.at(-1)]).toEqual([50, rows + 10]);
    }
  });

  it('emphasises what matched', async () => {
    const { page } = await openRows({ rows: fruit });
    await type(page, 'ric');
    await expect.poll(() => titles(page)).toEqual(['apricot']);
    const matches = (): Promise<unknown> => page.$$eval('.match', (parts) => parts.map((part) => part.textContent));
    await expect.poll(matches).toEqual(['ric']);
  });

  it('keeps the old results on the page until rows of the new query are here', async () => {
    const { page, host } = await openRows({ rows: fruit });
    const release = host.hold('search');
    await type(page, 'cher');
    await expect.poll(() => host.asked('search').at(-1)?.queryId).toBe(5);
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    await expect.poll(() => summary(page)).toBe('4 total');
    release();
    await expect.poll(() => titles(page)).toEqual(['cherry']);
  });

  it('drops an answer that comes after a newer query, and tells the host to stop', async () => {
    const panel = await openPanel({ rows: fruit });
    const { page, host } = panel;
    await rowsShown(page);
    const release = host.hold('search');
    await type(page, 'c');
    await expect.poll(() => host.asked('search').length).toBe(2);
    const releaseNewer = host.hold('search');
    await page.keyboard.type('h');
    await expect.poll(() => host.asked('search').length).toBe(3);
    releaseNewer();
    await expect.poll(() => titles(page)).toEqual(['cherry']);
    release();
    await type(page, 'e');
    await expect.poll(() => host.asked('search').at(-1)?.queryId).toBe(4);
    await settled(panel);
    expect(host.cancelled).toEqual(['search']);
    await expect.poll(() => titles(page)).toEqual(['cherry']);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  it('drops rows that come after a newer query', async () => {
    const panel = await openPanel({ rows: makeRows(5000) });
    const { page, host } = panel;
    await focusList(page);
    const release = host.hold('rows');
    await press(page, 'End');
    await expect.poll(() => host.asked('rows').at(-1)).toEqual({ queryId: 1, from: 4900, to: 5000 });
    await type(page, 'customers');
    await expect.poll(() => titles(page)).toEqual(['customers']);
    release();
    await settled(panel);
    expect([await titles(page), host.cancelled]).toEqual([['customers'], ['rows']]);
  });

  it('filters by audience with the arrow keys', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await page.focus('input[value=all]');
    await press(page, 'ArrowRight');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'cherry']);
    await press(page, 'ArrowRight');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    expect(host.asked('search').map(({ query }) => query.audience)).toEqual(['all', 'user', 'assistant']);
    await expect.poll(() => page.isChecked('input[value=assistant]')).toBe(true);
  });

  it('filters by audience with the mouse', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await page.click('label:has([value=user])');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'cherry']);
    expect(host.asked('search').at(-1)).toMatchObject({ queryId: 2, query: { text: '', audience: 'user' } });
  });

  it('clears the text with the button, by mouse or key, and stays in the box', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await expect.poll(() => page.locator('[title="Clear Search"]').count()).toBe(0);
    await type(page, 'cherry');
    await expect.poll(() => titles(page)).toEqual(['cherry']);
    await page.click('[title="Clear Search"]');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    expect([await boxText(page), await focusPlace(page)]).toEqual(['', 'box']);
    await type(page, 'cherry');
    await expect.poll(() => titles(page)).toEqual(['cherry']);
    await page.locator('[title="Clear Search"]').focus();
    await press(page, 'Enter');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    expect([await boxText(page), await focusPlace(page), host.acts]).toEqual(['', 'box', []]);
  });

  it('remembers text and audience across a reload', async () => {
    const { page, host, reload } = await openRows({ rows: fruit });
    await page.click('label:has([value=assistant])');
    await type(page, 'an');
    await expect.poll(() => titles(page)).toEqual(['banana']);
    await reload();
    await expect.poll(() => titles(page)).toEqual(['banana']);
    expect(host.asked('search').at(-1)).toMatchObject({ queryId: 1, query: { text: 'an', audience: 'assistant' } });
    expect([await boxText(page), await page.isChecked('input[value=assistant]')]).toEqual(['an', true]);
  });

  it('comes back to where the list was scrolled to', async () => {
    const { page, host, reload } = await openList({ rows: makeRows(5000) });
    await page.$eval('#results', (list) => (list.scrollTop = 3600));
    await page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('3600'));
    host.received.length = 0;
    await reload();
    await expect.poll(() => titles(page)).toContain('resource 101');
    expect(host.asked('rows')).toEqual([{ queryId: 1, from: 100, to: 200 }]);
  });

  it('starts afresh when what was kept is of another shape', async () => {
    const { page, host, reload } = await openRows({ rows: fruit });
    await page.evaluate(() =>
      sessionStorage.setItem('state', JSON.stringify({ query: { text: 7, audience: 'nobody' } })),
    );
    await reload();
    await rowsShown(page);
    expect(host.asked('search').at(-1)).toMatchObject({ queryId: 1, query: emptyQuery });
  });

  it('goes to the box when the host asks for it, and with a query that the host brings', async () => {
    const { page, host } = await openList({ rows: fruit });
    host.setQuery({ ...emptyQuery, text: 'cherry' });
    await expect.poll(() => titles(page)).toEqual(['cherry']);
    expect([await boxText(page), await focusPlace(page)]).toEqual(['cherry', 'box']);
    await page.keyboard.type('apple');
    await expect.poll(() => titles(page)).toEqual(['apple']);
    host.typed();
    await page.keyboard.type('b');
    await expect.poll(() => boxText(page)).toMatch(/b$/);
  });

  it('tells screen readers the result once typing has stopped', async () => {
    const panel = await openPanel({ rows: fruit, isTimeHeld: true });
    const { page, pass } = panel;
    await rowsShown(page);
    const seenTexts = await textsSeen(page, '[role=status]');
    for (const key of 'cherry') {
      await type(page, key);
      await settled(panel);
      await pass(599);
    }
    await pass(1);
    await drawn(page);
    expect(await seenTexts()).toEqual(['1 of 4']);
  });
});
