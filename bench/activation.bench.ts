// What activating costs: loading the host bundle and running `activate`, in fresh processes, against reading and compiling the same bytes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = process.cwd();
const bundle = path.join(root, 'dist/extension.js');
const runs = 9;

/** A `vscode` that answers everything with itself: what is left is the extension's own work. */
const measure = `
  const Module = require('node:module');
  const vm = require('node:vm');
  const fs = require('node:fs');
  const stub = new Proxy(function () {}, {
    get: (target, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : stub),
    apply: () => stub,
    construct: () => stub,
  });
  const vscode = new Proxy({}, { get: (target, key) => (key === 'l10n' ? {} : stub) });
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
  const file = process.argv[1];
  let start = performance.now();
  new vm.Script(fs.readFileSync(file, 'utf8'));
  const floor = performance.now() - start;
  start = performance.now();
  const extension = require(file);
  const loaded = performance.now() - start;
  const memento = { get: () => undefined, update: async () => {} };
  const uri = { fsPath: '/nowhere', path: '/nowhere' };
  extension.activate({ subscriptions: [], globalState: memento, workspaceState: memento, globalStorageUri: uri, extensionUri: uri, secrets: stub, extension: stub });
  const activated = performance.now() - start;
  const has = (part) => Object.keys(require.cache).some((name) => name.endsWith(part));
  const [hasMcp, hasLanguage] = [has('mcp.js'), has('language.js')];
  process.stdout.write(JSON.stringify({ floor, loaded, activated, hasMcp, hasLanguage }));
  process.exit(0);
`;

interface Sample {
  readonly floor: number;
  readonly loaded: number;
  readonly activated: number;
  readonly hasMcp: boolean;
  readonly hasLanguage: boolean;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const samples = Array.from(
  { length: runs },
  () => JSON.parse(execFileSync(process.execPath, ['-e', measure, bundle], { encoding: 'utf8' })) as Sample,
);
const floor = median(samples.map((sample) => sample.floor));
const loaded = median(samples.map((sample) => sample.loaded));
const activated = median(samples.map((sample) => sample.activated));
const row = (name: string, value: number): string =>
  `${name.padEnd(34)} ${value.toFixed(1).padStart(8)} ms ${(value / floor).toFixed(2).padStart(8)}x`;
console.log(
  `\nActivation: ${(readFileSync(bundle).length / 1000).toFixed(0)} kB of host code, median of ${runs} fresh processes`,
);
console.log(row('floor: read and compile it', floor));
console.log(row('load it', loaded));
console.log(row('load it and activate', activated));
console.log(`the MCP part is loaded by it: ${samples.some(({ hasMcp }) => hasMcp) ? 'YES' : 'no'}`);
console.log(`the language features are: ${samples.some(({ hasLanguage }) => hasLanguage) ? 'YES' : 'no'}`);
