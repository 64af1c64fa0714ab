// Rows that are drawn again all the time, as the server changes them, still take every click.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifications } from '../../support/workbench/prompts.js';
import { findRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { ContextRows, names, textsOf } from './contextRows.js';

const clicks = 100;
/** Time between two changes of the server, in ms. */
const changesEvery = 120;

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

/** Changes all resources and the list while something runs. Returns how often. */
async function flooded(run: () => Promise<void>): Promise<number> {
  const over = new AbortController();
  let changes = 0;
  const flood = async (): Promise<void> => {
    while (!over.signal.aborted) {
      changes += 1;
      const texts = names.map((name) => [`note://desk/${name}`, `${name}: ${changes}\n`] as const);
      const added = [`zzz://desk/new-${changes % 3}`, changes % 2 ? 'new' : null] as const;
      await server.change(Object.fromEntries<string | null>([...texts, added]));
      await workbench.page.waitForTimeout(changesEvery);
    }
  };
  const flooding = flood();
  try {
    await run();
  } finally {
    over.abort();
    await flooding;
  }
  return changes;
}

const activeTab = async (): Promise<string> =>
  (await workbench.page.locator('.part.editor .tab.active').first().getAttribute('data-resource-name')) ?? '';

async function waitForTab(name: string): Promise<void> {
  await waitFor(`the tab of ${name}`, async () => (await activeTab()).startsWith(name));
}

it('no click is lost', async () => {
  const { page } = workbench;
  const places = await Promise.all(names.map(async (name) => (await findRow(page, 'Context', name)).boundingBox()));
  const changes = await flooded(async () => {
    for (let index = 0; index < clicks; index += 1) {
      const place = places[index % names.length]!;
      // At once: a wait for the row would wait until VS Code has drawn it.
      await page.mouse.click(place.x + 60, place.y + place.height / 2);
      await waitForTab(names[index % names.length]!);
    }
  });
  expect(changes).toBeGreaterThan(10);
  expect(await notifications(page)).toEqual([]);
  expect(await workbench.logs()).not.toMatch(/\[error\]/u);
});
