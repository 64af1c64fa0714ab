// Builds every bundle into dist/: the host, the lazily loaded MCP part, the language server that runs alone, the search panel and the
// demo server.
import { context, build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { subsetIcons } from './scripts/lib/iconFont.mjs';

const root = import.meta.dirname;
const watch = process.argv.includes('--watch');
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !watch,
  sourcemap: watch ? 'linked' : false,
  logLevel: 'warning',
  legalComments: 'none',
  outdir: 'dist',
  metafile: true,
};
/** The SDK's validator (AJV, 150 kB) is for servers' tool schemas and elicitation forms; the picker uses neither through it. */
const noValidator = { '@modelcontextprotocol/client/_shims': path.join(root, 'src/core/mcp/noValidator.ts') };

/** The MCP part is a bundle of its own, which the host loads when it needs it. */
const mcpApart = {
  name: 'mcp-apart',
  setup(b) {
    b.onResolve({ filter: /^\.\/mcp$/ }, () => ({ path: './mcp.js', external: true }));
  },
};

/** The language client comes with one of its own, for what no server of ours registers. */
const oneMinimatch = { minimatch: path.join(root, 'node_modules/minimatch') };

/** So are the language features. */
const languageApart = {
  name: 'language-apart',
  setup(b) {
    b.onResolve({ filter: /^\.\/languageClient$/ }, () => ({ path: './language.js', external: true }));
  },
};

// Modules first: the UMD builds of some packages require their parts in a way that no bundler can follow.
const host = { ...common, platform: 'node', target: 'node20', format: 'cjs', mainFields: ['module', 'main'] };
const bundles = [
  { ...host, entryPoints: { extension: 'src/extension.ts' }, external: ['vscode'], plugins: [mcpApart, languageApart] },
  {
    ...host,
    entryPoints: { language: 'src/host/mentions/languageClient.ts' },
    external: ['vscode'],
    alias: oneMinimatch,
  },
  { ...host, entryPoints: { mcp: 'src/node/mcp.ts' }, alias: noValidator },
  {
    ...host,
    entryPoints: { 'mcp-resources-ls': 'src/node/languageServer/main.ts' },
    banner: { js: '#!/usr/bin/env node' },
    plugins: [mcpApart],
  },
  {
    ...common,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    entryPoints: { webview: 'webview-ui/main.ts', 'webview-style': 'webview-ui/style.css' },
  },
  { ...host, entryPoints: { 'demo-server': 'examples/demo-server/main.ts' } },
];

/** Tells an editor's problem matcher when a build begins and ends. */
const watchLines = {
  name: 'watch-lines',
  setup(b) {
    b.onStart(() => console.log('[watch] build started'));
    b.onEnd((result) => {
      for (const { text, location } of result.errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      console.log('[watch] build finished');
    });
  },
};

await mkdir(path.join(root, 'dist'), { recursive: true });
const icons = await subsetIcons();
await writeFile(path.join(root, 'dist', 'codicon.css'), icons.css);
await writeFile(path.join(root, 'dist', 'codicon.ttf'), icons.ttf);

if (watch)
  for (const options of bundles)
    await (await context({ ...options, plugins: [...(options.plugins ?? []), watchLines] })).watch();
else await Promise.all(bundles.map((options) => build(options)));
