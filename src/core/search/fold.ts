/**
 * Text as search compares it: without case, without accents, with compatible forms (full-width letters, ligatures) made one.
 * A text that is already plain comes back as the same string, which costs no memory.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** True where a word may begin: at the start or after a separator. Scripts without spaces have one word a run. */
export function isWordStart(text: string, at: number): boolean {
  return at === 0 || !isWordCharacter(text.charCodeAt(at - 1));
}

function isWordCharacter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return true;
}

/**
 * One bit for every kind of character in a folded text: letters, digits (in pairs), and everything beyond ASCII. A text can contain a word
 * only when it has all of the word's bits, which spares most texts the closer look.
 */
export function letterMask(folded: string): number {
  let mask = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + ((code - 48) >> 1));
    else if (code > 127) mask |= 1 << 31;
  }
  return mask;
}

/**
 * Where `words` (folded) stand in `text`: start and end offsets in `text` itself, flat, ascending, without overlaps.
 * At most `limit` pairs.
 */
export function findMatches(text: string, words: readonly string[], limit = 20): number[] {
  if (words.length === 0 || text.length === 0) return [];
  const { folded, offsets } = foldWithOffsets(text);
  const pairs: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0 && pairs.length < limit; at = folded.indexOf(word, at + word.length))
      pairs.push([offsets[at] ?? 0, offsets[at + word.length] ?? text.length]);
  }
  pairs.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const flat: number[] = [];
  for (const [start, end] of pairs) {
    const last = flat.at(-1) ?? -1;
    if (end <= last) continue;
    if (start <= last) flat[flat.length - 1] = end;
    else flat.push(start, end);
  }
  return flat;
}

/** Folds character by character, so that an offset in the folded text can be led back to the original. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = fold(character);
    for (let index = 0; index < part.length; index += 1) offsets.push(at);
    folded += part;
    at += character.length;
  }
  offsets.push(at);
  return { folded, offsets };
}
