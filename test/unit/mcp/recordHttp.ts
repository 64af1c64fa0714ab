// Servers over HTTP that keep every request they get.
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, sendJson } from './open/serveHttp';

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A request as it arrived: of its headers those that the protocol knows. */
export interface Sent {
  readonly verb: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly message: Message;
}

export type Answer = (sent: Sent, response: ServerResponse) => unknown;

const known = /^(?:mcp-.*|accept|content-type|last-event-id|authorization)$/;
export const json = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
export const events = { 'content-type': 'text/event-stream' };

/** Starts a server that keeps every request it gets. */
export async function record(answer: Answer): Promise<{ readonly url: string; readonly sent: readonly Sent[] }> {
  const sent: Sent[] = [];
  const pick = (headers: IncomingHttpHeaders) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => known.test(name)));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method: verb = '', url: path = '' } = request;
    const message = verb === 'POST' ? ((await new Response(request as never).json()) as Message) : {};
    const one = { verb, path, headers: pick(request.headers), message };
    sent.push(one);
    answer(one, response);
  };
  const port = await listen(http.createServer((request, response) => void take(request, response)));
  return { url: `http://127.0.0.1:${port}/mcp`, sent };
}

export const labelOf = ({ verb, message: { method } }: Sent): string => method ?? verb;
export const ofMethod = (sent: readonly Sent[], method: string): readonly Sent[] =>
  sent.filter((one) => labelOf(one) === method);
export const event = (message: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

export const common = { capabilities: { resources: { subscribe: true } }, serverInfo: { name: 'x', version: '1' } };
export const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
export const results: Readonly<Record<string, object>> = {
  'resources/list': { resources: [{ uri: 'a:1', name: 'one' }] },
  'resources/read': { contents: [{ uri: 'a:1', text: 'text' }] },
};

/** A good server of 2025-11-25. @param session header of its answer to the handshake */
export function legacy(session: object = { 'mcp-session-id': 'session 1' }): Answer {
  return ({ verb, message: { id, method = '' } }, response) => {
    if (verb === 'GET') response.writeHead(200, events).flushHeaders();
    else if (verb === 'DELETE' || id === undefined) response.writeHead(202).end();
    else if (method === 'initialize') {
      response.writeHead(200, { 'content-type': 'application/json', ...session });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { ...common, protocolVersion: '2025-11-25' } }));
    } else if (results[method]) sendJson(response, id, { result: results[method] });
    else sendJson(response, id, { error: { code: -32601, message: 'Method not found' } });
  };
}

/** A good server of 2026-07-28. */
export const modern: Answer = ({ message: { id, method = '', params } }, response) => {
  if (method === 'server/discover')
    sendJson(response, id, { result: { ...complete, ...common, supportedVersions: ['2026-07-28'] } });
  else if (method === 'subscriptions/listen') {
    response.writeHead(200, events);
    const meta = { 'io.modelcontextprotocol/subscriptionId': id };
    const honored = { _meta: meta, notifications: params?.['notifications'] };
    response.write(event({ method: 'notifications/subscriptions/acknowledged', params: honored }));
  } else if (results[method]) sendJson(response, id, { result: { ...complete, ...results[method] } });
  else sendJson(response, id, { error: { code: -32601, message: 'Method not found' } }, 400);
};
