import { describe, expect, it } from 'vitest';
import { bareMimeType, codiconOf, extensionOf, isImage } from '../../../src/core/content/mimeTypes';
import { bytesOf, rendition } from '../../../src/core/content/rendition';
import { formatAge, formatCount, formatSize } from '../../../src/core/format';
import type { ResourceContent } from '../../../src/core/resource';

describe('a media type', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['text/Markdown; charset=utf-8', 'md'],
    [' application/json ', 'json'],
    ['application/vnd.api+json', 'json'],
    ['application/atom+xml', 'xml'],
    ['image/svg+xml', 'svg'],
    ['text/x-something', 'txt'],
    ['application/octet-stream', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('%j has the extension %j', (mimeType, extension) => {
    expect(extensionOf(mimeType)).toBe(extension);
  });

  it('is bare without its parameters', () => {
    expect(['Text/HTML;charset=x', 'a/b', ';'].map(bareMimeType)).toEqual(['text/html', 'a/b', '']);
  });

  it('is an image when it is a picture and no text', () => {
    expect(['image/png', 'IMAGE/JPEG; q=1', 'image/svg+xml', 'text/plain', undefined].map(isImage)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['application/json', 'json'],
    ['text/csv', 'table'],
    ['text/markdown', 'markdown'],
    ['application/sql', 'database'],
    ['image/svg+xml', 'file-media'],
    ['application/zip', 'file-zip'],
    ['application/octet-stream', 'file-binary'],
    ['application/pdf', 'file-pdf'],
    ['inode/directory', 'folder'],
    ['text/x-log', 'output'],
    ['text/x-python', 'file-code'],
    ['text/plain', 'file'],
    [undefined, 'file'],
  ])('%j is shown as %s', (mimeType, icon) => {
    expect(codiconOf(mimeType)).toBe(icon);
  });
});

function textBlock(uri: string, text: string, mimeType?: string): ResourceContent {
  return { uri, mimeType, body: { kind: 'text', text } };
}

function blobBlock(uri: string, bytes: readonly number[], mimeType?: string): ResourceContent {
  return { uri, mimeType, body: { kind: 'blob', bytes: new Uint8Array(bytes) } };
}

function shown(uri: string, contents: readonly ResourceContent[]): unknown {
  const { bytes, mimeType } = rendition(uri, contents);
  return { text: new TextDecoder().decode(bytes), mimeType };
}

describe('what a read returned, as one file', () => {
  it('is empty for nothing, and the block itself for one', () => {
    expect(rendition('a:1', [])).toEqual({ bytes: new Uint8Array(), mimeType: undefined });
    expect(shown('a:1', [textBlock('a:other', 'häl\r\nlo', 'text/plain')])).toEqual({
      text: 'häl\r\nlo',
      mimeType: 'text/plain',
    });
    const picture = blobBlock('a:1', [0, 255], 'image/png');
    expect(rendition('a:1', [picture])).toEqual({ bytes: bytesOf(picture), mimeType: 'image/png' });
  });

  it('gives every one of several blocks its heading, and leaves none out', () => {
    const contents = [
      textBlock('dir:/a', 'A', 'text/plain'),
      blobBlock('dir:/b', [1, 2, 3], 'image/png'),
      textBlock('dir:/', '# All', 'text/markdown'),
      blobBlock('dir:/c', []),
    ];
    expect(shown('dir:/', contents)).toEqual({
      text: [
        '--- dir:/a ---\nA',
        '--- dir:/b ---\n(image/png, 3 bytes, not text)',
        '--- dir:/ ---\n# All',
        '--- dir:/c ---\n(application/octet-stream, 0 bytes, not text)\n',
      ].join('\n\n'),
      mimeType: 'text/markdown',
    });
    expect(shown('dir:/none', contents)).toMatchObject({ mimeType: 'text/plain' });
  });
});

describe('numbers for people', () => {
  it.each([
    [-1, '0 B'],
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [1_449, '1.4 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [12_345_678, '12 MB'],
    [999_500_000, '1.0 GB'],
    [2_500_000_000_000, '2.5 TB'],
    [Number.MAX_SAFE_INTEGER, '9007 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  it.each([
    [-5 * day, 'now'],
    [0, 'now'],
    [minute - 1, 'now'],
    [minute, '1 min'],
    [hour - 1, '59 min'],
    [hour, '1 h'],
    [day - 1, '23 h'],
    [day, '1 d'],
    [365 * day - 1, '364 d'],
    [365 * day, '1 y'],
    [800 * day, '2 y'],
  ])('%d ms ago is %s', (age, text) => {
    expect(formatAge(1_000_000 - age, 1_000_000)).toBe(text);
  });

  it('are grouped', () => {
    expect([formatCount(12), formatCount(100_000)]).toEqual(['12', '100,000']);
  });
});
