// The files of `src` that run for what users do, by bench/paths.ts.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { mustRun, root } from './terminal.mjs';

/**
 * Counts with this checkout's script in the sources of another.
 * @param {string} from the checkout whose sources run
 * @returns {Promise<Record<string, readonly string[]>>} the files by what was done
 */
export async function pathFiles(from) {
  const { build } = await import('esbuild');
  // As deep as the tests, which find the manifest from where they are.
  const folder = path.join(from, '.cache/figures/paths');
  await build({
    absWorkingDir: from,
    stdin: {
      contents: await readFile(path.join(root, 'bench/paths.ts'), 'utf8'),
      resolveDir: path.join(from, 'bench'),
      loader: 'ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // As in the product, what is loaded with its first use is a part of its own.
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    // The module exists inside of VS Code only.
    alias: { vscode: path.join(from, 'test/support/vscode.ts') },
    logLevel: 'warning',
  });
  try {
    const env = { ...process.env, HOME: folder };
    const args = [path.join(folder, 'stdin.mjs'), path.join(root, 'bench/growingServer.mjs')];
    return JSON.parse(await mustRun(process.execPath, args, { cwd: from, env }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
