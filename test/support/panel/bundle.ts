import { build, type Metafile } from 'esbuild';
import path from 'node:path';

export interface PanelBundle {
  readonly script: string;
  readonly style: string;
  readonly metafile: Metafile;
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Builds the panel's two bundles in memory, as `esbuild.mjs` does into dist. */
export async function buildPanel(): Promise<PanelBundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    legalComments: 'none',
    entryPoints: { webview: 'webview-ui/main.ts', 'webview-style': 'webview-ui/style.css' },
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  const text = (name: string): string => outputFiles.find((file) => path.basename(file.path) === name)!.text;
  return { script: text('webview.js'), style: text('webview-style.css'), metafile };
}
