import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../../src/node/base/base64';
import { readContents } from '../../../../src/core/mcp/reads/contents';

const contentsOf = (contents: unknown) => readContents({ contents }, 'a:1', 1000, () => undefined);

describe('the blocks of a read', () => {
  it('are taken up to a number, and one sentence reports the rest', () => {
    const blocks = Array.from({ length: 100_000 }, () => ({ text: '' }));
    const { contents, problems } = contentsOf(blocks);
    expect(contents).toHaveLength(2000);
    expect(problems.map(({ reason, message }) => [reason, message.slice(0, 58)])).toEqual([
      ['badContent', 'The resource has 100000 parts, but only the first 2000 are'],
    ]);
    expect(contentsOf(blocks.slice(0, 2000)).problems).toEqual([]);
  });

  it('have the URI that was read where theirs is absurdly long', () => {
    const uri = `a:${'b'.repeat(65_534)}`;
    const { contents } = contentsOf([
      { uri, text: '' },
      { uri: `${uri}b`, text: '' },
    ]);
    expect(contents.map((content) => content.uri)).toEqual([uri, 'a:1']);
  });

  it('are read where they are written as the data of a URI', () => {
    const read = (blob: string) => {
      const { contents, problems } = readContents({ contents: [{ blob }] }, 'a:1', 4, decodeBase64);
      return [contents.map(({ body }) => body), problems.map(({ reason }) => reason)];
    };
    const bytes = { kind: 'blob', bytes: new Uint8Array([0, 1, 2]) };
    expect([
      read('data:image/png;base64,AAEC'),
      read('data:text/plain;charset=utf-8;BASE64,AA\nEC'),
      read('data:,AA'),
    ]).toEqual([
      [[bytes], []],
      [[bytes], []],
      [[], ['badContent']],
    ]);
    expect(() => read(`data:;base64,${'A'.repeat(12)}`)).toThrow(/larger than/);
  });

  it('are a text and a file where they hold both, once where both are the same', () => {
    const read = (block: object) => {
      const { contents, problems } = readContents({ contents: [block] }, 'a:1', 1000, decodeBase64);
      return [contents.map(({ uri, mimeType, body }) => [uri, mimeType, body]), problems.map(({ reason }) => reason)];
    };
    const text = (of: string) => ['a:1', 'image/png', { kind: 'text', text: of }];
    const blob = (...bytes: readonly number[]) => ['a:1', 'image/png', { kind: 'blob', bytes: new Uint8Array(bytes) }];
    const both = (of: string, encoded: string) => read({ mimeType: 'image/png', text: of, blob: encoded });
    expect([
      both('a', 'AAEC'),
      both('', 'AAEC'),
      both('a', ''),
      both('', ''),
      both('a', 'YQ=='),
      both('a', '?'),
    ]).toEqual([
      [[text('a'), blob(0, 1, 2)], []],
      [[blob(0, 1, 2)], []],
      [[text('a')], []],
      [[text('')], []],
      [[text('a')], []],
      [[text('a')], ['badContent']],
    ]);
    const block = { text: 'a'.repeat(600), blob: 'A'.repeat(600) };
    expect(() => readContents({ contents: [block] }, 'a:1', 1000, decodeBase64)).toThrow(/larger than/);
  });
});
