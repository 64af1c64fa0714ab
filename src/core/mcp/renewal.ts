import type { Clock } from '../base/clock';
import { isFields } from '../base/values';
import { revisions, unsupportedRevision } from './base/revisions';
import type { Link } from './open/link';
import { errorIn } from './errors/explainHttp';
import { lostMeanwhile } from './errors/failures';
import { errorCodes, HttpError, ProtocolError, WireError } from './errors/wireErrors';

/** Statuses with which servers refuse a session that they have forgotten; 404 is the one of the specification. */
const refusals: ReadonlySet<number> = new Set([400, 401, 404, 410]);

/** Sessions in a row that a server may forget, each within `goodLife` ms of the last: one that forgets each at once keeps both sides busy. */
const maxShort = 5;
/** Milliseconds for the answer to a ping. */
const pingTime = 10_000;
const goodLife = 10_000;

/**
 * Begins a session again with a server that has forgotten it, as one does that was restarted. Refusals of a session and of a request look the
 * same, so any refusal in a session that has worked is worth one new session. If the request is refused again, that was an answer, and its
 * like is believed from then on, for as long as the server answers a ping.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class Renewal {
  #epoch = 0;
  #hasWorked = false;
  /** Number of consecutive sessions that the server lost soon after they began. */
  #short = 0;
  /** When the last session was lost. */
  #lastEnd = -Infinity;
  #renewing: Promise<void> | undefined;
  readonly #believed = new Set<string>();

  /**
   * @param onDidRenew called when there is a new session, without the subscriptions of the last one
   * @param onDidLose called with the error where there is none to be had
   */
  constructor(
    private readonly link: Link,
    private readonly clock: Clock,
    private readonly onDidRenew: () => void,
    private readonly onDidLose: (error: unknown) => void,
  ) {}

  /**
   * Sends a request, a second time if that is worth it.
   * @param isOver true if nobody waits for it any longer
   * @param isOnce true if it cannot be sent again
   */
  async repeating<T>(send: () => Promise<T>, isOver: () => boolean, isOnce: () => boolean): Promise<T> {
    for (let isRepeated = false; ; isRepeated = true) {
      const epoch = this.#epoch;
      try {
        const result = await send();
        this.#hasWorked = true;
        return result;
      } catch (cause) {
        if (isOver()) throw cause;
        if (isRepeated) await this.#learnFrom(cause);
        if (isRepeated || !(await this.recoverFrom(cause, epoch))) throw cause;
        if (isOnce()) throw lostMeanwhile(cause);
      }
    }
  }

  /**
   * Begins a new session where the failure may mean that this one is forgotten. True if the request that failed so may be sent again.
   * @param epoch of the session that it failed in
   */
  async recoverFrom(cause: unknown, epoch = this.#epoch): Promise<boolean> {
    // A stream that ended early says nothing of the others without sessions, or where it was of the last one.
    if (cause instanceof WireError && cause.code === 'streamEnded') {
      await this.#renewing;
      return !this.link.era.hasSessions || epoch !== this.#epoch;
    }
    const kind = this.#kindOf(cause);
    if (kind === undefined || !this.#hasWorked) return false;
    if (this.#believed.has(kind) && !(await this.#refusesAll(kind))) return false;
    if (epoch === this.#epoch) await this.renew();
    return true;
  }

  /** A request that is refused in a new session as well has its answer; or that session is forgotten, too. */
  async #learnFrom(cause: unknown): Promise<void> {
    const kind = this.#kindOf(cause);
    if (kind === undefined) return;
    if (await this.#refusesAll(kind)) this.onDidLose(cause);
    else this.#believed.add(kind);
  }

  /** True if the server refuses in this way what it can only answer. */
  async #refusesAll(kind: string): Promise<boolean> {
    try {
      await this.link.peer.request('ping', undefined, { timeout: { idle: pingTime } });
      return false;
    } catch (error) {
      // A server that does not know the method has answered.
      const isAnswer = error instanceof HttpError && errorIn(error)?.code === errorCodes.methodNotFound;
      return !isAnswer && this.#kindOf(error) === kind;
    }
  }

  /** True if the server no longer supports the negotiated revision, but another one that we know. */
  isRevisionUnsupported(cause: unknown): boolean {
    const error = cause instanceof HttpError ? errorIn(cause) : cause;
    if (!(error instanceof ProtocolError) || error.code !== unsupportedRevision || !isFields(error.data)) return false;
    const { supported } = error.data;
    const { revision } = this.link.facts;
    return revisions.some(([name]) => name !== revision && Array.isArray(supported) && supported.includes(name));
  }

  /** One new session, however many ask for it at once. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    const now = this.clock.elapsed();
    this.#short = now - this.#lastEnd < goodLife ? this.#short + 1 : 0;
    this.#lastEnd = now;
    try {
      if (this.#short >= maxShort) throw new WireError('closed', 'The server forgets each session');
      if (!(await this.link.renew())) throw new WireError('closed', 'The server is another one');
      this.#epoch += 1;
      this.onDidRenew();
    } catch (error) {
      this.onDidLose(error);
      throw error;
    }
  }

  /** Status and code of a refusal that may be one of the session; `undefined` for any other failure. */
  #kindOf(cause: unknown): string | undefined {
    if (!(cause instanceof HttpError) || this.link.line.hasSession?.() !== true) return undefined;
    const { status } = cause.refusal;
    if (!refusals.has(status) || (status === 401 && !cause.isAuthorized)) return undefined;
    return `${status} ${errorIn(cause)?.code ?? ''}`;
  }
}
