import type { Disposable } from '../../base/disposable';

/** Keeps the server's subscriptions in step with the wanted URIs, in either era. */
export interface Watcher extends Disposable {
  /** Replaces the set of wanted URIs. */
  set(uris: ReadonlySet<string>): void;
  /** Requests refused URIs once more, for when the server may accept them in another form. */
  retry(): void;
  /** Requests all URIs again, for when the server turned out to need another form of requests. */
  restart(): void;
  /** The server has acknowledged this URI. */
  isLive(uri: string): boolean;
  /** A sentence that explains why the server cannot report changes that it declared. */
  readonly problem: string | undefined;
}

/** Events for the session. */
export interface WatcherEvents {
  /** The result of {@link Watcher.isLive} or {@link Watcher.problem} may have changed. */
  onDidChangeLive(): void;
  /** Changes may have been missed: the connection for them was interrupted and is open again. */
  onDidMiss(): void;
  /** The server is gone. */
  onDidLose(error: unknown): void;
}
