// Builds every bundle into dist/: the host, the lazily loaded MCP part, the language server that runs alone, the search panel and the
// demo server; with the licences of what is bundled, and esbuild's account of it. --outdir DIR builds into another folder.
import { context, build } from 'esbuild';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { joined, metafileOf, noticesOf, packagesIn, shipped } from './scripts/lib/bundled.mjs';
import { subsetIcons } from './scripts/lib/iconFont.mjs';

const root = import.meta.dirname;
const { watch, outdir } = parseArgs({
  options: { watch: { type: 'boolean', default: false }, outdir: { type: 'string', default: 'dist' } },
}).values;
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !watch,
  sourcemap: watch ? 'linked' : false,
  logLevel: 'warning',
  legalComments: 'none',
  outdir,
  metafile: true,
};
/** The SDK's validator (AJV, 150 kB) is for servers' tool schemas and elicitation forms; the picker uses neither through it. */
const noValidator = { '@modelcontextprotocol/client/_shims': path.join(root, 'src/core/mcp/noValidator.ts') };

/** Bundles of their own, by what imports them. Each is loaded when it is first needed. */
const parts = { './host/compose': './host.js', './mcp': './mcp.js', './languageClient': './language.js' };
const partsApart = {
  name: 'parts-apart',
  setup(b) {
    b.onResolve({ filter: /^\./ }, ({ path: file, kind }) =>
      kind === 'dynamic-import' && file in parts ? { path: parts[file], external: true } : undefined,
    );
  },
};

/** The language client comes with one of its own, for what no server of ours registers. */
const oneMinimatch = { minimatch: path.join(root, 'node_modules/minimatch') };

// Modules first: the UMD builds of some packages require their parts in a way that no bundler can follow.
const host = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  plugins: [partsApart],
  // Parts are loaded by `require`: Node's loader of modules would read each of them twice.
  supported: { 'dynamic-import': false },
};
const bundles = [
  { ...host, entryPoints: { extension: 'src/extension.ts' }, external: ['vscode'] },
  { ...host, entryPoints: { host: 'src/host/compose.ts' }, external: ['vscode'] },
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

await mkdir(path.resolve(root, outdir), { recursive: true });
const write = (name, data) => writeFile(path.resolve(root, outdir, name), data);
const icons = await subsetIcons();
await write('codicon.css', icons.css);
await write('codicon.ttf', icons.ttf);

/** esbuild copies all names of VS Code's API for each module that imports one, which takes longer than compiling the modules. */
const copiedVscode = /[\w$]+\((require\("vscode"\))\)/gu;

/** As if esbuild had made the font and its style sheet. */
const iconsPart = {
  inputs: { [icons.source]: { bytes: icons.ttf.length, imports: [] } },
  outputs: Object.fromEntries(
    ['codicon.css', 'codicon.ttf'].map((name) => [name, { inputs: { [icons.source]: { bytesInOutput: 1 } } }]),
  ),
};

if (watch)
  for (const options of bundles)
    await (await context({ ...options, plugins: [...(options.plugins ?? []), watchLines] })).watch();
else {
  const results = await Promise.all(bundles.map((options) => build(options)));
  for (const name of ['extension.js', 'host.js', 'language.js']) {
    const text = await readFile(path.resolve(root, outdir, name), 'utf8');
    await write(name, text.replace(copiedVscode, '$1'));
  }
  const metafile = joined([...results.map((result) => result.metafile), iconsPart]);
  await write('metafile.json', JSON.stringify(metafile));
  const packages = await packagesIn(metafileOf(metafile, Object.values(shipped).flat()));
  await write('third-party-notices.txt', await noticesOf(packages));
}
