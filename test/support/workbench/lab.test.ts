import { test } from 'vitest';
import { startWorkbench } from './workbench.js';
import { writeFileSync } from 'node:fs';
import * as c from './commands.js'; import * as t from './trees.js'; import * as p from './prompts.js'; import * as ch from './chat.js'; import * as tr from './workspaceTrust.js';
test('lab', async () => {
  const t0 = Date.now();
  const wb = await startWorkbench({ trust: true, extensions: ['/work/main/test/support/workbench/sampleExtension'], files: { 'a.md': 'hi' } });
  const { page } = wb;
  page.setDefaultTimeout(8000);
  const log = (...x: unknown[]) => console.log(Date.now() - t0, ...x);
  const attempt = async (name: string, f: () => Promise<unknown>) => { try { log(name, JSON.stringify(await f())); } catch (e) { log('FAILED', name, String(e).slice(0, 600), String((e as Error).cause).slice(0,400)); await page.screenshot({ path: `/tmp/fail-${name}.png` }); writeFileSync(`/tmp/fail-${name}.html`, await page.content()); } };
  log('started');
  try {
    await attempt('restricted', () => tr.isRestricted(page));
    await page.screenshot({ path: '/tmp/restricted.png' });
    await attempt('trust', () => tr.trustWorkspace(page));
    await attempt('openView', () => c.openView(page, 'Bench Sample', 'Sample Tree'));
    const answer = wb.executeCommand('benchSample.ask');
    await attempt('dialog', () => p.readDialog(page));
    await attempt('dialog', () => p.pressDialogButton(page, 'Yes'));
    log(await answer);
    await attempt('ctx', () => t.openContextMenu(page, 'Sample Tree', 'first.md'));
    await attempt('menu', () => c.menuItems(page));
    await attempt('pick', () => c.pickFromMenu(page, 'Greet'));
    await attempt('drag', async () => ch.dragIntoChat(page, await t.findRow(page, 'Sample Tree', 'first.md')));
    await attempt('chips', () => ch.waitForChips(page, ['first.md']));
    await attempt('exec', () => wb.executeCommand('vscode.open', {$uri: 'sample:/folder/note-003.md'}));
    await attempt('chips', () => ch.chatChips(page));
    await attempt('mcp', () => wb.writeUserFile('mcp.json', { servers: { x: { command: 'node', args: ['no.js'] } } }));
    await page.screenshot({ path: '/tmp/lab.png' });
  } finally { writeFileSync('/tmp/lab.html', await page.content()); writeFileSync('/tmp/lab.out', wb.serverOutput()); const t3=Date.now(); await wb.dispose(); console.log('disposed', Date.now()-t3); }
}, 300000);
