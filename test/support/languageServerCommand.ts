import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

/** The command `mcp-resources-ls` as it is shipped, built for a test. */
export interface BuiltCommand {
  readonly file: string;
  /** The folder that holds it under its name, as npm puts it on the path. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const root = path.join(import.meta.dirname, '../..');

/** Bundles it into a temporary folder together with the files it needs, in two parts as the build does. */
export async function buildCommand(): Promise<BuiltCommand> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mcp-resources-ls-'));
  await build({
    absWorkingDir: root,
    entryPoints: { 'mcp-resources-ls': 'src/node/languageServer/main.ts', mcp: 'src/node/mcp/mcp.ts' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    outdir: path.join(folder, 'dist'),
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
    plugins: [
      {
        name: 'mcp-apart',
        setup: (b) => b.onResolve({ filter: /^\.\/mcp$/ }, () => ({ path: './mcp.js', external: true })),
      },
    ],
  });
  for (const part of ['package.json', 'l10n'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  const file = path.join(folder, 'dist', 'mcp-resources-ls.js');
  await chmod(file, 0o755);
  await symlink(file, path.join(folder, 'mcp-resources-ls'));
  return { file, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
