// Reads and uses tree views. Trees are virtual: only visible rows exist, so finding a row may need scrolling.
import type { Locator, Page } from 'playwright-core';
import { exactly, menuItems, named, pickFromMenu, viewPane } from './commands.js';
import { comesToRest, waitFor } from './waiting.js';

export interface TreeRow {
  /** 1 for the outermost level. */
  readonly level: number;
  readonly label: string;
  readonly description: string;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
  readonly selected: boolean;
  /** The accessible name. */
  readonly ariaLabel: string;
  /** The codicon's name; empty for a row with a file icon. */
  readonly icon: string;
  /** Titles of the inline actions. */
  readonly actions: readonly string[];
  /** A checkbox's state; undefined without a checkbox. */
  readonly checked: boolean | undefined;
}

function treeOf(page: Page, viewTitle: string): Locator {
  return viewPane(page, viewTitle).locator('.monaco-list').first();
}

type IndexedRow = readonly [index: number, row: TreeRow];

/** Runs in the page: resolves once a list knows how far it scrolls, which VS Code tells it a frame after its rows came. */
function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Runs in the page: reads the visible rows, or with `isSweep` all rows by scrolling, until one is labelled `stopAt`. */
function readInPage(tree: HTMLElement, { isSweep, stopAt }: { isSweep: boolean; stopAt?: string }): IndexedRow[] {
  const text = (row: Element, selector: string): string => row.querySelector(selector)?.textContent ?? '';
  const flag = (row: Element, name: string): boolean | undefined => {
    const value = row.getAttribute(name);
    return value === null ? undefined : value === 'true';
  };
  const readRow = (row: HTMLElement): IndexedRow => {
    const icon = row.querySelector('.custom-view-tree-node-item-icon')?.className ?? '';
    const actions = [...row.querySelectorAll('.actions .action-label')];
    const entry = {
      level: Number(row.getAttribute('aria-level')),
      label: text(row, '.label-name'),
      description: text(row, '.label-description'),
      expanded: flag(row, 'aria-expanded'),
      selected: flag(row, 'aria-selected') ?? false,
      ariaLabel: row.getAttribute('aria-label') ?? '',
      icon: /codicon-(?!colored)([\w-]+)/.exec(icon)?.[1] ?? '',
      actions: actions.map((action) => action.getAttribute('aria-label') ?? ''),
      checked: flag(row.querySelector('.monaco-custom-toggle') ?? row, 'aria-checked'),
    };
    return [Number(row.dataset['index']), entry];
  };
  const visible = (): IndexedRow[] => [...tree.querySelectorAll<HTMLElement>('.monaco-list-row')].map(readRow);
  const rowsByIndex = new Map(isSweep ? [] : visible());
  // VS Code scrolls by 50 px for a wheel notch of 120.
  const scrollBy = (pixels: number): void => {
    const wheel = { deltaY: pixels, wheelDeltaY: (-pixels / 50) * 120, bubbles: true, cancelable: true };
    tree.querySelector('.monaco-scrollable-element')?.dispatchEvent(new WheelEvent('wheel', wheel));
  };
  if (isSweep) scrollBy(-100_000_000);
  for (let bottom = -1, isDone = !isSweep; !isDone;) {
    const rows = visible();
    for (const [index, row] of rows) rowsByIndex.set(index, row);
    const lowest = Math.max(-1, ...rows.map(([index]) => index));
    isDone = lowest === bottom || rows.some(([, row]) => row.label.trim() === stopAt);
    bottom = lowest;
    if (!isDone) scrollBy(Math.max(22, tree.clientHeight - 66));
  }
  return [...rowsByIndex];
}

async function readRows(page: Page, viewTitle: string, isSweep: boolean, stopAt?: string): Promise<readonly TreeRow[]> {
  const tree = treeOf(page, viewTitle);
  await tree.waitFor();
  if (isSweep) await page.evaluate(nextFrames);
  const rows = await tree.evaluate(readInPage, { isSweep, ...(stopAt === undefined ? {} : { stopAt }) });
  return inOrder(rows);
}

