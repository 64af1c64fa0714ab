/**
 * Text as search compares it: without case, without accents, with compatible forms (full-width letters, ligatures) made one.
 * The fold of a text is the folds of its characters, one after the other.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : foldLower(lower);
}

/** {@link fold} for a text that is in lower case and not all ASCII. */
export function foldLower(lower: string): string {
  // The Greek sigma at the end of a word is another character, which would depend on what follows.
  return lower.normalize('NFKD').replace(accents, '').toLowerCase().replaceAll('ς', 'σ');
}

/** What people leave out when they type. The marks of Indic and South-East Asian scripts are vowels: words differ by them alone. */
const accents =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu;

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
  return /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code));
}

/**
 * Where `words` (folded) stand in `text`: start and end offsets in `text` itself, flat, ascending, without overlaps.
 * At most `limit` pairs.
 */
export function findMatches(text: string, words: readonly string[], limit = 20): number[] {
  if (words.length === 0 || text.length === 0) return [];
  const { folded, offsets } = foldWithOffsets(text);
  const pairs: (readonly [number, number])[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0 && pairs.length < limit; at = folded.indexOf(word, at + word.length))
      pairs.push([offsets[at] ?? 0, endOf(offsets, at + word.length)]);
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

/** A match that ends within a character, such as the `f` of a ligature, takes all of it; accents that follow belong to it. */
function endOf(offsets: readonly number[], at: number): number {
  let end = at;
  while (end < offsets.length - 1 && offsets[end] === offsets[end - 1]) end += 1;
  return offsets[end] ?? 0;
}

/** Folds character by character, so that an offset in the folded text can be led back to the original; the last one is its length. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = fold(character);
    for (let length = offsets.length + part.length; offsets.length < length;) offsets.push(at);
    folded += part;
    at += character.length;
  }
  offsets.push(at);
  return { folded, offsets };
}
