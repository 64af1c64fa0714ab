import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock';
import type { Launch } from '../../session/session';
import type { StoredSignIn } from '../auth/storedSignIn';
import { hostOf, parseUrl } from '../auth/launchUrl';
import type { ByteStream, Fetch, FetchResponse } from '../base/effects';
import { messagesIn } from '../base/envelope';
import { OversizedMessage } from '../errors/circumstances';
import { answerTooLarge, badHeader, notMcp } from '../errors/failures';
import { repairEvents } from './eventStream';
import { PushChannel } from './pushChannel';

type Id = string | number;
type HttpLaunch = Extract<Launch, { kind: 'http' }>;

/** Maximum size of one answer in bytes, as for processes. */
const maxBytes = 256_000_000;
/** Maximum size of the body of an error status, in bytes. */
const maxFailureBytes = 1_000_000;

export interface HttpTransport {
  readonly transport: Transport;
  readonly push: PushChannel | undefined;
  /** Tells the server to end its session; a single attempt without retry. */
  readonly endSession: () => Promise<void>;
}

/** Streamable HTTP, the transport since revision 2025-03-26. Headers go to the origin of the URL only. */
export function streamableHttp(
  launch: HttpLaunch,
  fetch: Fetch,
  clock: Clock,
  signIn: StoredSignIn | undefined,
): HttpTransport {
  checkHeaders(launch.headers);
  const push = new PushChannel(clock);
  const transport = new StreamableHTTPClientTransport(parseUrl(launch.url), {
    requestInit: { headers: launch.headers },
    fetch: observed(noticing(fetch, signIn), push, hostOf(launch), (id) =>
      transport.onerror?.(new OversizedMessage(id)),
    ),
    ...(signIn && { authProvider: signIn }),
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
  return { transport, push, endSession: () => transport.terminateSession().catch(() => undefined) };
}

/** HTTP+SSE, the transport of revision 2024-11-05. */
export function httpWithSse(launch: HttpLaunch, fetch: Fetch, signIn: StoredSignIn | undefined): HttpTransport {
  checkHeaders(launch.headers);
  const noticed = noticing(fetch, signIn);
  const options = {
    requestInit: { headers: launch.headers },
    fetch: async (url: unknown, init: never) => withGoodEvents(await noticed(url, init)),
    ...(signIn && { authProvider: signIn }),
  };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- servers of 2024 still speak nothing else
  const transport = new SSEClientTransport(parseUrl(launch.url), options as never);
  return { transport, push: undefined, endSession: () => Promise.resolve() };
}

/** `fetch` that saves the requirements of a server's refusal. */
function noticing(fetch: Fetch, signIn: StoredSignIn | undefined): Fetch {
  if (!signIn) return fetch;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === 401 || response.status === 403) await signIn.notice(response, init);
    return response;
  };
}

/** `fetch` that reports its requests to the push channel, and repairs JSON-RPC envelopes for the SDK. */
function observed(fetch: Fetch, push: PushChannel, host: string, onTooLarge: (id: Id | undefined) => void): never {
  const wrapped: Fetch = async (url, init) => {
    if (init?.method === 'GET') return fetchStream(fetch, url, init, push);
    const response = await fetch(url, init);
    if (init?.method === 'POST' && isOfType(response, 'application/json'))
      Object.defineProperty(response, 'json', { value: () => readMessages(response, host) });
    if (!response.ok && response.body) withShortText(response, response.body);
    // The SDK only opens the stream for notifications after a 202.
    // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_send)
    if (response.ok && String(init?.['body']).includes('"notifications/initialized"'))
      Object.defineProperty(response, 'status', { value: 202 });
    return withGoodEvents(response, () => onTooLarge(idOf(init?.['body'])));
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

function withGoodEvents(response: FetchResponse, onTooLarge?: () => void): FetchResponse {
  if (response.body && isOfType(response, 'text/event-stream'))
    Object.defineProperty(response, 'body', { value: repairEvents(response.body, onTooLarge) });
  return response;
}

/**
 * The SDK reads the body of a failure, however large it is.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_send)
 */
function withShortText(response: FetchResponse, body: ByteStream): void {
  const text = (): Promise<string> => readText(body, maxFailureBytes).catch(() => '');
  Object.defineProperty(response, 'text', { value: text });
}

async function fetchStream(
  fetch: Fetch,
  url: unknown,
  init: Parameters<Fetch>[1],
  push: PushChannel,
): Promise<FetchResponse> {
  try {
    const response = await fetch(url, init);
    push.noteAnswer(response.status);
    return withGoodEvents(response);
  } catch (error) {
    if ((init?.['signal'] as AbortSignal | undefined)?.aborted !== true) push.noteFailure(error);
    throw error;
  }
}

async function readMessages(response: FetchResponse, host: string): Promise<unknown> {
  const text = response.body ? await readText(response.body, maxBytes) : '';
  const messages = messagesIn(JSON.parse(text) as unknown);
  if (messages.length === 0) throw notMcp(host);
  return messages.length === 1 ? messages[0] : messages;
}

/** Ends the body where it is too large, regardless of the size in its headers. */
async function readText(body: ByteStream, maxLength: number): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || !value) return pieces.join('') + decoder.decode();
    bytes += value.length;
    if (bytes > maxLength) {
      void reader.cancel().catch(() => undefined);
      throw answerTooLarge();
    }
    pieces.push(decoder.decode(value, { stream: true }));
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
