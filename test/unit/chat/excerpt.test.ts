import { expect, it } from 'vitest';
import { wholeText } from '../../../src/core/chat/excerpt';

it.each([
  ['', 1, 1],
  ['one', 1, 4],
  ['one\n', 2, 1],
  ['one\r\ntwo\rthree\nfour', 4, 5],
  ['🌱é', 1, 4],
])('the range of %j ends in line %i, column %i', (text, endLineNumber, endColumn) => {
  expect(wholeText(text)).toEqual({
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber,
    endColumn,
  });
});
