import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../../../src/core/base/errors';
import { MentionDocument } from '../../../../src/core/mentions/mention/document';
import { MentionFinder, type LineMention, type Names } from '../../../../src/core/mentions/text/mentionsInLine';
import { CountedSlices } from '../../catalog/fixtures';
import { namesOf, noSignal, scan } from '../text/scan';

const newSlice = () => new CountedSlices().newSlice();

const anything = namesOf([]);
/** The same objects each time, as in the product. */
const byServers = [anything, namesOf(['a b'])] as const;

/** Pieces that open, close and break constructs of several lines. */
const piece = fc.constantFrom(
  ...['@a:x://1', 'y:2', '@a b:z', ' ', '    ', '\n', '\r\n', '\r', '\n\n', 'w', '-', '- ', '> '],
  ...['```', '`', '~~~', '---'],
);
const someText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const place = fc.record({ line: fc.nat({ max: 12 }), character: fc.nat({ max: 12 }) });
const edit = fc.oneof(
  { weight: 12, arbitrary: fc.record({ range: fc.record({ start: place, end: place }), text: someText }) },
  { weight: 1, arbitrary: fc.record({ text: someText }) },
);
/** Some edits come together, and the document is not always read in between. */
const step = fc.record({
  changes: fc.array(edit, { maxLength: 3 }),
  to: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
  names: fc.constantFrom(...byServers),
});

describe.each([
  ['markdown', undefined],
  ['plaintext', undefined],
  ['typescript', undefined],
  ['markdown', 4],
  ['typescript', 4],
] as const)('%s in blocks of %s', (languageId, blockLength) => {
  test('edits leave the mentions of the final text', async () => {
    await fc.assert(
      fc.asyncProperty(someText, fc.array(step, { maxLength: 8 }), async (first, steps) => {
        let text = first;
        let current: Names = anything;
        const document = new MentionDocument('file:///a', languageId, 1, text, () => current, blockLength);
        for (const { changes, to, names } of steps) {
          document.change(changes, document.version + 1);
          text = changes.reduce(edited, text);
          current = names;
          const mentions = await document.mentions(newSlice(), noSignal, 0, to);
          const all = await scan(text, languageId, current.servers);
          expect(mentions).toEqual(all.filter(({ line }) => line < (to ?? Infinity)));
        }
      }),
    );
  });
});

function edited(text: string, change: TextDocumentContentChangeEvent): string {
  if (!('range' in change)) return change.text;
  const { range, text: newText } = change;
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), [{ range, newText }]);
}

test('finds in each line what is in it, whatever follows its colons', async () => {
  const piece = fc.constantFrom(
    ...['@a', '@b: c', ':', ':', ' ', '\u00a0', '\u0001', '"', '>', '`', '<', 'x', 'y:1', '\n'],
  );
  const names = namesOf(['a', 'b: c']);
  const finder = new MentionFinder(names, true);
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const text = pieces.join('');
      const expected = text.split('\n').flatMap((lineText, line) => {
        const mentions: LineMention[] = [];
        finder.find(lineText, { from: 0, to: lineText.length, isExample: false }, mentions);
        return mentions.map((mention) => ({ ...mention, line }));
      });
      expect(await scan(text, 'plaintext', names.servers)).toEqual(expected);
    }),
  );
});

test('takes two ends of lines that become one', async () => {
  const document = new MentionDocument('file:///a', 'plaintext', 1, 'x:1\rw\nx:2', () => anything);
  expect(await document.mentions(newSlice(), noSignal)).toMatchObject([{ line: 0 }, { line: 2 }]);
  document.change([{ range: { start: positionAt(1, 0), end: positionAt(1, 1) }, text: '' }], 2);
  expect(await document.mentions(newSlice(), noSignal)).toMatchObject([{ line: 0 }, { line: 1 }]);
});

