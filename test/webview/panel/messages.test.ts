import { describe, expect, it } from 'vitest';
import type { PanelNotice } from '../../../src/shared/protocol';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import { boxText, focusList, focusPlace, press, rowsShown, summary, titles, type } from '../../support/panel/reading';
import { makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

describe('an empty list', () => {
  it('says why it is empty and runs what the host offers', async () => {
    const { page, host } = await openRows({ rows: makeRows(20) });
    await type(page, 'zebra');
    await page.waitForSelector('.empty');
    expect(await page.$$eval('.empty h2, .empty p', (parts) => parts.map((part) => part.textContent))).toEqual([
      'No matching resources',
      'Try fewer or other words.',
    ]);
    await expect.poll(() => page.locator('#results').count()).toBe(0);
    await page.getByRole('button', { name: 'Show All Servers' }).click();
    await expect.poll(() => host.asked('run')).toEqual([{ id: 'all' }]);
    await expect.poll(() => boxText(page)).toBe('zebra');
  });

  it('offers to drop the filters, or the words, where that may help', async () => {
    const { page } = await openRows({ rows: makeRows(20) });
    await page.check('input[value=user]');
    await type(page, 'zebra');
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect.poll(() => page.isChecked('input[value=all]')).toBe(true);
    expect(await page.getByRole('button', { name: 'Clear Filters' }).count()).toBe(0);
    await page.locator('.empty').getByRole('button', { name: 'Clear Search' }).click();
    await rowsShown(page);
    expect([await boxText(page), await focusPlace(page)]).toEqual(['', 'box']);
  });

  it('offers first what its reason names', async () => {
    const { page, host } = await openRows({ rows: makeRows(20) });
    await page.check('input[value=user]');
    const offered = (): Promise<(string | undefined)[]> =>
      page.$$eval('.empty vscode-button', (all) => all.map((each) => each.textContent.trim()));
    host.empty = { ...host.empty, loosen: 'words' };
    await type(page, 'zebra');
    await expect.poll(offered).toEqual(['Clear Search', 'Clear Filters', 'Show All Servers']);
    await expect.poll(() => page.getAttribute('.empty vscode-button', 'appearance')).toBe('primary');
    host.empty = { ...host.empty, loosen: 'filters', actions: [] };
    host.changed();
    await expect.poll(offered).toEqual(['Clear Filters', 'Clear Search']);
  });

  it.each([220, 300, 400])('has its first button in sight in a panel of %s pixels', async (height) => {
    const text = 'Servers come from mcp.json, in your profile or in this workspace, and from .mcp.json. '.repeat(4);
    const { page } = await openPanel({
      rows: [],
      height,
      prepare: (host) => void (host.empty = { ...host.empty, title: 'No MCP servers are configured', text }),
    });
    const first = page.locator('.empty vscode-button').first();
    await first.waitFor();
    const { y, height: own } = (await first.boundingBox())!;
    expect(y + own).toBeLessThanOrEqual(height);
  });

  it('is told to screen readers', async () => {
    const { page } = await openPanel({ rows: [] });
    await expect.poll(() => page.textContent('[role=status]')).toBe('No matching resources. Try fewer or other words.');
  });

  it('is not shown before the host has said that there is nothing', async () => {
    const { page, host } = await openPanel({ rows: [], prepare: (side) => void side.hold('search') });
    await page.waitForSelector('.skeleton');
    await expect.poll(() => page.locator('.empty').count()).toBe(0);
    expect(host.asked('search').length).toBe(1);
  });
});

describe('what is hidden', () => {
  it('is counted beside the results by a button, which the keyboard reaches before the order', async () => {
    const hidden = { id: 'show', label: '12 hidden', title: 'Hidden: shop.' };
    const { page, host } = await openRows({ rows: makeRows(20), prepare: (side) => void (side.hidden = hidden) });
    const button = page.getByRole('button', { name: '12 hidden' });
    expect([await summary(page), await button.getAttribute('title')]).toEqual(['20 total', 'Hidden: shop.']);
    await page.getByRole('combobox', { name: 'Sort by' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => host.asked('run')).toEqual([{ id: 'show' }]);
    host.hidden = undefined;
    host.changed();
    await expect.poll(() => button.count()).toBe(0);
    expect(await focusPlace(page)).toBe('box');
  });

  it.each([200, 300, 360, 600])('stands in one line with the number of results, in %s pixels', async (width) => {
    const hidden = { id: 'show', label: '12,345 hidden', title: 'Hidden: shop.' };
    const { page } = await openRows({ rows: makeRows(20), width, prepare: (side) => void (side.hidden = hidden) });
    const parts = await Promise.all(
      ['.summary', '.hidden-count', '.sort'].map((part) => page.locator(part).boundingBox()),
    );
    const middles = parts.map((box) => Math.round(box!.y + box!.height / 2));
    const last = parts.at(-1)!;
    expect([Math.max(...middles) - Math.min(...middles) < 4, last.x + last.width <= width]).toEqual([true, true]);
  });
});

describe('notices of the host', () => {
  const notice: PanelNotice = {
    kind: 'warning',
    text: 'A server <b>failed</b>.',
    actions: [{ id: 'log:7', label: 'Show Log' }],
  };

  it('stand below the list, which does not move under the pointer, and run their actions', async () => {
    const { page, host } = await openRows({ prepare: (side) => void (side.notices = [notice]) });
    await expect.poll(() => page.textContent('.notice.warning bdi')).toBe('A server <b>failed</b>.');
    const [list, below] = await page.$$eval('.results, .notices', (all) =>
      all.map((each) => each.getBoundingClientRect().top),
    );
    expect(below).toBeGreaterThan(list ?? 0);
    await page.getByTitle('Show Log').click();
    await expect.poll(() => host.asked('run')).toEqual([{ id: 'log:7' }]);
  });

  it('do not change under the keyboard, and what replaced them is shown once it has left', async () => {
    const { page, host } = await openRows({ prepare: (side) => void (side.notices = [notice]) });
    await focusList(page);
    await press(page, 'Tab');
    const other: PanelNotice = { kind: 'error', text: 'Another.', actions: [{ id: 'stop:1', label: 'Stop' }] };
    const again = { ...notice, actions: [{ id: 'log:8', label: 'Show Log' }] };
    /** Sets the notices, and waits until the page has them: the number of resources changes, too. */
    const become = async (...notices: readonly PanelNotice[]): Promise<void> => {
      const before = await summary(page);
      host.notices = notices;
      host.rows = host.rows.slice(1);
      host.changed();
      await expect.poll(() => summary(page)).not.toBe(before);
    };
    await become(other, again);
    await press(page, 'Enter');
    await expect.poll(() => host.asked('run')).toEqual([{ id: 'log:8' }]);
    await become(other);
    expect(await page.textContent('.notices bdi')).toBe(notice.text);
    await press(page, 'Tab');
    await expect.poll(() => page.textContent('.notices bdi')).toBe('Another.');
    await press(page, 'Shift+Tab');
    host.notices = [];
    host.changed();
    await expect.poll(() => focusPlace(page)).toBe('box');
  });

  it('leave the list its place when there are many', async () => {
    const { page } = await openRows({
      height: 400,
      prepare: (side) => void (side.notices = Array<PanelNotice>(30).fill(notice)),
    });
    expect(await page.$eval('.results', ({ clientHeight }) => clientHeight)).toBeGreaterThan(130);
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(10);
  });

  it('that say an action failed show the sentence and try again', async () => {
    const { page, host } = await openList();
    host.fail('act', 'The chat is not open. Open it and try again.');
    await press(page, 'Space', 'Enter');
    await page.waitForSelector('.notice.error');
    await expect.poll(() => page.textContent('.notice.error bdi')).toBe('The chat is not open. Open it and try again.');
    await expect.poll(() => page.textContent('.selection-bar .count')).toBe('1 selected · 12 tokens');
    const before = await summary(page);
    host.rows = host.rows.slice(0, -1);
    host.changed();
    await expect.poll(() => summary(page)).not.toBe(before);
    host.recover('act');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
    expect(host.acts).toEqual(['attach 1', 'attach 1']);
  });

  it('of the panel itself can be dismissed', async () => {
    const { page, host } = await openList();
    host.fail('act', 'The chat is not open.');
    await press(page, 'Enter');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
    await expect.poll(() => focusPlace(page)).toBe('listbox');
  });
});

describe('a search that fails', () => {
  it('leaves what is on the page, says so and tries again', async () => {
    const { page, host } = await openRows({ rows: makeRows(20) });
    host.fail('search', 'The search broke.');
    await type(page, 'orders');
    await page.waitForSelector('.notice.error');
    await expect.poll(() => page.textContent('.notice.error bdi')).toBe('The search broke.');
    expect((await titles(page)).length).toBeGreaterThan(10);
    host.recover('search');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => summary(page)).toBe('5 of 20');
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  it('is forgotten when the next one works', async () => {
    const { page, host } = await openRows({ rows: makeRows(20) });
    host.fail('search', 'The search broke.');
    host.changed();
    await page.waitForSelector('.notice.error');
    host.recover('search');
    host.changed();
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  it('at the very start can be tried again', async () => {
    const { page, host } = await openPanel({
      rows: makeRows(20),
      prepare: (side) => side.fail('start', 'Not ready yet.'),
    });
    await page.waitForSelector('.notice.error');
    host.recover('start');
    await page.getByRole('button', { name: 'Retry' }).click();
    await rowsShown(page);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  it('for rows says so, keeps their places and loads them by a retry', async () => {
    const { page, host } = await openList({ rows: makeRows(5000) });
    host.fail('rows', 'The list was lost.');
    await press(page, 'End');
    await page.waitForSelector('.notice.error');
    await expect.poll(() => titles(page)).toContain('…');
    host.recover('rows');
    await page.getByRole('button', { name: 'Retry' }).click();
    await rowsShown(page);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });
});

describe('waiting', () => {
  it('shows the progress bar while lists are still arriving', async () => {
    const { page, host } = await openRows({ prepare: (side) => void (side.isLoading = true) });
    expect(await page.getByRole('progressbar', { name: 'Loading…' }).count()).toBe(1);
    host.isLoading = false;
    host.changed();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  });

  it('shows the progress bar while an answer takes long, and moves nothing where motion is not wanted', async () => {
    const panel = await openPanel({ reducedMotion: true, isTimeHeld: true });
    const { page, host, pass } = panel;
    await rowsShown(page);
    const release = host.hold('search');
    await type(page, 'o');
    await expect.poll(() => host.asked('search').length).toBe(2);
    await pass(299);
    await settled(panel);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await pass(1);
    await page.getByRole('progressbar').waitFor();
    expect(await page.$eval('.progress', (bar) => getComputedStyle(bar, '::after').animationName)).toBe('none');
    release();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  });
});

it('asks to reload the window when the host speaks another version', async () => {
  const { page } = await openPanel({ prepare: (side) => void (side.version = 1) });
  await page.waitForSelector('.empty');
  await expect
    .poll(() => page.textContent('[role=alert] p'))
    .toBe('The extension was updated. Reload the window to use this view.');
  await expect.poll(() => page.locator('vscode-text-field, #results').count()).toBe(0);
});

describe('a double click on an action of a message', () => {
  const action = { id: 'review', label: 'Review and Start…' };
  const empty = { title: 'A server waits', text: '', actions: [action], canLoosen: false };

  it.each([
    ['empty list', [], '.empty vscode-button'],
    ['notice', makeRows(3), '.notice .whole'],
  ] as const)(
    'in an %s is one click, and leaves the keyboard where the first one brought it',
    async (_, rows, target) => {
      const { page, host } = await openPanel({
        rows,
        prepare: (side) => {
          if (rows.length === 0) side.empty = empty;
          else side.notices = [{ kind: 'warning', text: 'A server waits', actions: [action] }];
        },
      });
      const button = page.locator(target);
      await button.waitFor();
      const { x, y, width, height } = (await button.boundingBox())!;
      const [left, top] = [x + width / 2, y + height / 2];
      await page.mouse.click(left, top);
      await expect.poll(() => host.asked('run')).toEqual([{ id: 'review' }]);
      // As a question of VS Code does.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.mouse.move(left, top);
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      await page.mouse.click(left, top);
      await expect.poll(() => host.asked('run')).toEqual([{ id: 'review' }, { id: 'review' }]);
    },
  );
});
