// Runs commands and opens views the way a user does.
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './waiting.js';

/**
 * Opens a quick input by its key, unless it is open. Pressing the key again is safe, because it reopens the same input. It can be necessary: a
 * webview that has just got the focus passes no key on, and a view that opens at that moment takes the focus, which closes the input.
 */
export async function openQuickInput(page: Page, key: string, text: string): Promise<void> {
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await waitFor(`the quick input of ${key}`, async () => {
    if (!(await input.isVisible())) await page.keyboard.press(key);
    await input.fill(text, { timeout: 2_000 });
    return true;
  });
}

/**
 * Opens the Command Palette with one command in it, selected but not run, and returns its row. The palette only has the commands that existed when it
 * opened, so it is reopened until it has this one.
 */
export async function offerCommand(page: Page, title: string, timeout = 15_000): Promise<Locator> {
  const rows = page.locator('.quick-input-widget .quick-input-list .monaco-list-row');
  const row = rows.filter({ has: page.locator('.label-name', { hasText: exactly(title) }) }).first();
  let offered: readonly string[] = [];
  const isOffered = async (): Promise<boolean> => {
    await openQuickInput(page, 'F1', `>${title}`);
    if (
      await row.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    )
      return true;
    offered = await rows.allInnerTexts();
    await page.keyboard.press('Escape');
    return false;
  };
  await waitFor(`the command "${title}" in the palette`, isOffered, timeout).catch((cause: unknown) => {
    throw new Error(`The palette has no command "${title}", only: ${offered.join(' | ')}`, { cause });
  });
  return row;
}

