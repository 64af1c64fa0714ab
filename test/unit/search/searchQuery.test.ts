import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/shared/protocol';
import { isNarrower, parseQuery, UriGlob, type ParsedQuery } from '../../../src/core/search/searchQuery';
import { pickFrom, seeded } from '../catalog/fixtures';

function parsed(text: string, audience: SearchQuery['audience'] = 'all'): ParsedQuery {
  return parseQuery({ text, audience });
}

function shape(text: string): unknown {
  const { words, globs } = parsed(text);
  return { words, globs: globs.map(({ pattern }) => pattern) };
}

describe('what a person types', () => {
  it.each([
    ['', [], []],
    ['   ', [], []],
    ['Orders ÜBER', ['orders', 'uber'], []],
    ['orders Orders', ['orders'], []],
    ['"two words" three', ['two words', 'three'], []],
    ['"not closed yet', ['not closed yet'], []],
    ['""', [], []],
    ['"two\n lines"', ['two lines'], []],
    ['uri:', [], []],
    ['uri:db://sales/** orders', ['orders'], ['db://sales/**']],
    ['uri:*.md uri:wiki:**', [], ['*.md', 'wiki:**']],
    ['"uri:*.md"', ['uri:*.md'], []],
    ['用户\u3000кириллица', ['用户', 'кириллица'], []],
    // An accent alone folds to nothing, which every resource contains.
    ['\u0301', [], []],
  ])('%j', (text, words, globs) => {
    expect(shape(text)).toEqual({ words, globs });
  });

  it('is a valid query, whatever it is', () => {
    const random = seeded(5);
    const characters = Array.from('uri:*?[]{}()!+@|,/\\"^-.a1 \n%#');
    for (let round = 0; round < 2_000; round += 1) {
      const text = `uri:${Array.from({ length: 12 }, () => pickFrom(random, characters)).join('')}`;
      const isMatch = parsed(text).globs.map((glob) => glob.isMatch('db://a/b'));
      expect(isMatch.every((value) => typeof value === 'boolean')).toBe(true);
    }
    const long = ['*'.repeat(70_000), '{a,b}'.repeat(30), `{1..100000}`, '+('.repeat(500), 'a/'.repeat(40_000)];
    expect(long.map((pattern) => new UriGlob(pattern).isMatch('db://a/b'))).toEqual([true, false, false, false, false]);
  });
});

describe('a glob over URIs', () => {
  it.each([
    // [glob, what it matches, what it does not]
    [
      'db://sales/**',
      ['db://sales/a', 'db://sales/a/b', 'DB://sales/A', 'db://sales/.hidden/x', 'db://sales/'],
      ['db://sale/a'],
    ],
    ['db://sales/*', ['db://sales/a', 'db://sales/.a'], ['db://sales/a/b', 'db://sales/', 'x://db://sales/a']],
    ['db://**', ['db://a', 'db:a', 'db:///a'], ['dbx://a', 'x:db']],
    ['*.md', ['wiki://a/b.md', 'wiki://b.md', 'b.md', 'wiki:b.md'], ['wiki://a/b.md/c', 'wiki://a/b.mdx']],
    ['**/node_modules/**', ['file:///a/node_modules/b/c'], ['file:///a/node_modules_old/b']],
    ['ticket:**', ['ticket:1', 'ticket://a/1'], ['tickets:1']],
    ['*:**/readme.*', ['file:///a/README.md', 'git://readme.txt'], ['file:///a/readme']],
    ['log://{app,web}/?.log', ['log://app/1.log', 'log://web/a.log'], ['log://db/1.log', 'log://app/12.log']],
    ['!db://**', ['!db://a'], ['db://a', 'x://a']],
    ['#x', ['db://a/#x'], ['db://a/x']],
    ['http://host:80/*', ['http://host:80/a'], ['http://host:81/a']],
    ['a\\*b', ['x://a*b'], ['x://aXb']],
  ])('%j', (glob, matching, others) => {
    const { isMatch } = { isMatch: (uri: string) => new UriGlob(glob).isMatch(uri) };
    expect([matching.filter((uri) => !isMatch(uri)), others.filter(isMatch)]).toEqual([[], []]);
  });
});

describe('a query narrows another', () => {
  it.each([
    ['orders', 'order', true],
    ['order', 'orders', false],
    ['sales orders', 'orders', true],
    ['orders', '', true],
    ['reorder', 'order', true],
    ['orders', 'sales', false],
    ['uri:*.md orders', 'uri:*.md', true],
    ['uri:*.m', 'uri:*.md', false],
    ['orders', 'uri:*.md', false],
  ])('%j after %j: %s', (next, previous, isIt) => {
    expect(isNarrower(parsed(next), parsed(previous))).toBe(isIt);
  });

  it('only when it is not for others', () => {
    expect(isNarrower(parsed('a', 'user'), parsed('a', 'all'))).toBe(true);
    expect(isNarrower(parsed('a', 'user'), parsed('a', 'user'))).toBe(true);
    expect(isNarrower(parsed('a', 'all'), parsed('a', 'user'))).toBe(false);
    expect(isNarrower(parsed('a', 'user'), parsed('a', 'assistant'))).toBe(false);
  });
});
