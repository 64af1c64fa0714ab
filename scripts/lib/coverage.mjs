// Measures how much of each room the tests run.
import path from 'node:path';
import { root } from './terminal.mjs';

/**
 * Adds up a summary of files by their rooms, such as `src/core/tree`.
 * @param summary as Istanbul's reporter `json-summary` writes it
 * @returns rooms with the per cent of their lines and branches that ran, by name
 */
export function byRoom(summary) {
  const rooms = new Map();
  for (const [file, { lines, branches }] of Object.entries(summary)) {
    if (file === 'total') continue;
    const room = path.dirname(path.relative(root, file)).split(path.sep).slice(0, 3).join('/');
    const sums = rooms.get(room) ?? { lines: [0, 0], branches: [0, 0] };
    for (const [sum, { covered, total }] of [
      [sums.lines, lines],
      [sums.branches, branches],
    ]) {
      sum[0] += covered;
      sum[1] += total;
    }
    rooms.set(room, sums);
  }
  const percent = ([covered, total]) => (total === 0 ? 100 : (100 * covered) / total);
  const named = [...rooms].map(([room, sums]) => [room, percent(sums.lines), percent(sums.branches)]);
  return named.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
