// Running commands and opening views the way a person does.
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './waiting.js';

/** Runs a command by the title that the Command Palette shows for it, such as `View: Toggle Terminal`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const palette = page.locator('.quick-input-widget');
  const label = page.locator('.label-name', { hasText: exactly(title) });
  const row = palette.locator('.quick-input-list .monaco-list-row').filter({ has: label });
  // A view that opens at the same moment takes the focus, which closes the palette: then it is opened again.
  for (let attempt = 1; ; attempt += 1) {
    await page.keyboard.press('F1');
    try {
      await palette.locator('.quick-input-box input').fill(`>${title}`, { timeout: 3_000 });
      await row.first().click({ timeout: 5_000 });
      return;
    } catch (error) {
      if (attempt < 3) continue;
      const offered = await palette.locator('.quick-input-list .monaco-list-row').allInnerTexts();
      await page.keyboard.press('Escape');
      throw new Error(`The palette has no command "${title}", only: ${offered.join(' | ')}`, { cause: error });
    }
  }
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
    // VS Code swallows a click in the first moments of a menu, which guards against double clicks.
    else await waitFor('the menu to take the choice', () => clickAway(item.first()));
  }
}

/** Clicks an item of a menu; true once the menu is gone. */
async function clickAway(item: Locator): Promise<boolean> {
  await item.click({ timeout: 1_000 }).catch(() => undefined);
  return item.waitFor({ state: 'hidden', timeout: 1_000 }).then(
    () => true,
    () => false,
  );
}

/** The titles of the menu that is open, in order. */
export async function menuItems(page: Page): Promise<readonly string[]> {
  const labels = page.locator('.monaco-menu').last().locator('.action-item .action-label:not(.separator)');
  await labels.first().waitFor();
  return await labels.allInnerTexts();
}