function inOrder(rows: readonly IndexedRow[]): readonly TreeRow[] {
  return rows.toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

/** Returns the visible rows, from top to bottom. */
export function visibleRows(page: Page, viewTitle: string): Promise<readonly TreeRow[]> {
  return readRows(page, viewTitle, false);
}

/** Returns the visible rows at this moment: none where the view shows its text instead, whose tree VS Code only hides. For polling. */
export async function rowsNow(page: Page, viewTitle: string): Promise<readonly TreeRow[]> {
  // A locator would wait for a tree that is hidden between the look and the reading.
  const [tree] = await treeOf(page, viewTitle).filter({ visible: true }).elementHandles();
  return tree ? inOrder(await tree.evaluate(readInPage, { isSweep: false })) : [];
}

/** Returns every row below expanded ones, visible or not, from top to bottom. Leaves the tree scrolled to its end. */
export function allRows(page: Page, viewTitle: string): Promise<readonly TreeRow[]> {
  return readRows(page, viewTitle, true);
}

/** Returns the texts that a view shows instead of rows: its message and its welcome text. */
export async function viewText(page: Page, viewTitle: string): Promise<string> {
  const pane = viewPane(page, viewTitle);
  const texts = await pane.locator('.message:not(.hide), .welcome-view-content').allInnerTexts();
  return texts.join('\n').trim();
}

/** Finds a row by its label and scrolls it into view. Returns the first of several; `description` distinguishes equal labels. */
export async function findRow(page: Page, viewTitle: string, label: string, description?: string): Promise<Locator> {
  let rows = treeOf(page, viewTitle)
    .locator('.monaco-list-row')
    .filter({ has: page.locator('.label-name', { hasText: exactly(label) }) });
  if (description !== undefined)
    rows = rows.filter({ has: page.locator('.label-description', { hasText: exactly(description) }) });
  const isThere = async (): Promise<boolean> => (await rows.count()) > 0;
  await waitFor(`the row "${label}" in "${viewTitle}"`, async () => {
    if (!(await isThere())) await readRows(page, viewTitle, true, label);
    // A refresh may take it away before it is reached: then it is looked for again.
    const [row] = await rows.elementHandles();
    await row?.evaluate(revealInPage);
    return row !== undefined;
  });
  return rows.first();
}

/** Runs in the page: scrolls a row that the tree's edge cuts off into full view. */
function revealInPage(row: Element): void {
  const tree = row.closest('.monaco-list')!;
  const edges = tree.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const pixels = bottom > edges.bottom ? bottom - edges.bottom : Math.min(0, top - edges.top);
  const wheel = { deltaY: pixels, wheelDeltaY: (-pixels / 50) * 120, bubbles: true, cancelable: true };
  if (pixels !== 0) tree.querySelector('.monaco-scrollable-element')?.dispatchEvent(new WheelEvent('wheel', wheel));
}

/** Returns the badge at the end of a row; empty for none. */
export async function badgeOf(page: Page, viewTitle: string, label: string): Promise<string> {
  const row = await findRow(page, viewTitle, label);
  const content = await row.evaluate(
    (element) => getComputedStyle(element.querySelector('.monaco-icon-label')!, '::after').content,
  );
  return content === 'none' ? '' : content.replace(/^"|"$/g, '');
}

/** Waits until the tree has a row with this label, and scrolls to it where it is not in sight. */
export async function waitForRow(page: Page, viewTitle: string, label: string): Promise<void> {
  const isIt = (row: TreeRow): boolean => row.label.trim() === label;
  const has = async (): Promise<boolean> =>
    (await visibleRows(page, viewTitle)).some(isIt) || (await readRows(page, viewTitle, true, label)).some(isIt);
  await waitFor(`the row "${label}" in "${viewTitle}"`, has, 30_000);
}

export interface RowClick {
  /** `ControlOrMeta` adds to the selection, `Shift` extends it. */
  readonly modifiers?: readonly ('ControlOrMeta' | 'Shift')[];
  readonly double?: boolean;
}

/** Waits until the rows around a row have come to rest: VS Code loses a click on rows that it is redrawing. */
export async function waitForRest(row: Locator): Promise<void> {
  const list = 'xpath=ancestor::div[contains(concat(" ", @class, " "), " monaco-list ")][1]';
  await comesToRest(row.locator(list));
}

/** Clicks the check box of a row. */
export async function clickCheckbox(page: Page, viewTitle: string, label: string): Promise<void> {
  await onRow(page, viewTitle, label, (row) => row.locator('.monaco-custom-toggle').click({ timeout: 5_000 }));
}

/** Clicks a row, which selects it and runs its command. */
export async function clickRow(page: Page, viewTitle: string, label: string, options: RowClick = {}): Promise<void> {
  const clickCount = options.double === true ? 2 : 1;
  const modifiers = [...(options.modifiers ?? [])];
  await clickLabel(page, viewTitle, label, { modifiers, clickCount });
}

type Click = Pick<NonNullable<Parameters<Locator['click']>[0]>, 'button' | 'modifiers' | 'clickCount'>;

async function clickLabel(page: Page, viewTitle: string, label: string, click: Click): Promise<void> {
  await onRow(page, viewTitle, label, (row) =>
    row.locator('.monaco-icon-label-container').click({ ...click, position: { x: 4, y: 8 }, timeout: 5_000 }),
  );
}

/**
 * Does one thing with a row. A refresh can remove the row between finding and reaching it: then nothing has been done yet, and it is searched for
 * again.
 */
async function onRow(
  page: Page,
  viewTitle: string,
  label: string,
  act: (row: Locator) => Promise<void>,
  attemptsLeft = 4,
): Promise<void> {
  const row = await findRow(page, viewTitle, label);
  await waitForRest(row);
  try {
    await act(row);
  } catch (error) {
    const log = String(error);
    // A click that hit something else is cancelled, which the log shows after it.
    const isDone = log.lastIndexOf('performing click action') > log.lastIndexOf('intercepts pointer events');
    if (isDone || attemptsLeft === 0) throw error;
    await onRow(page, viewTitle, label, act, attemptsLeft - 1);
  }
}

/** Selects several rows: the first with a click, the others added to it. */
export async function selectRows(page: Page, viewTitle: string, labels: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries())
    await clickRow(page, viewTitle, label, index === 0 ? {} : { modifiers: ['ControlOrMeta'] });
}

