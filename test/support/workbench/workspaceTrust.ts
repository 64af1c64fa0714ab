// Restricted mode; needs a workbench started with `trust: true`.
import type { Page } from 'playwright-core';
import { waitFor } from './waiting.js';

/** Returns true when the status bar shows that the window is in restricted mode. */
export async function isRestricted(page: Page): Promise<boolean> {
  return await page.locator('.part.statusbar').getByRole('button', { name: 'Restricted Mode' }).isVisible();
}

/** Trusts the workspace with the button of the trust editor, and closes the editor. */
export async function trustWorkspace(page: Page): Promise<void> {
  await page.locator('.part.statusbar').getByRole('button', { name: 'Restricted Mode' }).click();
  const editor = page.locator('.workspace-trust-editor');
  await editor.getByRole('button', { name: 'Trust', exact: true }).click();
  await waitFor('the workspace to be trusted', async () => !(await isRestricted(page)));
  await page
    .locator('.monaco-modal-editor-block')
    .getByRole('button', { name: /^Close/ })
    .click();
  await editor.waitFor({ state: 'hidden' });
}
