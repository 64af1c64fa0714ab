import { unlessAborted, type Clock } from '../base/clock';
import { CancelledError, type HumanError } from '../base/errors';
import type { Logger } from '../base/ports';
import type { YieldThread } from '../base/scheduler';
import type { Fields } from '../base/values';
import { endsSession, explain, note } from './errors/explain';
import { disconnected } from './errors/failures';
import type { Circumstances } from './errors/circumstances';
import type { Link } from './open/link';
import type { ElicitationScope } from './questions/questions';
import type { Renewal } from './renewal';
import { isLarge } from './wire/messageText';
import { messageSize } from './wire/readMessages';

/** Timeout of a request in ms; each progress report restarts that of a read. */
export const requestTimeout = 60_000;
export const readTimeout = 600_000;

export interface RequestOptions {
  readonly doing: Circumstances['doing'];
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** For requests during which the server may ask the user. */
  readonly elicitation?: ElicitationScope;
}

/** The lifetime of the session that requests belong to. */
export interface Life {
  /** The reason why it has ended; `undefined` while it has not. */
  readonly end: () => HumanError | undefined;
  /** Called when a request found that the session has ended, with what it failed with. */
  readonly close: (error: HumanError) => void;
}

/** The requests of a session: sends, times and logs them, and explains their failures to the user. */
export class Requests {
  constructor(
    private readonly link: Link,
    private readonly renewal: Renewal,
    private readonly life: Life,
    private readonly clock: Clock,
    private readonly yieldThread: YieldThread,
    private readonly log: Logger,
  ) {}

  /** The result as sent by the server. Rejects with a `HumanError`, or a `CancelledError`. */
  async send(method: string, params: object | undefined, options: RequestOptions): Promise<Fields> {
    const { signal, timeout, doing, elicitation } = options;
    if (options.signal.aborted) throw new CancelledError();
    this.#throwIfOver();
    const start = this.clock.now();
    elicitation?.timeout?.renew();
    try {
      const asking = this.renewal.repeating(
        () => this.#ask(method, params as Fields | undefined, options),
        () => signal.aborted || this.life.end() !== undefined,
        // The user is asked no question twice.
        () => (elicitation?.questionCount ?? 0) > 0,
      );
      const result = await unlessAborted(asking, signal);
      // The work that follows takes nearly as long as the parse of a large message, and must not run in the same turn.
      if (isLarge(messageSize(result))) await this.yieldThread();
      if (this.log.isTracing) this.log.trace(`${method}: ${this.clock.now() - start} ms`);
      return result;
    } catch (cause) {
      if (signal.aborted) throw new CancelledError();
      this.#throwIfOver();
      if (elicitation?.problem && elicitation.timeout?.signal.aborted === true) throw elicitation.problem;
      const isRevisionUnsupported = this.renewal.isRevisionUnsupported(cause);
      const error = isRevisionUnsupported
        ? disconnected(cause)
        : explain(cause, this.link.circumstances(doing, timeout));
      this.log.info(`${method} failed after ${this.clock.now() - start} ms: ${note(error)}`);
      if (endsSession(error)) this.life.close(error);
      throw error;
    }
  }

  #ask(method: string, params: Fields | undefined, options: RequestOptions): Promise<Fields> {
    const { doing, timeout: idle, signal, elicitation } = options;
    const isRead = doing === 'read';
    return this.link.peer.request(method, params, {
      timeout: elicitation?.timeout ?? { idle, total: isRead ? readTimeout : idle },
      signal,
      // Only reads take long enough for progress reports.
      hasProgress: isRead,
      asks: elicitation?.interaction !== undefined,
    });
  }

  #throwIfOver(): void {
    const end = this.life.end();
    if (end) throw end;
  }
}
