// Output of the scripts, and ways to run other programs. Plain Node only: these run before anything is installed.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The repository's root folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Everything that is made once and reused; git-ignored. */
export const cacheFolder = path.join(root, '.cache');

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

export const say = (line) => console.log(line);

/** An error whose message is for the user at the terminal; no stack is printed for it. */
export class ScriptError extends Error {}

/** Runs a script's main function; a failure ends as one readable message and exit code 1. */
export async function main(run) {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof ScriptError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Prints the beginning of a step, that it is still running every ten seconds, and its duration. */
export async function step(title, work) {
  const start = Date.now();
  say(`${title} …`);
  const beat = setInterval(() => say(`  … still running, ${seconds(start)}`), 10_000);
  try {
    const result = await work();
    say(`  done in ${seconds(start)}`);
    return result;
  } finally {
    clearInterval(beat);
  }
}

/**
 * Runs a program to its end.
 * @returns its exit code and, unless it writes to the terminal itself, its output
 */
export function run(command, args, { cwd = root, env = process.env, show = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    // A shell (which Windows needs for .cmd files) takes the arguments as one line.
    const words = shell ? args.map((word) => (/[\s&()]/.test(word) ? `"${word}"` : word)) : args;
    const child = spawn(command, words, { cwd, env, shell, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** The script behind a package's command, run with our Node: no shell, no PATH, the same on every system. */
export async function binary(packageName, command = packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** The beginning and the end of a long output: the reason is in the one or in the other. */
function excerpt(output) {
  const lines = output.trim().split('\n');
  return (lines.length <= 40 ? lines : [...lines.slice(0, 20), '…', ...lines.slice(-20)]).join('\n');
}

/** As `run`, but a failure is an error that carries the program's output. */
export async function mustRun(command, args, options = {}) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  throw new ScriptError(
    `"${path.basename(command)} ${args.join(' ')}" failed with exit code ${code}.\n${excerpt(output)}`,
  );
}

/**
 * Runs npm: the npm that runs this script when there is one, else the one on PATH.
 * Variables that npm sets for its own scripts (`npm_package_*`, the folder it ran in) must not reach the inner npm.
 */
export function npm(args, { node = process.execPath, env = process.env, ...options } = {}) {
  const cleaned = Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(package_|lifecycle_|command$|config_local_prefix$|config_prefix$)/i.test(name),
    ),
  );
  const cli = env.npm_execpath;
  if (cli?.endsWith('.js')) return mustRun(node, [cli, ...args], { ...options, env: cleaned });
  return mustRun('npm', args, { ...options, env: cleaned, shell: process.platform === 'win32' });
}
