import type { Locator, Page } from 'playwright-core';

/** Titles of the rows that are drawn, in the order of the list; placeholders are `…`. */
export function titles(page: Page): Promise<string[]> {
  return page.$$eval('.row', (rows) => rows.map((row) => row.querySelector('.title:not(.bone)')?.textContent ?? '…'));
}

/** Titles of the selected rows that are drawn. */
export function selectedTitles(page: Page): Promise<string[]> {
  return page.$$eval('.row[aria-selected="true"] .title', (rows) => rows.map((row) => row.textContent));
}

/** What assistive technology takes for the current row: its place in the list, and its title. */
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

/** Where the keyboard is: in the box, in the list, or what else it is called. */
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

/** Pixels from the upper edge of the list to a row. */
export function heightOf(page: Page, title: string): Promise<number> {
  return page.evaluate((wanted) => {
    const list = document.querySelector('#results')!;
    const found = [...list.querySelectorAll('.row')].find(
      (each) => each.querySelector('.title')?.textContent === wanted,
    );
    if (!found) throw new Error(`No row ${wanted}`);
    return Math.round(found.getBoundingClientRect().top - list.getBoundingClientRect().top);
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

/** Presses keys, and waits until the page has drawn what they do without asking the host. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
}

/** Waits until the page has drawn what it has to draw now. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Waits until what comes up or goes away by an animation is there, or gone. */
export async function animationsEnded(page: Page): Promise<void> {
  // One whose element goes away meanwhile is aborted.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}

/** Notes each text that an element comes to have from now on. The answer tells those so far. */
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

/** The check box of a value among the filters to click. */
export function facetValue(page: Page, facet: string, value: string): Locator {
  return page
    .getByRole('group', { name: facet, exact: true })
    .getByRole('checkbox', { name: new RegExp(`^${value} `) });
}

/** Opens the filters to click, and waits for their counts. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.waitForSelector('.facet');
}

/** The names of the chosen filters. */
export function chips(page: Page): Promise<string[]> {
  return page.$$eval('.chip bdi', (all) => all.map((chip) => chip.textContent));
}
