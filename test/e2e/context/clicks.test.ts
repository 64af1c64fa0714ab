// Rows that are drawn again all the time, as the server changes them, still take every click.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifications } from '../../support/workbench/prompts.js';
import { findRow } from '../../support/workbench/trees.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { flooded, waitForTab } from '../base/flooded.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { ContextRows, names, textsOf } from './contextRows.js';

const clicks = 100;

let server: ChangingServer;
let workbench: Workbench;
const rows = new ContextRows(() => workbench);

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await rows.pickGroup('note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

it('no click is lost', async () => {
  const { page } = workbench;
  const places = await Promise.all(names.map(async (name) => (await findRow(page, 'Context', name)).boundingBox()));
  const uris = names.map((name) => `note://desk/${name}`);
  const changes = await flooded(workbench, server, uris, 120, async () => {
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
