import type { OpenPanel } from './openPanel';
import { drawn } from './reading';

/**
 * Waits until page and host have no messages left for each other: everything under way, and all its consequences, is handled and drawn. Afterwards
 * nothing more happens, apart from work that waits for time to pass or for a held answer.
 */
export async function settled({ page, host }: OpenPanel): Promise<void> {
  let before: number;
  do {
    before = host.messageCount;
    // Messages are handled in the order in which they were posted, so all earlier ones are done.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.addEventListener('message', function onMessage({ data }) {
            if (data !== 'settled') return;
            window.removeEventListener('message', onMessage);
            resolve();
          });
          window.postMessage('settled', '*');
        }),
    );
    await drawn(page);
  } while (host.messageCount !== before);
}
