import { liveLogLines, liveLogUri, webLine } from './content/logs';
import { seededRandom } from './random';
import type { ResourceStore } from './store';

/**
 * Adds a line to the live log from time to time.
 * @param every milliseconds between two lines; 0 for never
 */
export function growLog(store: ResourceStore, every: number, now: number): void {
  if (every === 0) return;
  const random = seededRandom(now);
  const lines = String(store.get(liveLogUri)?.body() ?? '')
    .trimEnd()
    .split('\n');
  // Nothing here keeps the process alive: it ends when its client disconnects.
  setInterval(() => {
    lines.push(webLine(Date.now(), random));
    lines.splice(0, lines.length - liveLogLines);
    store.write(liveLogUri, `${lines.join('\n')}\n`);
  }, every).unref();
}
