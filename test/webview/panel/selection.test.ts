import { describe, expect, it } from 'vitest';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import {
  activeRow,
  boxText,
  focusList,
  focusPlace,
  press,
  row,
  selectedTitles,
  titles,
  type,
} from '../../support/panel/reading';
import { makeRow, makeRows } from '../../support/panel/resources';
import { rowHeight } from '../../../webview-ui/panel/listGeometry';

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((title, index) =>
  makeRow(index + 1, { title, where: `alphabet · letter://${title}` }),
);
const count = '.selection-bar .count';

describe('selecting with the keyboard', () => {
  it('extends a range from where it began, and takes it back', async () => {
    const { page } = await openList({ rows: letters });
    await press(page, 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await expect.poll(() => selectedTitles(page)).toEqual(['b', 'c', 'd']);
    await press(page, 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp');
    await expect.poll(() => selectedTitles(page)).toEqual(['a', 'b']);
    await press(page, 'Shift+End');
    await expect.poll(() => selectedTitles(page)).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h']);
    await expect.poll(() => page.textContent(count)).toMatch(/^7 selected/);
  });

  it('collects rows one by one with the space bar, moving in between', async () => {
    const { page } = await openList({ rows: letters });
    await press(page, 'Space', 'ArrowDown', 'ArrowDown', 'Space', 'ArrowDown');
    await expect.poll(() => selectedTitles(page)).toEqual(['a', 'c']);
    await press(page, 'ArrowUp', 'Space');
    await expect.poll(() => selectedTitles(page)).toEqual(['a']);
  });

  it('extends a range besides what is selected already', async () => {
    const { page } = await openList({ rows: letters });
    await press(page, 'Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown');
    await expect.poll(() => selectedTitles(page)).toEqual(['a', 'd', 'e']);
  });

  it('selects all matching resources, of which most have never been on the page', async () => {
    const { page, host } = await openRows({ rows: makeRows(900) });
    await row(page, 'customers').click();
    await press(page, 'Control+a');
    await expect.poll(() => page.textContent(count)).toMatch(/^900 selected/);
    expect(host.asked('ids')).toEqual([{ queryId: 1, from: 0, to: 900 }]);
    await press(page, 'Enter');
    await expect.poll(() => host.acts.length).toBe(2);
    expect(host.asked('act')).toEqual([
      { action: 'glance', ids: [10] },
      { action: 'attach', ids: Array.from({ length: 900 }, (_, index) => index + 1) },
    ]);
  });

  it('attaches all that was selected, also when the host has not told yet what that is', async () => {
    const { page, host } = await openList({ rows: makeRows(900) });
    const release = host.hold('ids');
    await press(page, 'Control+a', 'Enter');
    await expect.poll(() => host.asked('ids').length).toBe(1);
    expect(host.acts).toEqual([]);
    release();
    await expect.poll(() => host.asked('act')[0]?.ids.length).toBe(900);
  });

  it('selects a thousand at most and says so', async () => {
    const { page, host } = await openList({ rows: makeRows(100_000) });
    await press(page, 'Control+a');
    await expect.poll(() => page.textContent(count)).toMatch(/^1,000 selected/);
    expect(host.asked('ids')).toEqual([{ queryId: 1, from: 0, to: 1000 }]);
    await expect
      .poll(() => page.textContent('.notice.info bdi'))
      .toBe('Only 1,000 of 100,000 are selected: that is the most at once.');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  it('extends upwards to a thousand at most, from where it began', async () => {
    const { page, host } = await openList({ rows: makeRows(3000) });
    await press(page, 'End', 'Shift+Home');
    await expect.poll(() => page.textContent(count)).toMatch(/^1,000 selected/);
    expect(host.asked('ids')).toEqual([{ queryId: 1, from: 2000, to: 3000 }]);
  });

  it('steps back with Escape: the selection, the text, the list', async () => {
    const { page } = await openRows({ rows: letters });
    await type(page, 'e');
    await press(page, 'ArrowDown', 'Space');
    await expect.poll(() => page.textContent(count)).toMatch(/^1 selected/);
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    expect([await boxText(page), await focusPlace(page)]).toEqual(['e', 'listbox']);
    await press(page, 'Escape');
    await expect.poll(() => boxText(page)).toBe('');
    await expect.poll(() => focusPlace(page)).toBe('listbox');
    await press(page, 'Escape');
    await expect.poll(() => focusPlace(page)).toBe('box');
  });

  it('steps back in the box: the text, then the selection', async () => {
    const { page } = await openList({ rows: letters });
    await press(page, 'Space');
    await type(page, 'e');
    await press(page, 'Escape');
    await expect.poll(() => boxText(page)).toBe('');
    await expect.poll(() => page.textContent(count)).toMatch(/^1 selected/);
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
  });

  it('keeps what was collected while the next thing is searched', async () => {
    const { page, host } = await openList({ rows: letters });
    await press(page, 'Space');
    await page.keyboard.type('h');
    await expect.poll(() => titles(page)).toContain('h');
    await press(page, 'ArrowDown', 'End', 'Space', 'Enter');
    await expect.poll(() => host.acts.length).toBe(1);
    expect(host.acts).toEqual(['attach 1 8']);
  });
});

describe('selecting with the mouse', () => {
  it('selects one by a click, more with Ctrl, a range with Shift', async () => {
    const { page } = await openRows({ rows: letters });
    await row(page, 'c').click();
    await expect.poll(() => selectedTitles(page)).toEqual(['c']);
    await row(page, 'b').click();
    await expect.poll(() => selectedTitles(page)).toEqual(['b']);
    await row(page, 'e').click({ modifiers: ['Control'] });
    await expect.poll(() => selectedTitles(page)).toEqual(['b', 'e']);
    await row(page, 'g').click({ modifiers: ['Shift'] });
    await expect.poll(() => selectedTitles(page)).toEqual(['b', 'e', 'f', 'g']);
    await row(page, 'f').click({ modifiers: ['Control'] });
    await expect.poll(() => selectedTitles(page)).toEqual(['b', 'e', 'g']);
    await expect.poll(() => focusPlace(page)).toBe('listbox');
  });

  it('shows a glance at a plain click, unless the pane beside the list shows the row, and keeps the keyboard', async () => {
    const { page, host } = await openRows({ rows: letters, width: 700 });
    await row(page, 'c').click();
    await row(page, 'e').click({ modifiers: ['Control'] });
    await row(page, 'g').click({ modifiers: ['Shift'] });
    await row(page, 'b').click();
    await expect.poll(() => focusPlace(page)).toBe('listbox');
    await press(page, 'ArrowRight');
    await page.waitForSelector('.pane');
    await row(page, 'd').click();
    await expect.poll(() => selectedTitles(page)).toEqual(['d']);
    await press(page, 'Control+Enter');
    await expect.poll(() => host.acts).toEqual(['glance 3', 'glance 2', 'open 4']);
  });

  it('shows no glance in an editor, which it would cover', async () => {
    const { page, host } = await openRows({ rows: letters, theme: 'dark-editor', width: 900 });
    await row(page, 'c').click();
    await page.waitForSelector('.pane');
    expect(host.acts).toEqual([]);
  });

  it('lets a plain click go when the keyboard moves on', async () => {
    const { page, host } = await openRows({ rows: letters });
    await row(page, 'c').click();
    await press(page, 'ArrowDown');
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    await press(page, 'Enter');
    await expect.poll(() => host.acts).toEqual(['glance 3', 'attach 4']);
  });

  it('opens by a double click, even where the selection bar comes up', async () => {
    const { page, host } = await openRows({ rows: makeRows(50) });
    // Freezes the bar just after it appeared, on a machine of any speed.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.selection-bar { animation-duration: 60s !important }');
      document.adoptedStyleSheets.push(sheet);
    });
    const box = (await page.locator('#results').boundingBox())!;
    await page.mouse.click(box.x + 200, box.y + box.height - 20);
    await page.waitForSelector('.selection-bar');
    await page.mouse.click(box.x + 200, box.y + box.height - 20, { clickCount: 2 });
    const index = await page.$eval('#results', (list, row) => Math.floor((list.clientHeight - 20) / row), rowHeight);
    await expect.poll(() => host.acts).toEqual([`glance ${index + 1}`, `glance ${index + 1}`, `pin ${index + 1}`]);
  });

  it('attaches and opens one row by its own buttons, whatever is selected', async () => {
    const { page, host } = await openRows({ rows: letters });
    await row(page, 'a').click();
    const c = row(page, 'c');
    // Chromium may not notice a pointer that has moved while rows were drawn; moving it once more does no harm.
    const actionsShown = async (x: number): Promise<boolean> => {
      await c.hover({ position: { x, y: 8 } });
      return c.locator('.actions').isVisible();
    };
    await expect.poll(async () => (await actionsShown(30)) || (await actionsShown(40))).toBe(true);
    await c.locator('[data-action=attach]').click();
    await c.locator('[data-action=open]').click();
    await expect.poll(() => host.acts).toEqual(['glance 1', 'attach 3', 'open 3']);
    await expect.poll(() => selectedTitles(page)).toEqual(['a']);
  });
});

it('says in one line how much is selected, at 300 pixels and with wide numbers', async () => {
  const { page } = await openList({ rows: makeRows(900) });
  await press(page, 'Control+a');
  await expect.poll(() => page.textContent(count)).toBe('900 selected · 10,800 tokens');
  expect(await page.$eval(count, (bar) => [bar.clientHeight < 20, bar.scrollWidth <= bar.clientWidth])).toEqual([
    true,
    true,
  ]);
});

describe('acting', () => {
  it('attaches the active row where nothing is selected, opens it and copies its URI', async () => {
    const { page, host } = await openList({ rows: letters });
    await press(page, 'ArrowDown', 'Enter', 'Control+Enter', 'Control+c');
    await expect.poll(() => host.acts).toEqual(['attach 2', 'open 2', 'copyUri 2']);
  });

  it('attaches a row that is not loaded yet', async () => {
    const { page, host } = await openList({ rows: makeRows(5000) });
    host.hold('rows');
    await press(page, 'End', 'Enter');
    await expect.poll(() => host.acts).toEqual(['attach 5000']);
  });

  it('attaches the selection in the order it was made, then clears it', async () => {
    const { page, host } = await openList({ rows: letters });
    await press(page, 'ArrowDown', 'Space', 'ArrowUp', 'Space', 'Enter');
    await expect.poll(() => host.acts).toEqual(['attach 2 1']);
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
  });

  it('keeps the selection where the user cancels', async () => {
    const { page, host } = await openPanel({ rows: letters });
    host.isCancelling = true;
    await focusList(page);
    await press(page, 'Space', 'Enter');
    await expect.poll(() => host.acts.length).toBe(1);
    // Answered after the action.
    await press(page, 'ArrowDown', 'Space');
    await expect.poll(() => page.textContent('.selection-bar .count')).toMatch(/^2 selected/u);
    host.isCancelling = false;
    await press(page, 'Enter');
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    expect(host.acts).toEqual(['attach 1', 'attach 1 2']);
  });

  it('attaches and clears by the buttons of the bar, and leaves the keyboard in the list', async () => {
    const { page, host } = await openList({ rows: letters });
    await press(page, 'Space', 'ArrowDown', 'Space');
    await expect.poll(() => page.getAttribute('.selection-bar .attach', 'title')).toBe('Attach 2 to Chat');
    await page.getByRole('button', { name: 'Attach' }).click();
    await expect.poll(() => host.acts).toEqual(['attach 1 2']);
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    await expect.poll(() => focusPlace(page)).toBe('listbox');
    await press(page, 'Space');
    await page.waitForSelector('.selection-bar');
    await page.getByRole('button', { name: 'Clear Selection' }).click();
    await expect.poll(() => page.locator('.selection-bar').count()).toBe(0);
    expect(host.acts.length).toBe(1);
  });

  it('tells native context menus what they act on', async () => {
    const { page } = await openList({ rows: letters });
    await press(page, 'ArrowDown', 'Space', 'ArrowDown', 'Space');
    await expect.poll(() => selectedTitles(page)).toEqual(['b', 'c']);
    const contexts = await page.$$eval('.row', (rows) =>
      rows.slice(0, 4).map((each) => JSON.parse(each.getAttribute('data-vscode-context')!) as unknown),
    );
    const menu = {
      webviewSection: 'resource',
      isPinned: false,
      isInContext: false,
      preventDefaultContextMenuItems: true,
    };
    expect(contexts).toEqual([
      { ...menu, ids: [1] },
      { ...menu, ids: [2, 3] },
      { ...menu, ids: [3, 2] },
      { ...menu, ids: [4] },
    ]);
  });

  it('opens the context menu at the active row with the menu key, and at any row with the mouse', async () => {
    const { page } = await openList({ rows: letters });
    // Like VS Code's own page, this looks from the target upwards.
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      window.addEventListener('contextmenu', (event) => {
        event.preventDefault();
        seen.push((event.target as Element).closest<HTMLElement>('[data-vscode-context]')!.dataset['vscodeContext']!);
      });
    });
    await press(page, 'ArrowDown');
    await expect.poll(() => activeRow(page)).toEqual({ position: 2, title: 'b' });
    await press(page, 'ContextMenu');
    await row(page, 'e').click({ button: 'right' });
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.map((text) => (JSON.parse(text) as { ids: number[] }).ids)).toEqual([[2], [5]]);
    await expect.poll(() => activeRow(page)).toEqual({ position: 5, title: 'e' });
    await expect.poll(() => selectedTitles(page)).toEqual([]);
  });
});
