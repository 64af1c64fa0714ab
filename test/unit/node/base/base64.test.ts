import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../../src/node/base/base64';

const decode = (text: string) => {
  const bytes = decodeBase64(text);
  return bytes && Buffer.from(bytes).toString('latin1');
};

describe('decodeBase64', () => {
  it('reads what other encoders write', () => {
    for (const text of ['', 'a', 'ab', 'abc', 'abcd', '\u00fb\u00ff\u00fe\u00ff']) {
      const bytes = Buffer.from(text, 'latin1');
      expect(decode(bytes.toString('base64'))).toBe(text);
      expect(decode(bytes.toString('base64url'))).toBe(text);
      expect(decode(bytes.toString('base64').replace(/=/g, ''))).toBe(text);
    }
    expect(decode('YWJj\nZGVm\r\n Z2hp\n')).toBe('abcdefghi');
  });

  it('refuses everything else', () => {
    for (const text of [
      'YWJ*',
      'YWJjY',
      'Y',
      'YQ==YQ==',
      'this is not base64!!',
      'YWJjŁŁŁŁ',
      'YWJj\u00e4\u00e4\u00e4\u00e4',
      'data:image/png;base64,YWJj',
    ])
      expect(decodeBase64(text)).toBeUndefined();
  });

  it('holds no more memory than its bytes', () => {
    expect(decodeBase64('YWJj')?.buffer.byteLength).toBe(3);
  });
});
