import { showable } from './showable';

/** All of ASCII's: CommonMark takes a backslash before each. */
const punctuation = /[!-/:-@[-`{-~]/gu;

/** Punctuation that begins no markup: links, entities and comments that it could end or continue are escaped. */
const inert = '[,;?!%"\'(/]';
/** Punctuation that begins no list inside or behind words and numbers and, without a scheme or `www`, makes no web address. */
const inText = [
  '(?<=[\\p{L})"\'])[.:)](?=[\\s,.:;"\')]|$)',
  '(?<=\\p{L})(?<!www)[.-](?=\\p{L})',
  '(?<=\\p{L})(?<!https?|ftp):(?=/)',
  '(?<=\\d)[.:-](?=\\d)',
].join('|');
const markup = new RegExp(`(?!${inert}|${inText})${punctuation.source}`, 'giu');

/** One line of text as Markdown that shows it and does nothing. */
export function escapePunctuation(line: string): string {
  return line.replace(punctuation, '\\$&');
}

/** Like {@link escapePunctuation}, for users who may see the Markdown itself: leaves punctuation that does nothing where it stands. */
export function escapeMarkup(line: string): string {
  return line.replace(markup, '\\$&');
}

/** One line of text as code. */
export function codeSpan(line: string): string {
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = /^`|`$/u.test(line) ? ' ' : '';
  return fence + space + line + space + fence;
}

/** Length of the longest run of backticks. */
export function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map(({ length }) => length));
}

/**
 * Untrusted text as Markdown that shows it, with its lines and paragraphs, and does nothing: no link, no picture, no format. Its spaces
 * stay spaces, so that lines break between words. Not for Markdown that shows icons.
 */
export function literalMarkdown(text: string, escape = escapePunctuation): string {
  let markdown = '';
  let end = '';
  for (const line of text.split(/\r\n?|\n/u)) {
    const literal = literalLine(line, escape);
    if (literal === '') end = markdown && '\n\n';
    else [markdown, end] = [markdown + end + literal, '\\\n'];
  }
  return markdown;
}

/** Leading spaces would make code of a line; no-break spaces keep their width. */
function literalLine(line: string, escape: (line: string) => string): string {
  const escaped = escape(showable(line.trimEnd(), ' '));
  return escaped.replace(/^\s+/u, (spaces) => '\u00a0'.repeat(spaces.length));
}
