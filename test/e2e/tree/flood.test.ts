// Rows of the tree of resources, which is drawn again all the time while its server changes its list, still take every click and every key.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewPane } from '../../support/workbench/commands.js';
import { findRow, setExpanded } from '../../support/workbench/trees.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { clickInFlood, duringFlood, waitForTab, type Flood } from '../base/flood.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { names, textsOf } from '../context/contextRows.js';

/** Each is an arrow key and Enter. */
const rounds = 13;

let server: ChangingServer;
let workbench: Workbench;
let flood: Flood;

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition });
  flood = { workbench, server, names, changesEvery: 250 };
  // By name, so that the rows stay where they are.
  await workbench.changeSettings({ 'mcpResources.tree.sortBy': 'name' });
  await openAndAgree(workbench.page);
  await setExpanded(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

it('no click is lost', () => clickInFlood(flood, 'Resources', 25), 240_000);

it('no key is lost', async () => {
  const { page } = workbench;
  const list = viewPane(page, 'Resources').locator('.monaco-list').first();
  const focusedList = viewPane(page, 'Resources').locator('.monaco-list:focus');
  await (await findRow(page, 'Resources', names[0]!)).click();
  await waitForTab(workbench, names[0]!);
  await page.evaluate(focusRests);
  await duringFlood(flood, async () => {
    for (let round = 0; round < rounds; round += 1) {
      // Down to the last row, and up again.
      const steps = names.length - 1;
      const isDown = round % (2 * steps) < steps;
      const place = (round + 1) % (2 * steps);
      const name = names[place <= steps ? place : 2 * steps - place]!;
      await workbench.executeCommand('mcpResources.resources.focus');
      await focusedList.waitFor();
      await page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowUp');
      await page.keyboard.press('Enter');
      await waitForTab(workbench, name);
      // Its text comes after its tab, and takes the focus once more.
      await page.locator(`.part.editor .monaco-editor[data-uri*="${name}"]`).first().waitFor();
      await page.evaluate(focusRests);
    }
  });
  await expect.poll(() => list.locator('.monaco-list-row.focused').count()).toBeGreaterThan(0);
}, 240_000);

/** Runs in the page: resolves once the focus has stayed where it is for 300 ms. An editor takes it some time after its tab is there, or leaves it to a list that is drawn again. */
function focusRests(): Promise<void> {
  return new Promise((resolve) => {
    let focused = document.activeElement;
    let since = performance.now();
    const look = (): void => {
      const now = performance.now();
      if (document.activeElement !== focused) since = now;
      focused = document.activeElement;
      if (now - since > 300) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}
