import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../src/core/content/base64Url';
import {
  fileName,
  lastSegment,
  partPlace,
  linesOf,
  renewed,
  roundOf,
  safeName,
  virtualPlace,
  virtualTarget,
} from '../../../src/core/content/virtualPath';
import { resource } from '../catalog/fixtures';

const asIs = (name: string): string => name;

const nasty = [
  'db://sales/orders',
  '',
  '/',
  'urn:isbn:123',
  'file:///home/ada/Größe 用户 🙂.md',
  'x:line\nbreak\r\nand\ttab',
  'x:%2F%00%zz?query=1&a=b#fragment',
  'x:\\\\server\\share',
  'x:../../../etc/passwd',
  `x:${'long/'.repeat(400)}`,
  'x:\u202egpj.exe',
  'x:"quoted" <b>',
  'x:e\u0301 and \u00e9',
  'x:\u0000',
];

describe('the last segment of a URI', () => {
  it.each([
    ['db://sales/orders', 'orders'],
    ['db://sales/orders/', 'orders'],
    ['db://sales/or%20ders?a=b/c#d/e', 'or ders'],
    ['db://sales/orders#a?b/c', 'orders'],
    ['urn:isbn:123', 'urn:isbn:123'],
    ['x:a//', ''],
    ['', ''],
  ])('of %j is %j', (uri, segment) => {
    expect(lastSegment(uri)).toBe(segment);
  });

  it('is found at once, whatever a server writes', () => {
    expect(lastSegment(`x:${'a'.repeat(200_000)}//`)).toBe('');
    expect(lastSegment('a/'.repeat(200_000))).toBe('a');
  });
});

