import { expect, it } from 'vitest';
import { flawsOf } from '../../support/panel/appearance';
import { openPanel } from '../../support/panel/openPanel';
import { press, rowsShown, titles, type } from '../../support/panel/reading';
import { listStates, reach } from '../../support/panel/states';

it.each(listStates)(
  'the state $name is accessible in every theme, and keeps the content security policy',
  async (state) => {
    const panel = await openPanel({ ...state.options, reducedMotion: true });
    await reach(state, panel);
    expect(await flawsOf(panel, `panel-${state.name}`, { axeWidths: [600] })).toEqual([]);
    expect(panel.complaints).toEqual([]);
  },
);

it('uses no colour but those of the theme, from the first frame on', async () => {
  const { page } = await openPanel({ theme: 'light', prepare: (host) => void host.hold('search') });
  await page.waitForSelector('vscode-text-field');
  const colours = await page.evaluate(() => {
    const box = document.querySelector('vscode-text-field')!;
    const root = box.shadowRoot!.querySelector('.root')!;
    return [getComputedStyle(root).backgroundColor, getComputedStyle(root).borderColor, getComputedStyle(root).color];
  });
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 95, 184)', 'rgb(59, 59, 59)']);
});

it('never shows a placeholder, an empty state or a progress bar while answers come quickly', async () => {
  const { page, reload } = await openPanel({ isTimeHeld: true });
  await page.addInitScript(() => {
    const flashes: string[] = [];
    Object.assign(window, { flashes });
    const look = (): void => {
      const flash = document.querySelector('.bone, .empty, .progress, .notice');
      if (flash) flashes.push(flash.className);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await reload();
  await rowsShown(page);
  await type(page, 'orders');
  await expect.poll(() => titles(page)).toHaveLength(5);
  await press(page, 'Escape');
  await expect.poll(() => titles(page)).toContain('customers');
  expect(await page.evaluate(() => (window as unknown as { flashes: string[] }).flashes)).toEqual([]);
});

it('follows a change of the theme at once', async () => {
  const { page } = await openPanel({ theme: 'dark' });
  await page.waitForSelector('.row');
  const background = await page.evaluate(() => {
    document.documentElement.style.setProperty('--vscode-input-background', 'rgb(1, 2, 3)');
    const root = document.querySelector('vscode-text-field')!.shadowRoot!.querySelector('.root')!;
    return getComputedStyle(root).backgroundColor;
  });
  expect(background).toBe('rgb(1, 2, 3)');
});

it('is usable at 200 % zoom', async () => {
  // A 300-pixel panel at 200% zoom has 150 CSS pixels.
  const { page } = await openPanel({ width: 150, height: 300 });
  await page.waitForSelector('.row');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(150);
  expect(await page.$eval('.results', ({ clientHeight }) => clientHeight)).toBeGreaterThan(130);
});
