// Ways in which a file of a repository, a server's name for a resource, or an earlier window makes VS Code ask for virtual files.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordedReads } from '../../support/recordedReads.js';
import { pressNotificationButton, waitForNotification } from '../../support/workbench/prompts.js';
import { activeEditor, goTo, openFile } from '../../support/workbench/editors.js';
import { clickRow, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { startWorkbench, type Workbench } from '../../support/workbench/workbench.js';
import { madeUpPath } from '../base/madeUpPath.js';
import { openAndAgree, openResources, rawServer } from '../base/product.js';

let folder: string;
let record: string;
let workbench: Workbench;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'doors-'));
  record = path.join(folder, 'record.jsonl');
  const schema = madeUpPath('leak://schema?k=SECRET', 'schema.json');
  workbench = await startWorkbench({
    trust: true,
    userMcp: { servers: { doors: rawServer('doors', '--record', record) } },
    files: {
      'named.json': { $schema: madeUpPath('leak://named?k=SECRET', 'schema.json'), a: 1 },
      'matched.json': { a: 1 },
      'notes.md': '@doors:door://listed\n',
      '.vscode/settings.json': { 'json.schemas': [{ fileMatch: ['matched.json'], url: schema }] },
    },
  });
});
afterAll(async () => {
  await workbench.dispose();
  await rm(folder, { recursive: true, force: true });
});

const text = async (): Promise<string> =>
  (await activeEditor(workbench.page).locator('.view-lines').innerText()).replaceAll('\u00a0', ' ');

it('neither a JSON file of a repository in Restricted Mode, nor a name, nor a restored tab makes an allowed server read or run anything', async () => {
  const { page } = workbench;
  await openAndAgree(page);
  await waitForRow(page, 'Resources', 'door');
  await workbench.reload();

  // A repository names a resource of the user’s own server as the schema of its files. VS Code says that it could not load it.
  for (const name of ['named.json', 'matched.json']) {
    await openFile(page, name);
    await activeEditor(page).locator('.squiggly-warning').first().waitFor();
  }
  // Nor does it by what the pointer is on.
  await openFile(page, 'notes.md');
  await goTo(page, 1, 12);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
  await page.locator('.monaco-hover:not(.hidden)').filter({ hasText: 'The server “doors” is stopped.' }).waitFor();
  const starts = async (): Promise<number> => (await workbench.logs()).split('[doors] Ready').length - 1;
  expect([await recordedReads(record), await starts()]).toEqual([[], 1]);

  // A text opens as one, whatever its name says.
  await openResources(page);
  await clickRow(page, 'Resources', 'door');
  await clickRow(page, 'Resources', 'work.ipynb');
  const tab = page.locator('.tab.active[data-resource-name="work.ipynb.json"]');
  await tab.waitFor();
  await waitFor('the text', async () => (await text()).includes('"nbformat"'));

  // VS Code stores the tabs of a window in a browser every few seconds.
  await delay(6_000);
  const reads = (await recordedReads(record)).length;
  // The tab of the last window asks no server until the user wants it.
  await workbench.reload();
  await waitForNotification(page, '“work.ipynb.json” was opened in an earlier window.');
  expect([(await recordedReads(record)).length, await starts()]).toEqual([reads, 2]);
  await pressNotificationButton(page, 'opened in an earlier window', 'Read');
  await waitFor('the text', async () => (await text()).includes('"nbformat"'));

  // So does what VS Code remembers of the names.
  await workbench.executeCommand('workbench.action.closeActiveEditor');
  await workbench.executeCommand('workbench.action.reopenClosedEditor');
  await tab.waitFor();
  await waitFor('the text', async () => (await text()).includes('"nbformat"'));
  expect(await page.locator('.notebook-editor').count()).toBe(0);
});