/** Runs a command by its title in the Command Palette, such as `View: Toggle Terminal`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  // A part of the window that takes the focus at that moment, such as a chat that has just got an answer, closes the palette.
  await waitFor(
    `the command "${title}" to be chosen`,
    async () => {
      const row = await offerCommand(page, title);
      await row.click({ timeout: 5_000 });
      return true;
    },
    30_000,
  );
}

/** Returns a pattern for the whole text of an element; VS Code pads some labels and writes spaces as no-break spaces. */
export function exactly(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`);
  return new RegExp(`^\\s*${escaped}\\s*$`);
}

/** Returns a pattern for an action's accessible name: its title, often with the key binding after it, as in `Refresh (F5)`. */
export function named(title: string): RegExp {
  const source = exactly(title).source.replace(/\\s\*\$$/, '');
  return new RegExp(`${source}\\s*(\\([^()]*\\))?$`);
}

/** Shows a view container by its title in the activity bar; does nothing when it is already visible. */
export async function openContainer(page: Page, title: string): Promise<void> {
  const tab = page.locator('.part.activitybar').getByRole('tab', { name: title });
  const isActive = async (): Promise<boolean> => (await tab.getAttribute('aria-selected')) === 'true';
  const isOpen = async (): Promise<boolean> => (await isActive()) && (await page.locator('.part.sidebar').isVisible());
  if (!(await isOpen())) await tab.click();
  await waitFor(`the container "${title}"`, isOpen);
}

/** Finds the section of a view by its title. The title of a container's only view is in the page, but not visible. */
export function viewPane(page: Page, viewTitle: string): Locator {
  // A view's description is between its title and the last word.
  return page.locator(`.pane:has(> .pane-header[aria-label^="${viewTitle} "][aria-label$=" Section"])`);
}

/** Returns the description in a view's title. */
export async function viewDescription(page: Page, viewTitle: string): Promise<string> {
  return (await viewPane(page, viewTitle).locator('> .pane-header .description').allInnerTexts()).join('').trim();
}

/** Shows a view of a container, expanding its section. */
export async function openView(page: Page, containerTitle: string, viewTitle: string): Promise<void> {
  await openContainer(page, containerTitle);
  await setSectionExpanded(page, viewTitle, true);
}

/** Expands or collapses the section of a view whose container is shown. */
export async function setSectionExpanded(page: Page, viewTitle: string, isExpanded: boolean): Promise<void> {
  const header = viewPane(page, viewTitle).locator('> .pane-header');
  const hasState = async (): Promise<boolean> =>
    (await header.getAttribute('aria-expanded')) === String(isExpanded) ||
    (isExpanded && (await header.isHidden()) && (await viewPane(page, viewTitle).isVisible()));
  await viewPane(page, viewTitle).waitFor();
  if (!(await hasState())) await header.locator('h3.title').click();
  await waitFor(`the section "${viewTitle}"`, hasState);
}

/** Returns the titles of the actions in a view's title bar, in order, without those behind its "…". */
export async function viewActions(page: Page, viewTitle: string): Promise<readonly string[]> {
  const pane = viewPane(page, viewTitle);
  await pane.hover({ position: { x: 5, y: 5 } });
  const actions = pane.locator('> .pane-header .action-label');
  return await actions.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

/** Presses an action of a view's title bar, or finds it behind the "…". `A > B` chooses from the menu of a button. */
export async function runViewAction(page: Page, viewTitle: string, action: string): Promise<void> {
  const [button = '', entry] = action.split(' > ');
  if (entry !== undefined) {
    await inViewMenu(page, viewTitle, () => pickFromMenu(page, entry), named(button));
    return;
  }
  const pane = viewPane(page, viewTitle);
  await pane.hover({ position: { x: 5, y: 5 } });
  const actions = pane.locator('> .pane-header').getByRole('button', { name: named(action) });
  if ((await actions.count()) > 0) await actions.first().click();
  else await inViewMenu(page, viewTitle, () => pickFromMenu(page, action));
}

/**
 * Opens the menu behind the "…" of a view's title bar, or behind another button, for `act`, which begins again when VS Code draws the title again and takes the open menu along:
 * nothing was chosen from it.
 */
export async function inViewMenu<T>(
  page: Page,
  viewTitle: string,
  act: () => Promise<T>,
  button = /^(Views and )?More Actions/,
): Promise<T> {
  const pane = viewPane(page, viewTitle);
  await pane.hover({ position: { x: 5, y: 5 } });
  const menu = page.locator('.monaco-menu').first();
  for (;;) {
    // Not by its role, which it has not in every version of VS Code.
    await pane.locator('> .pane-header .action-label').and(page.getByLabel(button)).click();
    try {
      await menu.waitFor({ timeout: 5_000 });
      return await act();
    } catch (error) {
      const isTakenAlong = /not attached to the DOM|Timeout 5000ms/.test(String(error)) && !(await menu.isVisible());
      if (!isTakenAlong) throw error;
    }
  }
}

/** Chooses from the open menu. `A > B` goes through a submenu. */
export async function pickFromMenu(page: Page, titlePath: string): Promise<void> {
  const titles = titlePath.split(' > ');
  for (const [index, title] of titles.entries()) {
    // An item's name includes the key after its label.
    const label = page.locator('.action-label', { hasText: exactly(title) });
    const item = page.locator('.monaco-menu .action-menu-item').filter({ has: label }).first();
    await item.waitFor({ timeout: 5_000 });
    // By its handle, which fails at once when the menu goes.
    const element = await item.elementHandle({ timeout: 5_000 });
    if (index < titles.length - 1) {
      await element.hover();
      await page.keyboard.press('ArrowRight');
    } else {
      await element.evaluate(chooseInPage);
      await item.waitFor({ state: 'hidden' });
    }
  }
}

/**
 * Runs in the page: chooses a menu item in one step, so that the menu cannot go between the press of a button and its release. A menu takes a release
 * 100 ms after it was drawn, as a guard against double clicks. A longer timer that is set later ends later, however slow the page is.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/browser/ui/menu/menu.ts (runOnceToEnableMouseUp)
 * @throws when the menu has gone, and nothing was chosen
 */
async function chooseInPage(item: Node): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (!item.isConnected) throw new Error('The item is not attached to the DOM.');
  item.dispatchEvent(new MouseEvent('mouseup', { bubbles: true, cancelable: true }));
}

/** Returns the titles in the open menu, in order. */
export async function menuItems(page: Page): Promise<readonly string[]> {
  const labels = page.locator('.monaco-menu').last().locator('.action-item .action-label:not(.separator)');
  await labels.first().waitFor();
  return await labels.allInnerTexts();
}
