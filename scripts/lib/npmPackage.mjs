// The package for npm, which brings the command mcp-resources-ls.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm, ScriptError } from './terminal.mjs';

const isWindows = process.platform === 'win32';

/** Packs a folder into another one. @returns the path of the package */
export async function packForNpm(cwd, folder, { name, version }) {
  await npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd });
  return path.join(folder, `${name}-${version}.tgz`);
}

/** Installs the package as users do, in a folder of its own and without a network, and lets its command answer an editor. */
export async function checkNpmPackage(file) {
  const folder = await mkdtemp(path.join(tmpdir(), 'npm-package-'));
  try {
    await npm(['install', '--global', '--prefix', folder, '--offline', '--no-audit', '--no-fund', file]);
    const command = path.join(folder, isWindows ? 'mcp-resources-ls.cmd' : 'bin/mcp-resources-ls');
    const answer = await initialize(command, folder);
    if (!answer.includes('"name":"mcp-resources-ls"'))
      throw new ScriptError(`The installed command answers nothing of use: ${answer}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the output until it ends, after one request and the end of stdin */
function initialize(command, cwd) {
  const params = { processId: null, rootUri: null, capabilities: {} };
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  return new Promise((resolve, reject) => {
    const child = spawn(command, ['--stdio'], { cwd, shell: isWindows });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('"id":1')) child.stdin.end();
    });
    child.stderr.resume();
    child.on('error', reject);
    // If it ended at once, its output says why.
    child.stdin.on('error', () => undefined);
    child.on('close', () => resolve(output));
    child.stdin.write(`Content-Length: ${Buffer.byteLength(request)}\r\n\r\n${request}`);
  });
}
