import { isSameBytes } from './content';

/** Bytes of other encodings seldom obey the rules of these, so where they do a server that names one is believed before UTF-8 is tried. */
const eastAsian = /^(shift_jis|euc-|gb|big5|iso-2022)/u;

/**
 * Stands for NUL, which a text may not have: chat clients show a file with one as a hex dump, and editors do not open it.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/util/common/hexdump.ts (isBinaryContent)
 */
const nulSymbol = '\u2400';

/** The encoding that the first of these types names. */
export function charsetOf(...types: readonly (string | undefined)[]): string | undefined {
  for (const type of types) {
    const charset = /;\s*charset="?([\w.:-]+)/iu.exec(type ?? '')?.[1];
    if (charset !== undefined) return charset;
  }
  return undefined;
}

/**
 * The text of bytes without its byte order mark, by that mark, by the `charset` that a type names, or in UTF-8; `undefined` if a byte
 * breaks the rules of the encoding.
 *
 * @param isWhole false for the beginning of something, which may end within a character
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean, charset?: string): string | undefined {
  return strictly(bytes, isWhole, charset)?.text;
}

/**
 * The form in which a text is shown and sent everywhere: in UTF-8, without byte order mark and NUL. The same bytes, or a view of them, where
 * they are so already; `undefined` if they are no text in an encoding that can be meant.
 */
export function inUtf8(bytes: Uint8Array, charset: string | undefined): Uint8Array | undefined {
  const strict = strictly(bytes, true, charset);
  if (strict?.encoding === 'utf-8') return withoutMarkAndNul(bytes);
  const text = strict?.text ?? broken(bytes, charset);
  if (text === undefined) return undefined;
  const encoded = withoutMarkAndNul(new TextEncoder().encode(text));
  return isSameBytes(encoded, bytes) ? bytes : encoded;
}

/** {@link inUtf8} of bytes that are UTF-8. */
export function withoutMarkAndNul(bytes: Uint8Array): Uint8Array {
  const unmarked = markOf(bytes) === undefined ? bytes : bytes.subarray(3);
  if (!unmarked.includes(0)) return unmarked;
  return new TextEncoder().encode(new TextDecoder().decode(unmarked).replaceAll('\0', nulSymbol));
}

function strictly(
  bytes: Uint8Array,
  isWhole: boolean,
  charset: string | undefined,
): { readonly text: string; readonly encoding: string } | undefined {
  for (const encoding of encodingsOf(bytes, charset)) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole }), encoding };
    } catch {
      // Another encoding.
    }
  }
  return undefined;
}

/** Decodes text with a few invalid characters, such as a log that was cut inside one. Falls back to windows-1252. */
function broken(bytes: Uint8Array, charset: string | undefined): string | undefined {
  for (const encoding of encodingsOf(bytes, charset)) {
    const text = new TextDecoder(encoding).decode(bytes);
    if (isMostlyWhole(text, encoding)) return text;
  }
  return bytes.includes(0) ? undefined : new TextDecoder('windows-1252').decode(bytes);
}

/** ASCII characters say nothing, as nearly all encodings have them. */
function isMostlyWhole(text: string, encoding: string): boolean {
  const least = encoding.startsWith('utf-16') ? 0 : 0x80;
  let balance = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) balance -= 1;
    else if (code >= least) balance += 1;
  }
  return balance > 0;
}

/** Encodings that can be meant, the likeliest first. Every byte is a character in those of one byte, so they come after UTF-8. */
function encodingsOf(bytes: Uint8Array, charset: string | undefined): readonly string[] {
  const mark = markOf(bytes);
  if (mark) return [mark];
  const named = charset === undefined ? undefined : nameOf(charset);
  if (named === undefined || named === 'utf-8') return ['utf-8'];
  // Half of the bytes of most alphabets are so low, and in UTF-8 none is.
  if (named.startsWith('utf-16') && bytes.some((byte) => byte < 9)) return [named];
  return eastAsian.test(named) ? [named, 'utf-8'] : ['utf-8', named];
}

/** `undefined` for an encoding that nobody knows. */
function nameOf(charset: string): string | undefined {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

function markOf([first, second, third]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}
