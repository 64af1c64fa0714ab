import type { Workbench } from '../../support/workbench/workbench.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { ChangingServer } from './changingServer.js';

/**
 * Changes these resources and the list while something runs. Returns how often.
 *
 * @param changesEvery in ms
 */
export async function flooded(
  { page }: Workbench,
  server: ChangingServer,
  uris: readonly string[],
  changesEvery: number,
  run: () => Promise<void>,
): Promise<number> {
  const over = new AbortController();
  let changes = 0;
  const flood = async (): Promise<void> => {
    while (!over.signal.aborted) {
      changes += 1;
      const texts = uris.map((uri) => [uri, `${uri}: ${changes}\n`] as const);
      const added = [`zzz://desk/new-${changes % 3}`, changes % 2 ? 'new' : null] as const;
      await server.change(Object.fromEntries<string | null>([...texts, added]));
      await page.waitForTimeout(changesEvery);
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

/** Waits until the file of this resource is the one that the editor shows. */
export async function waitForTab({ page }: Workbench, name: string): Promise<void> {
  const active = page.locator('.part.editor .tab.active').first();
  await waitFor(`the tab of ${name}`, async () =>
    ((await active.getAttribute('data-resource-name')) ?? '').startsWith(name),
  );
}
