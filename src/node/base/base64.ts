// V8 answers this without a scan for strings that it stores with one byte per character.
const nonLatin1 = /[^\u0000-\u00ff]/;

/**
 * The bytes of a base64 text, in the standard or the URL-safe alphabet, padded or not, white space ignored; `undefined` if it
 * is not base64. Node decodes fast but skips invalid characters: the number of bytes shows whether it did.
 * https://github.com/nodejs/node/issues/8569
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (nonLatin1.test(text)) return undefined;
  return decodeExactly(text) ?? decodeExactly(text.replace(/\s+/g, ''));
}

function decodeExactly(text: string): Uint8Array | undefined {
  const length = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  if (length % 4 === 1) return undefined;
  const bytes = Buffer.allocUnsafeSlow(Math.floor((length * 3) / 4));
  const size = bytes.write(text, 'base64');
  return size === bytes.length ? new Uint8Array(bytes.buffer, 0, size) : undefined;
}
