import { describe, expect, it } from 'vitest';
import { readContextInput, readListInput, readReadInput } from '../../../src/core/tools/toolInputs';

describe('what a model asks of the list', () => {
  it('becomes a query in the language of the search', () => {
    const { query, limit, cursor } = readListInput({
      query: 'orders "last year"',
      server: 'my "shop',
      scheme: 'db, file',
      type: 'image/*',
      audience: 'assistant',
      sort: 'name',
      limit: '5',
    });
    expect(query).toEqual({
      text: 'orders "last year" server:"my shop" scheme:"db","file" type:"image/*"',
      audience: 'assistant',
      choices: [],
      sort: 'name',
    });
    expect([limit, cursor]).toEqual([5, undefined]);
  });

  it('may be missing or of a wrong type', () => {
    for (const input of [undefined, null, 5, [], { query: 7, server: null, audience: 'cats', sort: 1, limit: -3 }])
      expect(readListInput(input)).toEqual({
        query: { text: '', audience: 'all', choices: [], sort: 'relevance' },
        cursor: undefined,
        limit: 25,
      });
    expect(readListInput({ limit: 5_000 }).limit).toBe(100);
  });
});

describe('what a model asks to read', () => {
  it('is a URI or a template, and one of them', () => {
    expect(() => readReadInput({})).toThrow('exact "uri"');
    expect(() => readReadInput({ uri: '' })).toThrow('exact "uri"');
    expect(() => readReadInput({ uri: 'a:b', uriTemplate: 'a:{b}' })).toThrow('not both');
  });

  it('has a range only where one was given', () => {
    expect(readReadInput({ uri: 'a:b', startLine: 0, part: 1.5 })).toMatchObject({ range: undefined, part: undefined });
    expect(readReadInput({ uri: 'a:b', startLine: '3' }).range).toMatchObject({ startLine: 3, endLine: undefined });
  });

  it('has values as the template wants them: texts, lists and pairs', () => {
    const { values } = readReadInput({
      uriTemplate: 'a:{b}',
      arguments: { id: 7, on: true, tags: ['x', 8, null], keys: { a: 1 }, none: null, empty: '' },
    });
    expect([...values]).toEqual([
      ['id', '7'],
      ['on', 'true'],
      ['tags', ['x', '8']],
      ['keys', new Map([['a', '1']])],
    ]);
  });
});

describe('what a model asks of the context', () => {
  it('is one of the picked resources, or all of them', () => {
    expect(readContextInput({})).toEqual({ read: undefined, withContents: true, start: 1 });
    expect(readContextInput({ contents: false })).toEqual({ read: undefined, withContents: false, start: 1 });
    expect(readContextInput({ uri: 'a:b', uriTemplate: 'x' }).read).toMatchObject({
      uri: 'a:b',
      uriTemplate: undefined,
    });
  });
});
