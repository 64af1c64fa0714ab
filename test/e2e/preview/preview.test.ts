import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, Panel, rawServer, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({
    larkspur: demoServer(),
    several: rawServer('multiContent'),
    gone: rawServer('notFound'),
  });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'repo');
});

afterAll(() => workbench.dispose());
beforeEach(async () => {
  await freshStart(workbench);
  const { frame } = await Panel.open(workbench.page);
  const back = frame.getByRole('button', { name: 'Back to Results' });
  if (await back.isVisible()) await back.click();
  await frame.locator('.preview').waitFor({ state: 'detached' });
});

/** Finds a resource and opens its preview with the keyboard alone, starting in the search box. */
async function preview(title: string, uri: string): Promise<Locator> {
  const panel = await Panel.open(workbench.page);
  await panel.search(`uri:"${uri}"`);
  await waitFor(`only “${title}”`, async () => (await panel.titles()).join() === title);
  const { keyboard } = workbench.page;
  await keyboard.press('ArrowDown');
  await waitFor('the list to have the focus', () =>
    panel.frame.evaluate(() => document.activeElement?.id === 'results'),
  );
  await keyboard.press('ArrowRight');
  return panel.frame.locator('.preview');
}

async function leave(): Promise<void> {
  const { frame } = await Panel.open(workbench.page);
  await workbench.page.keyboard.press('Escape');
  await frame.locator('.preview').waitFor({ state: 'detached' });
}

describe('a preview', () => {
  it.each([
    ['Markdown', 'README.md', 'repo://larkspur/shop/README.md', '.preview-markdown [role="heading"]'],
    [
      'JSON',
      'orders: columns',
      'db://larkspur/sales/orders/columns',
      '[role="tree"] [role="treeitem"][aria-level="2"]',
    ],
    ['a table', 'orders: first rows', 'db://larkspur/sales/orders/rows', '.preview-table tbody tr'],
    [
      'a picture',
      'Lavender, first flowers',
      'media://larkspur/photographs/lavandula.png',
      'figcaption:text-matches("\\\\d+ × \\\\d+")',
    ],
    ['a drawing', 'Logo', 'media://larkspur/brand/logo.svg', 'figcaption:text-matches("\\\\d+ × \\\\d+")'],
    [
      'a PDF file',
      'Spring catalogue',
      'media://larkspur/print/catalogue-spring.pdf',
      '.preview-note:has-text("This type of file can’t be previewed.")',
    ],
    ['several contents', 'multi://three', 'multi://three', '.preview-part h3'],
  ])('shows %s, and leaves the context as it is', async (_, title, uri, expected) => {
    const shown = await preview(title, uri);
    await shown.locator(expected).first().waitFor();
    await leave();
    await expect.poll(() => workbench.page.getByText('Resources you attach appear here.').isVisible()).toBe(true);
  });

  it('tells why a resource cannot be read', async () => {
    const shown = await preview('internal', 'gone://internal');
    await shown.locator('.preview-failure p').waitFor();
    await expect.poll(() => shown.locator('.preview-failure p').innerText()).toContain('The database is asleep');
    await leave();
  });

  it('opens what it shows', async () => {
    const { page } = workbench;
    const shown = await preview('The whole database schema', 'db://larkspur/schema.sql');
    await shown.locator('.preview-text').waitFor();
    await shown.getByRole('button', { name: 'Open', exact: true }).press('Enter');
    await page.getByRole('tab', { name: /schema\.sql/u }).waitFor();
  });
});
