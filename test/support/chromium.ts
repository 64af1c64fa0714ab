// Starts the Chromium of the webview and the end-to-end tests.
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

/** Starts a headless Chromium for this process. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await options());
}

/** Starts a headless Chromium for several processes. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer(await options());
}
