import { withDeadline, type Clock } from '../../core/base/clock';
import { CancelledError, HumanError } from '../../core/base/errors';
import {
  checkWebAddress,
  fetchTimeout,
  maxRedirects,
  tooManyRedirects,
  webStatus,
  webTimedOut,
  webTooLarge,
  webUnreachable,
  type WebFetch,
  type WebFetchOptions,
} from '../../core/content/webFetch';
import { charsetOf } from '../../core/content/encodings';
import { placeOfHost, type ResolveHost, type Place } from '../../core/network/place';
import type { ResourceContent } from '../../core/resource/resource';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Step = { readonly content: ResourceContent } | { readonly redirect: string };

/** Access to the web for the picker: no cookies, no credentials, no headers of a server's configuration, https alone. */
export function createWebFetch(fetch: Fetch, clock: Clock, lookUp: ResolveHost): WebFetch {
  return async (uri, options) => {
    let address = uri;
    for (let redirects = 0; ; redirects += 1) {
      const origin = checkWebAddress(address, options.allowsLocal);
      if (redirects > maxRedirects) throw tooManyRedirects(origin);
      const { hostname } = new URL(address);
      const place: Place = options.allowsLocal === true ? { kind: 'public' } : await placeOfHost(hostname, lookUp);
      await options.allow(origin, place);
      const step = await request(fetch, clock, { address, origin, uri }, options);
      if ('content' in step) return step.content;
      address = step.redirect;
    }
  };
}

interface Target {
  readonly address: string;
  readonly origin: string;
  /** The resource, whose URI the content keeps wherever it was found. */
  readonly uri: string;
}

async function request(fetch: Fetch, clock: Clock, target: Target, options: WebFetchOptions): Promise<Step> {
  const { signal, maxBytes } = options;
  return withDeadline(clock, fetchTimeout, signal, async (deadlineSignal) => {
    try {
      const response = await fetch(target.address, {
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { accept: '*/*' },
        signal: deadlineSignal,
      });
      return await stepOf(response, target, maxBytes);
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      if (deadlineSignal.aborted) throw webTimedOut(target.origin);
      throw error instanceof HumanError ? error : webUnreachable(target.origin, error);
    }
  });
}

async function stepOf(response: Response, { address, origin, uri }: Target, maxBytes: number): Promise<Step> {
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, address))
    return { redirect: new URL(location, address).href };
  if (!response.ok) throw webStatus(origin, response.status);
  const bytes = await readBody(response, origin, maxBytes);
  const type = response.headers.get('content-type') ?? undefined;
  return { content: { uri, mimeType: declaredType(type), body: { kind: 'blob', bytes } } };
}

async function readBody(response: Response, origin: string, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw webTooLarge(origin, maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    length += bytes.length;
    if (length > maxBytes) throw webTooLarge(origin, maxBytes);
    chunks.push(bytes);
  }
  const { buffer, byteOffset } = Buffer.concat(chunks, length);
  return new Uint8Array(buffer, byteOffset, length);
}

/** Without its parameters, but for a charset other than the usual one: the text is decoded by it. */
function declaredType(type: string | undefined): string | undefined {
  const charset = charsetOf(type);
  const isUsual = charset === undefined || /^utf-?8$/iu.test(charset);
  return isUsual ? type?.split(';', 1)[0] : type;
}
