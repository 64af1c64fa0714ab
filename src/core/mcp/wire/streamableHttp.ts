import { backoffDelay } from '../../base/backoff';
import { delay } from '../../base/clock';
import type { YieldThread } from '../../base/scheduler';
import type { HttpLaunch } from '../../configuration/launch/http';
import { hostOf } from '../auth/launchUrl';
import type { ByteStream, FetchResponse } from '../base/effects';
import { isRequest, type Message, type RequestMessage } from '../base/envelope';
import { notMcp } from '../errors/failures';
import { HttpError, WireError, type WireFailure } from '../errors/wireErrors';
import { readEvents, type StreamEvent } from './events';
import { discard, HttpRequests, isOfType, readText, type HttpPorts } from './httpRequests';
import { mirroredHeaders, utf8 } from './mirroredHeaders';
import { OneAtATime } from './oneAtATime';
import { PushStream } from './pushStream';
import { readMessages } from './readMessages';
import type { Transport } from './transport';

/** Between resumptions of a request's stream that the server does not pace. */
const pace = { first: 1_000, longest: 15_000, jitter: 0.25 };
/** Streams in a row that bring nothing: so many are resumed where the server does not pace them, and without a break where it does. */
const maxFruitless = 5;
/** Minimum delay before a stream is resumed after maxFruitless streams without a message, in ms. */
const shortestBreak = 1_000;
/** Minimum delay before any stream is resumed, in ms. */
const shortestRetry = 50;

/** State of the stream of a request. */
interface Exchange {
  readonly signal: AbortSignal;
  lastId: string | undefined;
  /** Delay before the stream is resumed, in ms, as set by the server (`retry` of SSE). */
  retry: number | undefined;
  isAnswered: boolean;
  /** Streams in a row that have brought nothing. */
  fruitless: number;
}

/** Streamable HTTP, the transport since revision 2025-03-26: a request for each message, whose answer may be a stream. */
export class StreamableHttp implements Transport {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: ((error?: unknown) => void) | undefined;
  readonly hasStreams = true;
  readonly push: PushStream;
  readonly #requests: HttpRequests;
  readonly #host: string;
  readonly #clock;
  /** Large messages of one server are read one after the other, whatever number of streams they come in. */
  readonly #large = new OneAtATime();
  readonly #life = new AbortController();
  /** Empty without a session. */
  #sessionId = '';
  #revision: string | undefined;

  /** @param random from 0 to 1 */
  constructor(
    launch: HttpLaunch,
    ports: HttpPorts,
    private readonly yieldThread: YieldThread,
    private readonly random: () => number = Math.random,
  ) {
    this.#host = hostOf(launch);
    this.#clock = ports.clock;
    this.#requests = new HttpRequests(launch, ports);
    this.push = new PushStream(
      (lastId, signal) => this.#stream(lastId, signal),
      (body, onEvent) => this.#read(body, onEvent),
      ports.clock,
      random,
    );
  }

