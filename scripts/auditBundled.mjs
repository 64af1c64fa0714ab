// npm run audit-bundled: known weaknesses of the packages whose code is in the bundles, and of no others. It asks the registry, so it is not among
// the tests.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildLanguageServer } from '../packages/language-server/build.mjs';
import { joined, packagesIn, shippedPart } from './lib/bundled.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { cacheFolder, main, mustRun, npm, root, say, ScriptError, step } from './lib/terminal.mjs';

/** A lock file of nothing but these packages, in their folders. */
async function lockFileOf(packages) {
  const { packages: locked } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const entries = packages.map(({ folder, version }) => {
    if (locked[folder]?.version !== version) throw new ScriptError(`${folder} is not the one of package-lock.json.`);
    const { resolved, integrity } = locked[folder];
    return [folder, { version, resolved, integrity }];
  });
  const top = packages.filter(({ folder, name }) => folder === `node_modules/${name}`);
  const dependencies = Object.fromEntries(top.map(({ name, version }) => [name, version]));
  return {
    name: 'bundled',
    version: '0.0.0',
    lockfileVersion: 3,
    packages: { '': { dependencies }, ...Object.fromEntries(entries) },
  };
}

/** @returns npm's report; it ends with an error where there is something to report */
async function audit(lockFile) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-'));
  try {
    const { dependencies } = lockFile.packages[''];
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'bundled', version: '0.0.0', dependencies }),
    );
    await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lockFile));
    return await npm(['audit', '--package-lock-only', '--audit-level=low'], { cwd: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

await main(async () => {
  await ensureDependencies();
  await step('Building', () => mustRun(process.execPath, ['esbuild.mjs']));
  const extension = shippedPart(JSON.parse(await readFile(path.join(root, 'dist/metafile.json'), 'utf8')));
  const languageServer = await buildLanguageServer(path.join(cacheFolder, 'language-server'));
  const packages = await packagesIn(joined([extension, languageServer]));
  say(packages.map(({ name, version }) => `${name} ${version}`).join('\n'));
  say(await step(`Asking about ${packages.length} packages`, async () => audit(await lockFileOf(packages))));
});
