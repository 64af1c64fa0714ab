// The parts of a run of `npm test`: what will run, what each found, and how long it took beside the last time.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, say, ScriptError } from './terminal.mjs';

const file = path.join(cacheFolder, 'test-times.json');
const count = { passed: 0, failed: 0 };
const summary = [];
const tests = [];
/** Of each part, by its name: how many tests it has, and the milliseconds it took when it last passed. */
const times = {};
const last = await readFile(file, 'utf8')
  .then(JSON.parse)
  .catch(() => ({}));

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

export const heading = (name) => say(`\n━━━ ${name} ━━━`);

/** Prints the parts that a run has, with their tests and times of the last time. */
export function sayPlan(names) {
  heading('This run');
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const known = last[name];
    const numbers = known
      ? `${String(known.tests).padStart(5)} ${seconds(known.ms).padStart(9)}`
      : '  not run here yet';
    say(`${name.padEnd(width)} ${numbers}`);
  }
  say('(tests, and the time when they last passed here; checks run two at a time)');
}

function record(name, { passed, failed, skipped = 0, failures = [], tests: itsTests = [] }, ms) {
  count.passed += passed;
  count.failed += failed;
  tests.push(...itsTests);
  if (failed === 0) times[name] = { tests: passed, ms };
  const note = skipped > 0 ? `, ${skipped} SKIPPED` : '';
  const before = last[name] ? ` (the last time ${seconds(last[name].ms)})` : '';
  summary.push(
    `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed${note}, ${seconds(ms)}${before}`,
  );
  summary.push(...failures.map((one) => `    ${one.name}`));
}

/** Runs one part; an error in it counts as one failure and the others still run. */
export async function part(name, work) {
  const start = Date.now();
  try {
    const result = await work();
    record(name, result, Date.now() - start);
    return result.failed === 0;
  } catch (error) {
    sayError(error);
    record(name, { passed: 0, failed: 1 }, Date.now() - start);
    return false;
  }
}

const sayError = (error) => console.error(error instanceof ScriptError ? error.message : error);

/** Counts an error outside of every part. */
export function fail(error) {
  sayError(error);
  count.failed += 1;
}

/** Saves the times for the next run: not those of a run under load or in another VS Code, which would mislead. */
export async function saveTimes() {
  await mkdir(cacheFolder, { recursive: true });
  await writeFile(file, JSON.stringify({ ...last, ...times }, undefined, 2));
}

function slowest() {
  const some = tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  return some.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`).join('\n');
}

/** Prints what the parts found, as the last line "N passed, N failed", and sets the exit code. */
export function sayEnd(ms) {
  if (tests.length > 0) say(`\n━━━ The slowest tests ━━━\n${slowest()}`);
  if (summary.length > 0) say(`\n━━━ Summary ━━━\n${summary.join('\n')}\n${seconds(ms)} in all\n`);
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
  say(`${count.passed} passed, ${count.failed} failed`);
}
