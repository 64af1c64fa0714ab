// Running commands and opening views the way a user does.
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './waiting.js';

/**
 * Opens a quick input by its key unless it is open. The key may be pressed again, for it opens what is open already: a
 * webview that has just got the focus passes none on, and a view that opens in that moment takes the focus, which closes
 * the input.
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
 * Opens the Command Palette with one command in it, chosen but not run, and returns its row. The palette has the commands that
 * there were when it opened: until it has this one it is closed and opened again.
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

/** Runs a command by the title that the Command Palette shows for it, such as `View: Toggle Terminal`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const row = await offerCommand(page, title);
  await row.click();
}

/** A pattern for the whole text of an element; VS Code pads some labels and writes spaces as no-break spaces. */
export function exactly(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`);
  return new RegExp(`^\\s*${escaped}\\s*$`);
}

/** An action's accessible name is its title, often with the key binding after it: `Refresh (F5)`. */
export function named(title: string): RegExp {
  const source = exactly(title).source.replace(/\\s\*\$$/, '');
  return new RegExp(`${source}\\s*(\\([^()]*\\))?$`);
}

/** Shows a view container by its title in the activity bar; nothing happens when it is shown already. */
export async function openContainer(page: Page, title: string): Promise<void> {
  const tab = page.locator('.part.activitybar').getByRole('tab', { name: title });
  const isActive = async (): Promise<boolean> => (await tab.getAttribute('aria-selected')) === 'true';
  const isOpen = async (): Promise<boolean> => (await isActive()) && (await page.locator('.part.sidebar').isVisible());
  if (!(await isOpen())) await tab.click();
  await waitFor(`the container "${title}"`, isOpen);
}

/** The section of a view, found by its title. The title of a view alone in its container is not shown, but there. */
export function viewPane(page: Page, viewTitle: string): Locator {
  // A view with a description has it between its title and the last word.
  return page.locator(`.pane:has(> .pane-header[aria-label^="${viewTitle} "][aria-label$=" Section"])`);
}

/** What a view's title says behind its name. */
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

/** The titles of the actions in a view's title bar, in order; not those behind its "…". */
export async function viewActions(page: Page, viewTitle: string): Promise<readonly string[]> {
  const pane = viewPane(page, viewTitle);
  await pane.hover({ position: { x: 5, y: 5 } });
  const actions = pane.locator('> .pane-header .action-label');
  return await actions.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

/** Presses an action of a view's title bar; one that is not there is looked for behind the "…". */
export async function runViewAction(page: Page, viewTitle: string, action: string): Promise<void> {
  const pane = viewPane(page, viewTitle);
  await pane.hover({ position: { x: 5, y: 5 } });
  const actions = pane.locator('> .pane-header').getByRole('button', { name: named(action) });
  if ((await actions.count()) > 0) {
    await actions.first().click();
    return;
  }
  await pane
    .locator('> .pane-header')
    .getByRole('button', { name: /^(Views and )?More Actions/ })
    .click();
  await pickFromMenu(page, action);
}

/** Chooses from the menu that is open. `A > B` goes through a submenu. */
export async function pickFromMenu(page: Page, titlePath: string): Promise<void> {
  const titles = titlePath.split(' > ');
  for (const [index, title] of titles.entries()) {
    // Behind the label there can be a key, which belongs to the item's name.
    const label = page.locator('.action-label', { hasText: exactly(title) });
    const item = page.locator('.monaco-menu .action-menu-item').filter({ has: label });
    await item.first().hover();
    if (index < titles.length - 1) await page.keyboard.press('ArrowRight');
    else await clickItem(item.first());
  }
}

/**
 * Clicks an item of a menu, which takes clicks 100 ms after it was drawn: that guards against double clicks. A timer that is
 * set later and is longer ends later, however slow the page is.
 * https://github.com/microsoft/vscode/blob/main/src/vs/base/browser/ui/menu/menu.ts (runOnceToEnableMouseUp)
 */
async function clickItem(item: Locator): Promise<void> {
  await item.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
  await item.click();
  await item.waitFor({ state: 'hidden' });
}

/** The titles of the menu that is open, in order. */
export async function menuItems(page: Page): Promise<readonly string[]> {
  const labels = page.locator('.monaco-menu').last().locator('.action-item .action-label:not(.separator)');
  await labels.first().waitFor();
  return await labels.allInnerTexts();
}
