import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Logger } from '../../base/ports';
import type { SessionInfo } from '../../session/session';
import type { Undeclared } from '../errors/undeclared';
import type { Dialect } from '../lists/dialect';
import type { Ask } from '../reads/reading';
import type { PushEvents, PushStream } from '../wire/pushStream';
import type { ListenStream } from './listenStreams';

/** Keeps the server's subscriptions in step with the wanted URIs, in either era. */
export interface Watcher extends Disposable {
  /** Replaces the set of wanted URIs. */
  set(uris: ReadonlySet<string>): void;
  /** Requests refused URIs once more, for when the server may accept them in another form. */
  retry?(): void;
  /** Requests all URIs again, for when the server knows none of them any longer, or turned out to need another form of requests. */
  restart?(): void;
  /** The server has acknowledged this URI. */
  isLive(uri: string): boolean;
  /** A sentence that explains why the server cannot report changes that it declared. */
  readonly problem: string | undefined;
}

/** Parts of a watcher. */
export interface WatchingParts {
  readonly info: Pick<SessionInfo, 'canSubscribe' | 'canListChange'>;
  /** Sends a request in the background. */
  readonly ask: Ask;
  /** Opens a stream of changes of lists, and of these URIs; rejects with a `HumanError`. */
  readonly listen: (uris: readonly string[]) => Promise<ListenStream>;
  /** The stream on which the server reports, where there is one beside the requests. */
  readonly push: Pick<PushStream, 'isOpen' | 'problem'> | undefined;
  readonly dialect: Dialect;
  readonly undeclared: Undeclared;
  readonly events: Pick<PushEvents, 'onDidChange' | 'onDidLose'>;
  readonly clock: Clock;
  readonly log: Logger;
}
