// A server of streamable HTTP, revision 2025-11-25, with real sessions that it can forget, as one does that is started again.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, sendJson } from '../open/serveHttp';

/** The body of a refusal: nothing, a sentence, or a JSON-RPC error by whose id it has, as JSON or as an event. */
export type RefusalBody = 'none' | 'text' | `${'no id' | 'foreign id' | 'own id'}${'' | ', event'}`;

/** How requests of a forgotten session are refused. */
export interface Refusal {
  readonly status: number;
  readonly body: RefusalBody;
  /** Of the JSON-RPC error. */
  readonly code?: number;
  readonly message?: string;
}

/** What becomes of the stream for notifications: there is none, it stays open after the server forgot its session, or it is cut then. */
export type PushStream = 'none' | 'silent' | 'cut';

export interface Rpc {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One POST of a session, or one request for its stream. */
export interface Exchange {
  readonly request: Rpc;
  readonly response: ServerResponse;
  readonly headers: IncomingMessage['headers'];
  /** From 1. */
  readonly session: number;
}

interface Options {
  readonly push?: PushStream;
  /** Required of every request as a bearer token. */
  readonly token?: string;
  /** Names no session, and wants none named. */
  readonly isStateless?: boolean;
  /** Takes a request of a living session; true where it was answered, or will be. `GET` is the method of one for the stream. */
  readonly take?: (exchange: Exchange) => boolean;
}

/** Refuses a request as one of a forgotten session. */
export function refuse(
  { status, body, code = -32600, message = 'Session not found' }: Refusal,
  { id }: Rpc,
  response: ServerResponse,
): void {
  const challenge = status === 401 && { 'www-authenticate': 'Bearer realm="mcp"' };
  const head = (type: string): ServerResponse => response.writeHead(status, { 'content-type': type, ...challenge });
  if (body === 'none') head('text/plain').end();
  else if (body === 'text') head('text/plain').end(message);
  else {
    const ids = { 'no id': null, 'foreign id': 'server-error', 'own id': id ?? null };
    const [whose, isEvent] = body.split(', ') as [keyof typeof ids, string?];
    const error = { jsonrpc: '2.0', id: ids[whose], error: { code, message } };
    if (isEvent === undefined) head('application/json').end(JSON.stringify(error));
    else head('text/event-stream').end(`event: message\ndata: ${JSON.stringify(error)}\n\n`);
  }
}

const subscribable = { resources: { subscribe: true, listChanged: true }, completions: {} };

export class SessionServer {
  url = '';
  /** The number of sessions that were opened. */
  opened = 0;
  /** What a well-behaved client never does, by rule. */
  readonly offences: string[] = [];
  /** Each request with its session, such as `1 resources/read a:1`, in order. */
  readonly seen: string[] = [];
  revision = '2025-11-25';
  capabilities: object = subscribable;
  token: string | undefined;
  readonly push: PushStream;
  readonly #take: NonNullable<Options['take']>;
  readonly #isStateless: boolean;
  readonly #subscribed = new Map<number, Set<string>>();
  readonly #streams = new Map<ServerResponse, number>();
  readonly #initialized = new Set<number>();
  #refusal: Refusal = { status: 404, body: 'none' };
  /** Sessions up to this one are forgotten. */
  #forgotten = 0;

  private constructor({ push = 'silent', token, isStateless = false, take = () => false }: Options) {
    this.push = push;
    this.#isStateless = isStateless;
    this.token = token;
    this.#take = take;
  }

