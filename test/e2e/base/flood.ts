import { expect } from 'vitest';
import { notifications } from '../../support/workbench/prompts.js';
import { findRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import type { ChangingServer } from './changingServer.js';

/** A server that changes these resources, and its list, all the time. */
export interface Flood {
  readonly workbench: Workbench;
  readonly server: ChangingServer;
  /** Names of resources `note://desk/…`. */
  readonly names: readonly string[];
  /** In ms. */
  readonly changesEvery: number;
}

/** Clicks the rows of these resources in turn during a flood: each click has to open its resource. */
export async function clickInFlood(flood: Flood, view: 'Context' | 'Resources', clicks: number): Promise<void> {
  const { workbench, names } = flood;
  const { page } = workbench;
  // Finding one may scroll the others.
  for (const name of names) await findRow(page, view, name);
  const places: { x: number; y: number; height: number }[] = [];
  for (const name of names) places.push((await (await findRow(page, view, name)).boundingBox())!);
  await duringFlood(flood, async () => {
    for (let index = 0; index < clicks; index += 1) {
      const place = places[index % names.length]!;
      // At once: a wait for the row would wait until VS Code has drawn it.
      await page.mouse.click(place.x + 60, place.y + place.height / 2);
      await waitForTab(workbench, names[index % names.length]!);
    }
  });
}

/** Runs during a flood, of which VS Code and the log have to complain about nothing. */
export async function duringFlood(flood: Flood, run: () => Promise<void>): Promise<void> {
  const { workbench, server, names, changesEvery } = flood;
  const { page } = workbench;
  const over = new AbortController();
  let changes = 0;
  const change = async (): Promise<void> => {
    while (!over.signal.aborted) {
      changes += 1;
      const texts = names.map((name) => [`note://desk/${name}`, `${name}: ${changes}\n`] as const);
      const added = [`zzz://desk/new-${changes % 3}`, changes % 2 ? 'new' : null] as const;
      await server.change(Object.fromEntries<string | null>([...texts, added]));
      await page.waitForTimeout(changesEvery);
    }
  };
  const changing = change();
  try {
    await run();
  } finally {
    over.abort();
    await changing;
  }
  expect(changes).toBeGreaterThan(5);
  expect(await notifications(page)).toEqual([]);
  expect(await workbench.logs()).not.toMatch(/\[error\]/u);
}

/** Waits until the file of this resource is the one that the editor shows. */
export async function waitForTab({ page }: Workbench, name: string): Promise<void> {
  const active = page.locator('.part.editor .tab.active').first();
  await waitFor(`the tab of ${name}`, async () =>
    ((await active.getAttribute('data-resource-name')) ?? '').startsWith(name),
  );
}
