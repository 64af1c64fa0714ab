import { Backoff } from '../../base/backoff';
import { Pace } from '../../base/pace';
import { toDisposable, type Disposable } from '../../base/disposable';
import type { HumanError } from '../../base/errors';
import { Owner } from '../../base/owner';
import { endsSession, note } from '../errors/explain';
import { noStreamKept } from '../errors/failures';
import type { ListenStream } from './listenStreams';
import type { Watcher, WatchingParts } from './watcher';

/** Debounce in ms: adding thirty resources opens one stream, not thirty. */
const settle = 20;
const limits = { first: 500, longest: 15_000, jitter: 0.25, retries: 8, goodLife: 60_000 };

/**
 * Watches with `subscriptions/listen`: one stream with an immutable filter. A new filter needs a new stream, opened before the old one is
 * closed, so that no change is missed in between; a broken stream is opened again.
 */
export class Listening extends Owner implements Watcher {
  #wanted: ReadonlySet<string> = new Set();
  #live: ReadonlySet<string> = new Set();
  #current: ListenStream | undefined;
  /** URIs in the filter of {@link #current}; `undefined` without a stream. */
  #requested: ReadonlySet<string> | undefined;
  readonly #backoff: Backoff;
  /** A stream was lost and none has been opened since. */
  #isGap = false;
  #isUnsupported = false;
  /** The stream failed too often, or is unsupported. */
  #isGivenUp = false;
  /** The server did not declare subscriptions, and refuses them. */
  #isListOnly = false;
  #retry: Disposable | undefined;
  readonly #refresh: Pace;

  constructor(
    private readonly parts: WatchingParts,
    random: () => number = Math.random,
  ) {
    super();
    this.#backoff = new Backoff(limits, random);
    this.owned.add(toDisposable(() => this.#current?.close()));
    this.owned.add(toDisposable(() => this.#retry?.dispose()));
    this.#refresh = this.owned.add(new Pace(parts.clock, settle, () => this.#open(), { gathersFirst: true }));
    this.#refresh.trigger();
  }

  get problem(): string | undefined {
    // Both arrive on a stream.
    const { canSubscribe, canListChange } = this.parts.info;
    return this.#isGivenUp && (canSubscribe || canListChange) ? noStreamKept() : undefined;
  }

  set(uris: ReadonlySet<string>): void {
    const isNew = !isSameSet(this.#wanted, uris);
    this.#wanted = new Set(uris);
    if (this.#isListOnly || this.#isUnsupported || !isNew) return;
    // The set has changed: worth another attempt even with a server that has ended every stream so far.
    this.#backoff.reset();
    this.#isGivenUp = false;
    this.#refresh.trigger();
  }

  isLive(uri: string): boolean {
    return this.#live.has(uri) && this.#wanted.has(uri);
  }

  async #open(): Promise<void> {
    const uris: ReadonlySet<string> = this.#isListOnly ? new Set() : this.#wanted;
    if (this.owned.isDisposed || this.#isUnsupported || (this.#requested && isSameSet(this.#requested, uris))) return;
    this.#retry?.dispose();
    const previous = this.#current;
    try {
      this.#adopt(await this.#listen([...uris]), uris);
    } catch (error) {
      this.#fail(error, uris.size > 0);
      return;
    }
    previous?.close();
  }

  /** If subscriptions are not declared, one is tried when it is first wanted. */
  #listen(uris: readonly string[]): Promise<ListenStream> {
    const { info, listen, undeclared } = this.parts;
    if (info.canSubscribe || uris.length === 0) return listen(uris);
    return undeclared.ask('subscriptions/listen', () => listen(uris));
  }

  #adopt(stream: ListenStream, requested: ReadonlySet<string>): void {
    if (this.owned.isDisposed) {
      stream.close();
      return;
    }
    this.#current = stream;
    this.#requested = requested;
    this.#live = new Set(stream.uris.filter((uri) => requested.has(uri)));
    const refusedCount = requested.size - this.#live.size;
    if (refusedCount > 0)
      this.parts.log.warn(`The server does not send updates of ${refusedCount} of ${requested.size} resources`);
    this.#backoff.noteSuccess(this.parts.clock.now());
    const isHonored = stream.isForLists || this.#live.size > 0;
    void stream.closed.then(() => this.#closed(stream, isHonored));
    this.parts.events.onDidChange(this.#isGap);
    this.#isGap = false;
  }

  /** A stream whose whole filter was refused ends at once, and would again; a replaced stream ends as expected. */
  #closed(stream: ListenStream, isWanted: boolean): void {
    if (this.owned.isDisposed || stream !== this.#current) return;
    this.#current = undefined;
    if (!isWanted) return;
    this.#isGap = true;
    this.#requested = undefined;
    this.#live = new Set();
    this.parts.events.onDidChange(false);
    this.#scheduleRetry();
  }

  #fail(error: unknown, isForResources: boolean): void {
    if (this.owned.isDisposed) return;
    this.parts.log.warn(`subscriptions/listen failed: ${note(error)}`);
    const failure = error as HumanError;
    if (endsSession(failure)) this.parts.events.onDidLose(failure);
    else if (isForResources && !this.parts.info.canSubscribe) {
      this.#isListOnly = true;
      this.#refresh.trigger();
    } else if (failure.reason === 'unsupported') {
      this.#isUnsupported = true;
      this.#giveUp();
    } else this.#scheduleRetry();
  }

  #giveUp(): void {
    this.#isGivenUp = true;
    this.parts.events.onDidChange(false);
  }

  #scheduleRetry(): void {
    const wait = this.#backoff.noteFailure(this.parts.clock.now());
    if (wait === undefined) {
      this.parts.log.warn('The server keeps ending the stream of its changes; it is not opened again');
      this.#giveUp();
      return;
    }
    this.#retry?.dispose();
    this.#retry = this.parts.clock.after(wait, () => this.#refresh.trigger());
  }
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const uri of a) if (!b.has(uri)) return false;
  return true;
}
