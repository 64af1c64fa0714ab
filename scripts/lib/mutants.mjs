// Makes the mutants of files and puts them into their code, each behind a switch. Runs under Node 22: node mutants.mjs FOLDER FILES… writes mutants.json and
// the files with their switches into FOLDER.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error']);
/** The last name of `this.#log`, `base.log` or `log`. */
function nameOf(node) {
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') return nameOf(node.property);
  return node.type === 'PrivateName' ? node.id.name : (node.name ?? '');
}

/** Lines of a log and texts that users read. */
const texts = {
  shouldIgnore({ node }) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const [object, method] = [nameOf(node.callee.object), nameOf(node.callee.property)];
    if (levels.has(method) && /^log(ger)?$/iu.test(object)) return 'A line of a log';
    return object === 'l10n' ? 'A text' : undefined;
  },
};
const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn };

const [folder, ...names] = process.argv.slice(2);
const contents = new Map();
for (const name of names) contents.set(name, await readFile(name, 'utf8'));
const { files, mutants } = await new Instrumenter(quiet).instrument(
  names.map((name) => ({ name, mutate: true, content: contents.get(name) })),
  { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [texts], noHeader: false },
);

function described({ id, fileName, mutatorName, replacement, location: { start, end }, statusReason }) {
  const content = contents.get(fileName);
  const lines = content.split('\n');
  const offset = ({ line, column }) => lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, column);
  const [from, to] = [offset(start), offset(end)];
  const key = createHash('sha1')
    .update([fileName, content, from, to, replacement].join('\0'))
    .digest('hex')
    .slice(0, 12);
  const original = content.slice(from, to);
  return {
    id,
    key,
    file: fileName,
    line: start.line + 1,
    kind: mutatorName,
    original,
    replacement,
    ignored: statusReason,
  };
}

for (const { name, content } of files) {
  const file = path.join(folder, 'switched', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
await writeFile(path.join(folder, 'mutants.json'), JSON.stringify(mutants.map(described)));
