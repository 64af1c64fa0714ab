import { showable } from './showable';

/** All of ASCII's: CommonMark takes a backslash before each. */
const punctuation = /[!-/:-@[-`{-~]/gu;

/** One line of text as Markdown that shows it and does nothing. */
export function escapePunctuation(line: string): string {
  return line.replace(punctuation, '\\$&');
}

/**
 * Somebody else's text as Markdown that shows it, with its lines and paragraphs, and does nothing: no link, no picture, no format. Its spaces
 * stay spaces, so that lines break between words. Not for Markdown that shows icons.
 */
export function literalMarkdown(text: string): string {
  let markdown = '';
  let end = '';
  for (const line of text.split(/\r\n?|\n/u).map(literalLine)) {
    if (line === '') end = markdown && '\n\n';
    else [markdown, end] = [markdown + end + line, '\\\n'];
  }
  return markdown;
}

/** Spaces before a line would make code of it; as these they keep their width. */
function literalLine(line: string): string {
  const escaped = escapePunctuation(showable(line.trimEnd(), ' '));
  return escaped.replace(/^\s+/u, (spaces) => '\u00a0'.repeat(spaces.length));
}
