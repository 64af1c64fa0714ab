import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import { aborted } from '../../core/base/clock';
import type { RedirectReceiver } from '../../core/session/signIn';

type Answer = Readonly<Record<string, string>>;

/**
 * Waits on this machine for the browser to come back from a sign-in: RFC 8252, section 7.3. Serves one answer, on a port that no
 * other machine reaches; any page can send a browser there, so only an answer with the expected state counts.
 *
 * @param port reused if it is free, for authorization servers that compare the whole redirect URI
 * @param path of the redirect URI
 */
export async function openLoopback(
  port: number,
  path = '/signed-in',
): Promise<RedirectReceiver & { readonly port: number }> {
  let waiting: { readonly state: string; readonly path: string; readonly take: (answer: Answer) => void } | undefined;
  const server = createServer((request, response) => {
    const answer = redirectOf(request, waiting?.path);
    const isAnswer = answer !== undefined && answer['state'] === waiting?.state;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', connection: 'close' };
    response.writeHead(isAnswer ? 200 : 404, { ...headers, 'content-security-policy': "default-src 'none'" });
    response.end(isAnswer ? page(l10n.t('You can close this page and go back to VS Code.')) : '');
    if (isAnswer) waiting?.take(answer);
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
    wait: (state, signal, below = '') => {
      const answer = new Promise<Answer>((take) => (waiting = { state, path: path + below, take }));
      return Promise.race([answer, aborted(signal)]).finally(dispose);
    },
    dispose,
  };
}

/** Parameters that the browser came back with; `undefined` for every other request. */
function redirectOf({ method, url = '' }: IncomingMessage, path: string | undefined): Answer | undefined {
  const base = 'http://127.0.0.1';
  if (method !== 'GET' || !URL.canParse(url, base)) return undefined;
  const { pathname, searchParams } = new URL(url, base);
  return pathname === path ? Object.fromEntries(searchParams) : undefined;
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }
}

function page(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html><meta name="viewport" content="width=device-width"><title>VS Code</title><p>${escaped}</p>`;
}
