// npm test: every check there is, on a fresh clone too. The last line is always "N passed, N failed".
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runConformance } from './conformance.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureCodeServer } from './lib/codeServer.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { cacheFolder, root, run, say, ScriptError, seconds } from './lib/terminal.mjs';

const projects = ['unit', 'conformance', 'webview', 'e2e'];
/** Files that may fail and be run again, for a busy machine can lose a click or an answer; more have a cause that stays. */
const mostRepeated = 2;
const help = `Usage: npm test -- [--only ${projects.join(',')}]

  --only LIST  run these kinds of tests and none of the static checks`;

const count = { passed: 0, failed: 0 };
const summary = [];

function record(name, { passed, failed, note = '', failures = [] }, start) {
  count.passed += passed;
  count.failed += failed;
  summary.push(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed${note}, ${seconds(start)}`);
  summary.push(...failures.map((failure) => `    ${failure}`));
}

/** Runs one section under a heading; an error in it counts as one failure and does not keep the others from running. */
async function section(name, work) {
  const start = Date.now();
  say(`\n━━━ ${name} ━━━`);
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

/** The script behind a package's command, run with our Node: no shell, no PATH, the same on every system. */
async function binary(packageName, command = packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** A check that passes or fails as a whole and writes what it finds to the terminal. */
async function check(name, packageName, args, command) {
  await section(name, async () => {
    const { code } = await run(process.execPath, [await binary(packageName, command), ...args], { show: true });
    if (code === 0) say('nothing to complain about');
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  });
}

async function hasTests(project) {
  const folder = path.join(root, 'test', project);
  return existsSync(folder) && (await readdir(folder, { recursive: true })).some((file) => file.endsWith('.test.ts'));
}

async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new ScriptError('The test runner ended without a report.');
  }
}

/** Failed tests, plus files that failed before or outside of any test of theirs. */
function countFailures({ numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return numFailedTests + broken.length;
}

function namesOfFailures({ name, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const file = path.relative(root, name);
  return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file} > ${fullName}`);
}

/** Runs the files of a project that are named, or all, and counts; `broken` names those in which something failed. */
async function runFiles(project, files) {
  const report = path.join(cacheFolder, 'test-results', `${project}.json`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--project', project, ...reporters, ...files];
  const { code } = await run(process.execPath, [await binary('vitest'), ...args], { show: true });
  const result = await readReport(report);
  const passed = result.numPassedTests;
  let failed = countFailures(result);
  if (code !== 0 && failed === 0) {
    say('The test runner failed although every test passed: see above.');
    failed = 1;
  }
  if (passed + failed === 0) {
    say('There are test files, and no test ran.');
    failed = 1;
  }
  const broken = result.testResults.filter(({ status }) => status === 'failed');
  const inBroken = broken.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed,
    failed,
    skipped: result.numPendingTests + result.numTodoTests,
    broken: broken.map(({ name }) => path.relative(root, name)),
    failures: broken.flatMap(namesOfFailures),
    passedInBroken: inBroken.filter(({ status }) => status === 'passed').length,
  };
}

/** Runs a kind of tests. A file that fails is run once more, and said to be. */
async function runProject(project) {
  if (!(await hasTests(project))) return { passed: 0, failed: 0, note: ' (there are none)' };
  let { passed, failed, skipped, broken, failures, passedInBroken } = await runFiles(project, []);
  let note = '';
  if (broken.length > 0 && broken.length <= mostRepeated) {
    say(`\nOnce more: ${broken.join(', ')}`);
    const again = await runFiles(project, broken);
    passed += again.passed - passedInBroken;
    note = `, run twice: ${broken.join(', ')}`;
    ({ failed, skipped, failures } = again);
  }
  return { passed, failed, failures, note: skipped > 0 ? `${note}, ${skipped} SKIPPED` : note };
}

async function build() {
  return await section('Build', async () => {
    const { code } = await run(process.execPath, ['esbuild.mjs'], { show: true });
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  });
}

/** Installing a tool is no test: it is only heard of when it fails. */
async function prepare(name, ensure) {
  try {
    await ensure();
    return true;
  } catch (error) {
    return await section(name, () => Promise.reject(error));
  }
}

async function runTests(only) {
  const isBuilt = await build();
  if (only.includes('unit')) await section('Unit tests', () => runProject('unit'));
  if (only.includes('conformance')) await section('Conformance', runConformance);
  const needsBrowser = only.includes('webview') || only.includes('e2e');
  const hasBrowser = needsBrowser && (await prepare('Chromium', ensureChromium));
  const skip = () => Promise.reject(new ScriptError('Not run: what it needs is missing, see above.'));
  const when = (isReady, project) => (isReady ? () => runProject(project) : skip);
  if (only.includes('webview')) await section('Webview tests', when(isBuilt && hasBrowser, 'webview'));
  if (!only.includes('e2e')) return;
  const hasVsCode = isBuilt && hasBrowser && (await prepare('VS Code (code-server)', ensureCodeServer));
  await section('End-to-end tests', when(hasVsCode, 'e2e'));
}

function readOptions() {
  try {
    const options = { only: { type: 'string' }, help: { type: 'boolean', default: false } };
    const { values } = parseArgs({ options });
    const only = values.only?.split(',');
    const unknown = only?.filter((name) => !projects.includes(name)) ?? [];
    if (unknown.length > 0) throw new Error(`There are no "${unknown.join(', ')}" tests.`);
    return { only, help: values.help };
  } catch (error) {
    throw new ScriptError(`${error.message}\n\n${help}`);
  }
}

async function main() {
  const options = readOptions();
  if (options.help) return say(help);
  await ensureDependencies();
  if (!options.only) {
    await check('Types', 'typescript', ['-b', '--pretty'], 'tsc');
    await check('Lint', 'eslint', ['.']);
    await check('Format', 'prettier', ['--check', '.']);
    await check('Unused code', 'knip', ['--no-progress']);
  }
  await runTests(options.only ?? projects);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  count.failed += 1;
}
if (summary.length > 0) say(`\n━━━ Summary ━━━\n${summary.join('\n')}\n`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
say(`${count.passed} passed, ${count.failed} failed`);
