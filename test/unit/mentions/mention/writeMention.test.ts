import fc from 'fast-check';
import { expect, test } from 'vitest';
import { possibleLengths } from '../../../../src/core/mentions/mention/mentionEnds';
import { MentionFinder, type LineMention } from '../../../../src/core/mentions/text/mentionsInLine';
import { writeMention } from '../../../../src/core/mentions/mention/writeMention';

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
  'mail:@ord:x',
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
  ['docs', `memo://${'a'.repeat(4_096)}`],
  ['docs', 'memo://a\u202eb'],
  ['docs', 'memo://<a> b'],
  ['docs', 'memo://a>b'],
  ['', 'memo://a'],
  ['a\nb', 'memo://a'],
])('writes nothing for %j %j, which could not be found again', (server, uri) => {
  expect(writeMention(server, uri)).toBeUndefined();
});

const names = ['docs', 'my docs', 'd(o)', "d'x", 'a:b'];
const finder = new MentionFinder({ servers: names, schemes: { has: () => true } }, true);
const pieces = Array.from('!"#$%&\'()*+,-./:;=?@[\\]^_`{|}~a1é中，。 ').concat('x:', '://', '@docs:', 'www.', '😀');
const uris = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => `x:${parts.join('')}`);
const behinds = fc.constantFrom('', '.', ', and', ' x', ') y', '。然后');

test('what is written is found again, whatever prose puts behind it', () => {
  fc.assert(
    fc.property(uris, behinds, fc.constantFrom(...names, undefined), (uri, behind, server) => {
      const written = writeMention(server, uri);
      fc.pre(written !== undefined);
      const line = `See ${written}${behind}`;
      const mentions: LineMention[] = [];
      finder.find(line, { from: 0, to: line.length, isExample: false }, mentions);
      const [mention] = mentions;
      expect(mention).toMatchObject({ start: 4, server });
      expect(possibleLengths(mention?.uri ?? '').map((length) => mention?.uri.slice(0, length))).toContain(uri);
    }),
    { numRuns: 2_000 },
  );
});
