/** Number of bytes of a text in UTF-8, without encoding it. A lone surrogate counts as the replacement character. */
export function utf8Length(text: string): number {
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

/** True where V8 holds two bytes for each character. Costs nothing for other texts: they cannot match. */
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
