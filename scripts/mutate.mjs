// npm run mutate -- PLACE [--tests TEXT]… [--without TEXT]… [--concurrency N] [--every] [--slowest MS] [--sample N] [--fresh]: changes the code of a room (core/search), of a folder or of a file in
// many small ways, one at a time, and prints the changes (mutants) that no unit test of the room notices. The report, and what became of each pair of
// mutant and test, lie in .cache/mutation: a second run runs what is new.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './lib/dependencies.mjs';
import { Mutation } from './lib/mutation.mjs';
import { judge, redundantLines, reportLines } from './lib/mutationReport.mjs';
import { cacheFolder, main, mustRun, root, say, ScriptError, seconds, step } from './lib/terminal.mjs';

const options = {
  tests: { type: 'string', multiple: true, default: [] },
  without: { type: 'string', multiple: true, default: [] },
  concurrency: { type: 'string', default: '1' },
  every: { type: 'boolean', default: false },
  slowest: { type: 'string', default: '3000' },
  sample: { type: 'string', default: 'Infinity' },
  fresh: { type: 'boolean', default: false },
};

/** The files below a folder, or the file itself, relative to the root. */
async function filesBelow(place) {
  const status = await stat(path.join(root, place)).catch(() => undefined);
  if (status?.isFile()) return [place];
  const names = status ? await readdir(path.join(root, place), { recursive: true }) : [];
  const files = names.map((name) => `${place}/${name.split(path.sep).join('/')}`);
  return files.filter((name) => /\.m?[jt]s$/u.test(name)).toSorted();
}

/** The folder of the unit tests of a room or of a part of it that has its own. */
function ownFolder(files, names) {
  const folder = ['test/unit', ...names].join('/');
  const hasTests = files.some((file) => file.startsWith(`${folder}/`) && file.endsWith('.test.ts'));
  return hasTests || names.length < 2 ? folder : ownFolder(files, names.slice(0, -1));
}

/** `core/search` is `src/core/search`, whose tests are in `test/unit/search`; those of `src/node/files` are in `test/unit/node/files`. */
async function placesOf(name, { tests: patterns, without }) {
  const place = /^(core|node|host)\//u.test(name) ? `src/${name}` : name;
  const files = (await filesBelow(place)).filter((file) => !file.endsWith('.d.ts'));
  if (files.length === 0) throw new ScriptError(`${place} has no code.`);
  const [top, floor, ...inner] = place.replace(/\/[^/]*\.[jt]s$/u, '').split('/');
  const isPackage = top === 'packages';
  const folder = isPackage ? `packages/${floor}/test` : 'test/unit';
  const all = await filesBelow(folder);
  const own = isPackage ? folder : ownFolder(all, [...(floor === 'node' ? ['node'] : []), ...inner]);
  const isTest = (file) => file.endsWith('.test.ts');
  const has = (file) => (text) => file.includes(text);
  const isNamed = (file) => (file.startsWith(`${own}/`) || patterns.some(has(file))) && !without.some(has(file));
  return {
    files: files.filter((file) => !isTest(file) && (!isPackage || file.includes('/src/'))),
    testFiles: all.filter((file) => isTest(file) && isNamed(file)),
    beside: all.filter((file) => !isTest(file) && file.startsWith(`${own}/`)),
  };
}

await main(async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined) throw new ScriptError('Name a room, such as core/search, or a file.');
  const start = Date.now();
  await ensureDependencies();
  const folder = path.join(cacheFolder, 'mutation', name.replaceAll(/[/\\]+/gu, '-'));
  if (values.fresh) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const places = await placesOf(name, values);
  if (places.testFiles.length === 0)
    throw new ScriptError(`There are no unit tests of ${name}: name some with --tests.`);
  await step('Building', () => mustRun(process.execPath, ['esbuild.mjs']));
  const { every } = values;
  const [shares, slowest, sample] = [values.concurrency, values.slowest, values.sample].map(Number);
  const mutation = new Mutation({ folder, ...places, every, shares, slowest, sample });
  await step(`Changing ${places.files.length} files`, () => mutation.makeMutants());
  await step(`Running ${places.testFiles.length} test files without a change`, () => mutation.measure());
  await step(`Running them with ${mutation.mutants.length} changes`, () => mutation.mutate());
  const judged = judge(mutation, await mutation.results());
  const lines = [...reportLines(judged), '', `${seconds(start)}, ${mutation.tests.length} tests`];
  await writeFile(path.join(folder, 'report.txt'), lines.join('\n'));
  await writeFile(path.join(folder, 'kills-nothing.txt'), redundantLines(judged, mutation.tests).join('\n'));
  for (const line of lines) say(line);
  say(`\n${folder}`);
});
