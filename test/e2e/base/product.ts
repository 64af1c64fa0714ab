// Drives this product in the workbench: servers to configure, the consent question, the search panel.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { root } from '../../../scripts/lib/terminal.mjs';
import { exactly, openContainer } from '../../support/workbench/commands.js';
import { activeEditor, clickLens } from '../../support/workbench/editors.js';
import {
  acceptQuickInput,
  checkAllQuickItems,
  clearNotifications,
  pickQuickItem,
  quickInputTitle,
} from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { webviewFrame } from '../../support/workbench/webviews.js';
import {
  openWorkbenches,
  startWorkbench,
  type Workbench,
  type WorkbenchOptions,
} from '../../support/workbench/workbench.js';

/** The demo server's entry in mcp.json; by default its resources never change. */
export function demoServer(...flags: readonly string[]): {
  readonly command: string;
  readonly args: readonly string[];
} {
  const quiet = ['--log-interval', '0', '--ticket-interval', '0'];
  return { command: 'node', args: [path.join(root, 'dist/demo-server.js'), ...quiet, ...flags] };
}

/** Returns the mcp.json entry of a server that misbehaves in a scenario. */
export function rawServer(scenario: string, ...flags: readonly string[]): object {
  return { command: 'node', args: [path.join(root, 'test/servers/rawServer.mjs'), '--scenario', scenario, ...flags] };
}

/** Starts a workbench on a workspace with these servers in .vscode/mcp.json. */
export function startWithServers(
  servers: Readonly<Record<string, object>>,
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  const files = { 'README.md': '# Test\n', '.vscode/mcp.json': { servers }, ...options.files };
  return startWorkbench({ ...options, files });
}

export async function openResources(page: Page): Promise<void> {
  await openContainer(page, 'MCP Resources');
}

/** Returns the number on the icon in the activity bar; empty for none. */
export async function activityBadge(page: Page): Promise<string> {
  const icon = page.locator('.part.activitybar .action-item:has([aria-label^="MCP Resources"])');
  return (await icon.locator('.badge-content').allInnerTexts()).join('').trim();
}

/** Opens the side bar and allows every configured server to start, as a user does. */
export async function openAndAgree(page: Page): Promise<void> {
  await openResources(page);
  await Panel.open(page);
  await allowServers(page);
  await clearNotifications(page);
}

/** What the questions of a review are called, in the window's language. */
const english = { list: 'Select MCP Servers to Start', one: 'Allow “', allow: 'Allow' };

/** Opens the review, and allows every server in it. */
export async function allowServers(page: Page, texts = english): Promise<void> {
  const workbench = openWorkbenches().find((one) => one.page === page);
  const ended = new Set<string>();
  const isOver = (): boolean => ended.size > 0;
  const review = workbench?.executeCommand('mcpResources.reviewServers').finally(() => ended.add('review'));
  await waitFor('the list', async () => isOver() || (await quickInputTitle(page)).startsWith(texts.list));
  if (isOver()) throw new Error(`The servers are not known: ${await workbench?.logs()}`);
  await checkAllQuickItems(page);
  await acceptQuickInput(page);
  // A launch that is long has to be read in a document, one after the other.
  for (;;) {
    await waitFor('the next question, or the end', async () => isOver() || (await lensOf(page, texts).isVisible()));
    if (isOver()) break;
    await allowServer(page, texts);
  }
  await review;
}

/** Answers the question about one server, in its row or above its text. */
export async function allowServer(page: Page, texts = english): Promise<void> {
  const isInRow = async (): Promise<boolean> => (await quickInputTitle(page)).startsWith(texts.one);
  await waitFor('the question', async () => (await isInRow()) || (await lensOf(page, texts).isVisible()));
  if (await isInRow()) {
    await pickQuickItem(page, texts.allow);
    await waitFor('the answer to be taken', async () => !(await isInRow()));
  } else {
    const [text] = await page.locator('.part.editor .tab.active').allInnerTexts();
    const shown = page.locator('.part.editor .tab', { hasText: text?.trim() ?? '' });
    await clickLens(page, exactly(texts.allow), async () => (await shown.count()) === 0);
  }
}

function lensOf(page: Page, { allow }: typeof english): Locator {
  return activeEditor(page).locator('.codelens-decoration').getByText(exactly(allow));
}

/** Uses all of the resources in the list that is shown before a command or a set uses what the user did not choose. */
export async function acceptShown(page: Page, title: string): Promise<void> {
  await waitFor(title, async () => (await quickInputTitle(page)) === title);
  await acceptQuickInput(page);
  await waitFor('the list to close', async () => (await quickInputTitle(page)) !== title);
}

/** Waits until the lists of this many servers are cached for the next window, which takes some seconds. */
export async function waitForStoredLists(workbench: Workbench, servers = 1): Promise<void> {
  const folder = path.join(
    workbench.userDataDir,
    'User/globalStorage/mcp-resource-picker.mcp-resource-picker/v1/lists',
  );
  const stored = async (): Promise<number> => (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).length;
  await waitFor('the stored lists', async () => (await stored()) >= servers);
}

/** The search panel's document. */
export class Panel {
  private constructor(
    readonly page: Page,
    readonly frame: Frame,
  ) {}

  static async open(page: Page): Promise<Panel> {
    return new Panel(page, await webviewFrame(page, 'Search'));
  }

  get box(): Locator {
    return this.frame.locator('vscode-text-field').first();
  }

  get rows(): Locator {
    return this.frame.locator('[role="option"]:not(.pending)');
  }

  /** Replaces the text of the search box. */
  async search(text: string): Promise<void> {
    // For a moment after a click the workbench sends some keys to the part that had the focus before. An empty box can safely be emptied again.
    const input = this.box.locator('input');
    await waitFor('an empty search box', async () => {
      await this.box.click();
      await input.fill('');
      return (await input.inputValue()) === '';
    });
    await input.pressSequentially(text);
  }

  async setAudience(label: 'All' | 'User' | 'Assistant'): Promise<void> {
    await this.frame.getByRole('radio', { name: label, exact: true }).check();
  }

  /** Returns the titles of the rows that exist, from top to bottom, all read at once. */
  async titles(): Promise<readonly string[]> {
    const rows = await this.rows.evaluateAll((all) =>
      all.map((row): [number, string] => [
        Number(row.getAttribute('data-index')),
        row.querySelector('.title')?.textContent ?? '',
      ]),
    );
    return rows.sort(([one], [other]) => one - other).map(([, title]) => title.trim());
  }

  async summary(): Promise<string> {
    return this.frame.locator('.summary').innerText();
  }

  async waitForSummary(text: string | RegExp): Promise<void> {
    let last = '';
    const isThere = async (): Promise<boolean> => {
      last = await this.summary();
      return typeof text === 'string' ? last === text : text.test(last);
    };
    try {
      await waitFor('the summary', isThere, 30_000);
    } catch (cause) {
      const typed = await this.box.locator('input').inputValue();
      throw new Error(`The panel says "${last}" for "${typed}" and not "${String(text)}".`, { cause });
    }
  }

  row(title: string): Locator {
    return this.rows.filter({ hasText: title }).first();
  }
}
