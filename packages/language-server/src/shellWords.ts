import { showable } from '../../../src/core/base/showable';

/** Characters without a meaning in any shell. */
const plain = /^[\w@+:,./-]+$/u;
/** PowerShell has meanings for `@` and `,`. */
const plainOnWindows = /^[\w+:.\\/-]+$/u;
/** Their meaning in quotes differs between the shells of Windows. PowerShell takes curly quotes for straight ones, and programs `\"` for `"`. */
const specialOnWindows = /["“”„%$`!^]|\\$/u;

/**
 * A command that the user can paste into a terminal. The words may be untrusted: they stay words. `<…>` stands for one that cannot be
 * written so that it looks like what it is.
 */
export function commandLine(words: readonly string[], platform: string): string {
  return words.map((word) => (platform === 'win32' ? windowsWord(word) : posixWord(word))).join(' ');
}

function posixWord(word: string): string {
  if (plain.test(word)) return word;
  // Fish takes a backslash as an escape in single quotes, too.
  return isShown(word) && !word.includes('\\') ? `'${word.replaceAll("'", String.raw`'\''`)}'` : '<…>';
}

function windowsWord(word: string): string {
  if (plainOnWindows.test(word)) return word;
  return isShown(word) && !specialOnWindows.test(word) ? `"${word}"` : '<…>';
}

function isShown(word: string): boolean {
  return showable(word, '') === word;
}
