/** Characters other than a blank that cannot be seen, look like one, or show text in another order than it has. */
const unseen = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Untrusted text with the code point of each character that cannot be seen, such as `\u{202e}`. Still untrusted. */
export function legible(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
