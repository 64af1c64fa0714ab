import { hidden } from '../../shared/hiddenText';

/** Control characters, ends of lines, and characters that show text in another order than it has. */
const unshowable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]+/gu;

/** Untrusted text with `instead` for each run of characters that must not be shown, and without invisible ones. Still untrusted. */
export function showable(text: string, instead: '' | ' '): string {
  const visible = text.replace(hidden(), (character) => (character.search(unshowable) < 0 ? '' : character));
  return visible.replace(unshowable, instead);
}

/** Like {@link showable}, for text of several lines, which keeps its white space. */
export function showableText(text: string): string {
  return text.replace(hidden(), '');
}

/** Text of several lines whose control characters are spaces; tabs stay, as code is indented with them. */
export function showableLines(text: string): string {
  const lines = text.split(/\r\n?|\n/u);
  return lines
    .map((line) =>
      line
        .split('\t')
        .map((part) => showable(part, ' '))
        .join('\t'),
    )
    .join('\n');
}
