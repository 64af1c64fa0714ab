// npm run package: builds the extension and makes the .vsix, within its size limit, and the package for npm with the language server; beside
// each a bill of what is bundled.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkNpmPackage } from './lib/npmPackage.mjs';
import { makePackages, maxVsixBytes } from './lib/packages.mjs';
import { main, root, say, ScriptError, step } from './lib/terminal.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

await main(async () => {
  await ensureDependencies();
  const { vsix, npm, bills } = await step('Building and packaging', () => makePackages(root));
  const { size } = await stat(vsix);
  say(`${path.basename(vsix)}: ${kilobytes(size)}, of ${kilobytes(maxVsixBytes)} allowed`);
  if (size > maxVsixBytes) throw new ScriptError(`The package is ${kilobytes(size - maxVsixBytes)} too large.`);
  await step('Installing the package for npm', () => checkNpmPackage(npm));
  say(`${path.basename(npm)}: ${kilobytes((await stat(npm)).size)}`);
  for (const bill of bills) say(path.basename(bill));
});
