// docs/faults.md is the table of the tests beside this one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { namedTests, renderFaults } from './render';

const root = path.resolve(import.meta.dirname, '../../..');

it('the page is the table, and no cell of it is empty', async () => {
  const page = renderFaults();
  expect(page).not.toMatch(/\|[^\S\n]*\|/u);
  await expect(page).toMatchFileSnapshot(path.join(root, 'docs/faults.md'));
});

it('the tests that it names elsewhere are there', () => {
  const missing = namedTests.filter(({ file, name }) => !readFileSync(path.join(root, file), 'utf8').includes(name));
  expect(missing).toEqual([]);
});
