import { describe, expect, it } from 'vitest';
import { failure, http, open } from '../support';
import { legacy, serveHttp } from './serveHttp';

/** Redirects every request. */
async function redirecting(location: string | undefined, status = 307): Promise<string> {
  const { url } = await serveHttp((_, response) =>
    response.writeHead(status, location === undefined ? {} : { location }).end(),
  );
  return url;
}

async function sentence(url: string): Promise<string> {
  const { reason, message } = await failure(open(http(url)));
  return `${reason}: ${message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')}`;
}

describe('a redirect that is not followed', () => {
  it('is said with the URL to write, without what may be secret in it', async () => {
    const url = await redirecting('https://me:pass@other.example/v2/mcp?token=1#here');
    expect(await sentence(url)).toBe(
      'http: HOST redirects to https://other.example/v2/mcp (HTTP 307). If that’s the right server, enter its URL in mcp.json.',
    );
  });

  it('on the same host, which would lose the request, is said as well', async () => {
    expect(await sentence(await redirecting('/mcp/', 301))).toBe(
      'http: HOST redirects to http://HOST/mcp/ (HTTP 301). If that’s the right server, enter its URL in mcp.json.',
    );
  });

  it('in circles is told from one that leads somewhere', async () => {
    expect(await sentence(await redirecting('/mcp'))).toBe(
      'http: HOST redirects too many times (HTTP 307). Check the server’s URL in mcp.json.',
    );
  });

  it.each([undefined, 'ftp://other.example/', 'http://[', 'javascript:alert(1)'])(
    'to no address (%s) is no failure of the user’s list',
    async (location) => {
      expect(await sentence(await redirecting(location, 302))).toBe(
        'http: HOST redirects to an invalid URL (HTTP 302). Check the server’s URL in mcp.json.',
      );
    },
  );

  it('shows no control characters of the server', async () => {
    const text = await sentence(await redirecting('https://other.example/%0A%1B[31m', 302));
    expect(text).toContain('https://other.example/%0A%1B[31m (HTTP 302)');
  });
});

it('follows a redirect on the same host that keeps the request', async () => {
  const target = await serveHttp((request, response, index) => {
    if (index % 2 === 0) response.writeHead(308, { location: '/mcp/v2' }).end();
    else legacy(request, response, index);
  });
  const { session } = await open(http(target.url));
  expect(session.info.revision).toBe('2025-11-25');
});
