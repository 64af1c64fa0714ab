export interface LineChanges {
  readonly added: number;
  readonly removed: number;
}

/** Number of lines that only one of two texts has, for each. A line that only moved counts as neither. */
export function lineChanges(oldText: string, newText: string): LineChanges {
  const counts = new Map<string, number>();
  for (const line of linesOf(oldText)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of linesOf(newText)) {
    const remaining = counts.get(line) ?? 0;
    if (remaining === 0) added += 1;
    else counts.set(line, remaining - 1);
  }
  const removed = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { added, removed };
}

/** A line break at the very end begins no further line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
