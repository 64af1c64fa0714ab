import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openLoopback } from '../../../../src/node/network/loopback';

const never = new AbortController().signal;

describe('the loopback port of a sign-in', () => {
  it('hands over what the browser came back with, tells the user to go back, and closes', async () => {
    const receiver = await openLoopback(0);
    const waiting = receiver.wait('a', never);
    const response = await fetch(`${receiver.url}?code=x%2By%26z&state=a`);
    const page = await response.text();
    expect(await waiting).toEqual({ code: 'x+y&z', state: 'a' });
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([200, "default-src 'none'"]);
    expect(page).toContain('You can close this page and go back to VS Code.');
    await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
  });

  it('takes nothing but a GET of its own page with its own state for an answer', async () => {
    const receiver = await openLoopback(0);
    const early = (await fetch(receiver.url)).status;
    const waiting = receiver.wait('a', never);
    const statuses = [
      (await fetch(new URL('/favicon.ico?state=a', receiver.url))).status,
      (await fetch(`${receiver.url}?state=a`, { method: 'POST' })).status,
      (await fetch(`${receiver.url}?state=b&error=access_denied`)).status,
      (await fetch(receiver.url)).status,
    ];
    await (await fetch(`${receiver.url}?state=a`)).text();
    expect([early, statuses, await waiting]).toEqual([404, [404, 404, 404, 404], { state: 'a' }]);
  });

  it('takes an answer below its address where that is expected, and none at the address itself', async () => {
    const receiver = await openLoopback(0);
    const waiting = receiver.wait('a', never, '/issuer');
    const statuses = [
      (await fetch(`${receiver.url}?state=a`)).status,
      (await fetch(`${receiver.url}/other?state=a`)).status,
      (await fetch(`${receiver.url}/issuer?state=a&code=x`)).status,
    ];
    expect([statuses, await waiting]).toEqual([[404, 404, 200], { state: 'a', code: 'x' }]);
  });

  it('is not brought down by a request for something that is no address', async () => {
    const receiver = await openLoopback(0);
    const socket = connect(receiver.port, '127.0.0.1');
    socket.end('GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
    receiver.dispose();
  });

  it('listens where no other machine reaches it, on another port when its own is taken', async () => {
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const receiver = await openLoopback(port);
    expect(new URL(receiver.url).hostname).toBe('127.0.0.1');
    expect(receiver.port).not.toBe(port);
    receiver.dispose();
    otherServer.close();
    await once(otherServer, 'close');
    const again = await openLoopback(port);
    expect(again.port).toBe(port);
    again.dispose();
  });

  it('closes when it is not waited for any more', async () => {
    const receiver = await openLoopback(0);
    const abort = new AbortController();
    const waiting = receiver.wait('a', abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow('Stopped');
    await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
  });
});
