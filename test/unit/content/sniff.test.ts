import { describe, expect, it } from 'vitest';
import { decodedText, typeOf } from '../../../src/core/content/sniff';

type Bytes = readonly (string | readonly number[])[];

function blob(...parts: Bytes): { kind: 'blob'; bytes: Uint8Array } {
  const bytes = parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'utf8')] : [...part]));
  return { kind: 'blob', bytes: new Uint8Array(bytes) };
}

const text = (value: string): { kind: 'text'; text: string } => ({ kind: 'text', text: value });
const png = blob([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR');
const jpeg = blob([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0]);
const zip = blob('PK', [3, 4, 20, 0, 0, 0]);
const random = blob([1, 2, 3, 0xff, 0xfe, 0]);

describe('bytes without a type', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/gif', blob('GIF89a', [1, 0, 1, 0, 0x80, 0xff])],
    ['image/webp', blob('RIFF', [0x24, 0, 0, 0], 'WEBPVP8 ')],
    ['image/bmp', blob('BM', [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0])],
    ['image/avif', blob([0, 0, 0, 28], 'ftypavif', [0, 0, 0, 0])],
    ['image/heic', blob([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0])],
    ['video/mp4', blob([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0])],
    ['audio/mp4', blob([0, 0, 0, 24], 'ftypM4A ', [0, 0, 2, 0])],
    ['audio/wav', blob('RIFF', [0x24, 0, 0, 0], 'WAVEfmt ')],
    ['audio/mpeg', blob('ID3', [3, 0, 0, 0, 0, 0])],
    ['audio/mpeg', blob([0xff, 0xfb, 0x90, 0x64, 0])],
    ['application/pdf', blob('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3])],
    ['application/pdf', blob('%PDF-1.4\n1 0 obj')],
    ['application/zip', zip],
    ['application/gzip', blob([0x1f, 0x8b, 8, 0, 0])],
    ['application/octet-stream', random],
    ['application/octet-stream', blob('RIFF', [0x24, 0, 0, 0], 'ABCD')],
    ['application/octet-stream', blob('')],
    ['application/octet-stream', blob([1, 2, 3])],
    ['text/plain', blob([0x1b], '[31mred\r\n\f')],
    ['text/plain', blob('BM, GIF89a and PK begin with letters\n')],
    ['text/plain', blob([0xef, 0xbb, 0xbf], 'marked')],
    ['text/plain', blob([0xff, 0xfe, 0x41, 0, 0x42, 0])],
    ['text/plain', blob([0xfe, 0xff, 0, 0x41, 0, 0x42])],
    ['application/json', blob([0xef, 0xbb, 0xbf], '{"a": 1}')],
    ['application/json', blob([0xff, 0xfe, 0x5b, 0, 0x31, 0, 0x5d, 0])],
  ])('are %s', (expected, body) => {
    expect(typeOf(body)).toBe(expected);
  });

  it('are text though a character is cut where the look at them ends', () => {
    const long = blob(`${'a'.repeat(64 * 1024 - 1)}ä and on`);
    expect(typeOf(long)).toBe('text/plain');
    expect(typeOf(blob('a'.repeat(100), [0xc3]))).toBe('application/octet-stream');
  });
});

describe('text without a type', () => {
  it.each([
    ['application/json', '{\n  "a": [1]\n}\n'],
    ['application/json', '[{"a": 1}]'],
    ['application/json', ' [ -1, 2 ] '],
    ['application/json', '{}'],
    ['text/plain', '{curly words}'],
    ['text/plain', '[2024-01-01] started\n[2024-01-02] ended'],
    ['text/plain', '{"a": 1'],
    ['application/xml', '<?xml version="1.0"?>\n<feed/>'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<svg xmlns="x"/>'],
    ['image/svg+xml', '<svg width="1"/>'],
    ['text/html', '<!DOCTYPE html>\n<title>x'],
    ['text/html', '<html lang="en">'],
    ['text/plain', '<b>bold</b> words'],
    ['text/plain', '# Title'],
    ['text/plain', ''],
  ])('is %s: %j', (expected, value) => {
    expect(typeOf(text(value))).toBe(expected);
  });
});

describe('a declared type', () => {
  it.each([
    // [declared type, body, detected type]
    ['image/png', png, 'image/png'],
    ['image/x-png', png, 'image/x-png'],
    ['image/png', jpeg, 'image/jpeg'],
    ['image/jpg', jpeg, 'image/jpg'],
    ['text/plain', png, 'image/png'],
    ['application/json', random, 'application/octet-stream'],
    ['application/octet-stream', png, 'image/png'],
    ['application/octet-stream', blob('just text'), 'text/plain'],
    ['application/octet-stream', random, 'application/octet-stream'],
    ['image/png', blob('Not found'), 'text/plain'],
    ['image/png', random, 'image/png'],
    ['image/png', blob(''), 'image/png'],
    ['text/x-log', blob('bell', [7]), 'text/x-log'],
    ['application/octet-stream', blob('bell', [7]), 'application/octet-stream'],
    ['image/png', text('{"error": true}'), 'application/json'],
    ['text/csv', blob('a;b\n', [0xe4], ';1\n'), 'text/csv'],
    ['text/csv', blob('a;b\n', [0xe4, 0x01, 0x02]), 'application/octet-stream'],
    ['text/csv; charset=utf-16le', blob([0x41, 0, 0x42, 0]), 'text/csv; charset=utf-16le'],
    ['text/csv; charset=utf-16le', png, 'image/png'],
    ['text/plain', blob('%PDF-1.4\n1 0 obj'), 'text/plain'],
    ['text/plain', blob('one\0two'), 'text/plain'],
    ['text/plain', blob('one\0', [1], 'two'), 'application/octet-stream'],
    ['text/plain', blob('U\0T\0F\0'), 'application/octet-stream'],
    ['application/octet-stream; charset=shift_jis', blob([0x82, 0xb2]), 'text/plain'],
    ['application/octet-stream; charset=iso-8859-1', png, 'image/png'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip, undefined],
    ['application/zip', png, 'image/png'],
    ['audio/mp4', blob([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0]), 'audio/mp4'],
    ['video/mp4', blob([0, 0, 0, 24], 'ftypM4A ', [0, 0, 2, 0]), 'video/mp4'],
    ['application/x-custom', random, 'application/x-custom'],
    ['application/x-custom', blob('text'), 'application/x-custom'],
    ['inode/directory', text('a\nb'), 'inode/directory'],
    ['nonsense', png, 'image/png'],
    ['', text('x'), 'text/plain'],
  ])('%j of a body is %#', (declared, body, expected) => {
    expect(typeOf(body, declared)).toBe(expected ?? declared);
  });

  it('is the first that fits', () => {
    expect(typeOf(png, undefined, 'text/plain', 'image/png')).toBe('image/png');
    expect(typeOf(text('x'), 'image/png', 'text/markdown', 'text/plain')).toBe('text/markdown');
  });
});

describe('the text of bytes', () => {
  it('is UTF-8 or UTF-16 with its mark, and nothing else', () => {
    const bytes = (...parts: Bytes) => decodedText(blob(...parts).bytes);
    expect([
      bytes('häl\r\nlo'),
      bytes([0xef, 0xbb, 0xbf], 'x'),
      bytes([0xff, 0xfe, 0xe4, 0]),
      bytes([0xfe, 0xff, 0, 0xe4]),
      bytes('a\0b'),
      bytes([0xe4]),
    ]).toEqual(['häl\r\nlo', 'x', 'ä', 'ä', undefined, undefined]);
  });
});
