import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type AuthProvider,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock';
import type { Breathe } from '../../base/scheduler';
import type { Launch } from '../../session/session';
import type { StoredSignIn } from '../auth/storedSignIn';
import { hostOf, parseUrl } from '../auth/launchUrl';
import type { ByteStream, Fetch, FetchResponse } from '../base/effects';
import type { Message } from '../base/envelope';
import { OversizedMessage } from '../errors/circumstances';
import { answerTooLarge, badHeader, notMcp } from '../errors/failures';
import { refusalOf, type Refusal } from '../errors/refusal';
import { Aside } from './aside';
import { addresseeOf } from './brokenJson';
import { repairEvents, type EventPorts } from './eventStream';
import { MessageText } from './messageText';
import { OneAtATime } from './oneAtATime';
import { PushChannel } from './pushChannel';
import { readMessages } from './readMessages';

type Id = string | number;
type HttpLaunch = Extract<Launch, { kind: 'http' }>;

/** Maximum size of the body of an error status, in bytes. */
const maxFailureBytes = 1_000_000;

export interface HttpTransport {
  readonly transport: Transport;
  /** Returns the message that one of {@link transport} stands for. */
  readonly unwrap: (message: Message) => Message | undefined;
  readonly push: PushChannel | undefined;
  readonly refusals: Refusals;
  /** Tells the server to end its session; a single attempt without retry. */
  readonly endSession: () => Promise<void>;
}

/** Streamable HTTP, the transport since revision 2025-03-26. Headers go to the origin of the URL only. */
export function streamableHttp(
  launch: HttpLaunch,
  fetch: Fetch,
  clock: Clock,
  breathe: Breathe,
  signIn: StoredSignIn | undefined,
): HttpTransport {
  checkHeaders(launch.headers);
  const ports = newPorts(breathe);
  const push = new PushChannel(clock);
  const refusals = new Refusals(clock);
  const fetchAs = signedIn(fetch, signIn);
  const transport = new StreamableHTTPClientTransport(parseUrl(launch.url), {
    requestInit: { headers: launch.headers },
    fetch: observed(refusals.observe(fetchAs.fetch), push, hostOf(launch), ports, (id) =>
      transport.onerror?.(new OversizedMessage(id)),
    ),
    ...fetchAs.options,
    reconnectionScheduler: push.schedule,
    // The scheduler decides; the SDK passes these numbers to it.
    // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_scheduleReconnection)
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
      maxRetries: Number.MAX_SAFE_INTEGER,
    },
  });
  const unwrap = (message: Message): Message | undefined => ports.aside.take(message);
  const endSession = (): Promise<void> => transport.terminateSession().catch(() => undefined);
  return { transport, unwrap, push, refusals, endSession };
}

/** HTTP+SSE, the transport of revision 2024-11-05. */
export function httpWithSse(
  launch: HttpLaunch,
  fetch: Fetch,
  clock: Clock,
  breathe: Breathe,
  signIn: StoredSignIn | undefined,
): HttpTransport {
  checkHeaders(launch.headers);
  // All answers come on one stream, which is not lost for one that is too large.
  const onSkip = (head: string): void => {
    const { id, hasMethod } = addresseeOf(head);
    if (!hasMethod) transport.onerror?.(new OversizedMessage(id));
  };
  const ports = { ...newPorts(breathe), onSkip };
  const refusals = new Refusals(clock);
  const fetchAs = signedIn(fetch, signIn);
  const noticed = refusals.observe(fetchAs.fetch);
  const options = {
    requestInit: { headers: launch.headers },
    fetch: async (url: unknown, init: never) => withGoodEvents(await noticed(url, init), ports),
    ...fetchAs.options,
  };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- servers of 2024 still speak nothing else
  const transport = new SSEClientTransport(parseUrl(launch.url), options as never);
  const unwrap = (message: Message): Message | undefined => ports.aside.take(message);
  return { transport, unwrap, push: undefined, refusals, endSession: () => Promise.resolve() };
}

function newPorts(breathe: Breathe): EventPorts {
  return { aside: new Aside(), large: new OneAtATime(), breathe };
}

/** Keeps the headers of the last HTTP error status. */
class Refusals {
  last: Refusal | undefined;

  constructor(private readonly clock: Clock) {}

  observe(fetch: Fetch): Fetch {
    return async (url, init) => {
      const response = await fetch(url, init);
      if (!response.ok) this.last = refusalOf(url, response, this.clock.now());
      return response;
    };
  }
}

