import { onFirstUse } from './onFirstUse';

/**
 * Text as search compares it: without case, without accents, with compatible forms (full-width letters, ligatures) made one.
 * The fold of a text is the folds of its characters, one after the other.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : foldLower(lower);
}

function foldLower(lower: string): string {
  // The Greek sigma at the end of a word is another character, which would depend on what follows.
  return lower.normalize('NFKD').replace(accents(), '').toLowerCase().replaceAll('ς', 'σ');
}

/** Accents that users leave out when they type. The marks of Indic and South-East Asian scripts are vowels: words differ by them alone. */
const accents = onFirstUse(
  () =>
    /(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu,
);

export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

/** True where a word may begin: at the start or after a separator. Scripts without spaces have one word a run. */
export function isWordStart(text: string, index: number): boolean {
  return index === 0 || !isWordCharacter(text.charCodeAt(index - 1));
}

function isWordCharacter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code));
}
