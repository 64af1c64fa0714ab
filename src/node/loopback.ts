import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import type { RedirectReceiver } from '../core/signIn';

const path = '/signed-in';

/**
 * Waits on this machine for the browser to come back from a sign-in: RFC 8252, section 7.3. Serves one answer, on a port that no
 * other machine reaches.
 *
 * @param port the one to take if it is free: authorization servers that compare the whole redirect URI then know it again
 */
export async function openLoopback(port: number): Promise<RedirectReceiver & { readonly port: number }> {
  let receive: (answer: Readonly<Record<string, string>>) => void = () => undefined;
  const answer = new Promise<Readonly<Record<string, string>>>((resolve) => (receive = resolve));
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isAnswer = request.method === 'GET' && address.pathname === path;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', connection: 'close' };
    response.writeHead(isAnswer ? 200 : 404, { ...headers, 'content-security-policy': "default-src 'none'" });
    response.end(isAnswer ? page(l10n.t('You can close this page and go back to VS Code.')) : '');
    if (isAnswer) receive(Object.fromEntries(address.searchParams));
  });
  await listen(server, port);
  const bound = (server.address() as AddressInfo).port;
  const dispose = (): void => {
    server.close();
    server.closeIdleConnections();
  };
  return {
    url: `http://127.0.0.1:${bound}${path}`,
    port: bound,
    wait: (_state, signal) => Promise.race([answer, aborted(signal)]).finally(dispose),
    dispose,
  };
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error('Stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function page(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html><meta name="viewport" content="width=device-width"><title>VS Code</title><p>${escaped}</p>`;
}
