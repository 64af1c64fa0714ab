// The bundle of the language server, on the core of the extension.
import { build } from 'esbuild';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noticesOf, packagesIn, shippedPart } from '../../scripts/lib/bundled.mjs';
import { root } from '../../scripts/lib/terminal.mjs';

/**
 * Builds the command into a folder, with the texts in other languages and the licences of what is bundled.
 * @returns esbuild's account of the bundle
 */
export async function buildLanguageServer(outdir) {
  const { metafile } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: { 'mcp-resources-ls': 'src/main.ts' },
    outdir,
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: {
      '@vscode/l10n': path.join(root, 'scripts/lib/l10n.mjs'),
      // Modules, of which esbuild leaves out what is not used.
      yaml: path.join(root, 'node_modules/yaml/browser'),
    },
    // There is no sign-in here.
    external: ['*/oauth'],
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  await cp(path.join(root, 'l10n'), path.join(outdir, 'l10n'), { recursive: true });
  await writeFile(path.join(outdir, 'third-party-notices.txt'), await noticesOf(await packagesIn(metafile)));
  return shippedPart(metafile);
}
