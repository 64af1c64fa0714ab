import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import { mostReadBytes } from '../../../../src/core/content/content';
import { websiteNotAllowed, webTooLarge, type WebFetch } from '../../../../src/core/content/webFetch';
import type { ResolveHost, Place } from '../../../../src/core/network/place';
import { createWebFetch } from '../../../../src/node/network/webFetch';
import { startWebServer } from '../../../servers/webServer';
import { FakeClock } from '../../../support/fakeClock';
import { trustingFetch } from '../../../support/trustingFetch';
import { failure, never, until } from '../../mcp/support';

let server: Awaited<ReturnType<typeof startWebServer>>;
let web: Awaited<ReturnType<typeof trustingFetch>>;
const clock = new FakeClock();

beforeAll(async () => {
  server = await startWebServer();
  web = await trustingFetch();
});

afterAll(async () => {
  await web.close();
  await server.close();
});

const publicAddress = { addresses: ['93.184.216.34'], isProxied: false };
let lookUp: ResolveHost = () => Promise.resolve(publicAddress);
const fetchFromWeb: WebFetch = (uri, options) => createWebFetch(web.fetch, clock, lookUp)(uri, options);

function addressOf(path: string, host = 'docs.example'): string {
  return `https://${host}:${server.port}${path}`;
}

interface Asked {
  readonly origins: string[];
  readonly places: Place[];
  readonly content: ReturnType<WebFetch>;
}

/** Fetches an address; every site is allowed but `except`. */
function get(address: string, options: { maxBytes?: number; signal?: AbortSignal; except?: string } = {}): Asked {
  const origins: string[] = [];
  const places: Place[] = [];
  const allow = (origin: string, place: Place): Promise<void> => {
    origins.push(origin);
    places.push(place);
    return origin === options.except ? Promise.reject(websiteNotAllowed(origin)) : Promise.resolve();
  };
  const { maxBytes = 1_000_000, signal = never } = options;
  return { origins, places, content: fetchFromWeb(address, { maxBytes, signal, allow }) };
}

async function bodyOf(path: string): Promise<unknown> {
  const { mimeType, body } = await get(addressOf(path)).content;
  return [mimeType, body.kind, body.kind === 'text' ? body.text : new TextDecoder().decode(body.bytes)];
}

describe('what is fetched', () => {
  it('keeps the URI of the resource and has the type that the site says', async () => {
    const { uri } = await get(addressOf('/page')).content;
    expect([uri, await bodyOf('/page')]).toEqual([
      addressOf('/page'),
      ['text/html', 'blob', '<!doctype html><title>Größe</title>'],
    ]);
  });

  it('is left as it is, and keeps the encoding that the site names, where it is not UTF-8', async () => {
    expect([await bodyOf('/latin'), await bodyOf('/odd'), await bodyOf('/untyped'), await bodyOf('/empty')]).toEqual([
      ['text/plain; charset="iso-8859-1"', 'blob', 'Gr\ufffd\ufffde'],
      ['text/plain; charset=no-such-charset', 'blob', 'as it is'],
      [undefined, 'blob', '{"a": 1}'],
      [undefined, 'blob', ''],
    ]);
  });

  it('is asked for without cookies, credentials and headers of anybody', async () => {
    await get(addressOf('/headers')).content;
    const { body } = await get(addressOf('/headers')).content;
    const headers = JSON.parse(body.kind === 'blob' ? new TextDecoder().decode(body.bytes) : '') as object;
    const usual = [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ];
    expect(Object.keys(headers).filter((name) => !usual.includes(name))).toEqual([]);
  });
});

describe('an agreement', () => {
  it('is asked for before anything is sent', async () => {
    const before = server.requests.length;
    const { content } = get(addressOf('/page'), { except: addressOf('') });
    expect(await failure(content)).toMatchObject({ reason: 'websiteNotAllowed' });
    expect(server.requests).toHaveLength(before);
  });

  it('is needed for every origin on the way', async () => {
    const elsewhere = addressOf('/page', 'other.example');
    const first = get(addressOf(`/redirect?to=${encodeURIComponent(elsewhere)}`));
    await first.content;
    expect(first.origins).toEqual([addressOf(''), addressOf('', 'other.example')]);
    const second = get(addressOf(`/redirect?code=308&to=${encodeURIComponent(elsewhere)}`), {
      except: addressOf('', 'other.example'),
    });
    const { message } = await failure(second.content);
    expect(message).toContain(addressOf('', 'other.example'));
    expect(server.requests.slice(-3)).toEqual(['docs.example/redirect', 'other.example/page', 'docs.example/redirect']);
  });
});

