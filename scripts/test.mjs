// npm test: all checks, on a fresh clone too. The last line is always "N passed, N failed".
import { spawn } from 'node:child_process';
import { runConformance } from './conformance.mjs';
import { checkBudget } from './lib/budget.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureCodeServer } from './lib/codeServer.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { binary, run, say, ScriptError } from './lib/terminal.mjs';
import { help, projects, readTestOptions } from './lib/testOptions.mjs';
import { fail, heading, part, sayEnd, sayPlan, saveTimes } from './lib/testParts.mjs';
import { repeatTestFiles, runTestFiles } from './lib/testRunner.mjs';

/** A part that writes to the terminal while it runs. */
function shown(name, work) {
  heading(name);
  return part(name, work);
}

const asCheck = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A check that passes or fails as a whole. Its output is written once it is done, as several run at a time. */
function check(name, packageName, args, command) {
  return part(name, async () => {
    const { code, output } = await run(process.execPath, [await binary(packageName, command), ...args]);
    heading(name);
    say(code === 0 ? 'nothing to complain about' : output.trimEnd());
    return asCheck(code);
  });
}

const types = ['Types', '@typescript/native', ['-b', '--pretty'], 'tsc'];
const typedLint = ['Lint with types', 'oxlint', ['-c', 'oxlint.config.mjs']];
const budget = 'Budget of code';
/** Run side by side, as they take about as long as each other. */
const staticChecks = [
  [types, typedLint, ['Lint', 'eslint', ['.']]],
  [
    ['Format', 'prettier', ['--check', '.']],
    ['Unused code', 'knip', ['--no-progress']],
  ],
];

async function runStaticChecks() {
  const one = async (checks) => {
    for (const each of checks) await check(...each);
  };
  await Promise.all(staticChecks.map(one));
  await shown(budget, () => asCheck(checkBudget() ? 0 : 1));
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

const changedLint = 'Lint of what changed';
const changedTypedLint = `${changedLint}, with types`;

async function lintOfChanges() {
  const files = await changedFiles();
  if (files.length === 0) return;
  await check(changedTypedLint, 'oxlint', [...typedLint[2], '--no-error-on-unmatched-pattern', ...files]);
  await check(changedLint, 'eslint', ['--no-warn-ignored', ...files]);
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

/** Unit tests that take long, as they start servers or other programs, or test the project's own files. */
const slowUnits = ['packages', 'test/unit/faults', 'test/unit/mcp', 'test/unit/project'];
const quickTitle = 'Most unit tests';

async function runQuickly(args) {
  await Promise.all([check(...types), lintOfChanges()]);
  const isBuilt = await build();
  if (!isBuilt) return;
  const others = slowUnits.map((folder) => `--exclude=${folder}/**`);
  await shown(quickTitle, () => {
    say(`Those in ${slowUnits.join(', ')} are left out: npm test -- --only unit runs them, too.`);
    return runTestFiles({ project: 'unit', args: [...args, ...others] });
  });
}

/** Two processes that only keep a processor busy each; they end with this one. */
function keepBusy() {
  const loop =
    'process.stdin.on("end", () => process.exit()).resume(); setInterval(() => { const end = Date.now() + 200; while (Date.now() < end); }, 0)';
  const busy = [1, 2].map(() => spawn(process.execPath, ['-e', loop], { stdio: ['pipe', 'ignore', 'ignore'] }));
  return () => busy.forEach((child) => child.kill('SIGKILL'));
}

/** The names of the parts that a run has. */
function plan({ quick, only }) {
  if (quick) return [types[0], changedTypedLint, changedLint, 'Build', quickTitle];
  const kinds = (only ?? projects).map((project) => titles[project]);
  return [...(only ? [] : [...staticChecks.flat().map(([name]) => name), budget]), 'Build', ...kinds];
}

async function runAll(options) {
  const { seed, vscode } = options;
  if (vscode !== undefined) process.env.MCPRP_VSCODE = vscode;
  const args =
    seed === undefined ? [] : ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  if (seed !== undefined) say(`In the order of --seed ${seed}.`);
  if (!options.repeat) sayPlan(plan(options));
  await ensureDependencies();
  if (options.repeat) return await repeat(options, args);
  if (!options.quick && !options.only) await runStaticChecks();
  await (options.quick ? runQuickly(args) : runTests(options.only ?? projects, args));
  if (!options.busy && vscode === undefined) await saveTimes();
}

async function main(options) {
  const rest = options.busy ? keepBusy() : () => undefined;
  try {
    await runAll(options);
  } finally {
    rest();
  }
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
  fail(error);
}
sayEnd(Date.now() - start);
