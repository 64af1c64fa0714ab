// npm run bench: runs every bench/*.bench.ts, each in a Node of its own. Words after "--" choose files by name.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { cacheFolder, main, mustRun, root, run, say, ScriptError, step } from './lib/terminal.mjs';

const output = path.join(cacheFolder, 'bench');

async function findBenchmarks(words) {
  const all = (await readdir(path.join(root, 'bench'))).filter((file) => file.endsWith('.bench.ts')).sort();
  const chosen = words.length === 0 ? all : all.filter((file) => words.some((word) => file.includes(word)));
  if (chosen.length > 0) return chosen;
  throw new ScriptError(`No benchmark has ${words.join(' or ')} in its name. There are: ${all.join(', ')}`);
}

/** Our own sources go into the bundle and packages stay outside, as in the product. */
async function bundle(files) {
  const { build } = await import('esbuild');
  await rm(output, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => `bench/${file}`),
    outdir: output,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

await main(async () => {
  await ensureDependencies();
  const files = await findBenchmarks(process.argv.slice(2));
  await step('Building', async () => {
    await mustRun(process.execPath, ['esbuild.mjs']);
    await bundle(files);
  });
  const failed = [];
  for (const file of files) {
    say(`\n━━━ ${file} ━━━`);
    const script = path.join(output, file.replace(/\.ts$/, '.mjs'));
    const { code } = await run(process.execPath, ['--expose-gc', '--enable-source-maps', script], { show: true });
    if (code !== 0) failed.push(file);
  }
  if (failed.length > 0) throw new ScriptError(`Failed: ${failed.join(', ')}`);
});