/** Expands or collapses a row and waits for its first child, for up to 10 s, because there may be none. */
export async function setExpanded(page: Page, viewTitle: string, label: string, isExpanded = true): Promise<void> {
  const row = await findRow(page, viewTitle, label);
  const state = (): Promise<string | null> => row.getAttribute('aria-expanded', { timeout: 2_000 });
  // A refresh may take the row away for a moment.
  await waitFor(`"${label}" to be there`, async () => (await state()) !== null);
  // VS Code closes a row again that is opened while all rows are refreshed: https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/browser/ui/tree/asyncDataTree.ts (asTreeElement)
  const toggled = async (): Promise<boolean> => {
    if ((await state()) === String(isExpanded)) return true;
    // On the element instead of at a position, where a refresh of the tree may have put another row.
    await row.locator('.monaco-tl-twistie').dispatchEvent('click', { detail: 1 });
    return false;
  };
  await waitFor(`"${label}" to ${isExpanded ? 'expand' : 'collapse'}`, toggled);
  const opened = async (): Promise<boolean> => (await toggled()) && row.evaluate(hasChildInPage);
  if (isExpanded) await waitFor('its first child', opened, 10_000).catch(() => undefined);
}

/** Runs in the page: returns true when a deeper row follows, or when the next row is below the tree's lower edge and cannot be read. */
function hasChildInPage(row: Element): boolean {
  const index = Number(row.getAttribute('data-index'));
  const next = row.parentElement?.querySelector(`.monaco-list-row[data-index="${index + 1}"]`);
  if (next) return Number(next.getAttribute('aria-level')) > Number(row.getAttribute('aria-level'));
  const edge = row.closest('.monaco-list')!.getBoundingClientRect().bottom;
  return row.getBoundingClientRect().bottom + 4 > edge;
}

/** Presses an inline action of a row by its title. */
export async function runInlineAction(page: Page, viewTitle: string, label: string, action: string): Promise<void> {
  await onRow(page, viewTitle, label, async (row) => {
    await row.hover({ timeout: 5_000 });
    await row
      .locator('.actions')
      .getByRole('button', { name: named(action) })
      .click({ timeout: 5_000 });
  });
}

/** Chooses from the context menu of a row, once the menu has the item; `A > B` goes through a submenu. */
export async function runContextAction(page: Page, viewTitle: string, label: string, action: string): Promise<void> {
  const [first = action] = action.split(' > ');
  // A menu shows the row's actions of the moment when it opened: a menu without the item is closed and opened again, which runs nothing.
  await waitFor(`"${first}" in the menu of "${label}"`, async () => {
    await openContextMenu(page, viewTitle, label);
    if ((await menuItems(page)).includes(first)) return true;
    await page.keyboard.press('Escape');
    return false;
  });
  await pickFromMenu(page, action);
}

export async function openContextMenu(page: Page, viewTitle: string, label: string): Promise<void> {
  await clickLabel(page, viewTitle, label, { button: 'right' });
  await page.locator('.monaco-menu').first().waitFor();
}
