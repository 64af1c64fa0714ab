// A Chromium for the tests that need a real one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installWithApt } from './apt.mjs';
import { run, ScriptError } from './terminal.mjs';

/** Playwright's own choice for work without a window comes first: it starts sooner and takes a fifth less of a processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

const usualPlaces = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
  ),
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
      `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
    ]),
  linux: ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/snap/bin/chromium'],
};

/** The browser that `npx playwright-core install chromium` installs, if it is there. */
async function playwrightsOwn() {
  try {
    const { chromium } = await import('playwright-core');
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

/** Some only ask to be installed: Ubuntu's chromium-browser without snap, for one. */
async function works(file) {
  if (!existsSync(file)) return false;
  if (process.platform === 'win32') return true;
  try {
    return (await run(file, ['--version'])).code === 0;
  } catch {
    return false;
  }
}

async function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [
    ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...(usualPlaces[process.platform] ?? []),
    ...(await playwrightsOwn()),
  ];
  for (const file of candidates) if (await works(file)) return file;
  return undefined;
}

/** @returns the path of a Chromium, Chrome or Edge that starts */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  await installWithApt('chromium-headless-shell');
  const installed = await findChromium();
  if (installed) return installed;
  throw new ScriptError(
    'No Chromium was found. Install Chromium or Google Chrome, or run "npx playwright-core install chromium",\n' +
      'or set CHROMIUM_PATH to its binary; then run this again.',
  );
}
