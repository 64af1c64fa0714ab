import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForChips } from '../../support/workbench/chat.js';
import { runViewAction } from '../../support/workbench/commands.js';
import { acceptQuickInput, typeIntoQuickInput } from '../../support/workbench/prompts.js';
import { waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { emptySearch, freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, openResources, Panel, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer() });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'repo');
});

afterAll(() => workbench.dispose());

beforeEach(async () => {
  await freshStart(workbench);
  const panel = await Panel.open(workbench.page);
  if ((await chips(panel)).length > 0) await removeFilter(panel);
  await panel.frame.getByRole('combobox').selectOption('relevance');
  await emptySearch(panel);
});

function chips({ frame }: Panel): Promise<string[]> {
  return frame.locator('.chip.chosen bdi').allTextContents();
}

async function removeFilter(panel: Panel): Promise<void> {
  await panel.frame.getByRole('button', { name: /^Remove filter / }).click();
  await waitFor('no filter', async () => (await chips(panel)).length === 0);
}

/** Sets the filter for the scheme `repo`, by its chip or, where that does not fit, in the menu of all filters. */
async function filterByRepo(panel: Panel): Promise<void> {
  const { frame } = panel;
  const line = frame.getByRole('toolbar', { name: 'Filters' });
  await line
    .getByRole('button', { name: /^(Scheme|All filters)$/ })
    .first()
    .click();
  await frame
    .locator('.menu:popover-open')
    .getByRole('menuitemcheckbox', { name: /^repo / })
    .press('Enter');
  await panel.waitForSummary(/^41 of /);
}

describe('the search panel', () => {
  it('filters by click, by text and by both, and says what is wrong without emptying the list', async () => {
    const panel = await Panel.open(workbench.page);
    await filterByRepo(panel);
    await panel.search('README');
    await waitFor('the readme', async () => (await panel.titles()).some((title) => title.includes('README')));
    await expect.poll(() => chips(panel)).toHaveLength(1);
    await panel.search('priority:high');
    await panel.frame.locator('.problems').waitFor();
    await expect.poll(() => panel.frame.locator('.problems').innerText()).toContain('Invalid priority “high”.');
    await panel.waitForSummary(/^41 of /);
  });

  it('keeps query, filters and order across a reload of the window', async () => {
    const { page } = workbench;
    let panel = await Panel.open(page);
    await filterByRepo(panel);
    await panel.search('md');
    await panel.frame.getByRole('combobox').selectOption('name');
    await waitFor('the order', async () => isSorted(await panel.titles()));
    const [before, names] = [await panel.titles(), await chips(panel)];
    await workbench.reload();
    await openResources(page);
    panel = await Panel.open(page);
    await waitFor('the same rows', async () => (await panel.titles()).join() === before.join());
    await expect.poll(() => chips(panel)).toEqual(names);
    await expect.poll(() => panel.box.locator('input').inputValue()).toBe('md');
    await expect.poll(() => panel.frame.getByRole('combobox').inputValue()).toBe('name');
  });

  it('saves a search under a name and opens it again', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await filterByRepo(panel);
    await panel.search('md');
    const names = await chips(panel);
    await panel.frame.getByRole('button', { name: 'Saved searches' }).click();
    await panel.frame.getByRole('menuitem', { name: 'Save Search…' }).click();
    await typeIntoQuickInput(page, 'Documents of the shop');
    await acceptQuickInput(page);
    // Once the search is saved, the keyboard goes back to the box.
    await panel.frame.locator('vscode-text-field:focus').first().waitFor();
    await panel.search('');
    await removeFilter(panel);
    await panel.frame.getByRole('button', { name: 'Saved searches' }).click();
    await panel.frame.getByRole('menuitem', { name: 'Documents of the shop' }).click();
    await waitFor('the saved query', async () => (await panel.box.locator('input').inputValue()) === 'md');
    await expect.poll(() => chips(panel)).toEqual(names);
  });

  it('attaches the first result by Enter', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('shop README');
    await page.keyboard.press('Enter');
    await waitForChips(page, ['README.md']);
  });

  it('opens in an editor with its query, has the preview beside the list, and comes back after a reload', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('weather hold');
    await panel.frame.locator('.match', { hasText: 'hold' }).first().waitFor();
    await runViewAction(page, 'Search', 'Open Search in Editor');
    await waitFor('the rows', async () => (await rowsInEditor(page)).includes('Weather hold'));
    await (await editorFrame(page))?.getByRole('option', { name: 'Weather hold' }).first().click();
    await (await editorFrame(page))?.locator('.pane h2', { hasText: 'Weather hold' }).waitFor();
    // VS Code stores its editors when it reloads its window itself, and not when its page is closed.
    const isLeft = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
    void workbench.executeCommand('workbench.action.reloadWindow').catch(() => undefined);
    await isLeft;
    await workbench.reload();
    await openResources(page);
    await waitFor('the same rows', async () => (await rowsInEditor(page)).includes('Weather hold'));
    const input = (await editorFrame(page))?.locator('vscode-text-field input');
    expect(await input?.inputValue()).toBe('weather hold');
  });

  it('opens a row that is dragged into the editor area', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('README');
    const row = await onlyRow(panel, 'README');
    await dragRow(row, page.locator('.part.editor'));
    await page
      .locator('.part.editor')
      .getByRole('tab', { name: /README/ })
      .waitFor();
  });

  it('attaches rows that are dragged into the chat', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('README');
    const row = await onlyRow(panel, 'README');
    await dragRow(row, page.locator('.interactive-session').first());
    await waitForChips(page, ['README.md']);
  });
});

/** The page of the search in an editor, once it has one. */
async function editorFrame(page: Page): Promise<Frame | undefined> {
  const pages = await Promise.all(
    page.frames().map(async (frame) => ((await frame.locator('#panel.in-editor').count()) > 0 ? frame : undefined)),
  );
  return pages.find((frame) => frame !== undefined);
}

async function rowsInEditor(page: Page): Promise<readonly string[]> {
  return (await (await editorFrame(page))?.locator('.row .title').allInnerTexts()) ?? [];
}

function isSorted(titles: readonly string[]): boolean {
  return titles.length > 1 && titles.toSorted((one, other) => one.localeCompare(other)).join() === titles.join();
}

/** Returns the first row once the rows of the previous search are gone. */
async function onlyRow(panel: Panel, title: string): Promise<Locator> {
  await waitFor(`rows with ${title} alone`, async () => {
    const titles = await panel.titles();
    return titles.length > 0 && titles.every((each) => each.includes(title));
  });
  return panel.row(title);
}

/** Runs in the page: checks whether the panel knows what a drag of this row would contain, without starting one. */
function isReadyToDrag(row: Element): boolean {
  const options = { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() };
  return row.dispatchEvent(new DragEvent('dragstart', options));
}

async function dragRow(row: Locator, target: Locator): Promise<void> {
  const page = row.page();
  const [from, to] = [await row.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('What is dragged, or where to, is not shown.');
  // The pointer rests on the row for a moment, as a user's does. In this time the panel prepares the drag.
  await page.mouse.move(from.x + 40, from.y + 12);
  await waitFor('the panel to know what is dragged', () => row.evaluate(isReadyToDrag));
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 16, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.move(to.x + to.width / 2 + 3, to.y + to.height / 2 + 3, { steps: 3 });
  await page.mouse.up();
  // As a user's does: only then does VS Code let webviews have the mouse again.
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
}
