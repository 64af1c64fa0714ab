// npm run package: makes the extension's package, within its size limit, and the package for npm with the language server; beside each a bill of
// what is bundled.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { makePackages, maxVsixBytes, missingForRelease } from './lib/packages.mjs';
import { main, root, say, ScriptError, step } from './lib/terminal.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

await main(async () => {
  await ensureDependencies();
  const files = await step('Building and packaging', () => makePackages(root));
  for (const file of files) say(`${path.basename(file)}: ${kilobytes((await stat(file)).size)}`);
  const excess = (await stat(files[0])).size - maxVsixBytes;
  if (excess > 0) throw new ScriptError(`The extension's package is ${kilobytes(excess)} too large.`);
  const missing = missingForRelease(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  if (missing.length > 0) say(`\nNot ready to be published, see docs/releasing.md:\n${missing.join('\n')}`);
});
