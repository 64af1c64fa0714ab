import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { setSideBarWidth } from '../../support/workbench/appearance.js';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import { editorText } from '../../support/workbench/editors.js';
import { allRows, clickRow, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { demoServer, openAndAgree, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer() });
  await openAndAgree(workbench.page);
});

afterAll(() => workbench.dispose());

beforeEach(async () => {
  for (const folder of ['depot', 'Depot', '2024', '03', '20']) {
    await waitForRow(workbench.page, 'Resources', folder);
    await setExpanded(workbench.page, 'Resources', folder);
  }
});

async function labels(): Promise<readonly string[]> {
  return (await allRows(workbench.page, 'Resources')).map(({ label }) => label.trim());
}

it('a file three folders down, which no list names, is found by opening the folders', async () => {
  const { page } = workbench;
  const firstNote = async (): Promise<string> =>
    (await labels()).find((label) => label.startsWith('Delivery note')) ?? '';
  await waitFor('a note', async () => (await firstNote()) !== '');
  const note = await firstNote();
  await clickRow(page, 'Resources', note);
  await expect.poll(() => editorText(page)).toContain(note.split(' to ')[0]);
  for (const section of ['Search', 'Context', 'Servers']) await setSectionExpanded(page, section, false);
  await setSideBarWidth(page, 400);
  await waitForRow(page, 'Resources', '20');
  await page.mouse.move(700, 300);
  const clip = { x: 48, y: 36, width: 800, height: 400 };
  await page.screenshot({ path: path.join(root, 'test/output/screenshots/readme-folders.png'), clip });
});

it('what a folder has more of follows by a click on its last row', async () => {
  const { page } = workbench;
  await clickRow(page, 'Resources', 'Load More');
  await expect
    .poll(async () => (await labels()).filter((label) => /^\d[\d,]* to/.test(label)).length)
    .toBeGreaterThan(4);
});
