import { describe, expect, it } from 'vitest';
import { bareMimeType, codiconOf, extensionOf, isImage } from '../../../src/core/content/mimeTypes';
import { isSameContent, contentSize, withBytesOf, type Content } from '../../../src/core/content/content';
import { bytesOf, rendition } from '../../../src/core/content/rendition';
import { formatAge, formatCount, formatSize } from '../../../src/core/base/format';
import type { ResourceContent } from '../../../src/core/resource/resource';

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
    expect(rendition('a:1', [])).toEqual({ bytes: new Uint8Array(), mimeType: undefined, parts: [] });
    expect(shown('a:1', [textBlock('a:other', 'häl\r\nlo', 'text/plain')])).toEqual({
      text: 'häl\r\nlo',
      mimeType: 'text/plain',
    });
    const picture = blobBlock('a:1', [0, 255], 'image/png');
    const { bytes, mimeType, parts } = rendition('a:1', [picture]);
    expect([bytes, mimeType]).toEqual([bytesOf(picture), 'image/png']);
    // The 50 MB are not copied.
    expect([bytes, parts[0]?.bytes].map((one) => one === bytesOf(picture))).toEqual([true, true]);
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
        '--- dir:/b ---\n(not text: image/png, 3 bytes)',
        '--- dir:/ ---\n# All',
        '--- dir:/c ---\n(not text: application/octet-stream, 0 bytes)\n',
      ].join('\n\n'),
      mimeType: 'text/markdown',
    });
    expect(shown('dir:/none', contents)).toMatchObject({ mimeType: 'text/plain' });
  });

  it('is text whatever its first block is: a picture must not give it its name', () => {
    expect(shown('dir:/', [blobBlock('dir:/b', [0], 'image/png'), textBlock('dir:/a', 'A')])).toMatchObject({
      mimeType: 'text/plain',
    });
  });

  it('holds the texts that came as bytes, in UTF-16 too', () => {
    const utf16 = blobBlock('dir:/b', [0xff, 0xfe, 0x41, 0, 0xe4, 0], 'text/plain');
    const { text } = shown('dir:/', [blobBlock('dir:/a', [0x41]), utf16]) as { text: string };
    expect(text).toBe('--- dir:/a ---\nA\n\n--- dir:/b ---\nAä\n');
  });

  it('has its parts as files, whose texts are windows on the whole', () => {
    const contents = [
      textBlock('dir:/a.md', 'Ä', 'text/markdown'),
      blobBlock('dir:/b', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'text/plain'),
      textBlock('dir:/a.md', 'again'),
    ];
    const { bytes, parts } = rendition('dir:/', contents);
    expect(parts.map(({ bytes: own, ...part }) => ({ ...part, text: new TextDecoder('latin1').decode(own) }))).toEqual([
      {
        uri: 'dir:/a.md',
        occurrence: 0,
        path: 'a.md',
        mimeType: 'text/markdown',
        declaredType: 'text/markdown',
        isText: true,
        text: 'Ã\x84',
      },
      {
        uri: 'dir:/b',
        occurrence: 0,
        path: 'b.png',
        mimeType: 'image/png',
        declaredType: 'text/plain',
        isText: false,
        text: '\x89PNG\r\n\x1a\n',
      },
      {
        uri: 'dir:/a.md',
        occurrence: 1,
        path: 'a-2.md',
        mimeType: 'text/plain',
        declaredType: undefined,
        isText: true,
        text: 'again',
      },
    ]);
    expect(parts.map((part) => part.bytes.buffer === bytes.buffer)).toEqual([true, false, true]);
  });

  it('goes by the type in the list, so that names stay, unless the answer knows better', () => {
    const types = (announced: string, declared: string | undefined) =>
      rendition('a:1', [textBlock('a:1', 'x', declared)], announced).mimeType;
    expect([
      types('text/markdown', 'text/plain'),
      types('text/plain', 'text/markdown'),
      types('text/markdown', undefined),
      types('image/png', 'text/csv'),
      types('inode/directory', undefined),
    ]).toEqual(['text/markdown', 'text/markdown', 'text/markdown', 'text/csv', 'inode/directory']);
    expect(rendition('a:', [textBlock('a:1', 'x', 'text/csv')], 'inode/directory').mimeType).toBe('text/csv');
  });
});

describe('the bytes of a text', () => {
  const utf8 = [...Buffer.from('Größe')];
  const latin = [...Buffer.from('Größe', 'latin1')];
  const latinType = 'text/plain; charset=iso-8859-1';
  const read = (...blocks: readonly ResourceContent[]): Content => rendition('a:1', blocks) as Content;

  it.each([
    ['UTF-8', utf8, 'text/plain', { isSameMemory: true, size: 7 }],
    ['ASCII that is called another encoding', [0x41], 'text/plain; charset=shift_jis', { isSameMemory: true, size: 1 }],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...utf8], 'text/plain', { isSameMemory: true, size: 7 }],
    ['another encoding', latin, latinType, { isSameMemory: false, size: 12 }],
  ])('are held once where they can be: %s', (_, bytes, type, expected) => {
    const block = blobBlock('a:1', bytes, type);
    const content = read(block);
    expect({ isSameMemory: content.bytes.buffer === bytesOf(block).buffer, size: contentSize(content) }).toEqual(
      expected,
    );
  });

  it('are the earlier ones in a read of the same, and others where only the server’s are', () => {
    for (const others of [[], [textBlock('a:2', 'two')]]) {
      const [before, again] = [latin, latin].map((bytes) => read(blobBlock('a:1', bytes, latinType), ...others));
      const utf8Now = read(blobBlock('a:1', utf8, latinType), ...others);
      expect([isSameContent(before!, again!), isSameContent(before!, utf8Now)]).toEqual([true, false]);
      const shared = withBytesOf(again!, before!);
      expect(shared.parts.map(({ original, bytes }) => [original, bytes.buffer])).toEqual(
        before!.parts.map(({ original, bytes }) => [original, bytes.buffer]),
      );
      expect(shared.parts[0]?.original).toBe(before!.parts[0]?.original);
    }
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
