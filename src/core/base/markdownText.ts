import { escapePunctuation, longestRun } from './markdown';
import { words } from './untrusted';

/**
 * Characters that could end a link's label or begin markup in it. VS Code writes the titles of its inline references as they are,
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/common/widget/annotations.ts
 */
const linkMarkup = /[[\]()<>\\`*_~$!#\s]+/gu;
const maxLength = 120;

/** Untrusted text as one line of Markdown that shows it and does nothing: no link, no picture, no format. */
export function escapeMarkdown(text: string, length = maxLength): string {
  return escapePunctuation(words(text, length) ?? '…');
}

/** The title of an inline reference, which cannot be escaped. */
export function referenceTitle(text: string): string {
  return words(text.replace(linkMarkup, ' '), maxLength) ?? '…';
}

/**
 * Text as a block of code, whatever fences it has itself.
 *
 * @param language letters and digits
 */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${/^$|\n$/u.test(text) ? '' : '\n'}${fence}`;
}
