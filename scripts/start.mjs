// npm start: opens the extension on examples/workspace, in desktop VS Code when there is one, else in the browser.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './lib/dependencies.mjs';
import { copyExtension, removeExtension } from './lib/extensionFolder.mjs';
import { freePort } from './lib/processes.mjs';
import { cacheFolder, main, mustRun, root, run, say, ScriptError, step } from './lib/terminal.mjs';
import { launchVsCodeServer, quietSettings } from './lib/vscodeServer.mjs';

const workspace = path.join(root, 'examples/workspace');
const testModel = path.join(root, 'test/support/chatProbe');

const help = `Usage: npm start -- [options]

  --browser          use VS Code in the browser (code-server) even if desktop VS Code is installed
  --port NUMBER      the port for the browser (default: 8080, or a free port if 8080 is in use)
  --with-test-model  load a test chat model that answers with a list of what you sent (default in the browser)
  --no-test-model    don't load the test model
  --help             show this help`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
        port: { type: 'string', default: '8080' },
        'with-test-model': { type: 'boolean' },
        'no-test-model': { type: 'boolean' },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error(`Invalid port: "${values.port}". Use a number from 1 to 65535.`);
    const hasTestModel = values['no-test-model'] ? false : values['with-test-model'];
    return { browser: values.browser, port, hasTestModel, help: values.help };
  } catch (error) {
    throw new ScriptError(`${error.message}\n\n${help}`);
  }
}

/**
 * Desktop VS Code only: in a remote terminal and in other editors "code" cannot start an extension from a folder.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/server/node/server.cli.ts (main)
 */
async function hasDesktopCode() {
  const isRemoteTerminal = process.env.VSCODE_IPC_HOOK_CLI !== undefined;
  const refusesRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (isRemoteTerminal || refusesRoot) return false;
  const shell = process.platform === 'win32';
  try {
    const { code, output } = await run('code', ['--help'], { shell });
    return (
      code === 0 && /^Visual Studio Code( - Insiders)? \d/m.test(output) && /--extensionDevelopmentPath/.test(output)
    );
  } catch {
    return false;
  }
}

async function startDesktop(hasTestModel) {
  const folders = hasTestModel ? [root, testModel] : [root];
  await mustRun(
    'code',
    ['--new-window', ...folders.map((folder) => `--extensionDevelopmentPath=${folder}`), workspace],
    {
      shell: process.platform === 'win32',
    },
  );
  say('\nOpening examples/workspace in desktop VS Code with the extension. Click "MCP Resources" in the activity bar.');
}

/** Settings that the user changed stay; only missing ones are filled in. */
async function writeSettings(folder) {
  const file = path.join(folder, 'user/User/settings.json');
  if (existsSync(file)) {
    const text = await readFile(file, 'utf8');
    if (text.trim() !== '') return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(quietSettings, undefined, 2)}\n`);
}

async function startBrowser(preferredPort, hasTestModel) {
  const folder = path.join(cacheFolder, 'start');
  const extensions = path.join(folder, 'extensions');
  await writeSettings(folder);
  await copyExtension(root, extensions);
  if (hasTestModel) await copyExtension(testModel, extensions);
  else await removeExtension(testModel, extensions);
  const port = await freePort(preferredPort);
  const server = await launchVsCodeServer({
    folder,
    port,
    workspace,
    hasOwnHome: false,
    // A closed tab frees its extension host after ten minutes, and not after three hours.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/parts/ipc/common/ipc.net.ts (ReconnectionGraceTime)
    graceTime: 600,
  });
  if (port !== preferredPort) say(`Port ${preferredPort} is in use, so port ${port} is used instead.`);
  say(
    `\nOpen http://localhost:${port} in your browser. Click "MCP Resources" in the activity bar, then "Manage Trust", and trust the folder.`,
  );
  say('Close that page, choose "Review and Start…", then "Allow". README.md has searches to try.');
  if (hasTestModel)
    say('A test chat model is loaded. It answers with a list of what you sent. To turn it off, use --no-test-model.');
  say('After a change, run "npm run build", restart this script, and reload the page. Press Ctrl+C to stop.');
  await waitForEnd(server);
}

async function waitForEnd(server) {
  let stopping;
  const stop = () => {
    stopping ??= step('\nStopping', server.stop);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  await server.ended;
  if (stopping) return stopping;
  await server.stop();
  throw new ScriptError(`code-server stopped unexpectedly. Last output:\n${server.output().slice(-2000)}`);
}

await main(async () => {
  const options = readOptions();
  if (options.help) return say(help);
  await ensureDependencies();
  await step('Building', () => mustRun(process.execPath, ['esbuild.mjs']));
  if (!options.browser && (await hasDesktopCode())) return startDesktop(options.hasTestModel ?? false);
  await startBrowser(options.port, options.hasTestModel ?? true);
});
