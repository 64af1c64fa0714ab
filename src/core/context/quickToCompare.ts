/** Letters of a changed passage, before and after, multiplied, that an editor compares within seconds. */
const maxLetters = 50_000_000;
/** Lines that only one of the texts has, before and after, multiplied, that an editor compares within seconds. */
const maxLines = 40_000_000;

/**
 * True if VS Code can show the difference of two texts. It compares letter by letter within each changed passage, and stops after five
 * seconds with a notification; where nearly everything is different there is nothing to see in it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/common/diff/defaultLinesDiffComputer/defaultLinesDiffComputer.ts (refineDiff)
 */
export function isQuickToCompare(oldText: string, newText: string): boolean {
  const [old, current] = [oldText.split('\n'), newText.split('\n')];
  const [removed, added] = [differing(old, new Set(current)), differing(current, new Set(old))];
  return removed.lines * added.lines <= maxLines && removed.longest * added.longest <= maxLetters;
}

/** Number of lines that the other text has not, and letters of the longest run of them. */
function differing(lines: readonly string[], otherLines: ReadonlySet<string>): { lines: number; longest: number } {
  let [count, run, longest] = [0, 0, 0];
  for (const line of lines) {
    const isOther = !otherLines.has(line);
    if (isOther) count += 1;
    run = isOther ? run + line.length + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { lines: count, longest };
}
