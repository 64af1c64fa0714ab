// After a failed end-to-end test, saves a picture and prints the log. After every file, checks what it left behind; processes are checked when a
// window closes.
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { takeScreenshot } from './appearance.js';
import { openWorkbenches } from './workbench.js';

/** Files of the shared VS Code and its browser, which later test files use, too. */
const shared = /^(vs-|playwright)/;

const run = process.env['MCPRP_TEMPORARY'] ?? os.tmpdir();
// Each worker has its own folder, so that it only finds what its own files left.
process.env['TMPDIR'] = path.join(run, `w${process.env['VITEST_POOL_ID'] ?? ''}`);
mkdirSync(os.tmpdir(), { recursive: true });

/** Number of log lines printed for a failure. */
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
