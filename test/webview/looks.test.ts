import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PanelBench } from '../support/panel/openPanel';
import { animationsEnded, drawn, press, rowsShown, titles, type } from '../support/panel/reading';
import { panelStates } from '../support/panel/states';
import { themes } from '../support/panel/themes';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const screenshots = path.resolve(import.meta.dirname, '../output/screenshots');

let bench: PanelBench;
beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  bench = await PanelBench.start();
});
afterEach(() => bench.closePages());
afterAll(() => bench.stop());

describe.each(themes)('in the theme “$name”', ({ name: theme }) => {
  it.each(panelStates)('the state “$name” is accessible', async (state) => {
    const panel = await bench.open({ ...state.options, theme, reducedMotion: true });
    await state.reach(panel);
    const { page } = panel;
    // Placeholders and the selection bar come up by animations.
    await animationsEnded(page);
    for (const width of [300, 600]) {
      await page.setViewportSize({ width, height: 600 });
      await drawn(page);
      await page.screenshot({ path: path.join(screenshots, `panel-${state.name}-${theme}-${width}.png`) });
    }
    await page.evaluate(axe);
    const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
    const found = results.violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    }));
    expect(found).toEqual([]);
  });
});

it('uses no colour but those of the theme, from the first frame on', async () => {
  const { page } = await bench.open({ theme: 'light', prepare: (host) => void host.hold('search') });
  await page.waitForSelector('vscode-text-field');
  const colours = await page.evaluate(() => {
    const box = document.querySelector('vscode-text-field')!;
    const root = box.shadowRoot!.querySelector('.root')!;
    return [getComputedStyle(root).backgroundColor, getComputedStyle(root).borderColor, getComputedStyle(root).color];
  });
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(206, 206, 206)', 'rgb(59, 59, 59)']);
});

it('never shows a placeholder, an empty state or a progress bar while answers come quickly', async () => {
  const { page, reload } = await bench.open();
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
  const { page } = await bench.open({ theme: 'dark' });
  await page.waitForSelector('.row');
  const background = await page.evaluate(() => {
    document.documentElement.style.setProperty('--vscode-input-background', 'rgb(1, 2, 3)');
    const root = document.querySelector('vscode-text-field')!.shadowRoot!.querySelector('.root')!;
    return getComputedStyle(root).backgroundColor;
  });
  expect(background).toBe('rgb(1, 2, 3)');
});

it('is usable at 200 % zoom', async () => {
  // A page of 300 pixels zoomed twice has 150 of its own.
  const { page } = await bench.open({ width: 150, height: 300 });
  await page.waitForSelector('.row');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(150);
  expect(await page.$eval('.results', ({ clientHeight }) => clientHeight)).toBeGreaterThan(130);
});
