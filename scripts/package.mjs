// npm run package: builds the extension and makes the .vsix, no larger than it may be.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { main, mustRun, root, say, ScriptError, step } from './lib/terminal.mjs';

/** Bytes: everybody downloads it with every update. */
const limit = 600_000;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

await main(async () => {
  await ensureDependencies();
  await step('Building', () => mustRun(process.execPath, ['esbuild.mjs']));
  const { createVSIX } = await import('@vscode/vsce');
  const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
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
});
