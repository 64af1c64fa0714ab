import type { OpenPanel } from './openPanel';
import { drawn } from './reading';

/**
 * Waits until page and host have nothing to tell each other any more: what was under way, and all that came of it, is handled and drawn.
 * What has not happened by then does not happen, but for what waits for time to pass or for an answer that is held.
 */
export async function settled({ page, host }: OpenPanel): Promise<void> {
  let before: number;
  do {
    before = host.messageCount;
    // Messages are handled in the order in which they were posted, so all before this one are.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.addEventListener('message', function heard({ data }) {
            if (data !== 'settled') return;
            window.removeEventListener('message', heard);
            resolve();
          });
          window.postMessage('settled', '*');
        }),
    );
    await drawn(page);
  } while (host.messageCount !== before);
}
