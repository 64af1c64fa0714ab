// npm run package: builds the extension and makes the .vsix, within its size limit, and the package for npm with the language server.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkNpmPackage, packForNpm } from './lib/npmPackage.mjs';
import { main, mustRun, root, say, ScriptError, step } from './lib/terminal.mjs';

/** Bytes: every user downloads it with every update. */
const limit = 600_000;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

await main(async () => {
  await ensureDependencies();
  await step('Building', () => mustRun(process.execPath, ['esbuild.mjs']));
  const { createVSIX } = await import('@vscode/vsce');
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  const packagePath = path.join(root, `${name}-${version}.vsix`);
  await step('Packaging', () =>
    createVSIX({
      cwd: root,
      packagePath,
      dependencies: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    }),
  );
  const { size } = await stat(packagePath);
  say(`${path.basename(packagePath)}: ${kilobytes(size)}, of ${kilobytes(limit)} allowed`);
  if (size > limit) throw new ScriptError(`The package is ${kilobytes(size - limit)} too large.`);
  const forNpm = await step('Packaging for npm', () => packForNpm(manifest));
  await step('Installing it', () => checkNpmPackage(forNpm));
  say(`${path.basename(forNpm)}: ${kilobytes((await stat(forNpm)).size)}`);
});
