import { describe, expect, it } from 'vitest';
import { UriGlob } from '../../../src/core/search/uriGlob';

describe('a glob over URIs', () => {
  it.each([
    // [glob, matching URIs, other URIs]
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
