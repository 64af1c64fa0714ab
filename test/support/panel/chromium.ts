import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Starts the Chromium of this machine, or the one that Playwright has installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Scroll bars take their room, as they do in VS Code.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
  });
}
