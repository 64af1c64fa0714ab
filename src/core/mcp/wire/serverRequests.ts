import type { Fields } from '../../base/values';
import type { Id } from '../base/envelope';

/** The members of an answer to a server. */
export type ReplyMembers =
  { readonly result: Fields } | { readonly error: { readonly code: number; readonly message: string } };

/** Answers on their way at once: over HTTP each is a request of its own. */
const maxAtOnce = 8;
/** Requests without an answer, those included that wait for the user. Servers ask one or two things at a time. */
const maxOpen = 1_000;
/** Characters; an id is sent back as it came. */
const maxIdLength = 1_000;

/** Answers the requests of a server, a few at a time. Those beyond what it can have a use for are left without an answer. */
export class ServerRequests {
  /** By id, of those that can still be withdrawn. */
  readonly #cancellations = new Map<unknown, AbortController>();
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #sending = 0;
  #isExceeded = false;

  constructor(
    /** Never rejects. */
    private readonly send: (id: Id, reply: ReplyMembers) => Promise<void>,
    /** Called when the first request is left without an answer. */
    private readonly onExcess: () => void,
  ) {}

  /** @param answer `undefined` if there is none to send; `cancellation` aborts when the server needs none any longer */
  take(id: Id, answer: (cancellation: AbortSignal) => Promise<ReplyMembers | undefined>): void {
    if (this.#open >= maxOpen || (typeof id === 'string' && id.length > maxIdLength)) {
      if (!this.#isExceeded) this.onExcess();
      this.#isExceeded = true;
    } else void this.#answer(id, answer);
  }

  /** True if there was a request of this id that waited for its answer. */
  withdraw(id: unknown): boolean {
    const cancellation = this.#cancellations.get(id);
    cancellation?.abort();
    return cancellation !== undefined;
  }

  async #answer(id: Id, answer: (cancellation: AbortSignal) => Promise<ReplyMembers | undefined>): Promise<void> {
    const cancellation = new AbortController();
    this.#open += 1;
    this.#cancellations.set(id, cancellation);
    const reply = await answer(cancellation.signal);
    if (reply) await this.#sendInTurn(id, reply, cancellation.signal);
    if (this.#cancellations.get(id) === cancellation) this.#cancellations.delete(id);
    this.#open -= 1;
  }

  async #sendInTurn(id: Id, reply: ReplyMembers, cancellation: AbortSignal): Promise<void> {
    if (this.#sending >= maxAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#sending += 1;
    if (!cancellation.aborted) await this.send(id, reply);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#sending -= 1;
  }
}
