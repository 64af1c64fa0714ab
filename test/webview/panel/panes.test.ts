import { describe, expect, it } from 'vitest';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { openPanel, type OpenPanel, openList, openRows } from '../../support/panel/openPanel';
import {
  activeRow,
  boxText,
  focusList,
  focusPlace,
  press,
  row,
  rowsShown,
  scrollTop,
  type,
} from '../../support/panel/reading';
import { makeRow, makeRows, makeTemplate } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

const rows = [makeTemplate(9000, 'of a customer', 's · x://{customer}'), ...makeRows(60)];

async function isInPane({ page }: OpenPanel): Promise<boolean> {
  return page.evaluate(() => document.querySelector('.pane')?.contains(document.activeElement) ?? false);
}

const paneTitle = ({ page }: OpenPanel): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector('.pane h2')?.textContent);

describe('a pane over a narrow list', () => {
  it('opens by the right arrow, takes the keyboard, and gives it back to its row with Escape', async () => {
    const panel = await openPanel({ rows });
    const { page } = panel;
    await focusList(page);
    await press(page, ...Array<string>(20).fill('ArrowDown'));
    const before = await scrollTop(page);
    await press(page, 'ArrowRight');
    await expect.poll(() => isInPane(panel)).toBe(true);
    expect([await paneTitle(panel), await page.isVisible('#results')]).toEqual(['resource 20', false]);
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.pane').count()).toBe(0);
    expect([await focusPlace(page), await activeRow(page), await scrollTop(page)]).toEqual([
      'listbox',
      { position: 21, title: 'resource 20' },
      before,
    ]);
  });

  it('closes by its button and by Alt and the left arrow', async () => {
    const { page } = await openList({ rows });
    for (const close of [() => page.click('.back'), () => press(page, 'Alt+ArrowLeft')]) {
      await press(page, 'End', 'ArrowRight');
      await page.waitForSelector('.pane');
      await close();
      await expect.poll(() => page.locator('.pane').count()).toBe(0);
      await expect.poll(() => focusPlace(page)).toBe('listbox');
    }
  });

  it('follows its row when the results change, and goes back to it', async () => {
    const panel = await openPanel({ rows });
    const { page, host } = panel;
    await focusList(page);
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight');
    await page.waitForSelector('.pane');
    host.rows = [makeRow(7000, { title: 'new', where: 's · x://new' }), ...host.rows];
    host.changed();
    await expect.poll(() => host.asked('find').length).toBeGreaterThan(0);
    await settled(panel);
    await press(page, 'Escape');
    await expect.poll(() => activeRow(page)).toEqual({ position: 4, title: 'Orders API: failing checkouts' });
  });

  it('leaves nothing behind it that the keyboard could reach', async () => {
    const panel = await openPanel({ rows });
    const { page } = panel;
    await focusList(page);
    await press(page, 'End', 'ArrowRight');
    await page.waitForSelector('.pane');
    for (let count = 0; count < 25; count++) {
      await press(page, 'Tab');
      const place = await page.evaluate(() => document.activeElement?.closest('.side') !== null);
      expect(place).toBe(false);
    }
  });
});

describe('a pane over the list gives way', () => {
  it.each([
    ['the search box', (host: OpenPanel['host']) => host.typed()],
    ['another query', (host: OpenPanel['host']) => host.setQuery({ ...emptyQuery, text: 'resource' })],
  ])('to %s, which gets the focus', async (_, ask) => {
    const { page, host } = await openList({ rows });
    await press(page, 'End', 'ArrowRight');
    await page.waitForSelector('.pane');
    ask(host);
    await expect.poll(() => focusPlace(page)).toBe('box');
    await expect.poll(() => page.locator('.pane').count()).toBe(0);
    await page.keyboard.type('12');
    await expect.poll(() => boxText(page)).toContain('12');
  });
});

