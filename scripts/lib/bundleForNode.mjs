// A bundle of TypeScript that a script runs.
import { root } from './terminal.mjs';

/** Bundles for Node, as modules. @param options further ones of esbuild: what is bundled, and where it goes */
export async function bundleForNode(options) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    outExtension: options.outdir && { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
    ...options,
  });
}
