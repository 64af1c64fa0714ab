// Thirty changing resources of one server, added in one window, and checks of the view "Context" and of the messages.
import { expect } from 'vitest';
import { chatChips, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { setSectionExpanded, viewPane } from '../../support/workbench/commands.js';
import { pressDialogButton } from '../../support/workbench/prompts.js';
import { allRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { openAndAgree, Panel, startWithServers } from '../base/product.js';

/** `leaf-01` to `leaf-30`. */
export const names = Array.from({ length: 30 }, (_, index) => `leaf-${String(index + 1).padStart(2, '0')}`);

export class ThirtyResources {
  /** The server's texts, by name. */
  readonly texts = new Map(names.map((name) => [name, `${name}\ngreen\nsmall\n`]));

  private constructor(
    private readonly server: ChangingServer,
    readonly workbench: Workbench,
  ) {}

  static async open(): Promise<ThirtyResources> {
    const server = await ChangingServer.create();
    const options = { viewport: { width: 1280, height: 1000 } };
    const workbench = await startWithServers({ larkspur: server.definition }, options);
    const thirty = new ThirtyResources(server, workbench);
    await thirty.change();
    await openAndAgree(workbench.page);
    await waitForRow(workbench.page, 'Resources', 'leaf');
    await setSectionExpanded(workbench.page, 'Resources', false);
    return thirty;
  }

  async dispose(): Promise<void> {
    await this.server.dispose();
    await this.workbench.dispose();
  }

  async change(...entries: readonly (readonly [name: string, text: string])[]): Promise<void> {
    for (const [name, text] of entries) this.texts.set(name, text);
    // The last one added is the newest, and so the first in every order.
    const all = [...this.texts].reverse().map(([name, text]) => [`leaf://garden/${name}`, text] as const);
    await this.server.replace(Object.fromEntries(all));
  }

  /** Waits until the view *Context* shows these rows, such as `leaf-01 ✓`, with their marks and states; sizes and ages are ignored. */
  async waitForContext(expected: readonly string[]): Promise<void> {
    let last: readonly string[] = [];
    const isSame = async (): Promise<boolean> => (last = await this.#context()).join('\n') === expected.join('\n');
    await waitFor('the context', isSame, 30_000).catch(() => expect(last).toEqual(expected));
  }

  /** Waits until exactly these rows of the view *Context* are marked as updated; all must be visible. */
  async waitForBadges(updated: readonly string[]): Promise<void> {
    const rows = viewPane(this.workbench.page, 'Context').locator('.monaco-list-row');
    const marked = (): Promise<readonly string[]> =>
      rows.evaluateAll((all) => {
        const isMarked = (row: Element): boolean =>
          row.querySelector('.label-description')?.textContent.startsWith('updated') === true;
        return all.filter(isMarked).map((row) => row.querySelector('.label-name')?.textContent ?? '');
      });
    await expect.poll(() => rows.count()).toBe(30);
    await waitFor(`marks at ${updated.join(', ')}`, async () => (await marked()).toSorted().join() === updated.join());
  }

  /** Waits for the chips of these files; VS Code adds them one by one. */
  async waitForFiles(of: readonly string[]): Promise<void> {
    const { page } = this.workbench;
    await waitFor('as many chips', async () => (await chatChips(page)).length === of.length, 60_000);
    await waitForChips(
      page,
      of.map((name) => `${name}.txt`),
    );
  }

  /** Sends a message and checks that it contains exactly the current texts of these resources. */
  async send(text: string, of: readonly string[]): Promise<void> {
    await sendMessage(this.workbench.page, text);
    const sent = (await this.workbench.chatRequests()).at(-1)?.references.map((reference) => reference.text);
    expect(sent).toEqual(of.map((name) => this.texts.get(name)));
  }

  /** Attaches all of them from a search with one gesture, and checks that the message contains them in order and uncut. */
  async sendAll(): Promise<void> {
    const { page } = this.workbench;
    const panel = await Panel.open(page);
    await panel.search('leaf-');
    await panel.waitForSummary(/^30 of \d+$/u);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await panel.frame.getByText(/^30 selected/u).waitFor();
    await page.keyboard.press('Enter');
    await pressDialogButton(page, 'Attach');
    await this.waitForFiles(names);
    await this.send('thirty', names);
    await setSectionExpanded(page, 'Search', false);
    await this.waitForContext(names.map((name) => `${name} ✓`));
  }

  async #context(): Promise<readonly string[]> {
    const rows = await allRows(this.workbench.page, 'Context');
    return rows.map(({ label, checked, description }) => {
      const said = description.split(' · ').filter((part) => !/^~|^sent |\d/u.test(part) && part !== '');
      return [label, checked ? '✓' : '☐', ...said].join(' ');
    });
  }
}
