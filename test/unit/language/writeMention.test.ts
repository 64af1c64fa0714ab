import { expect, test } from 'vitest';
import { writeMention } from '../../../src/core/language/writeMention';

test.each([
  ['docs', 'file:///guide.md', '@docs:file:///guide.md'],
  ['my docs.v2', 'file:///guide.md', '@my docs.v2:file:///guide.md'],
  ['wiki', 'wiki:Pipe_(smoking)', '@wiki:wiki:Pipe_(smoking)'],
  ['docs', 'memo://_a_', '@docs:memo://_a_'],
  ['docs', 'db://orders?a=1&b=[2]', '@docs:db://orders?a=1&b=[2]'],
])('writes a mention of %j %j as %j', (server, uri, written) => {
  expect(writeMention(server, uri)).toBe(written);
});

test.each([
  'file:///my guide.md',
  'file:///a\u00a0b',
  'file:///what?',
  'file:///and so on...',
  'memo://a,',
  'memo://a:b:',
  'memo://a_',
  'memo://a|b',
  'memo://a)',
  'memo://(a))',
  'memo://a]',
  "memo://it's",
  'memo://say "hi"',
  'memo://a`b',
])('puts %j in angle brackets', (uri) => {
  expect(writeMention('docs', uri)).toBe(`@docs:<${uri}>`);
  expect(writeMention(undefined, uri)).toBeUndefined();
});

test('writes a bare URI as it is', () => {
  expect(writeMention(undefined, 'file:///guide.md')).toBe('file:///guide.md');
});

test.each([
  ['docs', ''],
  ['docs', 'memo://a\nb'],
  ['docs', 'memo://a\u202eb'],
  ['docs', 'memo://<a> b'],
  ['docs', 'memo://a>b'],
  ['', 'memo://a'],
  ['a\nb', 'memo://a'],
])('writes nothing for %j %j, which could not be found again', (server, uri) => {
  expect(writeMention(server, uri)).toBeUndefined();
});
