import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRows, setExpanded } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { collapseTree, emptySearch } from '../base/freshStart.js';
import { demoServer, openAndAgree, Panel, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer('--resources', '100000', '--page-size', '1000') });
  await openAndAgree(workbench.page);
  // While the list arrives, the levels of its rows still change.
  await (await Panel.open(workbench.page)).waitForSummary('100,189 total');
});

beforeEach(async () => {
  await collapseTree(workbench);
  await emptySearch(await Panel.open(workbench.page));
});

afterAll(() => workbench.dispose());

describe('a hundred thousand resources', () => {
  it('are all listed and counted, while the tree can be used', async () => {
    const panel = await Panel.open(workbench.page);
    await panel.waitForSummary('100,189 total');
    await waitFor('the count of the group', async () => {
      const rows = await allRows(workbench.page, 'Resources');
      return rows.some(({ label, description }) => label === 'archive' && description === '100,000');
    });
  });

  it('open in levels of some hundreds of rows at most', async () => {
    const { page } = workbench;
    for (let level = 1, label = 'archive'; ; level += 1) {
      await setExpanded(page, 'Resources', label);
      let inside: readonly { readonly label: string; readonly expanded: boolean | undefined }[] = [];
      await waitFor('the rows', async () => {
        inside = (await allRows(page, 'Resources')).filter((row) => row.level === level + 1);
        return inside.length > 0;
      });
      expect(inside.length).toBeLessThanOrEqual(400);
      const next = inside.find(({ expanded }) => expanded === false);
      if (!next) break;
      label = next.label;
    }
  });

  it('are searched while a user types', async () => {
    const panel = await Panel.open(workbench.page);
    await panel.search('peony chinese');
    await panel.waitForSummary(/^[\d,]+ of 100,189$/);
    await waitFor('the best match', async () => /chinese peony/i.test((await panel.titles())[0] ?? ''));
  });

  it('scroll to the last row with one key, and only the rows in sight exist', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.waitForSummary('100,189 total');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await waitFor(
      'the last row',
      async () => (await panel.frame.locator('[role="option"][aria-posinset="100186"]:not(.pending)').count()) === 1,
    );
    expect(await panel.frame.locator('[role="option"]').count()).toBeLessThan(100);
  });
});
