// Ends every end-to-end test that failed with a picture and the log, and every file with a look at what it left. Processes are
// looked at where a window is closed.
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { takeScreenshot } from './appearance.js';
import { openWorkbenches } from './workbench.js';

/** What serves the files that follow, too: a VS Code, and what its browser writes. */
const shared = /^(vs-|playwright)/;

const run = process.env['MCPRP_TEMPORARY'] ?? os.tmpdir();
// Each worker has its own, so that it sees what its file left and nobody else's.
process.env['TMPDIR'] = path.join(run, `w${process.env['VITEST_POOL_ID'] ?? ''}`);
mkdirSync(os.tmpdir(), { recursive: true });

/** Lines of the log that a failure shows. */
const lastLines = 15;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const name = `failed-${task.name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}`;
  for (const workbench of openWorkbenches()) {
    const picture = await takeScreenshot(workbench.page, name);
    const log = (await workbench.logs()).trimEnd().split('\n').slice(-lastLines).join('\n');
    console.error(`Picture: ${picture}\nEnd of the log:\n${log}`);
  }
});

afterAll(async () => {
  const files = (await readdir(os.tmpdir())).filter((name) => !shared.test(name));
  expect({ windows: openWorkbenches().length, files }, 'left by this file').toEqual({ windows: 0, files: [] });
});
