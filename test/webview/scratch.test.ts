import { it } from 'vitest';
import { PanelBench } from '../support/panel/openPanel';
it('shots', async () => {
  const bench = await PanelBench.start();
  for (const theme of ['dark', 'light', 'contrast']) {
    const { page, complaints } = await bench.open({ theme });
    await page.waitForSelector('.row .title');
    await page.waitForTimeout(300);
    await page.screenshot({ path: `test/output/screenshots/x-${theme}.png` });
    await page.locator('vscode-text-field').click();
    await page.keyboard.type('order');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowDown'); await page.keyboard.press('Space'); await page.keyboard.press('ArrowDown'); await page.keyboard.press('Space'); await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(700); await page.mouse.move(150, 320); await page.waitForTimeout(100);
    await page.screenshot({ path: `test/output/screenshots/x-${theme}-sel.png` });
    console.log(complaints);
  }
  await bench.stop();
});
