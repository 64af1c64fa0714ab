// Real TLS on this machine, with certificates of an authority that nobody else trusts: see test/servers/webServer.ts.
import { readFileSync } from 'node:fs';
import type http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestartPolicy } from '../../../../src/core/connection/restartPolicy';
import { createOpenSession } from '../../../../src/core/mcp/openSession';
import type { Session } from '../../../../src/core/session/session';
import { yieldThread } from '../../../../src/node/base/clock';
import { decodeBase64 } from '../../../../src/node/base/base64';
import { certificate } from '../../../servers/webServer';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { trustingFetch } from '../../../support/trustingFetch';
import { collect, failure, http as httpLaunch, never, noLimits, open } from '../support';
import { legacy, listen, serveHttp } from './serveHttp';

const folder = path.resolve(import.meta.dirname, '../../../servers/certificate');
const pem = (name: string): string => readFileSync(path.join(folder, `${name}.pem`), 'utf8');
const restart =
  'Install the authority’s certificate on your system, turn on “http.systemCertificates”, and restart VS Code. In other editors, set the environment variable NODE_EXTRA_CA_CERTS.';

let trusting: Awaited<ReturnType<typeof trustingFetch>>;
beforeEach(async () => {
  trusting = await trustingFetch();
});
afterEach(() => trusting.close());

/** Serves MCP over TLS. @returns its port */
async function serveTls(cert: string, answer: http.RequestListener = answerLegacy): Promise<number> {
  return listen(https.createServer({ key: pem('key'), cert }, answer));
}

const answerLegacy: http.RequestListener = (request, response) => {
  if (request.method !== 'POST') response.writeHead(405).end();
  else void new Response(request as never).json().then((message) => legacy(message as never, response, 0));
};

/** Opens a session where the authority is trusted, and every name leads here. */
function openTrusting(url: string): Promise<Session> {
  const openSession = createOpenSession({
    fetch: (address, init) => trusting.fetch(String(address), init as RequestInit),
    renewer: () => Promise.reject(new Error('Nobody signs in')),
    decodeBase64,
    yieldThread,
    createProcess: () => {
      throw new Error('Not over HTTP');
    },
  });
  return openSession(httpLaunch(url), {
    clock: new FakeClock(),
    log: silent,
    signal: never,
    connectTimeout: 10_000,
    learned: undefined,
    onDidLearn: () => undefined,
    onStderr: () => undefined,
  });
}

async function sentence(opening: Promise<unknown>): Promise<string> {
  const { reason, message } = await failure(opening);
  return `${reason}: ${message.replaceAll(/[\w.]+:\d{4,}/g, 'HOST')}`;
}

describe('a certificate that is not trusted', () => {
  it.each([
    ['signed by itself', () => certificate, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of a private authority', () => pem('server'), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['of a private authority that is sent along', () => pem('server') + certificate, 'SELF_SIGNED_CERT_IN_CHAIN'],
  ])('%s is said, with the setting that helps', async (_, cert, code) => {
    const port = await serveTls(cert());
    expect(await sentence(open(httpLaunch(`https://127.0.0.1:${port}/mcp`)))).toBe(
      `certificate: The certificate for HOST was issued by an unknown authority (${code}). ${restart}`,
    );
  });

  it('is not tried again by itself', () => {
    expect(new RestartPolicy(() => 0.5).next('certificate', 0)).toEqual({ kind: 'giveUp', crashes: 1 });
  });
});

describe('where the authority is trusted', () => {
  it('a server is connected to', async () => {
    const session = await openTrusting(`https://docs.example:${await serveTls(pem('server'))}/mcp`);
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(1);
    session.dispose();
    await session.ended;
  });

  it('a certificate for another name is said', async () => {
    const port = await serveTls(pem('server'));
    expect(await sentence(openTrusting(`https://third.example:${port}/mcp`))).toBe(
      'certificate: HOST’s certificate is for a different host name (ERR_TLS_CERT_ALTNAME_INVALID). In mcp.json, use a URL with the host name from the certificate.',
    );
  });

  it('one that has expired is said', async () => {
    const port = await serveTls(pem('expired'));
    expect(await sentence(openTrusting(`https://docs.example:${port}/mcp`))).toBe(
      'certificate: The certificate for HOST has expired or isn’t valid yet (CERT_HAS_EXPIRED). Check your computer’s clock, or ask the server’s operator to renew the certificate.',
    );
  });

  it('a redirect that gives up the encryption is said', async () => {
    const port = await serveTls(pem('server'), (_, response) => {
      response.writeHead(308, { location: 'http://docs.example/mcp' }).end();
    });
    expect(await sentence(openTrusting(`https://docs.example:${port}/mcp`))).toBe(
      'http: The redirect from HOST to the unencrypted URL http://docs.example/mcp was ignored. Use an https URL for the server in mcp.json.',
    );
  });
});

it('says that a server does not speak https', async () => {
  const { url } = await serveHttp(legacy);
  expect(await sentence(open(httpLaunch(url.replace('http:', 'https:'))))).toMatch(
    /^network: HOST doesn’t accept https connections \(ERR_SSL_\w+\)\. Correct the port in mcp\.json, or use http:\/\/ /,
  );
});
