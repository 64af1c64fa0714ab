import { onFirstUse } from './onFirstUse';

const emoji = String.raw`\p{Extended_Pictographic}`;
/** Scripts in which a joiner changes how a word is written. */
const scripts = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'];
const joinable = String.raw`(?=[\p{L}\p{M}])[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;
/** Invisible characters that belong to what is seen: inside emoji, and between letters of scripts that need them. */
const meaningful = [
  String.raw`[${emoji}\p{Emoji_Modifier}]\ufe0f?\u200d(?=${emoji})`,
  String.raw`${emoji}[\ufe0e\ufe0f]`,
  String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
  String.raw`${joinable}[\u200c\u200d](?=${joinable})`,
].join('|');
/** Characters without a width: they hide text from users that models read, and make different names look the same. */
const invisible = onFirstUse(
  () =>
    new RegExp(
      String.raw`(?![\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}(?<!${meaningful})`,
      'gu',
    ),
);
/** Control characters, ends of lines, and characters that show text in another order than it has. */
const unshowable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]+/gu;
/** The same but for the ends of lines. */
const unshowableInLines = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]+/gu;

/** Untrusted text with `instead` for each run of characters that must not be shown, and without invisible ones. Still untrusted. */
export function showable(text: string, instead: '' | ' '): string {
  return text.replace(invisible(), '').replace(unshowable, instead);
}

/** The same for text of several lines, which keeps its white space. */
export function showableText(text: string): string {
  return text.replace(invisible(), '').replace(unshowableInLines, '');
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
