// Packages of Debian and its derivatives.
import { existsSync } from 'node:fs';
import { mustRun, step } from './terminal.mjs';

/** Installs a package where that is possible without a question: as root, on a system with apt. */
export async function installWithApt(name) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step(`Installing ${name} (apt-get install ${name})`, async () => {
    await mustRun('apt-get', ['update', '-qq'], { env });
    await mustRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
  });
}
