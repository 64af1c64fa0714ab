import { execFileSync } from 'node:child_process';

/** A `vscode` that answers everything with itself, so that only the extension's own work is measured. */
const measure = `
  const Module = require('node:module');
  const vm = require('node:vm');
  const fs = require('node:fs');
  const stub = new Proxy(function () {}, {
    get: (target, key) => (key === 'then' ? undefined : key === 'fsPath' ? '/nowhere' : key === Symbol.toPrimitive ? () => '' : stub),
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
  // Runs after the work that activate() started without waiting for it.
  setImmediate(() => {
    const [hasMcp, hasLanguage] = [has('mcp.js'), has('language.js')];
    process.stdout.write(JSON.stringify({ floor, loaded, activated, hasMcp, hasLanguage }));
    process.exit(0);
  });
`;

export interface Activation {
  /** Times to read and compile the bundle, to load it, and to load it and run `activate`, in ms. */
  readonly floor: number;
  readonly loaded: number;
  readonly activated: number;
  readonly hasMcp: boolean;
  readonly hasLanguage: boolean;
}

/** Activates the host's bundle in a new process. */
export function activate(bundle: string): Activation {
  return JSON.parse(execFileSync(process.execPath, ['-e', measure, bundle], { encoding: 'utf8' })) as Activation;
}
