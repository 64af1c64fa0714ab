import type { Disposable } from '../base/disposable';

/** Keeps what the server says it will tell in step with what is wanted of it, whatever the era. */
export interface Watcher extends Disposable {
  /** Replaces the set of wanted URIs. */
  set(uris: ReadonlySet<string>): void;
  /** The server has acknowledged this URI. */
  isLive(uri: string): boolean;
}

/** What a {@link Watcher} tells the session. */
export interface WatcherEvents {
  /** {@link Watcher.isLive} may answer differently. */
  onDidChangeLive(): void;
  /** Changes may have been missed: the connection for them was interrupted and stands again. */
  onDidMiss(): void;
  /** The server is gone. */
  onDidLose(error: unknown): void;
}
