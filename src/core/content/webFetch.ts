import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import { formatSize } from '../base/format';
import { mostReadBytes } from './content';
import { isLocalLiteral, type Place } from '../network/place';
import type { ResourceContent } from '../resource/resource';

/** Redirects that the picker follows when it fetches an `https:` resource itself. */
export const maxRedirects = 5;
/** Milliseconds for one request with its body. */
export const fetchTimeout = 30_000;

export interface WebFetchOptions {
  /** Bytes of the decompressed body; more rejects with `tooLarge`. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called for each origin before anything is sent there; rejects if the user has not allowed it. */
  readonly allow: (origin: string, place: Place) => Promise<void>;
  /** True if `allow` knows which places of the own network are allowed: nothing is looked up. */
  readonly allowsLocal?: boolean;
}

/**
 * Fetches an `https:` address without credentials. Rejects with a {@link HumanError}, or with `CancelledError` when its signal was aborted.
 */
export type WebFetch = (uri: string, options: WebFetchOptions) => Promise<ResourceContent>;

/** The origin of an address that may be fetched. Throws `policy` for every other: no http, no credentials, no address of the own network. */
export function checkWebAddress(address: string, allowsLocal = false): string {
  if (!URL.canParse(address)) throw refused(l10n.t('Couldn’t fetch “{0}”: invalid URL.', address));
  const { protocol, origin, host, hostname, username, password } = new URL(address);
  // Schemes without a host, such as `data:`, have no origin.
  const source = origin === 'null' ? protocol : origin;
  if (protocol !== 'https:')
    throw refused(
      l10n.t(
        'Couldn’t fetch from {0}, because only https URLs are supported. Report this to the server’s author.',
        source,
      ),
    );
  if (username !== '' || password !== '')
    throw refused(
      l10n.t(
        'Couldn’t fetch from {0}, because the URL contains a user name or password. Report this to the server’s author.',
        host,
      ),
    );
  if (!allowsLocal && isLocalLiteral(hostname))
    throw refused(
      l10n.t(
        'Resources aren’t fetched from a host on your computer or network, such as {0}. Open the URL in a browser instead.',
        host,
      ),
    );
  return origin;
}

// ---- sentences ----

export function webTooLarge(origin: string, maxBytes: number): HumanError {
  if (maxBytes >= mostReadBytes)
    return new HumanError(
      'tooLarge',
      l10n.t(
        'The content from {0} is too large to fetch (over {1}). Open the URL in a browser instead.',
        origin,
        formatSize(maxBytes),
      ),
    );
  return new HumanError(
    'tooLarge',
    l10n.t(
      'The content from {0} is larger than {1}. To fetch it, raise “mcpResources.read.maxSize” in the settings.',
      origin,
      formatSize(maxBytes),
    ),
  );
}

export function websiteNotAllowed(origin: string): HumanError {
  return new HumanError(
    'websiteNotAllowed',
    l10n.t(
      'The server links to {0}, a website you haven’t allowed yet. Open or attach the resource, and you’ll be asked whether to allow the website.',
      origin,
    ),
  );
}

export function webStatus(origin: string, status: number): HumanError {
  if (status === 404 || status === 410)
    return new HumanError(
      'notFound',
      l10n.t('{0} no longer has this resource (HTTP {1}). Refresh the list.', origin, status),
    );
  if (status === 401 || status === 403)
    return new HumanError(
      'http',
      l10n.t(
        '{0} doesn’t allow access without signing in (HTTP {1}). Open the URL in a browser instead.',
        origin,
        status,
      ),
    );
  return new HumanError('http', l10n.t('{0} couldn’t handle the request (HTTP {1}). Try again later.', origin, status));
}

export function webTimedOut(origin: string): HumanError {
  const text = l10n.t('The request to {0} timed out after {1} seconds. Try again later.', origin, fetchTimeout / 1_000);
  return new HumanError('timeout', text);
}

export function webUnreachable(origin: string, cause: unknown): HumanError {
  return new HumanError('network', l10n.t('Couldn’t reach {0}. Check your network, then try again.', origin), {
    cause,
  });
}

export function tooManyRedirects(origin: string): HumanError {
  return new HumanError('http', l10n.t('{0} redirected too many times. Open the URL in a browser instead.', origin));
}

function refused(message: string): HumanError {
  return new HumanError('policy', message);
}
