import type { Locator, Page } from 'playwright-core';

/** Returns the titles of the drawn rows, in the order of the list; placeholders are `…`. */
export function titles(page: Page): Promise<string[]> {
  return page.$$eval('.row', (rows) => rows.map((row) => row.querySelector('.title:not(.bone)')?.textContent ?? '…'));
}

/** Returns the titles of the selected rows that are drawn. */
export function selectedTitles(page: Page): Promise<string[]> {
  return page.$$eval('.row[aria-selected="true"] .title', (rows) => rows.map((row) => row.textContent));
}

/** Returns the row that assistive technology treats as current: its place in the list, and its title. */
export function activeRow(page: Page): Promise<{ position: number; title: string | undefined } | undefined> {
  return page.evaluate(() => {
    const id = document.querySelector('[role=listbox]')?.getAttribute('aria-activedescendant');
    const row = document.getElementById(id ?? '');
    if (!row) return undefined;
    return { position: Number(row.getAttribute('aria-posinset')), title: row.querySelector('.title')?.textContent };
  });
}

export function row(page: Page, title: string): Locator {
  return page.locator('.row', { has: page.locator('.title', { hasText: new RegExp(`^${title}$`) }) });
}

/** Returns the place of the keyboard: the box, the list, or another element's name. */
export function focusPlace(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element?.localName === 'vscode-text-field') return 'box';
    return element?.getAttribute('role') ?? element?.localName ?? '';
  });
}

export function boxText(page: Page): Promise<string> {
  return page.$eval('vscode-text-field', (box) => (box as HTMLInputElement).value);
}

export function summary(page: Page): Promise<string | null> {
  return page.textContent('.summary');
}

export function scrollTop(page: Page): Promise<number> {
  return page.$eval('#results', (list) => list.scrollTop);
}

/** Returns the distance from the upper edge of the list to a row, in pixels. */
export function heightOf(page: Page, title: string): Promise<number> {
  return page.evaluate((wanted) => {
    const list = document.querySelector('#results')!;
    const row = [...list.querySelectorAll('.row')].find((each) => each.querySelector('.title')?.textContent === wanted);
    if (!row) throw new Error(`No row ${wanted}`);
    return Math.round(row.getBoundingClientRect().top - list.getBoundingClientRect().top);
  }, title);
}

/** Puts the keyboard into the box and types. */
export async function type(page: Page, text: string): Promise<void> {
  await page.focus('vscode-text-field');
  await page.keyboard.type(text);
}

/** Waits until rows are on the page. */
export async function rowsShown(page: Page): Promise<void> {
  await page.waitForSelector('.row:not(.pending)');
}

/** Puts the keyboard into the list. */
export async function focusList(page: Page): Promise<void> {
  await rowsShown(page);
  await page.focus('#results');
}

/** Presses keys, and waits until the page has drawn their effects, apart from answers of the host. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
}

/** Waits until the page has drawn pending changes. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    // Rows out of sight are drawn when nothing else is to be done.
    await new Promise((resolve) => requestIdleCallback(resolve));
    await frame();
  });
}

/** Waits until running animations have ended. */
export async function animationsEnded(page: Page): Promise<void> {
  // An animation is aborted when its element is removed.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}

/** Records every new text of an element from now on. The returned function resolves to those so far. */
export async function textsSeen(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle((wanted) => {
    const texts: string[] = [];
    const read = (): string => document.querySelector(wanted)?.textContent ?? '';
    let last = read();
    new MutationObserver(() => {
      const text = read();
      if (text !== last && text !== '') texts.push(text);
      last = text;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return texts;
  }, selector);
  return () => seen.jsonValue();
}

/** Opens the choices of a filter by its chip. */
export async function openFilter(page: Page, name: string): Promise<void> {
  await filterChip(page, name).click();
  await page.waitForSelector('.menu:popover-open');
}

/** The chip of a filter, whatever is chosen with it. */
export function filterChip(page: Page, name: string): Locator {
  return page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

/** A choice in the open menu of filters. */
export function choice(page: Page, label: string): Locator {
  return page.locator('.menu:popover-open').getByRole('menuitemcheckbox', { name: new RegExp(`^${label} `) });
}

/** Chooses values of a filter, and closes its menu. */
export async function choose(page: Page, name: string, ...labels: readonly string[]): Promise<void> {
  await openFilter(page, name);
  for (const label of labels) await choice(page, label).click();
  await page.keyboard.press('Escape');
}

/** Returns the texts of the chips of chosen filters. */
export function chips(page: Page): Promise<string[]> {
  return page.$$eval('.chip.chosen bdi', (all) => all.map((chip) => chip.textContent));
}
