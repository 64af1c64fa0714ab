import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorkbench, type Workbench } from '../support/workbench/workbench.js';
import { openContainer, runCommand } from '../support/workbench/commands.js';
import { setSideBarWidth, takeScreenshot } from '../support/workbench/appearance.js';
import { notifications, pressNotificationButton, readQuickInput, acceptQuickInput } from '../support/workbench/prompts.js';
import { allRows, setExpanded, visibleRows, runInlineAction } from '../support/workbench/trees.js';
import { chatChips, sendMessage, openChat } from '../support/workbench/chat.js';

const root = path.resolve(import.meta.dirname, '../..');
let wb: Workbench;
beforeAll(async () => {
  wb = await startWorkbench({
    files: { 'README.md': '# hi', '.vscode/mcp.json': { servers: { larkspur: { command: 'node', args: [path.join(root, 'dist/demo-server.js')] } } } },
    viewport: { width: 1280, height: 900 },
  });
});
afterAll(async () => { await wb?.dispose(); });
it('looks', async () => {
  const { page } = wb;
  const shot = (n: string) => takeScreenshot(page, `zz-${n}`);
  await openContainer(page, 'MCP Resources');
  await page.waitForTimeout(2500);
  console.log(await notifications(page));
  await shot('1-first');
  await pressNotificationButton(page, /configured/, 'Review and Start…');
  await page.waitForTimeout(500);
  console.log(await readQuickInput(page));
  await shot('2-review');
  await acceptQuickInput(page);
  await page.waitForTimeout(3000);
  await shot('3-list');
  
  console.log(await wb.logs());
  await setSideBarWidth(page, 300);
  await setExpanded(page, 'Resources', (await visibleRows(page, 'Resources'))[0]!.label);
  await page.waitForTimeout(1000);
  
  await shot('4-expanded');
  const leaf = (await visibleRows(page, 'Resources')).find((r) => r.expanded === undefined);
  if (leaf) { await runInlineAction(page, 'Resources', leaf.label, 'Attach to Chat'); await page.waitForTimeout(2500); await shot('5-attached'); console.log(await chatChips(page)); 
  await sendMessage(page, 'what is it'); await page.waitForTimeout(1500); await shot('6-sent'); console.log(JSON.stringify(await wb.chatRequests(), null, 1).slice(0, 3000)); }
  console.log(await wb.logs());
}, 120000);
