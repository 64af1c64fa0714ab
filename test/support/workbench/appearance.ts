// Changes themes and widths, and takes pictures.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../../scripts/lib/terminal.mjs';
import { waitFor } from './waiting.js';
import type { Workbench } from './workbench.js';

/** Settings ids of the themes in which everything should look right: VS Code's own defaults. */
export const themes = {
  dark: 'Dark 2026',
  light: 'Light 2026',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

const themeClasses: Readonly<Record<keyof typeof themes, string>> = {
  dark: 'vs-dark',
  light: 'vs',
  highContrast: 'hc-black',
  highContrastLight: 'hc-light',
};

/** Changes the theme, and waits until the window shows it. */
export async function setTheme(workbench: Workbench, theme: keyof typeof themes): Promise<void> {
  const isShown = async (): Promise<boolean> => {
    const classes = await workbench.page.locator('.monaco-workbench').first().getAttribute('class');
    return classes?.split(' ').includes(themeClasses[theme]) ?? false;
  };
  // code-server misses a change of the settings now and then. The same text can be written again, as it changes nothing else.
  await waitFor(`the theme ${themes[theme]}`, async () => {
    await workbench.changeSettings({ 'workbench.colorTheme': themes[theme] });
    await waitFor('it to be shown', isShown, 5_000);
    return true;
  });
}

/** Drags the side bar's edge until it is `width` pixels wide; VS Code's minimum is 170. */
export async function setSideBarWidth(page: Page, width: number): Promise<void> {
  const sideBar = page.locator('.part.sidebar');
  const box = await sideBar.boundingBox();
  if (box === null) throw new Error('The side bar is not shown.');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + width, middle, { steps: 5 });
  await page.mouse.up();
  const isWide = async (): Promise<boolean> => Math.abs(((await sideBar.boundingBox())?.width ?? 0) - width) <= 2;
  await waitFor(`a side bar of ${width} px`, isWide);
}

/** Saves a picture under test/output/screenshots and returns its path. */
export async function takeScreenshot(page: Page, name: string): Promise<string> {
  const folder = path.join(root, 'test/output/screenshots');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.png`);
  // A hover would be in the picture.
  await page.mouse.move(640, 400);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  return file;
}
