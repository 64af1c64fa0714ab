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
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
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

/** Finds the check box of a value among the filters. */
export function facetValue(page: Page, facet: string, value: string): Locator {
  return page
    .getByRole('group', { name: facet, exact: true })
    .getByRole('checkbox', { name: new RegExp(`^${value} `) });
}

/** Opens the filters, and waits for their counts. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.waitForSelector('.facet');
}

/** Returns the names of the chosen filters. */
export function chips(page: Page): Promise<string[]> {
  return page.$$eval('.chip bdi', (all) => all.map((chip) => chip.textContent));
}