describe('the place of a virtual file', () => {
  it.each(nasty)('carries %j without loss', (uri) => {
    const place = virtualPlace(resource(uri), asIs);
    expect(virtualTarget(place)).toEqual({ kind: 'whole', uri });
    // Both are a single segment of characters that every consumer of URIs leaves alone.
    expect(place.path).toMatch(/^\/[^/\\?#%\s:*"<>|\p{Cc}]+$/u);
    expect(place.query).toMatch(/^[\w-]+$/u);
  });

  it('differs for URIs that differ in one character', () => {
    const places = ['a:x', 'A:x', 'a:x ', 'a:%78', 'a:x/'].map((uri) =>
      virtualPlace(resource(uri, { name: 'same' }), asIs),
    );
    expect([new Set(places.map(({ query }) => query)).size, new Set(places.map(({ path }) => path))]).toEqual([
      5,
      new Set(['/same']),
    ]);
  });

  it('survives a name that was cut in the middle of a character', () => {
    const half = resource('a:1', { name: `Smile ${'🙂'[0]!}` });
    expect([fileName(half), virtualTarget(virtualPlace(half, asIs))?.uri]).toEqual(['Smile', 'a:1']);
  });

  it('is another one at each round, for the same resource', () => {
    const place = virtualPlace(resource('a:1'), asIs);
    const places = [0, 1, 2, 10].map((round) => renewed(place, round));
    const excerpt = renewed(place, 2, 300);
    expect([virtualTarget(excerpt)?.uri, roundOf(excerpt), linesOf(excerpt), linesOf(place)]).toEqual([
      'a:1',
      2,
      300,
      0,
    ]);
    expect([places[0], new Set(places.map(({ query }) => query)).size]).toEqual([place, 4]);
    expect(places.map((one) => [one.path, virtualTarget(one)?.uri])).toEqual(places.map(() => [place.path, 'a:1']));
    expect(places.map(roundOf)).toEqual([0, 1, 2, 10]);
  });

  it('means nothing when we did not make it: files that editors look for, and changed paths', () => {
    const { path, query } = virtualPlace(resource('db://sales/orders', { name: 'orders.json' }), asIs);
    expect(virtualTarget({ path, query })?.uri).toBe('db://sales/orders');
    const paths = ['', '/', '/package.json', '/.git', 'orders.json', `${path}/`, `${path}/more`, `/more${path}`];
    const queries = [
      '',
      `${query}=`,
      `${query}.`,
      `${query}.x`,
      `${query}.1.2.3`,
      query.slice(1),
      '%',
      toBase64Url('db://sales/orders'),
      toBase64Url('["db://sales/orders"]'),
      toBase64Url('["a", "b", "c", "orders.json"]'),
      toBase64Url('not a list"]'),
    ];
    const otherTargets = [
      ...paths.map((one) => ({ path: one, query })),
      ...queries.map((one) => ({ path, query: one })),
    ];
    expect(otherTargets.filter((one) => virtualTarget(one) !== undefined)).toEqual([]);
  });
});

describe('the place of a part', () => {
  const docs = resource('dir:/docs\nwith a "line"/', { name: 'docs', mimeType: 'inode/directory' });
  const part = { uri: 'dir:/docs/a "]\n.md', occurrence: 2, path: 'guide/a.md' };

  it.each(nasty)('carries %j without loss', (uri) => {
    const places = [partPlace(resource(uri), part, asIs), partPlace(docs, { ...part, uri }, asIs)];
    expect(places.map(virtualTarget)).toEqual([
      { kind: 'part', uri, part: { uri: part.uri, occurrence: 2 } },
      { kind: 'part', uri: docs.uri, part: { uri, occurrence: 2 } },
    ]);
    expect(places.map(({ query }) => query.replace(/[\w-]/gu, ''))).toEqual(['', '']);
  });

  it('leads to nothing above, below or beside it', () => {
    const { path, query } = partPlace(docs, part, asIs);
    expect(path).toBe('/docs/guide/a.md');
    const others = ['/', '', '/doc', '/docs', '/docs/guide', '/docs/guide/package.json', '/docs/guide/a.md/x'];
    expect(others.filter((other) => virtualTarget({ path: other, query }) !== undefined)).toEqual([]);
    expect(virtualTarget({ path, query: `${query}.3` })).toMatchObject({ kind: 'part' });
  });

  it('has the safe name that it is given', () => {
    const toSafeName = (name: string): string => `${name}.txt`;
    const places = [virtualPlace(docs, toSafeName), partPlace(docs, part, toSafeName)];
    expect(places.map(({ path }) => path)).toEqual(['/docs.txt', '/docs/guide/a.md.txt']);
    expect(places.map((place) => virtualTarget(place)?.kind)).toEqual(['whole', 'part']);
  });
});

describe('a file name', () => {
  it.each([
    // [uri, fields, file name]
    ['db://sales/orders', { name: 'orders', title: 'All Orders', mimeType: 'application/json' }, 'All-Orders.json'],
    ['db://sales/orders', { name: 'orders', mimeType: 'text/markdown; charset=utf-8' }, 'orders.md'],
    ['db://sales/orders', { name: 'orders' }, 'orders'],
    ['file:///a/rows.ts', { name: 'rows', title: 'Rows', mimeType: 'text/plain' }, 'rows.ts'],
    ['file:///a/rows.ts', { name: 'other.py', mimeType: 'text/plain' }, 'other.py'],
    ['file:///a/photo.jpeg', { name: 'photo', mimeType: 'image/jpeg' }, 'photo.jpeg'],
    ['file:///a/chart.bin', { name: 'chart', mimeType: 'image/png' }, 'chart.bin.png'],
    ['x:1', { name: 'chart', mimeType: 'image/png' }, 'chart.png'],
    ['file:///a/b.md/?v=1#top', { name: 'b' }, 'b.md'],
    ['file:///a/caf%C3%A9.md', { name: 'c' }, 'café.md'],
    ['x:1', { name: '..', title: '../../etc' }, 'etc'],
    ['x:1', { name: '...' }, 'resource'],
    ['x:1', { name: ' \n\t ' }, 'resource'],
    ['x:1', { name: 'a/b\\c:d*e?f"g<h>i|j#k%l' }, 'a-b-c-d-e-f-g-h-i-j-k-l'],
    ['x:1', { name: 'Line\nbreak \u202e and more' }, 'Linebreak-and-more'],
    ['x:1', { name: 'n'.repeat(200), mimeType: 'text/plain' }, `${'n'.repeat(80)}.txt`],
    ['x:1', { name: '🙂'.repeat(100) }, '🙂'.repeat(50)],
    ['x:1', { name: 'Version 1.2' }, 'Version-1.2'],
    ['x:1', { name: 'report.docx', mimeType: 'application/zip' }, 'report.docx'],
    ['x:1', { name: 'backup', mimeType: 'application/zip' }, 'backup.zip'],
    ['x:1', { name: 'photo.png', mimeType: 'text/plain' }, 'photo.png.txt'],
    ['x:1', { name: '100%', title: '100% done', mimeType: 'text/html' }, '100-done.html'],
  ])('of %j with %j is %j', (uri, fields, expected) => {
    expect(fileName(resource(uri, fields))).toBe(expected);
  });
});

describe('a safe name', () => {
  it.each([
    ['..', 'resource'],
    ['%2e%2e', 'resource'],
    ['..%2f..%2fetc', 'etc'],
    ['.git', 'git'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM¹.txt', '_COM¹.txt'],
    ['lpt³', '_lpt³'],
    ['CONIN$', '_CONIN$'],
    ['conout$.log', '_conout$.log'],
    ['\u200b.git', 'git'],
    ['\u2060.\u200c.g\u200cit', 'git'],
    ['con\u200b.txt', '_con.txt'],
    ['a.\u00ad', 'a'],
    ['\u2800.git', 'git'],
    ['\ue000. \u2800.git\u2800.', 'git'],
    ['family 👨\u200d👩', 'family-👨\u200d👩'],
    ['lpt1.', '_lpt1'],
    ['console.log', 'console.log'],
  ])('of %j is %j', (text, expected) => {
    expect(safeName(text)).toBe(expected);
  });
});

describe('base64url', () => {
  it.each(['', 'a', 'ab', 'abc', '🙂 用户', '\u0000\uffff', '\ufeffmarked'])('brings %j back', (text) => {
    const encoded = toBase64Url(text);
    expect([encoded.replace(/[\w-]/gu, ''), fromBase64Url(encoded), encoded]).toEqual([
      '',
      text,
      Buffer.from(text).toString('base64url'),
    ]);
  });

  it.each(['=', 'YQ==', 'a', 'YR', '+/', 'ä', 'YQ YQ', '_w', 'YQ\n'])('does not take %j', (encoded) => {
    expect(fromBase64Url(encoded)).toBeUndefined();
  });
});
