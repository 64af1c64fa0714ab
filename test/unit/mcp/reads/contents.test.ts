import { describe, expect, it } from 'vitest';
import { readContents } from '../../../../src/core/mcp/reads/contents';

const contentsOf = (contents: unknown) => readContents({ contents }, 'a:1', 1000, () => undefined);

describe('the blocks of a read', () => {
  it('are taken up to a number, and one sentence reports the rest', () => {
    const blocks = Array.from({ length: 100_000 }, () => ({ text: '' }));
    const { contents, problems } = contentsOf(blocks);
    expect(contents).toHaveLength(2000);
    expect(problems.map(({ reason, message }) => [reason, message.slice(0, 58)])).toEqual([
      ['badContent', 'The resource has 100000 parts, of which the first 2000 are'],
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
});
