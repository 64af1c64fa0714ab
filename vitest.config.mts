import { defineConfig } from 'vitest/config';

/** Three kinds of test by where they run: plain Node, a real Chromium, a real VS Code. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          name: 'webview',
          include: ['test/webview/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // A whole editor on a busy machine can lose a click to a view that opens in that moment.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
