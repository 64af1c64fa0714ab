import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../base/errors';
import { formatSize } from '../base/format';
import type { ResourceContent } from '../resource/resource';

/** Redirects that the picker follows when it fetches an `https:` resource itself. */
export const maxRedirects = 5;
/** Milliseconds for one request with its body. */
export const fetchTimeout = 30_000;

export interface WebFetchOptions {
  /** Bytes of the decompressed body; more rejects with `tooLarge`. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called for each origin before anything is sent there; rejects where the user has not allowed it. */
  readonly agree: (origin: string) => Promise<void>;
  /** True where `agree` knows which places of the own network are allowed. */
  readonly allowsLocal?: boolean;
}

/**
 * Fetches an `https:` address without credentials. Rejects with a {@link HumanError}, or with `CancelledError` when its signal was aborted.
 */
export type WebFetch = (uri: string, options: WebFetchOptions) => Promise<ResourceContent>;

/** Errors after which the client is to fetch the address itself. A server that could not be asked may still be able to read it. */
const leftToClient: ReadonlySet<Reason> = new Set<Reason>(['unsupported', 'notFound', 'serverError']);

/** True for an address that may be fetched from the web in place of its server. */
export function isWebAddress(uri: string): boolean {
  return /^https:\/\//iu.test(uri);
}

/**
 * True when a server could not read an `https:` resource: by the specification it lists such only when clients can fetch them from the web
 * on their own.
 */
export function isLeftToClient(uri: string, error: unknown): boolean {
  return isWebAddress(uri) && error instanceof HumanError && leftToClient.has(error.reason);
}

/** The origin of an address that may be fetched. Throws `policy` for every other: no http, no credentials, nothing in the own network. */
export function checkWebAddress(address: string, allowsLocal = false): string {
  if (!URL.canParse(address))
    throw refused(l10n.t('The address “{0}” cannot be fetched: it is not a valid URL.', address));
  const { protocol, origin, host, username, password } = new URL(address);
  // Schemes without a host, such as `data:`, have no origin.
  const source = origin === 'null' ? protocol : origin;
  if (protocol !== 'https:')
    throw refused(l10n.t('{0} is not fetched: only https addresses are. The server’s author should know.', source));
  if (username !== '' || password !== '')
    throw refused(l10n.t('{0} is not fetched: its address holds a password. The server’s author should know.', host));
  if (!allowsLocal && isLocalHost(host))
    throw refused(
      l10n.t(
        '{0} is on this computer or in your network: the picker fetches nothing from there, only the server itself could. Open it in a browser.',
        host,
      ),
    );
  return origin;
}

/**
 * True for this computer and for addresses that mean something else in every network, as a parsed `URL` writes its host. A public name that
 * leads to one of them fails at its certificate.
 */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/u, '').replace(/\.$/u, '').toLowerCase();
  if (name.startsWith('[')) return isLocalIpv6(name.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/u.test(name)) return isLocalIpv4(name);
  // A name without a dot is of the own network.
  return !name.includes('.') || /\.(localhost|local|internal|lan|home|home\.arpa|intranet|corp)$/u.test(name);
}

/** The blocks that are not of the internet: RFC 6890, without those for documentation. */
const localBlocks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
];

function isLocalIpv4(address: string): boolean {
  return localBlocks.some((block) => {
    const [networkAddress = '', bits] = block.split('/');
    const size = 2 ** (32 - Number(bits));
    return Math.floor(numberOf(address) / size) === Math.floor(numberOf(networkAddress) / size);
  });
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}

/**
 * Only what is global (2000::/3) is not local; of that, addresses that carry an IPv4 one are judged by it, and none of the protocols'
 * own block (2001::/23, tunnels among it) is.
 */
function isLocalIpv6(address: string): boolean {
  const words = address.split(':').map((word) => Number.parseInt(word || '0', 16));
  const firstWord = words[0] ?? 0;
  if (firstWord === 0x2002) return isLocalIpv4(dotted(words[1] ?? 0, words[2] ?? 0));
  if (firstWord === 0x2001) return (words[1] ?? 0) < 0x200;
  return firstWord < 0x2000 || firstWord > 0x3fff;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

// ---- sentences ----

export function webTooLarge(origin: string, maxBytes: number): HumanError {
  return new HumanError(
    'tooLarge',
    l10n.t(
      'What {0} sends is larger than {1}. Raise “mcpResources.read.maxSize” in the settings to fetch it.',
      origin,
      formatSize(maxBytes),
    ),
  );
}

export function webNotAgreed(origin: string): HumanError {
  return new HumanError(
    'webNotAgreed',
    l10n.t(
      'The server leaves it to you to fetch this from {0}, and you have not agreed to that. Open or attach the resource to be asked.',
      origin,
    ),
  );
}

export function webStatus(origin: string, status: number): HumanError {
  if (status === 404 || status === 410)
    return new HumanError('notFound', l10n.t('{0} no longer has this ({1}). Refresh the list.', origin, status));
  if (status === 401 || status === 403)
    return new HumanError(
      'http',
      l10n.t('{0} wants a sign-in ({1}), and the picker sends none. Open the address in a browser.', origin, status),
    );
  return new HumanError('http', l10n.t('{0} did not send it ({1}). Try again later.', origin, status));
}

export function webTimedOut(origin: string): HumanError {
  const text = l10n.t('{0} did not send it within {1} seconds. Try again later.', origin, fetchTimeout / 1_000);
  return new HumanError('timeout', text);
}

export function webUnreachable(origin: string, cause: unknown): HumanError {
  return new HumanError('network', l10n.t('{0} could not be reached. Check your network.', origin), { cause });
}

export function tooManyRedirects(origin: string): HumanError {
  return new HumanError(
    'http',
    l10n.t('{0} sends the request elsewhere again and again. Open it in a browser.', origin),
  );
}

function refused(message: string): HumanError {
  return new HumanError('policy', message);
}
