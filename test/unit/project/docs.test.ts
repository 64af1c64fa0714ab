// Checks that everything the developer docs name exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

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
    /`((?:src|core|host|node|shared|test|bench|scripts|webview-ui|examples)\/[\w./*{},-]+)`/gu,
  );
  const paths = [...named].map((match) => match[1] ?? '').filter((file) => !file.startsWith('test/output/'));
  expect(paths.filter((file) => !exists(file))).toEqual([]);
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
