import { expect, it } from 'vitest';
import { isQuickToCompare } from '../../../src/core/context/quickToCompare';

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join('');

it.each([
  ['a line of a long text that changed', lines('old', 10_000), `${lines('old', 10_000)}new\n`, true],
  ['a short text that is another now', lines('old', 100), lines('new', 100), true],
  ['many changes that are apart', lines('a', 4_000), lines('a', 4_000).replaceAll('7\n', '8 and 7\n'), true],
  ['a long text that was empty before', '', lines('new', 50_000), true],
  ['a log of which every line is new', lines('yesterday, a request', 2_000), lines('today, a request', 2_000), false],
  ['a long line that is another now', 'abcdefghij'.repeat(2_000), 'jihgfedcba'.repeat(2_000), false],
  ['many short lines that are all others', '1\n2\n'.repeat(20_000), '3\n4\n'.repeat(20_000), false],
])('tells what an editor compares quickly: %s', (_, before, now, isQuick) => {
  expect(isQuickToCompare(before, now)).toBe(isQuick);
});
