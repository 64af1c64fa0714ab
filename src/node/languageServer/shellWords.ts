import { showable } from '../../core/base/showable';

/** Nothing in it means something to a shell. */
const plain = /^[\w@+=:,./-]+$/u;
/** What it means in quotes differs between the shells of Windows. */
const special = /["%$`!^]/u;

/**
 * A command that a person can paste into a terminal. The words may be a stranger's: they stay words. `<…>` stands for one that cannot be
 * written so that it looks like what it is.
 */
export function commandLine(words: readonly string[], platform: string): string {
  return words.map((word) => (platform === 'win32' ? windowsWord(word) : posixWord(word))).join(' ');
}

function posixWord(word: string): string {
  if (plain.test(word)) return word;
  return showable(word, '') === word ? `'${word.replaceAll("'", String.raw`'\''`)}'` : '<…>';
}

function windowsWord(word: string): string {
  if (plain.test(word.replaceAll('\\', '/'))) return word;
  return showable(word, '') === word && !special.test(word) ? `"${word}"` : '<…>';
}
