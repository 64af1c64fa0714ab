import type {
  JSONRPCErrorResponse,
  JSONRPCNotification,
  JSONRPCResultResponse,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock';
import { isFields, type Fields } from '../../base/values';
import type { Reply } from '../../questions/interaction';
import { unreadableMark, type Message } from '../base/envelope';
import { echoed, OversizedMessage, streamEnded, tooLarge, withdrawn } from '../errors/circumstances';
import type { EraId } from '../base/revisions';
import { eraOpenedBy, eras, isModernDiscovery } from '../eras';
import { ServerRequests } from './serverRequests';
import { StrayAnswers } from './strayAnswers';

type Id = string | number;
type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;

/** Key under which {@link Tap} puts the result as sent by the server into the result for the SDK. */
const rawResult = 'mcp-resource-picker/raw';

const methodNotFound = -32601;
const internalError = -32603;
const maxServersIds = 100;

/** Valid, empty results by method; the real result travels in `_meta`. */
const stubs: Readonly<Record<string, Fields>> = {
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/read': { contents: [] },
  // For the dialect; see dialect.ts.
  'resources/get': { contents: [] },
  'completion/complete': { completion: { values: [] } },
};

/** Content of the answer to the probe, however late it came: the opening of the modern era. */
export type ProbeAnswer = 'none' | EraId;

/**
 * Stands between the SDK and a transport. Results of the methods in {@link stubs} pass the SDK as an empty shell with the raw one inside:
 * the SDK rejects a whole list for one bad item, and validating 100,000 items costs more than parsing them. Change notifications are taken
 * out here as well (26 µs each in the SDK). Answers to requests that are no longer pending end here; the SDK would serialise each into an
 * error message.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/core/src/schemas.ts (ListResourcesResultSchema)
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/core-internal/src/shared/protocol.ts (_onresponse)
 */
export class Tap implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: Message, extra?: MessageExtraInfo) => void) | undefined;
  /** Called for each `notifications/resources/…`; set before {@link start}. */
  onResourceNotification: ((method: string, params: Fields) => void) | undefined;
  /**
   * Answers `elicitation/create`, where servers ask with requests; `withdrawal` aborts when the server withdraws it.
   * The SDK would reject a slightly invalid schema: https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/core/src/schemas.ts (ElicitRequestFormParamsSchema)
   */
  onQuestion: ((params: Fields, withdrawal: AbortSignal) => Promise<Reply | undefined>) | undefined;
  /** Called for `notifications/elicitation/complete`. */
  onQuestionDone: ((elicitationId: unknown) => void) | undefined;
  /** Called for errors that our own listeners throw: no transport may get them. */
  onFault: ((error: unknown) => void) | undefined;
  /**
   * Called once for a probe that was cut off, when the era is known after all: by its late answer, or because the server answers later
   * requests and still not the probe.
   */
  onEraKnown: ((era: EraId) => void) | undefined;
  /** Called once, when a server asks more than is answered. */
  onExcess: (() => void) | undefined;
  /** False in the era in which servers send no requests. */
  answersRequests = true;
  readonly #requests = new ServerRequests(
    (id, reply) => this.inner.send({ jsonrpc: '2.0', id, ...reply }),
    () => this.#guard(() => this.onExcess?.()),
  );
  readonly #pending = new Map<Id, string>();
  readonly #strays: StrayAnswers;
  /** Ids of the server's last requests. */
  readonly #serversIds = new Set<Id>();
  /** Ids of subscriptions. The SDK follows their streams itself, under these ids. */
  readonly #subscriptions = new Set<Id>();
  #probe: ProbeAnswer = 'none';
  #discovery: Fields | undefined;
  #probeFailure: unknown;
  #isProbing = true;
  #hasReceived = false;

  /** @param unwrap returns what the transport's message stands for */
  constructor(
    private readonly inner: Transport,
    clock: Clock,
    private readonly unwrap: (message: Message) => Message | undefined = (message) => message,
  ) {
    this.#strays = new StrayAnswers(clock, (id) => this.#fail(id, unreadableMark));
  }

  get probe(): ProbeAnswer {
    return this.#probe;
  }

  /** What a modern server said of itself, however late. */
  get discovery(): Fields | undefined {
    return this.#discovery;
  }

  /** Error of the transport with which the probe ended; `undefined` where it had none. */
  get probeFailure(): unknown {
    return this.#probeFailure;
  }

  /** True once any message has arrived. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    this.inner.onmessage = (message: Message, extra?: MessageExtraInfo) => {
      const received = this.unwrap(message);
      if (received) this.#receive(received, extra);
    };
    this.inner.onclose = () => {
      this.#strays.dispose();
      this.#guard(() => this.onclose?.());
    };
    this.inner.onerror = (error) => {
      if (error instanceof OversizedMessage) this.#failOversized(error);
      this.onerror?.(error);
    };
    return this.inner.start();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Reports the connection to the SDK as closed before it is. */
  hangUp(): void {
    this.#strays.dispose();
    this.onclose?.();
  }

  async send(message: Message, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) return this.inner.send(message, options);
    if (!('id' in message)) {
      const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
      if (cancelled !== undefined) this.#settle(cancelled as Id);
      return this.inner.send(message, options);
    }
    const { id, method } = message;
    const era = eraOpenedBy(method);
    if (era) {
      this.#isProbing = era === eras.modern;
      message = era.open(message);
    }
    if (method === 'subscriptions/listen') {
      this.#subscriptions.add(id);
      return this.inner.send(message, options);
    }
    this.#pending.set(id, method);
    this.#strays.noteRequest(id);
    options?.requestSignal?.addEventListener('abort', () => this.#settle(id), { once: true });
    try {
      await this.inner.send(message, { ...options, onRequestStreamEnd: () => this.#fail(id, streamEnded) });
    } catch (error) {
      this.#settle(id);
      if (era === eras.modern) this.#probeFailure = error;
      throw error;
    }
  }

  #receive(message: Message, extra: MessageExtraInfo | undefined): void {
    this.#hasReceived = true;
    if (!('method' in message)) this.#receiveAnswer(message, extra);
    else if (!('id' in message)) this.#receiveNotification(message, extra);
    else if (this.#isEcho(message)) this.#fail(message.id, echoed);
    else this.#receiveRequest(message.id, message.method, message.params ?? {});
  }

  /** True for a request of ours that came back. No server sends these methods. */
  #isEcho({ id, method }: { readonly id: Id; readonly method: string }): boolean {
    if (this.#pending.get(id) !== method) return false;
    return eraOpenedBy(method) !== undefined || method.startsWith('resources/');
  }

  /** Answered here: the SDK would answer all of a flood at once. */
  #receiveRequest(id: Id, method: string, params: Fields): void {
    this.#noteServersId(id);
    if (!this.answersRequests) return;
    const { onQuestion } = this;
    this.#requests.take(id, async (withdrawal) => {
      if (method === 'ping') return { result: {} };
      if (method !== 'elicitation/create' || !onQuestion)
        return { error: { code: methodNotFound, message: 'Method not found' } };
      return this.#reply(() => onQuestion(params, withdrawal));
    });
  }

  #receiveNotification(message: JSONRPCNotification, extra: MessageExtraInfo | undefined): void {
    const { method } = message;
    const params: Fields = message.params ?? {};
    if (method.startsWith('notifications/resources/')) this.#guard(() => this.onResourceNotification?.(method, params));
    else if (method === 'notifications/elicitation/complete')
      this.#guard(() => this.onQuestionDone?.(params['elicitationId']));
    else if (method === 'notifications/cancelled' && this.#withdrawsRequest(params['requestId'])) return;
    else if (method === 'notifications/cancelled' && this.#isCancelled(params['requestId']))
      this.#fail(params['requestId'] as Id, withdrawn, params['reason'] ?? '');
    else this.onmessage?.(message, extra);
  }

  #withdrawsRequest(id: unknown): boolean {
    let isRequest = false;
    this.#guard(() => (isRequest = this.#requests.withdraw(id)));
    return isRequest;
  }

  /** True for a request of ours that the server will not answer. By MCP, it only cancels its own, whose ids may be the same. */
  #isCancelled(id: unknown): boolean {
    return this.#pending.has(id as Id) && !this.#serversIds.has(id as Id);
  }

  #noteServersId(id: Id): void {
    this.#serversIds.add(id);
    if (this.#serversIds.size > maxServersIds) this.#serversIds.delete(this.#serversIds.keys().next().value ?? id);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.onFault?.(error);
    }
  }

  async #reply(work: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
    try {
      return await work();
    } catch (error) {
      this.onFault?.(error);
      return { error: { code: internalError, message: 'Internal error' } };
    }
  }

  #receiveAnswer(message: Answer, extra: MessageExtraInfo | undefined): void {
    const id = this.#idOf(message.id);
    if (id === undefined) {
      if (message.id === undefined) return;
      if (this.#subscriptions.delete(message.id)) this.onmessage?.(message, extra);
      else if ('result' in message) this.#noteStray(message.id, message.result);
      return;
    }
    const method = this.#pending.get(id) ?? '';
    this.#settle(id);
    if (method === eras.modern.opening && !this.#acceptsOpening(message)) return;
    if (this.onEraKnown && !eraOpenedBy(method)) this.#tellEra('legacy');
    if ('result' in message)
      this.onmessage?.({ ...message, id, result: withDialectFields(method, message.result) }, extra);
    else this.onmessage?.({ ...message, id }, extra);
  }

  /** The id as it was sent. Accepts a string for a number, and an error without id when only one request is pending. */
  #idOf(id: Id | undefined): Id | undefined {
    if (id === undefined) return this.#pending.size === 1 ? this.#pending.keys().next().value : undefined;
    if (this.#pending.has(id)) return id;
    const number = Number(id);
    return this.#pending.has(number) ? number : undefined;
  }

  #noteStray(id: Id, result: Fields): void {
    const [only, ...others] = this.#pending;
    if (!only || others.length > 0) return;
    const [awaited, method] = only;
    if (Object.keys(stubs[method] ?? {}).some((key) => key in result)) this.#strays.noteAnswer(id, awaited);
  }

  /** Nobody waits for the answer any more. @returns false where nobody did */
  #settle(id: Id): boolean {
    this.#strays.noteEnd(id);
    return this.#pending.delete(id);
  }

  /** Notes the answer to the probe; false when the SDK no longer waits for it. */
  #acceptsOpening(message: Answer): boolean {
    if ('result' in message && isModernDiscovery(message.result))
      this.#discovery = eras.modern.repairOpening(message.result);
    this.#probe = this.#discovery ? 'modern' : 'legacy';
    this.#tellEra(this.#probe);
    return this.#isProbing;
  }

  #tellEra(era: EraId): void {
    const tell = this.onEraKnown;
    this.onEraKnown = undefined;
    tell?.(era);
  }

  #failOversized({ id }: OversizedMessage): void {
    if (id === undefined) this.#failAll(tooLarge);
    else this.#fail(id, tooLarge);
  }

  #failAll(mark: symbol): void {
    for (const id of [...this.#pending.keys()]) this.#fail(id, mark);
  }

  #fail(id: Id, mark: symbol, reason: unknown = mark.description): void {
    if (!this.#settle(id)) return;
    const message = typeof reason === 'string' ? reason : '';
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message, data: mark } });
  }
}

