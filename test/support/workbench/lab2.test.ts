import { test } from 'vitest';
import { startWorkbench } from './workbench.js';
import { cpSync } from 'node:fs';
test('lab', async () => {
  const wb = await startWorkbench({ extensions: ['/work/main/test/support/workbench/sampleExtension'], files: { 'a.md': 'hi' }, args: ['--log','trace'] });
  const { page } = wb;
  await page.waitForTimeout(2000);
  await wb.changeSettings({ 'workbench.colorTheme': 'Light 2026' });
  await wb.writeFile('b.md','x');
  await page.waitForTimeout(4000);
  console.log(await page.locator('.explorer-folders-view').innerText());
    console.log(await page.locator('.monaco-workbench').first().getAttribute('class'));
  cpSync(wb.userDataDir+'/logs','/tmp/lablogs',{recursive:true});
  await wb.dispose();
}, 300000);
