// Runs files of the test runner and reports the results.
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { binary, cacheFolder, root, run, say, ScriptError } from './terminal.mjs';

async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new ScriptError('The test runner ended without a report.');
  }
}

/** Names the failures in a file: its tests, or the file where the failure is outside of every test, such as a leak. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [{ name: file, reason: message }] : [];
  return failed.map((test) => ({ name: `${file} > ${test.fullName}`, reason: test.failureMessages.join('\n') }));
}

/**
 * Runs the files of a project, or all projects, that have one of `filters` in their path; all without any.
 * @param {{project?: string, filters?: readonly string[], args?: readonly string[], isQuiet?: boolean}} options
 * @returns how many tests passed and failed, the failures with their reasons, and every test with its milliseconds
 */
export async function runTestFiles({ project, filters = [], args = [], isQuiet = false }) {
  const report = path.join(cacheFolder, 'test-results', `${project ?? 'all'}.json`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const reporters = [...(isQuiet ? [] : ['--reporter=default']), '--reporter=json', `--outputFile.json=${report}`];
  const only = project === undefined ? [] : ['--project', project];
  const { code } = await run(
    process.execPath,
    [await binary('vitest'), 'run', ...only, ...reporters, ...args, ...filters],
    {
      show: !isQuiet,
    },
  );
  const { testResults, numPassedTests, numPendingTests, numTodoTests } = await readReport(report);
  const failures = testResults.flatMap(failuresOf);
  const fail = (name) => failures.push({ name, reason: '' });
  if (numPassedTests + failures.length === 0) fail('No test ran.');
  if (code !== 0 && failures.length === 0) fail('The test runner failed although every test passed: see above.');
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(root, name)} > ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures, tests };
}

/**
 * Runs the same files several times, however often they fail, and counts.
 * @returns all runs together, and how often each failure occurred
 */
export async function repeatTestFiles(times, options) {
  const all = { passed: 0, failed: 0, failures: new Map() };
  for (let turn = 1; turn <= times; turn += 1) {
    const start = Date.now();
    const { passed, failed, failures } = await runTestFiles({ ...options, isQuiet: true });
    say(`${turn} of ${times}: ${passed} passed, ${failed} failed, ${((Date.now() - start) / 1000).toFixed(1)} s`);
    for (const { name, reason } of failures) {
      say(`${name}\n${reason}`.replaceAll(/^/gm, '    '));
      all.failures.set(name, (all.failures.get(name) ?? 0) + 1);
    }
    all.passed += passed;
    all.failed += failed;
  }
  return all;
}
