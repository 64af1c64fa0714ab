import type { Clock } from '../../base/clock';
import { CancelledError } from '../../base/errors';
import type { Fields } from '../../base/values';
import {
  isRequest,
  isUnreadable,
  type ErrorMessage,
  type Id,
  type Message,
  type ResultMessage,
} from '../base/envelope';
import { RequestTimeout } from '../base/requestTimeout';
import { ProtocolError, OversizedMessage, WireError, type WireFailure } from '../errors/wireErrors';
import { Answering, type AnsweringEvents } from './answering';
import { StrayAnswers } from './strayAnswers';
import type { Transport } from './transport';

/** Milliseconds that the exchange of a request may last when the request is over: a server may leave it open for ever. */
const afterlife = 5_000;

/** A member that the result of a method has: an answer under a wrong id is known by it. */
const members: Readonly<Record<string, string>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'resources/read': 'contents',
  'resources/get': 'contents',
  'completion/complete': 'completion',
};

/** Differences that a revision makes to the messages of a peer. */
export interface Conduct {
  /** Parameters as they are sent. @param asks true if the server may ask the user meanwhile */
  readonly dress: (params: Fields | undefined, asks: boolean) => Fields | undefined;
  /** False if servers send no requests, so that none is answered. */
  readonly answersRequests: boolean;
  /** True if closing a request's own stream cancels it; otherwise the server is notified. */
  readonly cancelsByClosing: boolean;
}

/** Before anything is negotiated. */
const plainly: Conduct = { dress: (params) => params, answersRequests: true, cancelsByClosing: false };

export interface PeerRequest {
  /** Ends the request, which is then cancelled; none waits for ever. Times in ms are for this request alone. */
  readonly timeout?: RequestTimeout | { readonly idle: number; readonly total?: number } | undefined;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** The server may report progress, each report of which renews the timeout. */
  readonly hasProgress?: boolean;
  /** See {@link Conduct.dress}. */
  readonly asks?: boolean;
  readonly id?: Id;
  /** It lasts for as long as the server has something to say: nobody waits for its answer. */
  readonly isLasting?: boolean;
  /** True if the server is not notified when the request is given up. */
  readonly isSilent?: boolean;
}

/** Messages of the server other than answers. */
export interface PeerEvents extends AnsweringEvents {
  onNotification: (method: string, params: Fields) => void;
  /** Called for each answer, before its request has it. */
  onAnswer: (method: string) => void;
  onClose: (error?: unknown) => void;
}

interface Pending {
  readonly method: string;
  readonly isLasting: boolean | undefined;
  readonly timeout: RequestTimeout | undefined;
  readonly resolve: (result: Fields) => void;
  readonly reject: (error: unknown) => void;
  /** Removes the request's listeners. */
  readonly end: () => void;
}

/**
 * One side of a JSON-RPC connection: numbers requests, finds the request of each answer, and answers the server's own requests. Results are
 * handed out as the server sent them.
 */
export class Peer {
  readonly events: PeerEvents = {
    onNotification: () => undefined,
    onAnswer: () => undefined,
    onQuestion: undefined,
    onExcess: () => undefined,
    onUnsent: () => undefined,
    onFault: () => undefined,
    onClose: () => undefined,
  };
  conduct = plainly;
  readonly #pending = new Map<Id, Pending>();
  readonly #strays: StrayAnswers;
  readonly #answering: Answering;
  #nextId = 0;
  #isClosed = false;
  #hasReceived = false;

