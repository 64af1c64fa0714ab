/** Addresses of a host name, as the system resolves it; empty if it cannot. */
export interface ResolvedHost {
  readonly addresses: readonly string[];
  /** Requests go through a proxy, which may resolve the name to something else. */
  readonly isProxied: boolean;
}

/** Resolves a host name. Never rejects. */
export type ResolveHost = (hostname: string) => Promise<ResolvedHost>;

/**
 * Location of a host, as far as it is known before anything is sent to it.
 *
 * - `public`: on the internet · `literal`: an address of this computer or of its network, written as such
 * - `local`: a name that leads to such an address · `unknown`: a name whose addresses only a proxy knows, or nobody
 */
export type Place =
  { readonly kind: 'public' | 'literal' | 'unknown' } | { readonly kind: 'local'; readonly address: string };

/** @param hostname as a parsed `URL` writes it, which knows every spelling of an address */
export async function placeOfHost(hostname: string, lookUp: ResolveHost): Promise<Place> {
  if (isLocalLiteral(hostname)) return { kind: 'literal' };
  if (isAddress(hostname)) return { kind: 'public' };
  const { addresses, isProxied } = await lookUp(hostname);
  const realAddresses = addresses.filter((address) => !isStandIn(address));
  const address = realAddresses.find((realAddress) => isLocalAddress(realAddress));
  if (address !== undefined) return { kind: 'local', address };
  return { kind: isProxied || realAddresses.length === 0 ? 'unknown' : 'public' };
}

/** True for an address of this computer or of its network, and for the names that always mean this computer. */
export function isLocalLiteral(hostname: string): boolean {
  const name = withoutDot(hostname);
  return isAddress(name) ? isLocalAddress(name) : /^(.*\.)?localhost$/u.test(name);
}

/** As {@link isLocalLiteral}, and for names that the public name system does not have. */
export function isLocalHost(hostname: string): boolean {
  const name = withoutDot(hostname);
  if (isLocalLiteral(name)) return true;
  return (
    !isAddress(name) && (!name.includes('.') || /\.(local|internal|lan|home|home\.arpa|intranet|corp)$/u.test(name))
  );
}

function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/u, '').toLowerCase();
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/u.test(hostname);
}

/** The blocks that are not of the internet: RFC 6890, without those for documentation. */
const localBlocks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
];
/** Proxies that work as a network device answer every name from this block, and resolve it themselves. */
const standInBlock = '198.18.0.0/15';

function isStandIn(address: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/u.test(address) && isIn(standInBlock, address);
}

/** @param address of IPv4, or of IPv6 with or without brackets and zone */
function isLocalAddress(address: string): boolean {
  if (!address.includes(':')) return localBlocks.some((block) => isIn(block, address));
  const url = `http://[${address.replace(/^\[|\]$|%.*$/gu, '')}]/`;
  return !URL.canParse(url) || isLocalIpv6(new URL(url).hostname.slice(1, -1));
}

function isIn(block: string, address: string): boolean {
  const [networkAddress = '', bits] = block.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(networkAddress) / size);
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
  const [firstWord = 0, high = 0, low = 0] = words;
  if (firstWord === 0x2002) return isLocalAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  if (firstWord === 0x2001) return high < 0x200;
  return firstWord < 0x2000 || firstWord > 0x3fff;
}