/**
 * A {@link Tap} that the SDK treats as one on a local process: it then probes on this same process.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/versionNegotiation.ts (detectProbeTransportKind)
 */
export class ProcessTap extends Tap {
  readonly stderr = null;
  readonly pid = null;

  /** The SDK closes what it could not open. The process may be of use yet: it belongs to the link. */
  override close(): Promise<void> {
    return Promise.resolve();
  }
}

function withDialectFields(method: string, result: Fields): Record<string, unknown> {
  const era = eraOpenedBy(method);
  if (era) return era.repairOpening(result);
  const stub = stubs[method];
  // Only reads answer such questions; the SDK refuses for the others.
  // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/client.ts (_resolveNonCompleteResult)
  if (!stub || (result['resultType'] === 'input_required' && !('contents' in stub))) return result;
  return { ...stub, resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: { [rawResult]: result } };
}

/** For the SDK: accepts any result, as our own normalisation interprets it. */
export const anything = {
  '~standard': { version: 1 as const, vendor: 'mcp-resource-picker', validate: (value: unknown) => ({ value }) },
};

/** The result as sent by the server, from the one that the SDK returned. */
export function unmoved(result: unknown): unknown {
  return isFields(result) && isFields(result['_meta']) && rawResult in result['_meta']
    ? result['_meta'][rawResult]
    : result;
}
