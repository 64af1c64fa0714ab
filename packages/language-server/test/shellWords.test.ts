import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLine } from '../src/shellWords';

test.each([
  ['linux', 'docs', 'docs'],
  ['linux', 'my docs', "'my docs'"],
  ['linux', "it's; rm -rf ~", String.raw`'it'\''s; rm -rf ~'`],
  ['linux', String.raw`\'; rm -rf ~ #`, '<…>'],
  ['linux', '=ls', "'=ls'"],
  ['linux', 'two\nlines', '<…>'],
  ['linux', 'turned\u202eround', '<…>'],
  ['win32', 'docs', 'docs'],
  ['win32', String.raw`C:\work`, String.raw`C:\work`],
  ['win32', 'my docs & more', '"my docs & more"'],
  ['win32', 'one,two', '"one,two"'],
  ['win32', '@splat', '"@splat"'],
  ['win32', '%PATH%', '<…>'],
  ['win32', 'x“; calc; “', '<…>'],
  ['win32', 'docs of\\', '<…>'],
  ['win32', 'a"b', '<…>'],
])('on %s the word %j is written %s', (platform, word, written) => {
  expect(commandLine(['allow', word], platform)).toBe(`allow ${written}`);
});

test.skipIf(process.platform === 'win32')('a shell makes of it the words that went in', () => {
  const words = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), { minLength: 1, maxLength: 5 });
  const given = fc.sample(words, 100).map((some) => some.map((word) => word.replaceAll('\\', '|')));
  const script = given.map((some) => `printf '%s\\0' ${commandLine(some, 'linux')}`).join('; ');
  const seen = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(seen.split('\0').slice(0, -1)).toEqual(given.flat());
});
