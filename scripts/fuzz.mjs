// npm run fuzz -- [--minutes N] [--inputs N] [--target NAME] [--seed N] [--keep]: inputs that are made of the kept ones in fuzz/corpus, for every
// parser of bytes that somebody else wrote. Without a number it runs for a minute. A find is written to .cache/fuzz/finds, with the seed that
// repeats it; --keep adds inputs to the corpus whose results were unlike all before.
import path from 'node:path';
import { bundleForNode } from './lib/bundleForNode.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { cacheFolder, main, run } from './lib/terminal.mjs';

const folder = path.join(cacheFolder, 'fuzz');

await main(async () => {
  await ensureDependencies();
  await bundleForNode({
    entryPoints: { main: 'fuzz/main.ts', worker: 'fuzz/worker.ts' },
    outdir: folder,
    alias: { vscode: './fuzz/noVscode.ts' },
    sourcemap: 'inline',
  });
  const args = ['--enable-source-maps', path.join(folder, 'main.mjs'), ...process.argv.slice(2)];
  process.exitCode = (await run(process.execPath, args, { show: true })).code;
});