describe('a name', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'docs.example': ['93.184.216.34'],
    'other.example': ['10.96.0.1'],
  };
  afterEach(() => (lookUp = () => Promise.resolve(publicAddress)));

  it('is allowed with where it leads to, on every step of the way', async () => {
    lookUp = (name) => Promise.resolve({ addresses: names[name] ?? [], isProxied: false });
    const asked = get(addressOf(`/redirect?to=${encodeURIComponent(addressOf('/page', 'other.example'))}`));
    await asked.content;
    expect(asked.places).toEqual([{ kind: 'public' }, { kind: 'local', address: '10.96.0.1' }]);
    const unknown = get(addressOf('/page', 'kubernetes.default.svc'), {
      except: addressOf('', 'kubernetes.default.svc'),
    });
    expect(await failure(unknown.content)).toMatchObject({ reason: 'websiteNotAllowed' });
    expect(unknown.places).toEqual([{ kind: 'unknown' }]);
  });
});

describe('redirects', () => {
  it('are followed five times, also where they are relative', async () => {
    expect(await bodyOf('/countdown?n=5')).toEqual(['text/plain', 'blob', 'there']);
    const { content } = get(addressOf('/countdown?n=6'));
    expect(await failure(content)).toMatchObject({
      reason: 'http',
      message: expect.stringContaining('redirected too many times') as string,
    });
  });

  it.each([
    ['http://docs.example/', 'only https URLs are supported'],
    ['https://127.0.0.1/', 'on your computer or network'],
    ['https://me:secret@docs.example/', 'contains a user name or password'],
    ['file:///etc/passwd', 'only https URLs are supported'],
  ])('to %s are refused', async (to, words) => {
    const { content, origins } = get(addressOf(`/redirect?to=${encodeURIComponent(to)}`));
    expect(await failure(content)).toMatchObject({
      reason: 'policy',
      message: expect.stringContaining(words) as string,
    });
    expect(origins).toEqual([addressOf('')]);
  });

  it('to nowhere are an answer that is none', async () => {
    expect(await failure(get(addressOf('/status?code=302')).content)).toMatchObject({ reason: 'http' });
  });
});

describe('what is too large', () => {
  it.each(['/announced?bytes=1000001', '/endless', '/bomb'])('is not taken: %s', async (path) => {
    expect(await failure(get(addressOf(path)).content)).toMatchObject({
      reason: 'tooLarge',
      message: expect.stringContaining('raise “mcpResources.read.maxSize”') as string,
    });
  });

  it('is not said to need a higher setting where there is none', () => {
    expect([webTooLarge('https://a', mostReadBytes).message, webTooLarge('https://a', 95_000_000).message]).toEqual([
      'The content from https://a is too large to fetch (over 96 MB). Open the URL in a browser instead.',
      'The content from https://a is larger than 95 MB. To fetch it, raise “mcpResources.read.maxSize” in the settings.',
    ]);
  });

  it('is only what is larger than allowed', async () => {
    const { content } = get(addressOf('/untyped'), { maxBytes: 8 });
    expect((await content).body).toEqual({ kind: 'blob', bytes: new TextEncoder().encode('{"a": 1}') });
    expect(await failure(get(addressOf('/untyped'), { maxBytes: 7 }).content)).toMatchObject({ reason: 'tooLarge' });
  });
});

describe('a site that does not deliver', () => {
  it.each(['/hang', '/hang-later'])('is given up after half a minute: %s', async (path) => {
    const before = server.requests.length;
    const { content } = get(addressOf(path));
    const failed = failure(content);
    await until(() => server.requests.length > before);
    await clock.advance(29_999);
    expect(clock.pending).toEqual([1]);
    await clock.advance(1);
    expect(await failed).toMatchObject({
      reason: 'timeout',
      message: expect.stringContaining('timed out after 30 seconds') as string,
    });
    expect(clock.pending).toEqual([]);
  });

  it.each(['/hang', '/hang-later'])('can be left: %s', async (path) => {
    const abort = new AbortController();
    const before = server.requests.length;
    const { content } = get(addressOf(path), { signal: abort.signal });
    const left = expect(content).rejects.toBeInstanceOf(CancelledError);
    await until(() => server.requests.length > before);
    abort.abort();
    await left;
    await expect(get(addressOf(path), { signal: abort.signal }).content).rejects.toBeInstanceOf(CancelledError);
    expect(clock.pending).toEqual([]);
  });

  it.each([
    ['/status?code=404', 'notFound', 'Refresh the list'],
    ['/status?code=410', 'notFound', 'Refresh the list'],
    ['/status?code=401', 'http', 'Open the URL in a browser'],
    ['/status?code=503', 'http', 'Try again later'],
    ['/cut', 'network', 'Check your network'],
  ])('says so: %s', async (path, reason, words) => {
    expect(await failure(get(addressOf(path)).content)).toMatchObject({
      reason,
      message: expect.stringContaining(words) as string,
    });
  });

  it('and cannot prove who it is is not believed', async () => {
    const { content } = get(addressOf('/page', 'third.example'));
    const error = await failure(content);
    expect([error.reason, error.cause instanceof Error, error instanceof HumanError]).toEqual(['network', true, true]);
  });
});
