import type { Fields } from '../../base/values';
import type { Reply } from '../../questions/interaction';
import type { Id, RequestMessage } from '../base/envelope';
import { errorCodes } from '../errors/wireErrors';
import { ServerRequests, type ReplyMembers } from './serverRequests';
import type { Transport } from './transport';

/** Ids of a server's last requests that are remembered. */
const maxIds = 100;

export interface AnsweringEvents {
  /** Answers `elicitation/create`; `cancellation` aborts when the server withdraws it. */
  onQuestion: ((params: Fields, cancellation: AbortSignal) => Promise<Reply | undefined>) | undefined;
  /** Called once, when a server asks more than is answered. */
  onExcess: () => void;
  /** An answer to the server could not be sent; its error is that of the transport. */
  onUnsent: (error: unknown) => void;
  /** Called for errors that our own listeners throw: no transport may get them. */
  onFault: (error: unknown) => void;
}

/** Answers the requests of a server: pings, questions for the user, and that it knows nothing else. */
export class Answering {
  readonly #ids = new Set<unknown>();
  readonly #requests: ServerRequests;

  constructor(
    private readonly transport: Transport,
    private readonly events: AnsweringEvents,
  ) {
    this.#requests = new ServerRequests(
      (id, reply) => this.#send(id, reply),
      () => this.events.onExcess(),
    );
  }

  /** @param answers false if the server may send no requests, so that none is answered */
  take({ id, method, params = {} }: RequestMessage, answers: boolean): void {
    this.#ids.add(id);
    if (this.#ids.size > maxIds) this.#ids.delete(this.#ids.values().next().value);
    const { onQuestion } = this.events;
    if (!answers) return;
    this.#requests.take(id, async (cancellation) => {
      if (method === 'ping') return { result: {} };
      if (method !== 'elicitation/create' || !onQuestion)
        return { error: { code: errorCodes.methodNotFound, message: 'Method not found' } };
      return this.#reply(() => onQuestion(params, cancellation));
    });
  }

  /** The server needs no answer any longer. @returns true if it asked with this id */
  withdraw(id: unknown): boolean {
    return this.#requests.withdraw(id) || this.#ids.has(id);
  }

  async #send(id: Id, reply: ReplyMembers): Promise<void> {
    try {
      await this.transport.send({ jsonrpc: '2.0', id, ...reply });
    } catch (error) {
      this.events.onUnsent(error);
    }
  }

  async #reply(work: () => Promise<Reply | undefined>): Promise<ReplyMembers | undefined> {
    try {
      return await work();
    } catch (error) {
      this.events.onFault(error);
      return { error: { code: errorCodes.internalError, message: 'Internal error' } };
    }
  }
}
