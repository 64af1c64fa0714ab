// node_modules according to package-lock.json.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { npm, root, step } from './terminal.mjs';

async function lockedPackages(file) {
  try {
    return JSON.parse(await readFile(path.join(root, file), 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/** True when every package of the lock file is installed in its version. Optional ones differ by platform. */
async function isInstalled() {
  const wanted = await lockedPackages('package-lock.json');
  const installed = await lockedPackages('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([folder, { version, optional }]) => folder === '' || optional || installed[folder]?.version === version,
  );
}

/** Installs the packages of package-lock.json unless they are there already. */
export async function ensureDependencies() {
  if (await isInstalled()) return;
  await step('Installing dependencies', () => npm(['ci', '--no-audit', '--no-fund']));
}
