// Rows of the tree of resources, which is drawn again all the time while its server changes its list, still take every key.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewPane } from '../../support/workbench/commands.js';
import { notifications } from '../../support/workbench/prompts.js';
import { findRow, setExpanded } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { flooded, waitForTab } from '../base/flooded.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { names, textsOf } from '../context/contextRows.js';

/** Each is an arrow key and Enter. */
const rounds = 50;
const uris = names.map((name) => `note://desk/${name}`);

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition });
  // By name, so that the rows stay where they are.
  await workbench.changeSettings({ 'mcpResources.tree.sortBy': 'name' });
  await openAndAgree(workbench.page);
  await setExpanded(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

it('no key is lost', async () => {
  const { page } = workbench;
  const list = viewPane(page, 'Resources').locator('.monaco-list').first();
  const focused = list.locator('.monaco-list-row.focused');
  const first = await findRow(page, 'Resources', names[0]!);
  await first.click();
  await waitForTab(workbench, names[0]!);
  const changes = await flooded(workbench, server, uris, 250, async () => {
    for (let round = 0; round < rounds; round += 1) {
      // Down to the last row, and up again.
      const steps = names.length - 1;
      const isDown = round % (2 * steps) < steps;
      const place = (round + 1) % (2 * steps);
      const name = names[place <= steps ? place : 2 * steps - place]!;
      await workbench.executeCommand('mcpResources.resources.focus');
      await page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowUp');
      await page.keyboard.press('Enter');
      await waitForTab(workbench, name);
    }
  });
  await waitFor('the focused row', async () => (await focused.count()) > 0);
  expect(changes).toBeGreaterThan(10);
  expect(await notifications(page)).toEqual([]);
  expect(await workbench.logs()).not.toMatch(/\[error\]/u);
}, 240_000);
