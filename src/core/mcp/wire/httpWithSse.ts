import type { YieldThread } from '../../base/scheduler';
import type { HttpLaunch } from '../../configuration/launch/http';
import type { Message } from '../base/envelope';
import { OversizedMessage, WireError } from '../errors/wireErrors';
import { addresseeOf } from './brokenJson';
import { readEvents, type StreamEvent } from './events';
import { discard, HttpRequests, isOfType, type HttpPorts } from './httpRequests';
import { OneAtATime } from './oneAtATime';
import type { Transport } from './transport';

/** HTTP+SSE, the transport of revision 2024-11-05: one stream for all that the server says, which names the address to send to. */
export class HttpWithSse implements Transport {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: ((error?: unknown) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly #requests: HttpRequests;
  readonly #life = new AbortController();
  #endpoint: string | undefined;
  #revision: string | undefined;

  constructor(
    private readonly launch: HttpLaunch,
    ports: HttpPorts,
    private readonly yieldThread: YieldThread,
  ) {
    this.#requests = new HttpRequests(launch, ports);
  }

  async start(): Promise<void> {
    const { signal } = this.#life;
    const headers = { accept: 'text/event-stream' };
    const response = await this.#requests.send({ method: 'GET', headers, signal });
    const { body } = response;
    if (!body || !isOfType(response, 'text/event-stream')) {
      discard(response);
      throw new WireError('notMcp');
    }
    await new Promise<void>((resolve, reject) => {
      const end = (error?: unknown): void => {
        reject(error instanceof Error ? error : new WireError('closed'));
        if (!signal.aborted) this.onclose?.(error);
      };
      const onEvent = (event: StreamEvent): void => {
        if (event.type === 'endpoint' && this.#endpoint === undefined) {
          this.#endpoint = this.#addressOf(event.data ?? '');
          if (this.#endpoint !== undefined) resolve();
          else end(new WireError('notMcp'));
        } else for (const message of event.messages) this.onmessage?.(message);
      };
      // All answers come on one stream, which is not lost for one that is too large.
      const onSkip = (head: string): void => {
        const { id, hasMethod } = addresseeOf(head);
        if (!hasMethod) this.onerror?.(new OversizedMessage(id));
      };
      const ports = { yieldThread: this.yieldThread, large: new OneAtATime(), onEvent, onSkip };
      readEvents(body, ports).then(() => end(), end);
    });
  }

  useRevision(revision: string): void {
    this.#revision = revision;
  }

  async send(message: Message, exchange: AbortSignal = this.#life.signal): Promise<void> {
    if (this.#endpoint === undefined) throw new WireError('closed');
    const headers = {
      ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
      'content-type': 'application/json',
    };
    const signal = AbortSignal.any([exchange, this.#life.signal]);
    const request = { method: 'POST', headers, body: JSON.stringify(message), signal } as const;
    discard(await this.#requests.send(request, this.#endpoint));
  }

  close(): Promise<void> {
    this.#life.abort();
    this.onclose?.();
    return Promise.resolve();
  }

  /** The address that the server names, relative to its own; `undefined` for one of another origin, which gets no secrets. */
  #addressOf(text: string): string | undefined {
    if (!URL.canParse(text, this.launch.url)) return undefined;
    const { href, origin, username } = new URL(text, this.launch.url);
    return origin === new URL(this.launch.url).origin && username === '' ? href : undefined;
  }
}
