import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, test } from 'vitest';
import { TextBlocks } from '../../../../src/core/mentions/text/textBlocks';

const someText = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r', '\r\n', '\n\n', 'word '), { maxLength: 20 })
  .map((pieces) => pieces.join(''));
/** Some positions do not exist. */
const position = fc.record({ line: fc.nat({ max: 12 }), character: fc.nat({ max: 8 }) });
const edits = fc.array(fc.record({ start: position, end: position, text: someText }), { maxLength: 8 });

test('has the lines of the text after each edit, as the protocol counts them', () => {
  fc.assert(
    fc.property(someText, fc.integer({ min: 1, max: 5 }), edits, (first, length, changes) => {
      const blocks = new TextBlocks(first, length);
      let expected = TextDocument.create('', '', 0, first);
      expect(linesOf(blocks)).toEqual(expectedLines(expected));
      for (const { start, end, text } of changes) {
        const range = { start, end };
        blocks.replace(range, text);
        expected = TextDocument.create('', '', 0, TextDocument.applyEdits(expected, [{ range, newText: text }]));
        expect(linesOf(blocks)).toEqual(expectedLines(expected));
        expect(blocks.blocks.map((block) => block.text).join('')).toBe(expected.getText());
      }
    }),
  );
});

test('divides a text at ends of lines, and replaces the blocks that an edit touches', () => {
  const blocks = new TextBlocks('line\n'.repeat(1_000), 100);
  const before = blocks.blocks;
  expect(before.every(({ text }) => text.endsWith('\n') && text.length >= 100 && text.length <= 200)).toBe(true);
  blocks.replace({ start: { line: 500, character: 4 }, end: { line: 500, character: 4 } }, 's');
  const replaced = blocks.blocks.filter((block) => !before.includes(block));
  expect(replaced.map(({ text }) => text.includes('lines\n'))).toEqual([true]);
  expect(blocks.blocks).toHaveLength(before.length);
});

function linesOf(blocks: TextBlocks): readonly string[] {
  return Array.from({ length: blocks.lineCount }, (_, line) => blocks.line(line));
}

function expectedLines(document: TextDocument): readonly string[] {
  return Array.from({ length: document.lineCount }, (_, line) =>
    document
      .getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } })
      .replace(/(?:\r\n|\r|\n)$/u, ''),
  );
}
