import { expect, test } from 'vitest';
import { MentionFinder, type LineMention } from '../../../../src/core/mentions/text/mentionsInLine';
import { scan, written } from './scan';

test('tells where a mention, its server and its URI are', async () => {
  expect(await scan('\nSee @docs:file:///guide.md, @wiki:<wiki:a b> and docs://x')).toEqual([
    {
      line: 1,
      start: 4,
      end: 27,
      server: 'docs',
      uriStart: 10,
      uri: 'file:///guide.md,',
      isBracketed: false,
      isExample: false,
    },
    {
      line: 1,
      start: 28,
      end: 44,
      server: 'wiki',
      uriStart: 35,
      uri: 'wiki:a b',
      isBracketed: true,
      isExample: false,
    },
    {
      line: 1,
      start: 49,
      end: 57,
      server: undefined,
      uriStart: 49,
      uri: 'docs://x',
      isBracketed: false,
      isExample: false,
    },
  ]);
});

/** The title, a text, the mentions in it, and the names of configured servers. */
type Case = readonly [shows: string, text: string, expected: readonly string[], names?: readonly string[]];
const cases: readonly Case[] = [
  [
    'mentions at the beginning and after punctuation',
    '@a:x://1 (@a:x://2) "@a:x://3" *@a:x://4',
    ['@a:x://1', '@a:x://2)', '@a:x://3', '@a:x://4'],
  ],
  ['them after words of scripts that set no spaces', '参见@a:x://1 以及x://2', ['@a:x://1', 'x://2']],
  [
    'no server behind letters, points and slashes',
    'a@b:x://1 a.@b:x://2 a/@b:x://3 ü@b:x://4 _@b:x://5',
    ['b:x://1', 'b:x://2', 'b:x://3', 'b:x://4', 'b:x://5'],
  ],
  ['servers with points and slashes', '@my.server:x://1 @io/x:y:z', ['@my.server:x://1', '@io/x:y:z']],
  ['none in decorators, tags and rules', '@Input: @param: x @media: (y) @author:', []],
  ['no server where no URI follows an unknown name', '@Input:x @Input:1', ['Input:x', 'Input:1']],
  ['what stands in angle brackets', '@a:<x:a b>. @b:<x:y>z', ['@a:<x:a b>', '@b:<x:y>']],
  ['no unknown server before other angle brackets', '@a:<a b> @a:<x: > @a:<> @a:<x:y', ['x:y']],
  [
    'a known name with whatever follows it',
    '@docs:guide @docs:<my guide> @docs: @docs:"a" @other:guide',
    ['@docs:guide', '@docs:<my guide>', 'other:guide'],
    ['docs'],
  ],
  [
    'the longest of known names, with spaces and colons',
    '@my docs:a @my docs v2:b @a:b:c:d @my doc:e',
    ['@my docs:a', '@my docs v2:b', '@a:b:c:d', 'doc:e'],
    ['my docs', 'my docs v2', 'a:b', ''],
  ],
  ['names exactly', '@Docs:x @docs:x @Docs:x:y', ['Docs:x', '@docs:x', '@Docs:x:y'], ['docs']],
  ['several without spaces between them', '@a:x:1,@a:x:2;see:@a:x:3', ['@a:x:1,', '@a:x:2;see:', '@a:x:3']],
  ['several in a table', '|x:1|@a:x:2|a|b|', ['x:1', '@a:x:2|a|b|']],
  ['several in Chinese', '看x:1、x:2，再看x:3。', ['x:1', 'x:2', 'x:3。']],
  ['targets of links', '[a](x:1)[b](x:(2))[c](@a:x:3).', ['x:1', 'x:(2)', '@a:x:3']],
  ['bare URIs', 'x:1 <y:2> "z:3" `a+b.c-d:4` C:\\d (e:5)', ['x:1', 'y:2', 'z:3', 'a+b.c-d:4', 'C:\\d', 'e:5)']],
  ['no scheme within a word', 'éx:1 1x:2 1-x:3 .x:4 12:30 a: b:', ['x:3', 'x:4']],
  ['no bare URI in a mention', '@a:x:y:z w', ['@a:x:y:z']],
  ['places for something else as examples', '@a:x:{id} x:{id}/y x:1}', ['?@a:x:{id}', '?x:{id}/y', 'x:1}']],
];

test.each(cases.map(([shows, text, expected, names = []]) => ({ shows, text, expected, names })))(
  'finds $shows',
  async ({ text, expected, names }) => {
    expect(await written(text, 'plaintext', names)).toEqual(expected);
  },
);

test('finds bare URIs of known schemes only, wherever these stand', () => {
  const finder = new MentionFinder({ servers: [], schemes: new Set(['x:']) }, true);
  const mentions: LineMention[] = [];
  const line = 'a:1 std::x url:x:2 x:3 X:4 xx:5 y-x:6';
  finder.find(line, { from: 0, to: line.length, isExample: false }, mentions);
  expect(mentions.map(({ uri }) => uri)).toEqual(['x:2', 'x:3']);
});

test.each([
  ['long URIs', `data:${'x'.repeat(5_000)} x:1`, ['x:1']],
  ['many long URIs', 'data:@'.repeat(20_000), []],
])('leaves out %s', async (_, text, expected: readonly string[]) => {
  expect(await written(text)).toEqual(expected);
});

test('leaves out what is beyond a thousand of a line', async () => {
  const mentions = await scan('x:1 '.repeat(2_000));
  expect(mentions).toHaveLength(1_000);
});
