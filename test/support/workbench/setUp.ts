// After a failed end-to-end test, saves a picture and prints the log. After every file, checks what it left behind; processes are checked when a
// window closes.
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, type RunnerTask } from 'vitest';
import { takeScreenshot } from './appearance.js';
import { closeKeptWindows } from './keptWindows.js';
import { openWorkbenches } from './workbench.js';

const run = process.env['MCPRP_TEMPORARY'] ?? os.tmpdir();
// Each worker has its own folder, which is that of its extension hosts and their servers, too: all that is found there is ours. Other programs,
// such as the browser, have theirs elsewhere. Vitest's numbers of workers are no names for them: where webview tests ran before, two can have one.
process.env['TMPDIR'] = path.join(run, String(process.pid));
mkdirSync(os.tmpdir(), { recursive: true });

/** Number of log lines printed for a failure. */
const lastLines = 15;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const name = `failed-${task.name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}`;
  for (const workbench of openWorkbenches()) {
    workbench.isSpoiled = true;
    const picture = await takeScreenshot(workbench.page, name);
    const log = (await workbench.logs()).trimEnd().split('\n').slice(-lastLines).join('\n');
    console.error(`Picture: ${picture}\nEnd of the log:\n${log}`);
  }
});

const hasFailed = (task: RunnerTask): boolean =>
  task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(hasFailed));

afterAll(async ({}, file) => {
  if (hasFailed(file)) await closeKeptWindows();
  const files = await readdir(os.tmpdir());
  expect({ windows: openWorkbenches().length, files }, 'left by this file').toEqual({ windows: 0, files: [] });
});
