// Checks that everything the developer docs name exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { movingLinks } from '../../../scripts/lib/lintRules.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const docs = ['CONTRIBUTING.md', 'SECURITY.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)];
/** Returns true when a file exists, or the folder of a pattern. */
function exists(name: string): boolean {
  const fixed = name.replace(/[^/]*[*{].*$/u, '');
  return ['', 'src/'].some((folder) =>
    ['', '.ts'].some((end) => existsSync(path.join(root, `${folder}${fixed}${end}`))),
  );
}

it.each(docs.filter((name) => name.endsWith('.md')))('%s names folders and files that are there', (name) => {
  const text = readFileSync(path.join(root, name), 'utf8');
  const named = text.matchAll(
    /`((?:src|core|host|node|shared|test|bench|scripts|webview-ui|examples|packages\/language-server)\/[\w./*{},-]+)`/gu,
  );
  const paths = [...named].map((match) => match[1] ?? '').filter((file) => !file.startsWith('test/output/'));
  expect(paths.filter((file) => !exists(file))).toEqual([]);
});

it.each(docs.filter((name) => name.endsWith('.md')))('%s links to source at a tag or a commit', (name) => {
  expect(movingLinks(readFileSync(path.join(root, name), 'utf8'))).toEqual([]);
});

it('the threat model names a test for what stops each attempt, or the reason why nothing does', () => {
  const text = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8');
  const tables = text.split(/^\| tries \| what stops it \| test \|\n\| --- \| --- \| --- \|\n/mu).slice(1);
  const rows = tables.flatMap((table) => (/^(\|.*\n)+/u.exec(table)?.[0] ?? '').trim().split('\n'));
  const isTest = (file: string): boolean => file.endsWith('.test.ts') && existsSync(path.join(root, file));
  const unheld = rows.filter((row) => {
    const [stops = '', tests = ''] = row.split(' | ').slice(-2);
    const files = [...tests.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file);
    const isAccepted = /^\*accepted\*: ./u.test(stops);
    return isAccepted ? files.length > 0 && !files.every(isTest) : files.length === 0 || !files.every(isTest);
  });
  expect(rows.length).toBeGreaterThan(40);
  expect(unheld).toEqual([]);
});

it('no arrow leads back between the layers of the wire and the session, types included', () => {
  const table = /^\| \| what it does \|\n((?:\|.*\n)+)/mu.exec(
    readFileSync(path.join(root, 'docs/architecture.md'), 'utf8'),
  );
  const firstCells = (table?.[1] ?? '').split('\n').map((row) => row.split(' | ')[0] ?? '');
  const layers = firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name));
  const folder = path.join(root, 'src/core/mcp');
  expect(layers.toSorted()).toEqual(readdirSync(folder).toSorted());
  const layerOf = (file: string): number => layers.indexOf(path.relative(folder, file).split(path.sep)[0] ?? '');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const arrows = files.flatMap((name) => {
    const file = path.join(folder, name);
    return [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/gu)]
      .map(([, target = '']) => path.resolve(path.dirname(file), `${target}.ts`))
      .filter((target) => target.startsWith(folder))
      .map((target) => ({
        from: layerOf(file),
        to: layerOf(target),
        text: `${name} -> ${path.relative(folder, target)}`,
      }));
  });
  expect(arrows.length).toBeGreaterThan(100);
  expect(arrows.filter(({ from, to }) => to < 0 || to > from).map(({ text }) => text)).toEqual([]);
});

it('the page about the wire says of each thing what the product does, and names tests that are there', () => {
  const rows = readFileSync(path.join(root, 'docs/wire.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:the SDK|---)/u.test(line));
  const isThere = (test: string): boolean => {
    const [, file = '', titles = ''] = /^`([^`]+)`( .*)$/u.exec(test) ?? [];
    const text = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';
    const named = [...titles.matchAll(/\*([^*]+)\*/gu)].map(([, title = '']) => title);
    return named.length > 0 && named.every((title) => text.includes(title));
  };
  const unheld = rows.filter((row) => {
    const cells = row.slice(2, -2).split(' | ');
    const tests = (cells[2] ?? '').split(/ · (?=`)/u);
    return cells.length !== 3 || cells.some((cell) => cell.trim() === '') || !tests.every(isThere);
  });
  expect(rows.length).toBeGreaterThan(80);
  expect(unheld).toEqual([]);
});
