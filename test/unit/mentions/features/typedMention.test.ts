import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedMention } from '../../../../src/core/mentions/features/typedMention';

const names = ['docs', 'my docs', 'a@b', 'docs:old', 'Über (neu)'];

function at(text: string) {
  const character = text.indexOf('|');
  return typedMention(text.replace('|', ''), character, names);
}

describe('a mention that is being typed', () => {
  it.each([
    ['@|', { kind: 'server', start: 0, word: '' }],
    ['(@do|', { kind: 'server', start: 1, word: 'do' }],
    ['see @my d|', { kind: 'server', start: 4, word: 'my d' }],
    ['@über (n|', { kind: 'server', start: 0, word: 'über (n' }],
    ['@docs:|', { kind: 'uri', start: 0, server: 'docs', word: '' }],
    ['@my docs:fi|', { kind: 'uri', start: 0, server: 'my docs', word: 'fi' }],
    ['@docs:old:x|', { kind: 'uri', start: 0, server: 'docs:old', word: 'x' }],
    ['@a@b:x|', { kind: 'uri', start: 0, server: 'a@b', word: 'x' }],
    ['@DOCS:x|', { kind: 'uri', start: 0, server: 'docs', word: 'x' }],
    ['@docs:wiki:Pipe_(smo|', { kind: 'uri', start: 0, server: 'docs', word: 'wiki:Pipe_(smo' }],
    ['@docs:mail:@ord|', { kind: 'uri', start: 0, server: 'docs', word: 'mail:@ord' }],
    ['@docs:a, @docs:b|', { kind: 'uri', start: 9, server: 'docs', word: 'b' }],
    ['参见@docs:fi|', { kind: 'uri', start: 2, server: 'docs', word: 'fi' }],
    ["@docs:memo://it's|", { kind: 'uri', word: "memo://it's", end: 17 }],
    ["['@docs:a','@|']", { kind: 'server', start: 12, word: '' }],
    ['@docs:<a b|c d> e', { kind: 'uri', word: 'a b', isClosed: true, end: 13 }],
    ['@docs:<a b|c <d>', { kind: 'uri', word: 'a b', isClosed: false, end: 11 }],
    ['@docs:<a b|', { kind: 'uri', server: 'docs', word: 'a b', isBracketed: true, isClosed: false }],
    ['@docs:<a b|>', { kind: 'uri', server: 'docs', word: 'a b', isBracketed: true, isClosed: true, end: 10 }],
    ['[x](@docs:fi|le:///a.md).', { kind: 'uri', start: 4, word: 'fi', end: 22 }],
    ['@docs:fi|le:///a.md. And', { kind: 'uri', end: 18 }],
    ['@do|cs:file:///a', { kind: 'server', nameEnd: 6, end: 15 }],
  ])('is found in %s', (text, expected) => {
    expect(at(text)).toMatchObject(expected);
  });

  it.each(['|', 'docs|', 'a@do|', 'a.@do|', 'a/@do|', 'ü@do|', '@docs x|', '@docs:a b|', '@docs:<a> b|', '@other:x|'])(
    'is none in %s',
    (text) => {
      expect(at(text)).toBeUndefined();
    },
  );

  it('is looked for near the cursor alone, in a line of any length', () => {
    const line = `@docs:${'x'.repeat(10_000)} @docs:y${' @'.repeat(500_000)}`;
    expect(typedMention(line, 10_014, names)).toMatchObject({ kind: 'uri', start: 10_007, word: 'y' });
    expect(typedMention(line, 9_000, names)).toBeUndefined();
  });

  it('is what stands between its @ and the cursor', () => {
    const piece = fc.constantFrom('@', 'docs', ':', 'my ', '<', '>', ' ', '.', 'x', '(', ')', 'ü');
    const text = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (before, behind) => {
        const mention = typedMention(before + behind, before.length, names);
        if (!mention) return;
        expect(before.slice(mention.start)).toBe(mention.text);
        expect(mention.text[0]).toBe('@');
        expect(mention.text.endsWith(mention.word)).toBe(true);
        expect(mention.end).toBeGreaterThanOrEqual(before.length);
        expect(mention.end).toBeLessThanOrEqual(before.length + behind.length);
      }),
    );
  });
});
