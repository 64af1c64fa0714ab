import { after } from './clock';

/** Milliseconds after which a busy page does it all the same. */
const atLatest = 200;

/**
 * Does what can wait: after the next painting, and after keys that were typed meanwhile, which would wait for it otherwise. The returned function
 * calls it off.
 */
export function whenIdle(action: () => void): () => void {
  // Safari has none before version 18.
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(action, { timeout: atLatest });
    return () => cancelIdleCallback(handle);
  }
  return after(0, action);
}