  /** True if the server began a session, which it may forget. */
  get hasSession(): boolean {
    return this.#sessionId !== '';
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  useRevision(revision: string): void {
    this.#revision = revision;
  }

  begin(): void {
    this.push.start();
  }

  async send(message: Message, exchange: AbortSignal = this.#life.signal): Promise<WireFailure | undefined> {
    const signal = AbortSignal.any([exchange, this.#life.signal]);
    const isOpening = 'method' in message && message.method === 'initialize';
    const response = await this.#requests.send({
      method: 'POST',
      headers: {
        ...(isOpening ? {} : this.#sessionHeaders()),
        ...mirroredHeaders(message),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
      signal,
    });
    if (isOpening) this.#sessionId = response.headers.get('mcp-session-id') ?? '';
    if (!isRequest(message) || response.status === 202) {
      discard(response);
      return undefined;
    }
    if (isOfType(response, 'application/json')) {
      await this.#deliver(response);
      return 'unreadable';
    }
    if (isOfType(response, 'text/event-stream')) {
      await this.#follow(message, response.body, signal);
      return 'streamEnded';
    }
    discard(response);
    throw new WireError('notMcp');
  }

  /** Tells the server to end its session; a single attempt. */
  async endSession(): Promise<void> {
    this.push.stop();
    if (!this.hasSession) return;
    const request = { method: 'DELETE', headers: this.#sessionHeaders(), signal: this.#life.signal } as const;
    await this.#requests.send(request).then(discard, () => undefined);
  }

  close(): Promise<void> {
    this.push.stop();
    this.#life.abort();
    this.onclose?.();
    return Promise.resolve();
  }

  #sessionHeaders(): Readonly<Record<string, string>> {
    return {
      ...(this.hasSession && { 'mcp-session-id': this.#sessionId }),
      ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
    };
  }

  #stream(lastId: string | undefined, signal: AbortSignal): Promise<FetchResponse> {
    const headers = {
      ...this.#sessionHeaders(),
      accept: 'text/event-stream',
      ...(lastId !== undefined && { 'last-event-id': utf8(lastId) }),
    };
    return this.#requests.send({ method: 'GET', headers, signal: AbortSignal.any([signal, this.#life.signal]) });
  }

  /** Reads the stream of a request, and those that go on where it ended, until its answer has come. */
  async #follow(request: RequestMessage, body: ByteStream | null | undefined, signal: AbortSignal): Promise<void> {
    // Since 2026-07-28 nothing is resumed, and a request says its revision.
    const canResume = Object.keys(mirroredHeaders(request)).length === 0;
    const exchange: Exchange = { signal, lastId: undefined, retry: undefined, isAnswered: false, fruitless: 0 };
    for (let stream = body; stream;) {
      const previousId = exchange.lastId;
      try {
        await this.#read(stream, (event) => note(exchange, event));
      } catch (error) {
        // A stream breaks with the errors of the network; others are of its content.
        if (signal.aborted || !(error instanceof TypeError)) throw error;
      }
      if (!canResume || exchange.isAnswered || exchange.lastId === undefined) return;
      exchange.fruitless = exchange.lastId === previousId ? exchange.fruitless + 1 : 0;
      stream = await this.#resume(exchange);
    }
  }

  /** The stream that goes on after the last event; `undefined` if there is none. */
  async #resume(exchange: Exchange): Promise<ByteStream | null | undefined> {
    const { signal } = exchange;
    for (; exchange.retry !== undefined || exchange.fruitless < maxFruitless; exchange.fruitless += 1) {
      await delay(this.#clock, this.#breakBefore(exchange), signal);
      try {
        const response = await this.#stream(exchange.lastId, signal);
        if (isOfType(response, 'text/event-stream')) return response.body;
        discard(response);
        return undefined;
      } catch (error) {
        if (signal.aborted) throw error;
        if (error instanceof HttpError && error.refusal.status < 500) {
          if (error.refusal.status === 405) return undefined;
          throw error;
        }
      }
    }
    return undefined;
  }

  /** Milliseconds. The server's own pace counts; one that brings nothing at all must not keep both sides busy. */
  #breakBefore({ retry, fruitless }: Exchange): number {
    if (retry === undefined) return backoffDelay(pace, fruitless + 1, this.random);
    return Math.max(retry, fruitless < maxFruitless ? shortestRetry : shortestBreak);
  }

  #read(body: ByteStream, onEvent: (event: StreamEvent) => void): Promise<void> {
    return readEvents(body, {
      yieldThread: this.yieldThread,
      large: this.#large,
      onEvent: (event) => {
        onEvent(event);
        for (const message of event.messages) this.onmessage?.(message);
      },
    });
  }

  async #deliver({ body }: FetchResponse): Promise<void> {
    let leave: (() => void) | undefined;
    const enter = async (): Promise<void> => void (leave ??= await this.#large.enter());
    try {
      const steps = readMessages(body ? await readText(body, undefined, enter) : '');
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) if (step.value === Infinity) await this.yieldThread();
      if (!step.value) throw new SyntaxError('The answer is not JSON');
      if (step.value.length === 0) throw notMcp(this.#host);
      for (const message of step.value) this.onmessage?.(message);
    } finally {
      leave?.();
    }
  }
}

function note(exchange: Exchange, { id, retry, messages }: StreamEvent): void {
  if (id !== undefined) exchange.lastId = id === '' ? undefined : id;
  exchange.retry = retry ?? exchange.retry;
  exchange.isAnswered ||= messages.some((message) => !('method' in message));
}
