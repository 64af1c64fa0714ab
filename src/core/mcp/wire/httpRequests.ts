import type { Clock } from '../../base/clock';
import type { HttpLaunch } from '../../configuration/launch/http';
import { hostOf } from '../auth/launchUrl';
import type { ByteStream, Fetch, FetchResponse } from '../base/effects';
import { RequestTimeout } from '../base/requestTimeout';
import { answerTooLarge, badHeader } from '../errors/failures';
import { refusalOf } from '../errors/refusal';
import { HttpError } from '../errors/wireErrors';
import { MessageText } from './messageText';

/** Maximum size of the body of an error status, in bytes. */
const maxFailureBytes = 1_000_000;
/** Timeout for reading the body of an error response, in ms. */
const failureTime = 2_000;
const maxRedirects = 5;

/** Authorizes requests with the sign-in of a user. */
export interface Authorizer {
  /** The token to send, if there is one. */
  token(): Promise<string | undefined>;
  /** Notes what a 401 or 403 requires. @returns whether that is more than was granted */
  notice(response: FetchResponse): Promise<{ readonly isStepUp: boolean }>;
  /**
   * Gets another token for one that was refused. True if there is one; rejects with a `HumanError` where that may work later.
   * @param sent the `Authorization` header of the request
   */
  renew(sent: string | undefined): Promise<boolean>;
}

export interface HttpPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly signIn: Authorizer | undefined;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** By names in lower case; these come before those of the configuration. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

type Headers = Readonly<Record<string, string>> & { readonly accept?: string; readonly authorization?: string };

/** The requests to one server, with the headers of its configuration and the user's sign-in. They stay within the origin of its URL. */
export class HttpRequests {
  readonly #headers: Headers;

  /** Throws `configuration` where the launch cannot be. */
  constructor(
    readonly launch: HttpLaunch,
    private readonly ports: HttpPorts,
  ) {
    hostOf(launch);
    checkHeaders(launch.headers);
    this.#headers = Object.fromEntries(
      Object.entries(launch.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
  }

  /** Rejects with an {@link HttpError} for every status that is no success. @param url another than that of the server */
  async send(request: HttpRequest, url = this.launch.url): Promise<FetchResponse> {
    const { signIn } = this.ports;
    for (let isRenewed = false; ; isRenewed = true) {
      const headers = await this.#headersFor(request);
      const { authorization } = headers;
      const { response, from } = await this.#follow(url, { ...request, headers });
      if (response.ok) return response;
      const isUnauthorized = response.status === 401;
      const isRefused = isUnauthorized || response.status === 403;
      const lacksScope = isRefused && (await signIn?.notice(response))?.isStepUp === true;
      if (isRenewed || !isUnauthorized || (await signIn?.renew(authorization)) !== true) {
        const refusal = refusalOf(from, response, this.ports.clock.now());
        throw new HttpError(
          refusal,
          await failureText(response, this.ports.clock),
          authorization !== undefined,
          lacksScope,
        );
      }
      discard(response);
    }
  }

  async #headersFor({ headers }: HttpRequest): Promise<Headers> {
    const token = await this.ports.signIn?.token();
    const isSignedIn = token !== undefined && token !== '';
    const { accept } = headers;
    return {
      ...this.#headers,
      ...headers,
      ...(accept !== undefined && { accept: joinMediaTypes(this.#headers.accept, accept) }),
      ...(isSignedIn && { authorization: `Bearer ${token}` }),
    };
  }

  /** Follows redirects within the origin: headers, which may be secrets, go nowhere else. */
  async #follow(url: string, init: HttpRequest): Promise<{ readonly response: FetchResponse; readonly from: string }> {
    for (let from = url, followed = 0; ; followed += 1) {
      const response = await this.ports.fetch(from, { ...init, redirect: 'manual' });
      const target = followed === maxRedirects ? undefined : followable(response, from, init.method);
      if (target === undefined) return { response, from };
      discard(response);
      from = target;
    }
  }
}

/** The body as text, which is bounded regardless of the size in its headers and before it was packed. Rejects with `tooLarge`. */
export async function readText(
  body: ByteStream,
  text = new MessageText(),
  onLarge?: () => Promise<void>,
): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    const isEnd = done || !value;
    if (!text.add(isEnd ? decoder.decode() : decoder.decode(value, { stream: true }))) {
      void reader.cancel().catch(() => undefined);
      throw answerTooLarge();
    }
    if (isEnd) return text.take();
    if (text.isLarge) await onLarge?.();
  }
}

/** Frees the connection of a response of which the body is not needed. */
export function discard({ body }: FetchResponse): void {
  void body
    ?.getReader()
    .cancel()
    .catch(() => undefined);
}

export function isOfType(response: FetchResponse, mimeType: string): boolean {
  return (response.headers.get('content-type') ?? '').trim().toLowerCase().startsWith(mimeType);
}

/** The body, or as much of it as comes in time: some never end. */
async function failureText({ body }: FetchResponse, clock: Clock): Promise<string> {
  const reader = body?.getReader();
  if (!reader) return '';
  const limit = new RequestTimeout(clock, failureTime);
  limit.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
  const text = await readText({ getReader: () => reader }, new MessageText(maxFailureBytes)).catch(() => '');
  limit.dispose();
  return text;
}

/** Target of a redirect that may be followed; `undefined` for any other response. */
function followable({ status, headers }: FetchResponse, url: string, method: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  if (method !== 'GET' && status !== 307 && status !== 308) return undefined;
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, url)) return undefined;
  return isWithin(new URL(url), new URL(location, url)) ? new URL(location, url).href : undefined;
}

/** True if the redirect keeps origin and credentials. An upgrade from http to https on the same host is allowed. */
function isWithin(from: WebAddress, to: WebAddress): boolean {
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.hostname && to.port === '';
  const hasUser = to.username !== '' || to.password !== '';
  const isSameUser = !hasUser || (to.username === from.username && to.password === from.password);
  return isSameUser && (from.origin === to.origin || isUpgrade);
}

/** Media types that the configuration accepts, then those that the product does. */
function joinMediaTypes(configured: string | undefined, own: string): string {
  const types = [configured ?? '', own].flatMap((list) => list.split(',')).map((type) => type.trim().toLowerCase());
  return [...new Set(types)].filter((type) => type !== '').join(', ');
}

/**
 * `fetch` fails on a bad header as it does on a bad network, and would name the value.
 * https://github.com/nodejs/undici/blob/v7.30.2/lib/web/fetch/headers.js (appendHeader)
 */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) continue;
    throw badHeader(name);
  }
}