  /** Serves until the end of the test. */
  static async start(options: Options = {}): Promise<SessionServer> {
    const server = new SessionServer(options);
    const port = await listen(http.createServer((request, response) => void server.#receive(request, response)));
    server.url = `http://127.0.0.1:${port}/mcp`;
    return server;
  }

  /** Forgets all sessions; their requests are refused from now on. */
  forget(refusal: Refusal): void {
    this.#refusal = refusal;
    this.#forgotten = this.opened;
    if (this.push !== 'cut') return;
    for (const stream of this.#streams.keys()) stream.destroy();
    this.#streams.clear();
  }

  /** The URIs that are subscribed to in the last session. */
  get subscribed(): readonly string[] {
    return [...(this.#subscribed.get(this.opened) ?? [])].sort();
  }

  /** The sessions of the streams that are open. */
  get streams(): readonly number[] {
    return [...this.#streams.values()];
  }

  /** Ends the streams for notifications, as a network or a deployment does. */
  endStreams(): void {
    for (const stream of this.#streams.keys()) stream.end();
  }

  count(entry: RegExp): number {
    return this.seen.filter((one) => entry.test(one)).length;
  }

  /** Sends a notification on the streams of the last session. @param id of the event */
  notify(method: string, params: object = {}, id?: string): void {
    const event = `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`;
    for (const [stream, session] of this.#streams) if (session === this.opened) stream.write(event);
  }

  async #receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPost = message.method === 'POST';
    const request = isPost
      ? ((await new Response(message as never).json()) as Rpc)
      : { method: String(message.method) };
    const header = message.headers['mcp-session-id'];
    const session = header === undefined ? 0 : Number(String(header).slice('session-'.length));
    const uri = request.params?.['uri'];
    this.seen.push(`${session} ${request.method}${typeof uri === 'string' ? ` ${uri}` : ''}`);
    if (this.token !== undefined && message.headers.authorization !== `Bearer ${this.token}`) {
      refuse({ status: 401, body: 'none' }, request, response);
    } else if (session === 0 && !this.#isNameless(request)) this.#open(request, response);
    else if (session !== 0 && session <= this.#forgotten) {
      if (request.method === 'initialize') this.offences.push('initialize names a session');
      refuse(this.#refusal, request, response);
    } else
      this.#answer({ request, response, headers: message.headers, session: session === 0 ? this.opened : session });
  }

  #isNameless({ method }: Rpc): boolean {
    return this.#isStateless && method !== 'initialize' && method !== 'server/discover';
  }

  /** Answers what needs no session. */
  #open({ id, method }: Rpc, response: ServerResponse): void {
    if (method === 'server/discover') {
      sendJson(response, id, { error: { code: -32601, message: 'Method not found' } });
    } else if (method !== 'initialize') {
      this.offences.push(`${method} names no session`);
      response.writeHead(400).end('Bad Request: Missing session ID');
    } else {
      this.opened += 1;
      const { revision: protocolVersion, capabilities } = this;
      if (!this.#isStateless) response.setHeader('mcp-session-id', `session-${this.opened}`);
      sendJson(response, id, { result: { protocolVersion, capabilities, serverInfo: { name: 'x', version: '1' } } });
    }
  }

  #answer(exchange: Exchange): void {
    const { request, response, headers, session } = exchange;
    const { id, method } = request;
    if (method === 'notifications/initialized') this.#initialized.add(session);
    else if (!this.#initialized.has(session)) this.offences.push(`${method} before notifications/initialized`);
    if (headers['mcp-protocol-version'] !== this.revision) this.offences.push(`${method} names no revision`);
    if (this.#take(exchange)) return;
    if (method === 'GET') this.#openStream(response, session);
    else if (method === 'DELETE') {
      this.#forgotten = Math.max(this.#forgotten, session);
      response.writeHead(200).end();
    } else if (id === undefined) response.writeHead(202).end();
    else sendJson(response, id, this.answerTo(request, session));
  }

  #openStream(response: ServerResponse, session: number): void {
    if (this.push === 'none') {
      response.writeHead(405).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    this.#streams.set(response, session);
    response.on('close', () => this.#streams.delete(response));
  }

  /** The result of a good server, or its error. */
  answerTo({ method, params }: Rpc, session: number): object {
    const uri = String(params?.['uri']);
    const subscribed = this.#subscribed.get(session) ?? new Set();
    this.#subscribed.set(session, subscribed);
    switch (method) {
      case 'resources/list':
        return { result: { resources: ['a:1', 'b:2'].map((one) => ({ uri: one, name: one })) } };
      case 'resources/templates/list':
        return { result: { resourceTemplates: [] } };
      case 'resources/read':
        return { result: { contents: [{ uri, mimeType: 'text/plain', text: `${uri} of session ${session}` }] } };
      case 'completion/complete':
        return { result: { completion: { values: [`of session ${session}`] } } };
      case 'resources/subscribe':
        subscribed.add(uri);
        return { result: {} };
      case 'resources/unsubscribe':
        subscribed.delete(uri);
        return { result: {} };
      case 'ping':
        return { result: {} };
      default:
        return { error: { code: -32601, message: 'Method not found' } };
    }
  }
}
