import type { Disposable } from '../../base/disposable';

/** Keeps what the server says it will tell in step with what is wanted of it, whatever the era. */
export interface Watcher extends Disposable {
  /** Replaces the set of wanted URIs. */
  set(uris: ReadonlySet<string>): void;
  /** Asks once more for what was refused, for when the server may take it in another form. */
  retry(): void;
  /** Asks for everything anew, for when it turned out that the server is to be spoken to in another way. */
  again(): void;
  /** The server has acknowledged this URI. */
  isLive(uri: string): boolean;
  /** Why the server cannot keep what it promises, in a sentence. */
  readonly problem: string | undefined;
}

/** What a {@link Watcher} tells the session. */
export interface WatcherEvents {
  /** {@link Watcher.isLive} or {@link Watcher.problem} may answer differently. */
  onDidChangeLive(): void;
  /** Changes may have been missed: the connection for them was interrupted and stands again. */
  onDidMiss(): void;
  /** The server is gone. */
  onDidLose(error: unknown): void;
}