it('gives the focus back to the list or to the pane, where the window took it away', async () => {
  const panel = await openPanel({ rows });
  const { page } = panel;
  // VS Code does the same around its own context menu.
  const leaveAndComeBack = (): Promise<void> =>
    page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      window.dispatchEvent(new FocusEvent('focus'));
    });
  await rowsShown(page);
  await leaveAndComeBack();
  await expect.poll(() => focusPlace(page)).toBe('box');
  await focusList(page);
  await press(page, 'ArrowDown', 'ArrowDown');
  await leaveAndComeBack();
  expect([await focusPlace(page), (await activeRow(page))?.position]).toEqual(['listbox', 3]);
  await press(page, 'ArrowRight');
  await expect.poll(() => isInPane(panel)).toBe(true);
  await leaveAndComeBack();
  await expect.poll(() => isInPane(panel)).toBe(true);
});

describe('a pane beside a wide list', () => {
  it('leaves the keyboard in the list and follows the active row', async () => {
    const panel = await openPanel({ rows, width: 700, isTimeHeld: true });
    const { page, host, pass } = panel;
    await focusList(page);
    await press(page, 'ArrowDown', 'ArrowRight');
    await expect.poll(() => paneTitle(panel)).toBe('orders');
    expect([await focusPlace(page), await page.isVisible('#results')]).toEqual(['listbox', true]);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) {
      await press(page, key);
      await pass(149);
    }
    await pass(1);
    await expect.poll(() => paneTitle(panel)).toBe('OrderService.ts');
    await settled(panel);
    expect(host.asked('preview')).toEqual([{ id: 1 }, { id: 4, isFollowed: true }]);
    await press(page, 'ArrowLeft');
    await expect.poll(() => page.locator('.pane').count()).toBe(0);
    await expect.poll(() => focusPlace(page)).toBe('listbox');
  });

  it('gets the keyboard by the right arrow and by F6, and gives it back by Shift+F6', async () => {
    const panel = await openPanel({ rows, width: 700 });
    const { page } = panel;
    await focusList(page);
    for (const key of ['ArrowRight', 'F6']) {
      await press(page, 'End', 'ArrowRight');
      await page.waitForSelector('.pane');
      await press(page, key);
      await expect.poll(() => isInPane(panel)).toBe(true);
      await press(page, 'Shift+F6');
      await expect.poll(() => focusPlace(page)).toBe('listbox');
      await press(page, 'Escape');
      await expect.poll(() => page.locator('.pane').count()).toBe(0);
    }
  });

  it('is closed by Escape before anything else is cleared', async () => {
    const { page } = await openRows({ rows, width: 700 });
    await type(page, 'order');
    await press(page, 'ArrowDown', 'ArrowDown', 'Space', 'ArrowRight');
    await page.waitForSelector('.pane');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.pane').count()).toBe(0);
    expect([await boxText(page), await page.locator('.selection-bar').count()]).toEqual(['order', 1]);
  });

  it('covers the list when the panel becomes narrow, and takes the keyboard along', async () => {
    const panel = await openPanel({ rows, width: 700 });
    const { page } = panel;
    await focusList(page);
    await press(page, 'End', 'ArrowRight');
    await page.waitForSelector('.pane');
    await page.setViewportSize({ width: 300, height: 600 });
    await expect.poll(() => isInPane(panel)).toBe(true);
    await press(page, 'Escape');
    await expect.poll(() => focusPlace(page)).toBe('listbox');
  });

  it('gives the keyboard to a form at once, and keeps the form while the list is used', async () => {
    const panel = await openPanel({ rows, width: 700 });
    const { page } = panel;
    await focusList(page);
    await press(page, 'Enter');
    await expect.poll(() => isInPane(panel)).toBe(true);
    await row(page, 'order_items').click();
    await page.waitForSelector('.selection-bar');
    await expect.poll(() => paneTitle(panel)).toBe('of a customer');
  });
});

it('opens what the host asks for', async () => {
  const panel = await openPanel({ rows });
  await rowsShown(panel.page);
  panel.host.show({ kind: 'resource', id: 12, title: 'resource 12' });
  await expect.poll(() => paneTitle(panel)).toBe('resource 12');
  panel.host.show({ kind: 'template', id: 9000, title: 'of a customer' });
  await expect.poll(() => paneTitle(panel)).toBe('of a customer');
});
