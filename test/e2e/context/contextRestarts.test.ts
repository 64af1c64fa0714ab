// The Context view's promise: the list belongs to the user, and restarts keep it.
import { afterAll, beforeAll, it } from 'vitest';
import { runCommand } from '../../support/workbench/commands.js';
import { pressDialogButton } from '../../support/workbench/prompts.js';
import { clickCheckbox, clickRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { openResources } from '../base/product.js';
import { names, ThirtyResources } from './thirtyResources.js';

let thirty: ThirtyResources;

beforeAll(async () => {
  thirty = await ThirtyResources.open();
});

afterAll(() => thirty.dispose());

async function serverProcess(): Promise<number | undefined> {
  const all = await thirty.workbench.processes();
  return all.find(({ command }) => command.includes('demo-server.js'))?.pid;
}

it('thirty picked resources stay as they are when the server and the window are restarted', async () => {
  await thirty.sendAll();
  // The second is unchecked, the two have swapped places, and one has changed since it was sent.
  const arranged = [
    'leaf-02 ☐',
    'leaf-01 ✓',
    ...names.slice(2).map((name) => (name === 'leaf-09' ? `${name} ✓ updated` : `${name} ✓`)),
  ];
  await clickCheckbox(thirty.workbench.page, 'Context', 'leaf-02');
  await clickRow(thirty.workbench.page, 'Context', 'leaf-02', { modifiers: ['ControlOrMeta'] });
  await thirty.workbench.page.keyboard.press('Alt+ArrowUp');
  await thirty.change(['leaf-09', 'leaf-09\nyellow\n']);
  await thirty.waitForContext(arranged);

  // Restart the server.
  const before = await serverProcess();
  await runCommand(thirty.workbench.page, 'MCP Resources: Restart Server');
  await waitFor('another server', async () => {
    const now = await serverProcess();
    return now !== undefined && now !== before;
  });
  await thirty.waitForContext(arranged);

  // Restart the window. It still knows what the model saw.
  await thirty.workbench.restart();
  const { page } = thirty.workbench;
  await openResources(page);
  await thirty.waitForContext(arranged);
  await thirty.waitForBadges(['leaf-09']);
  await thirty.change(['leaf-30', 'leaf-30\nred\n']);
  await thirty.waitForContext(arranged.map((row) => (row.startsWith('leaf-30') ? 'leaf-30 ✓ updated' : row)));
  await runCommand(page, 'MCP Resources: Attach Context');
  await pressDialogButton(page, 'Attach');
  const goes = ['leaf-01', ...names.slice(2)];
  await thirty.waitForFiles(goes);
  await thirty.send('as before', goes);
  await thirty.waitForContext(['leaf-02 ☐', ...goes.map((name) => `${name} ✓`)]);
}, 240_000);