test('gives lines without their ends, and the version', () => {
  const document = new MentionDocument('file:///a', 'plaintext', 1, 'a\r\nb\rc\n', () => anything);
  document.change([{ range: { start: positionAt(0, 1), end: positionAt(0, 1) }, text: 'x' }], 7);
  expect(Array.from({ length: document.lineCount }, (_, line) => document.line(line))).toEqual(['ax', 'b', 'c', '']);
  expect(document).toMatchObject({ uri: 'file:///a', version: 7 });
});

test('gives the mentions of some lines, and scans none behind them', async () => {
  const text = `${'// x:1\n'.repeat(4)}${'a\n'.repeat(100_000)}`;
  const document = new MentionDocument('file:///a', 'typescript', 1, text, () => anything);
  const looks = new CountedSlices(1);
  const mentions = await document.mentions(looks.newSlice(), noSignal, 1, 3);
  expect(mentions.map(({ line }) => line)).toEqual([1, 2]);
  expect(looks.breaths).toBe(0);
});

test('notices other names of servers, and other schemes', async () => {
  let names = namesOf([]);
  const document = new MentionDocument('file:///a', 'plaintext', 1, '@my docs:guide', () => names);
  expect(await document.mentions(newSlice(), noSignal)).toMatchObject([{ server: undefined, uri: 'docs:guide' }]);
  names = namesOf(['my docs']);
  expect(await document.mentions(newSlice(), noSignal)).toMatchObject([{ server: 'my docs', uri: 'guide' }]);
  names = { servers: [], schemes: new Set() };
  expect(await document.mentions(newSlice(), noSignal)).toEqual([]);
});

describe.each(['markdown', 'typescript'])('5 MB of %s', (languageId) => {
  const line = `// see \`a\` and "b" ${'text '.repeat(7)}\n`;
  const text = `${line.repeat(50_000)}// @docs:file:///guide.md\n${line.repeat(50_000)}`;
  const names = namesOf(['docs', 'a']);
  const open = () => new MentionDocument('file:///a', languageId, 1, text, () => names);

  test('an edit costs its lines, not the document', async () => {
    const document = open();
    const looks = new CountedSlices(1);
    const slice = looks.newSlice();
    expect(await document.mentions(slice, noSignal)).toMatchObject([{ line: 50_000 }]);
    expect(looks.breaths).toBeGreaterThan(500);
    looks.breaths = 0;
    for (const text of ['\n', '// @a:x:1 ', '/']) {
      document.change([{ range: { start: positionAt(9, 0), end: positionAt(9, 0) }, text }], document.version + 1);
      expect(await document.mentions(slice, noSignal)).toMatchObject([{}, {}].slice(text === '\n' ? 1 : 0));
    }
    expect(looks.breaths).toBeLessThan(3 * 15);
  });

  test('who asks is told of a change meanwhile, or of the end', async () => {
    const document = open();
    const abort = new AbortController();
    const changed = document.mentions(newSlice(), noSignal);
    const aborted = document.mentions(newSlice(), abort.signal);
    document.change([{ range: { start: positionAt(0, 0), end: positionAt(0, 0) }, text: 'a' }], 2);
    abort.abort();
    await expect(changed).rejects.toThrow(CancelledError);
    await expect(aborted).rejects.toThrow(CancelledError);
    await expect(document.mentions(newSlice(), abort.signal)).rejects.toThrow(CancelledError);
    expect(await document.mentions(newSlice(), noSignal)).toHaveLength(1);
  });
});

test('looks at the beginning of an enormous line, and anew at the next', async () => {
  const looks = new CountedSlices(1);
  const text = `["x:1", ${'"a", '.repeat(1_000_000)} "x:2"\n"x:3"`;
  const document = new MentionDocument('file:///a', 'json', 1, text, () => anything);
  const mentions = await document.mentions(looks.newSlice(), noSignal);
  expect(mentions.map(({ uri }) => uri)).toEqual(['x:1', 'x:3']);
  expect(looks.breaths).toBe(1);
});

function positionAt(line: number, character: number): Position {
  return { line, character };
}
