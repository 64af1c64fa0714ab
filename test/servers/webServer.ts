// A web site over HTTPS for resources with https: addresses, and a proxy that leads to it under any host name.
//
// certificate/ was made with: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem
//   -out certificate.pem -days 36500 -subj "/CN=Test of the MCP Resource Picker"
//   -addext "subjectAltName=DNS:docs.example,DNS:other.example" -addext "basicConstraints=critical,CA:TRUE"
// server.pem and expired.pem, for the same key, docs.example and 127.0.0.1, were signed by it with `openssl ca`.
// Only the tests trust it; it proves nothing to other programs.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = path.join(import.meta.dirname, 'certificate');
export const certificateFile = path.join(folder, 'certificate.pem');
export const certificate = readFileSync(certificateFile, 'utf8');

export const pngOfOnePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Page = (request: http.IncomingMessage, response: http.ServerResponse, query: URLSearchParams) => void;

interface Running {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const page =
  (type: string, body: string | Uint8Array): Page =>
  (_, response) =>
    response.setHeader('content-type', type).end(body);

const pages: Readonly<Record<string, Page>> = {
  '/page': page('text/html; charset=UTF-8', '<!doctype html><title>Größe</title>'),
  '/latin': page('text/plain; charset="iso-8859-1"', Buffer.from('Größe', 'latin1')),
  '/odd': page('text/plain; charset=no-such-charset', 'as it is'),
  '/untyped': (_, response) => response.end('{"a": 1}'),
  '/empty': (_, response) => response.writeHead(204).end(),
  /** Returns the request's headers, and tries to set a cookie. */
  '/headers': ({ headers }, response) =>
    response
      .setHeader('set-cookie', 'a=b; Path=/')
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(headers)),
  '/status': (_, response, query) => response.writeHead(Number(query.get('code'))).end('words'),
  '/redirect': (_, response, query) =>
    response
      .writeHead(Number(query.get('code') ?? 302), { location: query.get('to') ?? '', 'set-cookie': 'a=b' })
      .end('x'),
  /** Redirects `n` times before it returns content. */
  '/countdown': (_, response, query) => {
    const left = Number(query.get('n'));
    if (left === 0) response.setHeader('content-type', 'text/plain').end('there');
    else response.writeHead(307, { location: `countdown?n=${left - 1}` }).end();
  },
  '/announced': (_, response, query) =>
    response.writeHead(200, { 'content-length': String(query.get('bytes')) }).write('the first of it'),
  /** Never ends. */
  '/endless': (_, response) => {
    const chunk = Buffer.alloc(10_000);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  },
  /** A body a thousand times larger than its compressed size. */
  '/bomb': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000))),
  '/icon.png': page('image/png', Buffer.from(pngOfOnePixel, 'base64')),
  '/icon.svg': page('image/svg+xml; charset=utf-8', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
  /** A page that claims to be an icon. */
  '/page.png': page('image/png', '<!doctype html><title>No icon</title>'),
  /** An icon that claims to be a page. */
  '/icon.html': page('text/html', Buffer.from(pngOfOnePixel, 'base64')),
  '/hang': () => undefined,
  '/hang-later': (_, response) => void response.writeHead(200).write('the first of it'),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('the first of it');
    setImmediate(() => response.destroy());
  },
};

/** Serves until `close`; `requests` holds the requested paths with the requested hosts. */
export async function startWebServer(): Promise<Running & { readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const key = readFileSync(path.join(folder, 'key.pem'));
  const server = https.createServer({ key, cert: certificate }, (request, response) => {
    const { host = '' } = request.headers;
    const { pathname, searchParams } = new URL(request.url ?? '', `https://${host}`);
    requests.push(`${host.replace(/:\d+$/, '')}${pathname}`);
    const answer = pages[pathname] ?? ((_, other) => other.writeHead(404).end());
    answer(request, response, searchParams);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: portOf(server), requests, close: () => close(server) };
}

/** Starts a proxy that leads every tunnel to this port of this computer, whatever host is requested. */
export async function startProxy(port: number): Promise<Running> {
  const proxy = http.createServer((_, response) => response.writeHead(502).end());
  proxy.on('connect', (_, client) => {
    const server = net.connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    for (const socket of [client, server]) socket.on('error', () => [client, server].forEach((each) => each.destroy()));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { port: portOf(proxy), close: () => close(proxy) };
}

function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port.');
  return address.port;
}

async function close(server: http.Server | https.Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
