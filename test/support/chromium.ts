// Starts the Chromium of the webview and the end-to-end tests.
import { mkdir } from 'node:fs/promises';
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from 'playwright-core';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Containers often give too little shared memory to Chromium.
  '--disable-dev-shm-usage',
];

/** Scroll bars take up space, as they do in VS Code. */
async function options(): Promise<LaunchOptions> {
  return { executablePath: await ensureChromium(), ignoreDefaultArgs: ['--hide-scrollbars'], args: flags };
}

/** Starts a headless Chromium for this process, with its temporary files in `folder`, which is made. */
export function launchChromium(folder: string): Promise<Browser> {
  return withTemporaryFolder(folder, async () => chromium.launch(await options()));
}

/** Starts a headless Chromium for several processes, with its temporary files in `folder`, which is made. */
export function serveChromium(folder: string): Promise<BrowserServer> {
  return withTemporaryFolder(folder, async () => chromium.launchServer(await options()));
}

/** For Playwright's files, too, which it makes in this process: the environment is another one until the browser runs. */
async function withTemporaryFolder<T>(folder: string, start: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const names = ['TMPDIR', 'TEMP', 'TMP'];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = folder;
  try {
    return await start();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  }
}
