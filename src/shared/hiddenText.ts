const emoji = String.raw`\p{Extended_Pictographic}`;
/** Scripts in which a joiner changes how a word is written. */
const scripts = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'];
/** Some scripts contain marks such as U+061C themselves, beside which no mark has a meaning. */
const letter = String.raw`(?=[\p{L}\p{M}])`;
const rightToLeft = String.raw`${letter}[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}]`;
const joinable = String.raw`${letter}[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;
/** Invisible characters that belong to what is seen: inside emoji, and beside letters of scripts that need them. */
const meaningful = [
  String.raw`[${emoji}\p{Emoji_Modifier}]\ufe0f?\u200d(?=${emoji})`,
  String.raw`${emoji}[\ufe0e\ufe0f]`,
  String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
  String.raw`${joinable}[\u200c\u200d](?=${joinable})`,
  String.raw`(?<=${rightToLeft})[\u061c\u200e\u200f]`,
  String.raw`[\u061c\u200e\u200f](?=${rightToLeft})`,
].join('|');
/** Formats that are seen: signs of numbers, years and verses. */
const visible = String.raw`(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])`;
const invisible = String.raw`${visible}[\p{Default_Ignorable_Code_Point}\p{Cf}]`;
let pattern: RegExp | undefined;

/** Matches each character that no text needs to be read: one without a width, or that shows text in another order than it has. */
export function hidden(): RegExp {
  return (pattern ??= new RegExp(`${invisible}(?<!${meaningful})`, 'gu'));
}

/** The code point of a character, such as `\u{202e}`. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Untrusted text with the code point of each {@link hidden} character; white space and controls stay. */
export function legibleText(text: string): string {
  return text.replace(hidden(), escaped);
}
