// Starts code-server with folders of its own, and ends all of its processes.
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureCodeServer, isOldest } from './codeServer.mjs';
import { killProcesses, processesOf } from './processes.mjs';
import { root, ScriptError } from './terminal.mjs';

/** Settings for every VS Code that we start; the chat view would be hidden without the last two. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'chat.disableAIFeatures': false,
  'chat.commandCenter.enabled': true,
};

/** Variables of the program that starts us (npm, a test runner, another VS Code), which the new one must not inherit. */
const foreign =
  /^(npm_|VSCODE_|VITEST|ELECTRON_|CODE_SERVER_|XDG_)|^(NODE_OPTIONS|NODE_ENV|NODE_PATH|NODE_V8_COVERAGE|TEST|PORT|PASSWORD|DEV|MODE|PROD)$/;

/**
 * Unix sockets have room for about 104 characters, VS Code's own name takes up to 55 of them.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/parts/ipc/node/ipc.net.ts (createRandomIPCHandle)
 */
const fitsSocket = (folder) => folder.length < 45;

function environment(folder, hasOwnHome, extra) {
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const home = path.join(folder, 'home');
  const run = path.join(folder, 'run');
  return {
    ...Object.fromEntries(inherited),
    ...(hasOwnHome
      ? {
          HOME: home,
          XDG_CONFIG_HOME: path.join(home, '.config'),
          XDG_DATA_HOME: path.join(home, '.local/share'),
          XDG_CACHE_HOME: path.join(home, '.cache'),
          XDG_STATE_HOME: path.join(home, '.local/state'),
        }
      : {}),
    ...(fitsSocket(run) ? { XDG_RUNTIME_DIR: run } : {}),
    ...extra,
  };
}

async function waitUntilHealthy(url, hasEnded, output) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && !hasEnded()) {
    try {
      // Its output is checked first: on a port in use another server would answer.
      if (output().includes('HTTP server listening') && (await fetch(`${url}/healthz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(100);
  }
  throw new ScriptError(`code-server didn't start. Last output:\n${output().split('\n').slice(-30).join('\n')}`);
}

async function makeFolders(folder) {
  for (const name of ['home', 'run', 'user/User', 'extensions'])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  // Both cache extensions of an earlier run, but the extension may have changed.
  await rm(path.join(folder, 'extensions/extensions.json'), { force: true });
  await rm(path.join(folder, 'user/CachedProfilesData'), { recursive: true, force: true });
}

function flagsFor({ folder, port, workspace, graceTime, args = [] }) {
  const user = path.join(folder, 'user');
  return [
    '--auth=none',
    `--bind-addr=127.0.0.1:${port}`,
    `--user-data-dir=${user}`,
    `--extensions-dir=${path.join(folder, 'extensions')}`,
    `--config=${path.join(user, 'config.yaml')}`,
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    ...(isOldest() ? [] : [`--reconnection-grace-time=${graceTime}`]),
    ...args,
    workspace,
  ];
}

/**
 * Starts code-server on `folder` (holding `user`, `extensions`, `home` and `run`) and waits until it answers.
 * With `hasOwnHome` it gets an empty home folder instead of the user's. The extension host of a closed page ends after `graceTime` seconds.
 * @param {{folder: string, port: number, workspace: string, hasOwnHome: boolean, graceTime: number,
 *   env?: Record<string, string>, args?: string[]}} options
 * @returns the server; `stop` ends every process of it, whatever happened before
 */
export async function launchVsCodeServer(options) {
  const { folder, port, hasOwnHome, env = {} } = options;
  const { node, entry } = await ensureCodeServer();
  await makeFolders(folder);
  const supervisor = path.join(root, 'scripts/lib/supervisor.mjs');
  const ofOldest = isOldest() ? { VSCODE_RECONNECTION_GRACE_TIME: String(options.graceTime * 1000) } : {};
  const childEnv = environment(folder, hasOwnHome, { ...ofOldest, ...env });
  const child = spawn(process.execPath, [supervisor, node, entry, ...flagsFor(options)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: childEnv,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let hasEnded = false;
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => (hasEnded = true));
  const processes = () => processesOf(child.pid, hasOwnHome ? childEnv.HOME : undefined);
  const stop = async () => {
    const family = await processes();
    child.stdin.end();
    await Promise.race([ended, delay(6000, undefined, { ref: false })]);
    await killProcesses([...family, ...(await processes())]);
    if (!hasEnded) child.kill('SIGKILL');
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilHealthy(
      url,
      () => hasEnded,
      () => output,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, output: () => output, ended, processes, stop };
}
