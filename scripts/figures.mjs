// npm run figures: what there is of code, and how it hangs together. Lines are of code, without blanks and comments (scripts/lib/codeLines.mjs).
//   npm run figures -- --against DIR   the same of another checkout with its dependencies, before this one's
//   npm run figures -- --budget        the budget of each room is what it has now
//   npm run figures -- --check         prints the budget, and fails where a room is over it: a part of `npm run lint`
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkBudget, writeBudget } from './lib/budget.mjs';
import { codeFiles, codeLines, linesByRoom, sourceFiles, sourceFolders } from './lib/codeLines.mjs';
import { functionsOf } from './lib/functions.mjs';
import { pathFiles } from './lib/pathFiles.mjs';
import { main, mustRun, root, say } from './lib/terminal.mjs';

/** As lint has them. */
const most = { function: 60, file: 300 };
const long = 40;

const sum = (counts) => counts.reduce((all, count) => all + count, 0);
const linesIn = (from, folder) => sum(codeFiles(from, folder).map(({ text }) => codeLines(text)));

async function sizes(from) {
  const files = sourceFiles(from).filter(({ name }) => name.endsWith('.ts'));
  const functions = (await Promise.all(files.map(functionsOf))).flat().sort((one, other) => other.lines - one.lines);
  const interfaces = sum(files.map(({ text }) => text.match(/interface \w+(?:Parts|Ports)\b/g)?.length ?? 0));
  const compositions = files.filter(({ name }) => /^src\/host\/compose[^/]*$/.test(name));
  return {
    'largest function': functions[0]?.lines ?? 0,
    [`functions over ${long}`]: functions.filter(({ lines }) => lines > long).length,
    [`functions over ${most.function}`]: functions.filter(({ lines }) => lines > most.function).length,
    [`files over ${most.file}`]: files.filter(({ text }) => codeLines(text) > most.file).length,
    'lines of src/host/compose*.ts': sum(compositions.map(({ text }) => codeLines(text))),
    '…Parts and …Ports interfaces': interfaces,
    'hand-kept lines of package.json': manifestLines(from),
  };
}

/** Lines outside of `contributes`, where that is generated. */
function manifestLines(from) {
  const text = readFileSync(path.join(from, 'package.json'), 'utf8');
  const all = text.trimEnd().split('\n');
  const isMade = sourceFiles(from).some(({ name }) => name.endsWith('/contributes.ts'));
  if (!isMade) return all.length;
  const start = all.findIndex((line) => line.startsWith('  "contributes"'));
  return all.length - (all.findIndex((line, index) => index > start && /^ {2}\}/.test(line)) - start + 1);
}

/** kB of the host's bundle with the chunks that it imports statically. */
async function hostSize(from) {
  const folder = path.join(from, '.cache/figures/dist');
  await mustRun(process.execPath, ['esbuild.mjs', '--outdir', folder], { cwd: from });
  const { outputs } = JSON.parse(readFileSync(path.join(folder, 'metafile.json'), 'utf8'));
  const loaded = new Set();
  const load = (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path: other, kind, external } of outputs[name].imports)
      if (kind === 'import-statement' && external !== true) load(other);
  };
  load(Object.keys(outputs).find((name) => path.basename(name) === 'host.js'));
  const bytes = sum([...loaded].map((name) => statSync(path.join(folder, path.basename(name))).size));
  return Math.round(bytes / 1000);
}

async function figures(from) {
  const rooms = [...linesByRoom(from)];
  const paths = Object.entries(await pathFiles(from));
  return {
    ...Object.fromEntries(rooms.map(([room, lines]) => [`lines of ${room}`, lines])),
    'lines of source': sum(rooms.map(([, lines]) => lines)),
    ...Object.fromEntries(
      sourceFolders.map((folder) => [
        `lines of all ${folder}`,
        sum(rooms.flatMap(([room, lines]) => (room === folder || room.startsWith(`${folder}/`) ? [lines] : []))),
      ]),
    ),
    'lines of scripts': linesIn(from, 'scripts'),
    'lines of tests': linesIn(from, 'test'),
    ...(await sizes(from)),
    'kB of the host loaded at once with servers': await hostSize(from),
    ...Object.fromEntries(paths.map(([name, files]) => [`files that run for ${name}`, files.length])),
  };
}

await main(async () => {
  const { values } = parseArgs({
    options: { against: { type: 'string' }, budget: { type: 'boolean' }, check: { type: 'boolean' } },
  });
  if (values.budget) return writeBudget();
  if (values.check) {
    if (!checkBudget()) process.exitCode = 1;
    return;
  }
  const before = values.against === undefined ? undefined : await figures(path.resolve(values.against));
  const now = await figures(root);
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(now)])) {
    const counts = before ? [before[name] ?? 0, now[name] ?? 0] : [now[name]];
    say(`${counts.map((count) => String(count).padStart(7)).join('')}  ${name}`);
  }
});
