import { escaped, hidden } from '../../shared/hiddenText';

/** Characters other than a blank that cannot be seen, look like one, or show text in another order than it has. */
const unseen = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const seen = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** ASCII again, which no user sees and many models read. */
const tag = /[\u{e0000}-\u{e007f}]/u;
/** Ends of lines, and controls that JSON may contain. */
const breaking = /[\u007f-\u009f\u2028\u2029]/gu;
const override = /[\u202a-\u202e\u2066-\u2069]/u;

/** Untrusted text with the code point of each character that cannot be seen, such as `\u{202e}`. Still untrusted. */
export function legible(text: string): string {
  return text.replace(unseen, escaped);
}

/** True if nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return !seen.test(text);
}

/**
 * One line of JSON in which no text of others hides anything: the same values, with such characters as `\u202e`.
 *
 * @param longest characters of a text; longer ones are cut
 */
export function legibleJson(value: object, longest = Infinity): string {
  const shorten = (_: string, field: unknown): unknown =>
    typeof field === 'string' && field.length > longest ? `${field.slice(0, longest)}…` : field;
  return JSON.stringify(value, shorten).replace(hidden(), asJson).replace(breaking, asJson);
}

function asJson(character: string): string {
  const codes = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('');
}

/** Numbers of characters that a text hides. */
export interface HiddenCharacters {
  readonly tags: number;
  readonly directionOverrides: number;
  readonly others: number;
}

/** `undefined` if there are none. */
export function hiddenIn(text: string): HiddenCharacters | undefined {
  const matches = text.match(hidden());
  if (!matches) return undefined;
  const tags = matches.filter((character) => tag.test(character)).length;
  const directionOverrides = matches.filter((character) => override.test(character)).length;
  return { tags, directionOverrides, others: matches.length - tags - directionOverrides };
}
