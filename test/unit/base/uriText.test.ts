import { describe, expect, it } from 'vitest';
import { pathStart, schemeOf } from '../../../src/core/base/uriText';

describe('the scheme of a URI', () => {
  it.each([
    ['DB://sales/orders', 'db', 'sales/orders'],
    ['urn:isbn:123', 'urn', 'isbn:123'],
    ['1password://vault/item', '1password', 'vault/item'],
    ['my_notes://a', 'my_notes', 'a'],
    ['Заметки://a', 'заметки', 'a'],
  ])('of %s is %s', (uri, scheme, path) => {
    expect([schemeOf(uri), uri.slice(pathStart(uri))]).toEqual([scheme, path]);
  });

  it.each([
    ...['', ':', '://a', '1:2', 'C D://a', '/a?b=c://d', 'a/b://c', 'notes.md', '{scheme}://a', '1\u202ea://b'],
    `1${'x'.repeat(40)}://a`,
  ])('is none in %j', (uri) => {
    expect(schemeOf(uri)).toBe('');
  });
});
