import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** A `vscode` that answers everything with itself, so that only the extension's own work is measured. */
const measure = `
  const Module = require('node:module');
  const vm = require('node:vm');
  const fs = require('node:fs');
  const path = require('node:path');
  // VS Code's extension host has loaded them before any extension.
  for (const name of ['crypto', 'dns/promises', 'events', 'fs/promises', 'http', 'os', 'stream/promises', 'timers/promises'])
    require('node:' + name);
  const stub = new Proxy(function () {}, {
    // Views are hidden, as in most windows.
    get: (target, key) => (key === 'then' ? undefined : key === 'visible' ? false : key === 'fsPath' ? '/nowhere' : key === Symbol.toPrimitive ? () => '' : stub),
    apply: () => stub,
    construct: () => stub,
  });
  const { file, hasServers, floorOf } = JSON.parse(process.argv[1]);
  const configuration = { get: (key, value) => value, inspect: () => hasServers ? { globalValue: { shop: {} } } : undefined };
  const workspace = new Proxy({ getConfiguration: () => configuration, workspaceFolders: undefined, workspaceFile: undefined }, {
    get: (target, key) => key in target ? target[key] : stub,
  });
  // About as many names as the API has.
  const names = Object.fromEntries(Array.from({ length: 400 }, (_, index) => ['Name' + index, stub]));
  const vscode = new Proxy({ ...names, l10n: {}, workspace }, { get: (target, key) => (key in target ? target[key] : stub) });
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
  const cpuSince = (earlier) => {
    const { user, system } = process.cpuUsage(earlier);
    return (user + system) / 1000;
  };
  let cpu = process.cpuUsage(), start = performance.now();
  for (const part of floorOf) new vm.Script(fs.readFileSync(part, 'utf8'));
  const floor = performance.now() - start;
  const floorCpu = cpuSince(cpu);
  const memento = { get: () => undefined, update: async () => {} };
  const uri = { fsPath: '/nowhere', path: '/nowhere' };
  const context = { subscriptions: [], globalState: memento, workspaceState: memento, globalStorageUri: uri, extensionUri: uri, secrets: stub, extension: stub };
  // It has read files, too: that starts Node's threads.
  fs.promises.stat(file).then(() => {
    start = performance.now();
    cpu = process.cpuUsage();
    return require(file).activate(context);
  }).then(() => {
    const activated = performance.now() - start;
    const activatedCpu = cpuSince(cpu);
    // Runs after the work that activate() started without waiting for it.
    setImmediate(() => {
      const parts = Object.keys(require.cache).filter((name) => path.dirname(name) === path.dirname(file));
      process.stdout.write(JSON.stringify({ floor, floorCpu, activated, activatedCpu, parts }));
      process.exit(0);
    });
  });
`;

export interface Activation {
  /** Times to read and compile `floorOf`, and to load the bundle and activate it, in ms. */
  readonly floor: number;
  readonly activated: number;
  /** CPU times of both, in ms. */
  readonly floorCpu: number;
  readonly activatedCpu: number;
  /** Absolute paths of the extension's own files that were loaded. */
  readonly parts: readonly string[];
}

export interface Activating {
  readonly hasServers: boolean;
  /** Files whose bytes are read and compiled before, to compare. */
  readonly floorOf?: readonly string[];
  /** Path of Node; default: this one. */
  readonly node?: string;
}

/** Activates the extension in a new process. @param file absolute path of the bundle */
export function activate(file: string, { hasServers, floorOf = [], node = process.execPath }: Activating): Activation {
  const options = JSON.stringify({ file, hasServers, floorOf });
  const env = { ...process.env, HOME: '/nowhere', COPILOT_HOME: '' };
  // Node looks for a package.json around what it evaluates.
  const output = execFileSync(node, ['-e', measure, options], { encoding: 'utf8', env, cwd: tmpdir() });
  return JSON.parse(output) as Activation;
}
