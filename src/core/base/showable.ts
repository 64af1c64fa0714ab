/** Control characters, ends of lines, and characters that show text in another order than it has. */
const unshowable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Untrusted text with `instead` for each run of characters that must not be shown. Still untrusted. */
export function showable(text: string, instead: '' | ' '): string {
  return text.replace(unshowable, instead);
}
