import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isOldest } from './scripts/lib/codeServer.mjs';
import { needNewer } from './test/support/workbench/needNewer.js';
import { windowOrder } from './test/support/workbench/windowOrder.js';

/** Tests in a real VS Code. */
const inVsCode = {
  testTimeout: 240_000,
  hookTimeout: 300_000,
  // One VS Code serves one file after the other, see test/support/workbench/warmVsCode.ts.
  isolate: false,
  maxWorkers: 2,
  sequence: { groupOrder: 2 },
  globalSetup: ['test/support/workbench/temporaryFolder.ts'],
  setupFiles: ['test/support/workbench/setUp.ts'],
  expect: { poll: { timeout: 30_000 } },
};

/** Three kinds of test by where they run: plain Node, a real Chromium, a real VS Code; and the table of `npm run chat-table` and the pictures of `npm run pictures`. */
export default defineConfig({
  test: {
    projects: [
      {
        // The module exists inside of VS Code only.
        resolve: { alias: { vscode: fileURLToPath(new URL('test/support/vscode.ts', import.meta.url)) } },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          setupFiles: ['test/support/setUp.ts'],
          // A module is loaded once by each process, not once by each file: no test leaves anything behind in one.
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          restoreMocks: true,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'webview',
          include: ['test/webview/**/*.test.ts'],
          globalSetup: ['test/support/panel/globalSetup.ts'],
          setupFiles: ['test/support/panel/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Files share modules and a connection to the one browser; what a test opens is closed after it.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [windowOrder],
        test: {
          ...inVsCode,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: isOldest() ? Object.keys(needNewer).map((file) => `test/e2e/${file}`) : [],
        },
      },
      {
        test: {
          ...inVsCode,
          name: 'chat-table',
          include: ['test/chatTable/*.test.ts'],
        },
      },
      {
        test: {
          ...inVsCode,
          name: 'pictures',
          include: ['test/pictures/*.test.ts'],
        },
      },
    ],
  },
});
