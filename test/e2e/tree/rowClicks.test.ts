// Rows of the tree of resources, which is drawn again all the time while its server changes its list, still take every click.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifications } from '../../support/workbench/prompts.js';
import { findRow, setExpanded } from '../../support/workbench/trees.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { flooded, waitForTab } from '../base/flooded.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { names, textsOf } from '../context/contextRows.js';

const clicks = 100;
const uris = names.map((name) => `note://desk/${name}`);

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition });
  // By name, so that the rows stay where they are.
  await workbench.changeSettings({ 'mcpResources.tree.sortBy': 'name' });
  await openAndAgree(workbench.page);
  await setExpanded(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

it('no click is lost', async () => {
  const { page } = workbench;
  const places: { x: number; y: number; height: number }[] = [];
  for (const name of names) places.push((await (await findRow(page, 'Resources', name)).boundingBox())!);
  const changes = await flooded(workbench, server, uris, 250, async () => {
    for (let index = 0; index < clicks; index += 1) {
      const place = places[index % names.length]!;
      // At once: a wait for the row would wait until VS Code has drawn it.
      await page.mouse.click(place.x + 60, place.y + place.height / 2);
      await waitForTab(workbench, names[index % names.length]!);
    }
  });
  expect(changes).toBeGreaterThan(10);
  expect(await notifications(page)).toEqual([]);
  expect(await workbench.logs()).not.toMatch(/\[error\]/u);
}, 240_000);
