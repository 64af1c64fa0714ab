// Reads the view "Context", and selects and drags rows of the trees.
import type { Locator } from 'playwright-core';
import { waitForChips } from '../../support/workbench/chat.js';
import { viewPane } from '../../support/workbench/commands.js';
import { clickRow, rowsNow, runContextAction, visibleRows, type TreeRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';

/** The resources of a group, in the order of the tree. */
export const names = ['alpha', 'beta', 'gamma', 'zeta'];

/** Returns the texts that a changing server needs for these groups. */
export function textsOf(...groups: readonly string[]): Readonly<Record<string, string>> {
  // The tree shows the newest first, and resources of the same age by name.
  const newestLast = groups.flatMap((group) => names.toReversed().map((name) => [group, name] as const));
  return Object.fromEntries(
    newestLast.map(([group, name]) => [`${group}://desk/${name}`, `${name}: one\nsecond line\n`]),
  );
}

/** The view *Context* of one workbench. */
export class ContextRows {
  constructor(private readonly workbench: () => Workbench) {}

  /** Returns the visible rows; none where the view has no tree. */
  all(): Promise<readonly TreeRow[]> {
    return rowsNow(this.workbench().page, 'Context');
  }

  /** Waits until the view has exactly these rows, in this order. */
  async waitFor(labels: readonly string[]): Promise<void> {
    await waitForSame('The context has', labels, async () => (await this.all()).map(({ label }) => label));
  }

  /** Waits until exactly these rows are checked. */
  async waitForChecked(labels: readonly string[]): Promise<void> {
    const checked = async (): Promise<readonly string[]> =>
      (await this.all()).filter((row) => row.checked).map(({ label }) => label);
    await waitForSame('Checked are', labels, checked);
  }

  async waitForState(label: string, state: string): Promise<void> {
    let last = '';
    const isThere = async (): Promise<boolean> =>
      (last = (await this.all()).find((row) => row.label === label)?.description ?? '').startsWith(state);
    await waitFor(`${label} to be ${state}`, isThere).catch((cause: unknown) => {
      throw new Error(`"${label}" is "${last}".`, { cause });
    });
  }

  /** Attaches a group of the tree to the chat, which adds it to the empty context. */
  async attachGroup(group: string): Promise<void> {
    const { page } = this.workbench();
    await runContextAction(page, 'Resources', group, 'Attach to Chat');
    await waitForChips(
      page,
      names.map((name) => `${name}.txt`),
    );
    await this.waitFor(names);
  }

  /** Adds a group of the tree to the empty context, but not to the next message. */
  async pickGroup(group: string): Promise<void> {
    await this.attachGroup(group);
    await this.workbench().executeCommand('workbench.action.chat.newChat');
    await waitForChips(this.workbench().page, []);
  }

  /** Selects exactly these rows without opening any: an editor that opens takes the focus a moment later. */
  async select(view: 'Context' | 'Resources', labels: readonly string[]): Promise<void> {
    const { page } = this.workbench();
    const selected = async (): Promise<readonly string[]> =>
      (await visibleRows(page, view)).filter((row) => row.selected).map(({ label }) => label);
    for (const label of await selected()) await clickRow(page, view, label, { modifiers: ['ControlOrMeta'] });
    for (const label of labels) await clickRow(page, view, label, { modifiers: ['ControlOrMeta'] });
    await waitFor('the selection', async () => (await selected()).toSorted().join() === labels.toSorted().join());
  }

  async clearSelection(): Promise<void> {
    await this.workbench().executeCommand('mcpResources.context.focus');
    await this.workbench().page.keyboard.press('Escape');
    await waitFor('no selection', async () => (await this.all()).every(({ selected }) => !selected));
  }

  /** Waits until this row has the keyboard. */
  async waitForFocus(label: string): Promise<void> {
    const list = viewPane(this.workbench().page, 'Context').locator('.monaco-list:focus');
    const focused = list.locator('.monaco-list-row.focused');
    await waitFor(`the focus on ${label}`, async () => (await focused.innerText()).includes(label));
  }

  /** Drags a row onto another row, or onto the whole list, which drops it after the last row. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const { page } = this.workbench();
    const target = await to.boundingBox();
    if (target === null) throw new Error('The target is not shown.');
    await from.locator('.monaco-icon-label-container').hover({ position: { x: 4, y: 8 } });
    await page.mouse.down();
    await page.mouse.move(target.x + 90, target.y + target.height / 2, { steps: 8 });
    await page.mouse.move(target.x + 93, target.y + target.height / 2 + 1, { steps: 3 });
    await page.mouse.up();
  }
}

async function waitForSame(
  what: string,
  expected: readonly string[],
  read: () => Promise<readonly string[]>,
): Promise<void> {
  let last: readonly string[] = [];
  const isSame = async (): Promise<boolean> => (last = await read()).join() === expected.join();
  await waitFor('rows', isSame).catch((cause: unknown) => {
    throw new Error(`${what} [${last.join(', ')}] and not [${expected.join(', ')}].`, { cause });
  });
}
