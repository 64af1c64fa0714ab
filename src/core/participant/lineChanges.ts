export interface LineChanges {
  readonly added: number;
  readonly removed: number;
}

/** Number of lines that only one of two texts has, for each. A line that only moved counts as neither. */
export function lineChanges(before: string, now: string): LineChanges {
  const counts = new Map<string, number>();
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of linesOf(now)) {
    const left = counts.get(line) ?? 0;
    if (left === 0) added += 1;
    else counts.set(line, left - 1);
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
