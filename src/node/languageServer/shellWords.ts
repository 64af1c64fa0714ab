import { showable } from '../../core/base/showable';

/** Nothing in it means something to a shell. */
const plain = /^[\w@+:,./-]+$/u;
/** PowerShell has meanings for `@` and `,`. */
const plainOnWindows = /^[\w+:.\\/-]+$/u;
/** What it means in quotes differs between the shells of Windows. PowerShell takes curly quotes for straight ones, and programs `\"` for `"`. */
const specialOnWindows = /["“”„%$`!^]|\\$/u;

/**
 * A command that a person can paste into a terminal. The words may be a stranger's: they stay words. `<…>` stands for one that cannot be
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
