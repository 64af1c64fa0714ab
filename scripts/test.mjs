// npm test: all checks, on a fresh clone too. The last line is always "N passed, N failed".
import { spawn } from 'node:child_process';
import { runConformance } from './conformance.mjs';
import { checkBudget } from './lib/budget.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureCodeServer } from './lib/codeServer.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { binary, run, say, ScriptError, seconds } from './lib/terminal.mjs';
import { help, projects, readTestOptions } from './lib/testOptions.mjs';
import { repeatTestFiles, runTestFiles } from './lib/testRunner.mjs';

const count = { passed: 0, failed: 0 };
const summary = [];
const tests = [];

function record(name, result, start) {
  const { passed, failed, skipped = 0, failures = [] } = result;
  count.passed += passed;
  count.failed += failed;
  tests.push(...(result.tests ?? []));
  const note = skipped > 0 ? `, ${skipped} SKIPPED` : '';
  summary.push(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed${note}, ${seconds(start)}`);
  summary.push(...failures.map((one) => `    ${one.name}`));
}

/** Runs one section; an error in it counts as one failure and the others still run. */
async function section(name, work) {
  const start = Date.now();
  try {
    const result = await work();
    record(name, result, start);
    return result.failed === 0;
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error);
    record(name, { passed: 0, failed: 1 }, start);
    return false;
  }
}

const heading = (name) => say(`\n━━━ ${name} ━━━`);

/** A section that writes to the terminal while it runs. */
function shown(name, work) {
  heading(name);
  return section(name, work);
}

const asCheck = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A check that passes or fails as a whole. Its output is written once it is done, as several run at a time. */
function check(name, packageName, args, command) {
  return section(name, async () => {
    const { code, output } = await run(process.execPath, [await binary(packageName, command), ...args]);
    heading(name);
    say(code === 0 ? 'nothing to complain about' : output.trimEnd());
    return asCheck(code);
  });
}

const types = () => check('Types', '@typescript/native', ['-b', '--pretty'], 'tsc');
const typedLint = (files = []) => check('Lint with types', 'oxlint', ['-c', 'oxlint.config.mjs', ...files]);

/** Two at a time, each of which takes about as long as the other. */
async function staticChecks() {
  const withTypes = async () => {
    await types();
    await typedLint();
    await check('Lint', 'eslint', ['.']);
  };
  const others = async () => {
    await check('Format', 'prettier', ['--check', '.']);
    await check('Unused code', 'knip', ['--no-progress']);
    await shown('Budget of code', () => asCheck(checkBudget() ? 0 : 1));
  };
  await Promise.all([withTypes(), others()]);
}

/** Files that differ from the upstream branch, or from the last commit without one, and untracked ones. */
async function changedFiles() {
  const upstream = await run('git', ['rev-parse', '--verify', '--quiet', '@{upstream}']);
  const base = upstream.code === 0 ? '@{upstream}' : 'HEAD';
  const changed = await run('git', ['diff', '--name-only', '--diff-filter=d', base]);
  const added = await run('git', ['ls-files', '--others', '--exclude-standard']);
  if (changed.code !== 0 || added.code !== 0) throw new ScriptError('git does not say what changed.');
  const files = `${changed.output}\n${added.output}`.split('\n').filter((file) => /\.(ts|mts|mjs|js|cjs)$/.test(file));
  return [...new Set(files)];
}

async function lintOfChanges() {
  const files = await changedFiles();
  if (files.length > 0) {
    await typedLint(['--no-error-on-unmatched-pattern', ...files]);
    return await check('Lint of what changed', 'eslint', ['--no-warn-ignored', ...files]);
  }
  heading('Lint of what changed');
  say('nothing changed');
}

function build() {
  return shown('Build', async () => asCheck((await run(process.execPath, ['esbuild.mjs'], { show: true })).code));
}

/** Installing a tool is no test: it is only reported when it fails. */
async function prepare(name, ensure) {
  try {
    await ensure();
    return true;
  } catch (error) {
    return await shown(name, () => Promise.reject(error));
  }
}

/** Prepares the tools of the kinds of tests; kinds with a missing tool are not among the result. */
async function prepareFor(wanted) {
  const isBuilt = await build();
  const needsBrowser = wanted.includes('webview') || wanted.includes('e2e');
  const hasBrowser = needsBrowser && (await prepare('Chromium', ensureChromium));
  const hasVsCode = wanted.includes('e2e') && (await prepare('VS Code (code-server)', ensureCodeServer));
  const isReady = { webview: isBuilt && hasBrowser, e2e: isBuilt && hasBrowser && hasVsCode };
  return wanted.filter((project) => isReady[project] ?? true);
}

const titles = {
  unit: 'Unit tests',
  conformance: 'Conformance',
  webview: 'Webview tests',
  e2e: 'End-to-end tests',
};

async function runTests(wanted, args) {
  const ready = await prepareFor(wanted);
  for (const project of projects.filter((name) => wanted.includes(name))) {
    await shown(titles[project], () => {
      if (!ready.includes(project)) throw new ScriptError('Not run: what it needs is missing, see above.');
      return project === 'conformance' ? runConformance() : runTestFiles({ project, args });
    });
  }
}

async function repeat({ repeat: times, files }, args) {
  const kinds = projects.filter((project) => files.some((file) => file.includes(project)));
  await prepareFor(kinds.length === 0 ? projects : kinds);
  await shown(`${times} times ${files.join(' ')}`, async () => {
    const { passed, failed, failures } = await repeatTestFiles(times, { filters: files, args });
    return {
      passed,
      failed,
      failures: [...failures].map(([name, often]) => ({ name: `${often} of ${times}: ${name}` })),
    };
  });
}

/** Two processes that only keep a processor busy each; they end with this one. */
function keepBusy() {
  const loop =
    'process.stdin.on("end", () => process.exit()).resume(); setInterval(() => { const end = Date.now() + 200; while (Date.now() < end); }, 0)';
  const busy = [1, 2].map(() => spawn(process.execPath, ['-e', loop], { stdio: ['pipe', 'ignore', 'ignore'] }));
  return () => busy.forEach((child) => child.kill('SIGKILL'));
}

async function runAll(options) {
  const { seed, vscode } = options;
  if (vscode !== undefined) process.env.MCPRP_VSCODE = vscode;
  const args =
    seed === undefined ? [] : ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  if (seed !== undefined) say(`In the order of --seed ${seed}.`);
  await ensureDependencies();
  if (options.repeat) return await repeat(options, args);
  if (options.quick) {
    await Promise.all([types(), lintOfChanges()]);
    return await runTests(['unit'], args);
  }
  if (!options.only) await staticChecks();
  await runTests(options.only ?? projects, args);
}

async function main(options) {
  const rest = options.busy ? keepBusy() : () => undefined;
  try {
    await runAll(options);
  } finally {
    rest();
  }
}

function slowest() {
  const some = tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  return some.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`).join('\n');
}

const start = Date.now();
try {
  const options = readTestOptions();
  if (options.help) {
    say(help);
    process.exit();
  }
  await main(options);
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  count.failed += 1;
}
if (tests.length > 0) say(`\n━━━ The slowest tests ━━━\n${slowest()}`);
if (summary.length > 0) say(`\n━━━ Summary ━━━\n${summary.join('\n')}\n${seconds(start)} in all\n`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
say(`${count.passed} passed, ${count.failed} failed`);
