// Builds every bundle into dist/: the host and its parts, the lazily loaded MCP part and that which signs in, the search panel and the demo server; with the licences of what is bundled, and esbuild's account of it. --outdir DIR builds into another folder.
import { context, build, transform } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { joined, noticesOf, packagesIn, shippedPart } from './scripts/lib/bundled.mjs';
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

/** Bundles of their own, by what imports them. Each is loaded when it is first needed. */
const bundlesApart = { './host/compose': './host.js', './mcp': './mcp.js', './oauth': './oauth.js' };
const apart = {
  name: 'apart',
  setup(b) {
    b.onResolve({ filter: /^\./ }, ({ path: file, kind }) =>
      kind === 'dynamic-import' && file in bundlesApart ? { path: bundlesApart[file], external: true } : undefined,
    );
  },
};

/**
 * What the extension loads when it is first needed: each file that its rooms import dynamically, by room and name. Modules that several of these
 * need are in chunks of their own, so that each is there once.
 */
async function partsOf(folder) {
  const parts = {};
  for (const name of await readdir(path.join(root, folder), { recursive: true })) {
    const text = name.endsWith('.ts') ? await readFile(path.join(root, folder, name), 'utf8') : '';
    for (const [, imported] of text.matchAll(/\bimport\('(\.[^']+)'\)/gu)) {
      const file = path.join(path.dirname(path.join(folder, name)), `${imported}.ts`);
      parts[`host-${path.basename(path.dirname(file))}-${path.basename(file, '.ts')}`] = file;
    }
  }
  return parts;
}
const hostParts = { ...(await partsOf('src/host')), ...(await partsOf('src/core')) };

/**
 * Has each part import the host, which is there already: esbuild makes one chunk of all modules with the same importers, and so everything
 * that the host itself needs is in one, whatever the parts need of it. https://esbuild.github.io/api/#splitting
 */
const partsOfHost = {
  name: 'parts-of-host',
  setup(b) {
    const host = path.join(root, 'src/host/compose.ts');
    const files = Object.values(hostParts).map((file) => path.join(root, file));
    b.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (!files.includes(file)) return undefined;
      return { contents: `${await readFile(file, 'utf8')}\nimport ${JSON.stringify(host)};`, loader: 'ts' };
    });
  },
};

const aliases = {
  '@vscode/l10n': path.join(root, 'scripts/lib/l10n.mjs'),
  // Modules, of which esbuild leaves out what is not used.
  yaml: path.join(root, 'node_modules/yaml/browser'),
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
  plugins: [apart],
  alias: aliases,
  // Parts are loaded by `require`: Node's loader of modules would read each of them twice.
  supported: { 'dynamic-import': false },
};
/**
 * VS Code resolves the path of the file at each `require` of its API, and esbuild writes one for each module that imports it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/node/extHostExtensionService.ts (NodeModuleRequireInterceptor)
 */
function requiredOnce(code) {
  let first;
  return code.replace(/([\w$]+) ?= ?require\("vscode"\)/gu, (all, name) => {
    if (first !== undefined) return `${name}=${first}`;
    first = name;
    return all;
  });
}

/**
 * Writes modules as CommonJS, which `require` loads in one step. esbuild splits modules only; and where it bundles CommonJS, it copies all 400
 * names of VS Code's API for each module that imports one, which takes longer than compiling the modules.
 */
const asCommonJs = {
  name: 'as-commonjs',
  setup(b) {
    b.onEnd(async ({ outputFiles = [] }) => {
      const { minify, platform, target, supported } = host;
      const options = { format: 'cjs', minify, platform, target, supported, sourcemap: watch && 'inline' };
      for (const { path: file, text } of outputFiles)
        await writeFile(file, requiredOnce((await transform(text, options)).code));
    });
  },
};

/** What VS Code loads. */
const inVsCode = {
  ...host,
  external: ['vscode'],
  define: { 'process.env.IS_WATCH_BUILD': String(watch) },
  format: 'esm',
  supported: {},
  sourcemap: watch && 'inline',
  plugins: [apart, asCommonJs],
  write: false,
};
const bundles = [
  { ...inVsCode, entryPoints: { extension: 'src/extension.ts' } },
  {
    ...inVsCode,
    entryPoints: { host: 'src/host/compose.ts', ...hostParts },
    chunkNames: 'host-[hash]',
    splitting: true,
    alias: { ...host.alias, ...oneMinimatch },
    plugins: [...inVsCode.plugins, partsOfHost],
  },
  { ...host, entryPoints: { mcp: 'src/node/mcp/mcp.ts' } },
  { ...host, entryPoints: { oauth: 'src/node/mcp/oauth.ts' } },
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
// Names of chunks change with their contents.
for (const name of await readdir(path.resolve(root, outdir)))
  if (name.startsWith('host-')) await rm(path.resolve(root, outdir, name));
const write = (name, data) => writeFile(path.resolve(root, outdir, name), data);
// Node reads the nearest one for each file that it loads, and the project's has over 80 kB.
await write('package.json', '{ "type": "commonjs" }\n');
const icons = await subsetIcons();
await write('codicon.css', icons.css);
await write('codicon.ttf', icons.ttf);

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
  const metafile = joined([...results.map((result) => result.metafile), iconsPart]);
  await write('metafile.json', JSON.stringify(metafile));
  const packages = await packagesIn(shippedPart(metafile));
  await write('third-party-notices.txt', await noticesOf(packages));
}
