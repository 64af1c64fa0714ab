/** Characters that are encoded at a time to count their bytes: for long texts faster than looking at each. */
const pieceLength = 16_384;

/** Number of bytes of a text in UTF-8, without a copy of it. A lone surrogate counts as the replacement character. */
export function utf8Length(text: string): number {
  if (text.length < pieceLength) return shortLength(text);
  const encoder = new TextEncoder();
  const piece = new Uint8Array(3 * pieceLength);
  let bytes = 0;
  for (let start = 0; start < text.length;) {
    const { read, written } = encoder.encodeInto(text.slice(start, start + pieceLength), piece);
    // A pair that is cut in the middle is taken whole with the next piece.
    const isCut = start + read < text.length && (text.charCodeAt(start + read - 1) & 0xfc00) === 0xd800;
    bytes += isCut ? written - 3 : written;
    start += isCut ? read - 1 : read;
  }
  return bytes;
}

function shortLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

/** True if V8 holds two bytes for each character. Costs nothing for other texts: they cannot match. */
export function isWide(text: string): boolean {
  return /[\u0100-\uffff]/.test(text);
}

/** Length of the longest beginning that takes at most so many bytes in UTF-8, in UTF-16 code units; it never ends with half of a character. */
export function lengthWithin(text: string, bytes: number): number {
  let remaining = bytes;
  let length = 0;
  while (length < text.length) {
    const code = text.codePointAt(length) ?? 0;
    remaining -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (remaining < 0) break;
    length += code < 0x10000 ? 1 : 2;
  }
  return length;
}