/** A sign-in as the SDK takes it: `fetch` that saves the requirements of a server's refusal, and the option for tokens. */
function signedIn(
  fetch: Fetch,
  signIn: StoredSignIn | undefined,
): { fetch: Fetch; options: { authProvider?: AuthProvider } } {
  if (!signIn) return { fetch, options: {} };
  const refused = new WeakMap<object, string | undefined>();
  const noticing: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    const headers = init?.['headers'] as { get?(name: string): string | null } | undefined;
    refused.set(response, headers?.get?.('authorization') ?? undefined);
    if (response.status === 401 || response.status === 403) await signIn.notice(response);
    return response;
  };
  const onUnauthorized: AuthProvider['onUnauthorized'] = async ({ response }) => {
    if (!(await signIn.renew(refused.get(response)))) throw new UnauthorizedError();
  };
  return { fetch: noticing, options: { authProvider: { token: () => signIn.token(), onUnauthorized } } };
}

/** `fetch` that reports its requests to the push channel, and repairs JSON-RPC envelopes for the SDK. */
function observed(
  fetch: Fetch,
  push: PushChannel,
  host: string,
  ports: EventPorts,
  onTooLarge: (id: Id | undefined) => void,
): never {
  const wrapped: Fetch = async (url, init) => {
    if (init?.method === 'GET') return fetchStream(fetch, url, init, push, ports);
    const response = await fetch(url, init);
    if (init?.method === 'POST' && isOfType(response, 'application/json'))
      Object.defineProperty(response, 'json', { value: () => messagesOf(response, host, ports) });
    if (!response.ok && response.body) withShortText(response, response.body);
    // The SDK only opens the stream for notifications after a 202.
    // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_send)
    if (response.ok && String(init?.['body']).includes('"notifications/initialized"'))
      Object.defineProperty(response, 'status', { value: 202 });
    return withGoodEvents(response, { ...ports, onTooLarge: () => onTooLarge(idOf(init?.['body'])) });
  };
  return wrapped as never;
}

function isOfType(response: FetchResponse, mimeType: string): boolean {
  return (response.headers.get('content-type') ?? '').toLowerCase().startsWith(mimeType);
}

/** The id of the request in a body. */
function idOf(body: unknown): Id | undefined {
  const { id } = JSON.parse(typeof body === 'string' ? body : '{}') as { readonly id?: Id };
  return id;
}

function withGoodEvents(response: FetchResponse, ports: EventPorts): FetchResponse {
  if (response.body && isOfType(response, 'text/event-stream'))
    Object.defineProperty(response, 'body', { value: repairEvents(response.body, ports) });
  return response;
}

/**
 * The SDK reads the body of a failure, however large it is.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_send)
 */
function withShortText(response: FetchResponse, body: ByteStream): void {
  const text = (): Promise<string> => readText(body, new MessageText(maxFailureBytes)).catch(() => '');
  Object.defineProperty(response, 'text', { value: text });
}

async function fetchStream(
  fetch: Fetch,
  url: unknown,
  init: Parameters<Fetch>[1],
  push: PushChannel,
  ports: EventPorts,
): Promise<FetchResponse> {
  try {
    const response = await fetch(url, init);
    push.noteAnswer(response.status);
    return withGoodEvents(response, ports);
  } catch (error) {
    if ((init?.['signal'] as AbortSignal | undefined)?.aborted !== true) push.noteFailure(error);
    throw error;
  }
}

/** For the SDK: a stub for the message, or those of a batch. */
async function messagesOf({ body }: FetchResponse, host: string, ports: EventPorts): Promise<unknown> {
  let leave: (() => void) | undefined;
  const enter = async (): Promise<void> => void (leave ??= await ports.large.enter());
  try {
    const steps = readMessages(body ? await readText(body, new MessageText(), enter) : '');
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) if (step.value === Infinity) await ports.breathe();
    const messages = step.value;
    if (!messages) throw new SyntaxError('The answer is not JSON');
    if (messages.length === 0) throw notMcp(host);
    const stubs = messages.map((message) => JSON.parse(ports.aside.put(message)) as unknown);
    return stubs.length === 1 ? stubs[0] : stubs;
  } finally {
    leave?.();
  }
}

/** Ends the body where it is too large, regardless of the size in its headers and before it was packed. */
async function readText(body: ByteStream, text: MessageText, onLarge?: () => Promise<void>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    const isEnd = done || !value;
    if (!text.add(isEnd ? decoder.decode() : decoder.decode(value, { stream: true }))) {
      void reader.cancel().catch(() => undefined);
      throw answerTooLarge();
    }
    if (isEnd) return text.take();
    if (text.isLarge) await onLarge?.();
  }
}

/**
 * `fetch` fails on a bad header as it does on a bad network, and would name the value.
 * https://github.com/nodejs/undici/blob/main/lib/web/fetch/headers.js (appendHeader)
 */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) continue;
    throw badHeader(name);
  }
}
