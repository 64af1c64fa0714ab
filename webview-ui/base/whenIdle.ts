/** Milliseconds after which a busy page does it all the same. */
const atLatest = 200;

/** Does what can wait: after the next painting, and after keys that were typed meanwhile. */
export function whenIdle(action: () => void): void {
  // Safari has none before version 18.
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: atLatest });
  else setTimeout(action, 0);
}
