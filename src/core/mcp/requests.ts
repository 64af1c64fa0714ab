import type { RequestOptions as ClientRequestOptions } from '@modelcontextprotocol/client';
import type { Clock } from '../base/clock';
import { CancelledError, type HumanError } from '../base/errors';
import type { Logger } from '../base/ports';
import type { Breathe } from '../base/scheduler';
import { isFields } from '../base/values';
import { endsSession, explain, note } from './errors/explain';
import type { Circumstances } from './errors/circumstances';
import type { Era } from './eras';
import type { Link } from './wire/link';
import type { Asker } from './questions/questions';
import { isLarge } from './wire/messageText';
import { messageSize } from './wire/readMessages';
import { anything, unmoved } from './wire/tap';

/** Timeout of a request in ms; each progress report restarts that of a read. */
export const requestTimeout = 60_000;
export const readTimeout = 600_000;
/** The maximum delay of a timer. */
const forever = 2 ** 31 - 1;

export interface RequestOptions {
  readonly doing: Circumstances['doing'];
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** For requests during which the server may ask the user. */
  readonly asker?: Asker;
}

/** The lifetime of the session that requests belong to. */
export interface Life {
  /** The reason why it has ended; `undefined` while it has not. */
  readonly end: () => HumanError | undefined;
  /** Called when a request found that the session has ended. */
  readonly close: (error: HumanError) => void;
}

/** The requests of a session: sends, times and logs them, and explains their failures to the user. */
export class Requests {
  constructor(
    private readonly link: Link,
    private readonly era: Era,
    private readonly life: Life,
    private readonly clock: Clock,
    private readonly breathe: Breathe,
    private readonly log: Logger,
  ) {}

  /** The result as sent by the server. Rejects with a `HumanError`, or a `CancelledError`. */
  async send(method: string, params: object | undefined, options: RequestOptions): Promise<unknown> {
    const { signal, timeout, doing } = options;
    if (options.signal.aborted) throw new CancelledError();
    this.#throwIfOver();
    const start = this.clock.now();
    const { asker } = options;
    asker?.timeout?.renew();
    try {
      const request = { method, ...this.#paramsOf(params, asker) };
      const answer = this.link.client.request(request, anything, timeoutOf(options));
      const result = unmoved(await answer);
      // What follows takes nearly as long as the parse of a large message, and is not to be added to it.
      if (isFields(result) && isLarge(messageSize(result))) await this.breathe();
      if (this.log.isTracing) this.log.trace(`${method}: ${this.clock.now() - start} ms`);
      return result;
    } catch (cause) {
      if (signal.aborted) throw new CancelledError();
      this.#throwIfOver();
      if (asker?.problem && asker.timeout?.signal.aborted === true) throw asker.problem;
      const error = explain(cause, this.link.circumstances(doing, timeout));
      this.log.info(`${method} failed after ${this.clock.now() - start} ms: ${note(error)}`);
      if (endsSession(error)) this.life.close(error);
      throw error;
    }
  }

  #paramsOf(params: object | undefined, asker: Asker | undefined): { params?: Record<string, unknown> } {
    const offered = asker?.interaction ? this.era.offerAnswers(params) : params;
    return offered ? { params: { ...offered } } : {};
  }

  #throwIfOver(): void {
    const end = this.life.end();
    if (end) throw end;
  }
}

/** Only reads take long enough for progress reports. Requests that may ask the user keep their own time. */
function timeoutOf({ doing, timeout, signal, asker }: RequestOptions): ClientRequestOptions {
  if (doing !== 'read') return { timeout, signal };
  const askerTimeout = asker?.timeout;
  if (!askerTimeout)
    return {
      timeout,
      signal,
      onprogress: () => undefined,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: readTimeout,
      allowInputRequired: true,
    };
  const either = AbortSignal.any([signal, askerTimeout.signal]);
  return { timeout: forever, signal: either, onprogress: () => askerTimeout.renew(), allowInputRequired: true };
}