  constructor(
    readonly transport: Transport,
    private readonly clock: Clock,
  ) {
    this.#answering = new Answering(transport, this.events);
    this.#strays = new StrayAnswers(clock, (id) => this.#fail(id, 'unreadable'));
    transport.onmessage = (message) => this.#receive(message);
    transport.onclose = (error) => {
      this.hangUp();
      this.#guard(() => this.events.onClose(error));
    };
    transport.onerror = (error) => {
      if (error instanceof OversizedMessage) this.#failOversized(error);
    };
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True once any message has arrived. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /** The result as sent by the server. Rejects with an error of `errors/wireErrors`, with that of the transport, or with the signal's reason. */
  request(method: string, params: Fields | undefined, options: PeerRequest): Promise<Fields> {
    const { signal, timeout: limit, id = this.#nextId++ } = options;
    if (this.#isClosed) return Promise.reject(new WireError('closed'));
    if (signal?.aborted === true) return Promise.reject(new CancelledError());
    return new Promise((resolve, reject) => {
      const exchange = new AbortController();
      const isShared = limit instanceof RequestTimeout;
      const timeout = isShared ? limit : limit && new RequestTimeout(this.clock, limit.idle, limit.total);
      let sending: Promise<unknown> = Promise.resolve();
      const giveUp = (error: Error): void => {
        if (!this.#settle(id)) return;
        reject(error);
        if (options.isSilent !== true) this.#cancel(id, exchange);
      };
      const abort = (): void => giveUp(signal?.reason as Error);
      const expire = (): void => giveUp(new WireError('timeout'));
      signal?.addEventListener('abort', abort, { once: true });
      timeout?.signal.addEventListener('abort', expire, { once: true });
      const end = (): void => {
        signal?.removeEventListener('abort', abort);
        timeout?.signal.removeEventListener('abort', expire);
        if (!isShared) timeout?.dispose();
        this.#endExchange(exchange, sending);
      };
      this.#pending.set(id, { method, isLasting: options.isLasting, timeout, resolve, reject, end });
      this.#strays.noteRequest(id);
      const dressed = this.conduct.dress(params, options.asks === true);
      const meta = options.hasProgress === true && { _meta: { ...(dressed?.['_meta'] as object), progressToken: id } };
      const sent = dressed || meta ? { params: { ...dressed, ...meta } } : {};
      sending = this.transport.send({ jsonrpc: '2.0', id, method, ...sent }, exchange.signal);
      sending.then(
        (end) => typeof end === 'string' && this.#fail(id, end as WireFailure),
        (error: unknown) => this.#settle(id)?.reject(error),
      );
    });
  }

  async notify(method: string, params?: Fields, signal?: AbortSignal): Promise<void> {
    const dressed = this.conduct.dress(params, false);
    await this.transport.send({ jsonrpc: '2.0', method, ...(dressed && { params: dressed }) }, signal);
  }

  /** Pending requests fail now, not when the other side has ended. */
  hangUp(): void {
    this.#isClosed = true;
    this.#strays.dispose();
    for (const id of [...this.#pending.keys()]) this.#fail(id, 'closed');
  }

  /** Tells the server, and frees what the transport holds for the request: the server may never answer. */
  #cancel(requestId: Id, exchange: AbortController): void {
    const isByClosing = this.conduct.cancelsByClosing && this.transport.hasStreams === true;
    const told = isByClosing
      ? Promise.resolve()
      : this.notify('notifications/cancelled', { requestId }, exchange.signal);
    void told.catch(() => undefined).finally(() => exchange.abort());
  }

  #endExchange(exchange: AbortController, sending: Promise<unknown>): void {
    const limit = new RequestTimeout(this.clock, afterlife);
    limit.signal.addEventListener('abort', () => exchange.abort());
    void sending.catch(() => undefined).finally(() => limit.dispose());
  }

  #receive(message: Message): void {
    this.#hasReceived = true;
    if (!('method' in message)) this.#receiveAnswer(message);
    else if (!isRequest(message)) this.#receiveNotification(message.method, message.params ?? {});
    else if (this.#isEcho(message.id, message.method)) this.#fail(message.id, 'echoed');
    else this.#answering.take(message, this.conduct.answersRequests);
  }

  /** True for a request of ours that came back. No server sends these methods. */
  #isEcho(id: Id, method: string): boolean {
    if (this.#pending.get(id)?.method !== method) return false;
    return method === 'initialize' || method === 'server/discover' || method.startsWith('resources/');
  }

  #receiveNotification(method: string, params: Fields): void {
    const requestId = params['requestId'] as Id;
    if (method === 'notifications/progress') this.#progress(params['progressToken'] as Id);
    else if (method !== 'notifications/cancelled') this.#guard(() => this.events.onNotification(method, params));
    // By MCP, a server only cancels its own requests, whose ids may be the same.
    else if (!this.#answering.withdraw(requestId)) {
      const { reason } = params;
      this.#fail(requestId, 'withdrawn', typeof reason === 'string' ? reason : '');
    }
  }

  #progress(token: Id): void {
    (this.#pending.get(token) ?? this.#pending.get(Number(token)))?.timeout?.renew();
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.events.onFault(error);
    }
  }

  #receiveAnswer(message: ResultMessage | ErrorMessage): void {
    const id = this.#idOf(message.id);
    if (id === undefined) {
      if ('result' in message) this.#noteStray(message);
      return;
    }
    this.#guard(() => this.events.onAnswer(this.#pending.get(id)?.method ?? ''));
    if (isUnreadable(message)) this.#fail(id, 'unreadable');
    else if ('result' in message) this.#settle(id)?.resolve(message.result);
    else {
      const { code, message: text, data } = message.error;
      this.#settle(id)?.reject(new ProtocolError(code, text, data));
    }
  }

  /** The id as it was sent. Accepts a string for a number, and an error without id when only one request is pending. */
  #idOf(id: Id | undefined): Id | undefined {
    if (id === undefined) return this.#onlyAwaited()?.[0];
    if (this.#pending.has(id)) return id;
    const number = Number(id);
    return this.#pending.has(number) ? number : undefined;
  }

  #noteStray({ id, result }: ResultMessage): void {
    const only = this.#onlyAwaited();
    if (only && (members[only[1].method] ?? '') in result) this.#strays.noteAnswer(id, only[0]);
  }

  /** The request whose answer is awaited, where it is a single one. */
  #onlyAwaited(): readonly [Id, Pending] | undefined {
    const [only, ...furtherRequests] = [...this.#pending].filter(([, { isLasting }]) => isLasting !== true);
    return furtherRequests.length === 0 ? only : undefined;
  }

  /** Nobody waits for the answer any longer. @returns the request, where somebody did */
  #settle(id: Id): Pending | undefined {
    this.#strays.noteEnd(id);
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.end();
    return pending;
  }

  #failOversized({ id }: OversizedMessage): void {
    for (const requestId of id === undefined ? [...this.#pending.keys()] : [id]) this.#fail(requestId, 'tooLarge');
  }

  #fail(id: Id, code: WireFailure, message?: string): void {
    this.#settle(id)?.reject(new WireError(code, message));
  }
}
