// npm run conformance: the official conformance suite against this project's sessions, with the adapter in test/conformance. It
// passes when every scenario that the suite requires of clients, but for those of tools alone, and those named here have passed.
import { readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bundleForNode } from './lib/bundleForNode.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureNode22 } from './lib/node22.mjs';
import { cacheFolder, main, root, run, say, ScriptError, step } from './lib/terminal.mjs';

const revisions = ['2025-03-26', '2025-11-25', '2026-07-28'];
/** Scenarios of revisions for which the suite lists no requirements: sign-ins before servers had metadata of their own. */
const olderScenarios = {
  '2025-03-26': ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback'],
};
/** Scenarios of extensions that the product speaks, which no revision requires. */
const extensionScenarios = {
  '2026-07-28': ['no-prefetch', 'verify-digest', 'verify-size', 'verify-frontmatter'].map(
    (name) => `sep-2640-client-${name}`,
  ),
};
/** Headers that repeat the arguments of a tool: the product calls no tools, and nothing of it would be tested. */
const ofTools = new Set(['http-custom-headers', 'http-invalid-tool-headers']);
const folder = path.join(cacheFolder, 'conformance');
const adapter = path.join(folder, 'client.mjs');
const suite = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Milliseconds for one scenario. */
const timeout = 60_000;

/** The names of the scenarios that a revision requires of clients, as the suite lists them. */
async function requiredScenarios(node, revision) {
  const { output } = await run(node, [suite, 'list', '--requirements', revision]);
  const section = /^Client scenarios.*\n((?: {2}- .*\n)+)/m.exec(output)?.[1] ?? '';
  const names = [...section.matchAll(/- (\S+)/g)].map(([, name]) => name);
  if (names.length === 0) throw new ScriptError(`The suite requires nothing for ${revision}:\n${output}`);
  return names.filter((name) => !ofTools.has(name));
}

/** The result of one scenario. Warnings are requirements that need not be met; a scenario in which nothing passed was not exercised. */
function verdict(checks) {
  const count = (status) => checks.filter((check) => check.status === status).length;
  const [passed, failed, warnings] = [count('SUCCESS'), count('FAILURE'), count('WARNING')];
  const problems = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return { passed, failed, warnings, isPassed: passed > 0 && failed === 0, problems };
}

/** Runs one scenario; its results are in the only folder that the suite leaves in ours. */
async function runScenario(node, revision, scenario) {
  const results = path.join(folder, revision, scenario.replaceAll('/', '-'));
  const options = ['--scenario', scenario, '--spec-version', revision, '--force', '--timeout', String(timeout)];
  const { output } = await run(node, [
    suite,
    'client',
    '--command',
    `"${node}" "${adapter}"`,
    ...options,
    '-o',
    results,
  ]);
  const files = await readdir(results, { recursive: true }).catch(() => []);
  const file = files.find((name) => path.basename(name) === 'checks.json');
  if (file === undefined) throw new ScriptError(`The suite left no results for ${scenario}.\n${output}`);
  return verdict(JSON.parse(await readFile(path.join(results, file), 'utf8')));
}

function report(scenario, { passed, failed, warnings, isPassed, problems }) {
  const counts = `${passed} passed, ${failed} failed${warnings > 0 ? `, ${warnings} warnings` : ''}`;
  say(`${isPassed ? '✓' : '✗'} ${scenario}: ${passed + failed === 0 ? 'not exercised' : counts}`);
  for (const { name, errorMessage, description } of problems) say(`    ${name}: ${errorMessage ?? description}`);
}

/** A few at a time: with all at once, as the suite would run them, a slow machine misses the scenarios' time limits. */
async function runRevision(node, revision) {
  say(`\n━━━ ${revision} ━━━`);
  const required = olderScenarios[revision] ?? (await requiredScenarios(node, revision));
  const scenarios = [...required, ...(extensionScenarios[revision] ?? [])];
  const verdicts = new Map();
  const queue = [...scenarios];
  const work = async () => {
    for (let scenario = queue.shift(); scenario; scenario = queue.shift())
      verdicts.set(scenario, await runScenario(node, revision, scenario));
  };
  await step(`Running ${scenarios.length} scenarios`, () =>
    Promise.all(Array.from({ length: availableParallelism() }, work)),
  );
  for (const scenario of scenarios) report(scenario, verdicts.get(scenario));
  return [...verdicts.values()];
}

/** @returns how many scenarios passed and failed */
export async function runConformance() {
  const node = await ensureNode22();
  await rm(folder, { recursive: true, force: true });
  await bundleForNode({ entryPoints: ['test/conformance/client.ts'], outfile: adapter });
  const verdicts = [];
  for (const revision of revisions) verdicts.push(...(await runRevision(node, revision)));
  const passed = verdicts.filter(({ isPassed }) => isPassed).length;
  return { passed, failed: verdicts.length - passed };
}

if (process.argv[1] === import.meta.filename)
  await main(async () => {
    await ensureDependencies();
    const { passed, failed } = await runConformance();
    say(`\n${passed} scenarios passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  });
