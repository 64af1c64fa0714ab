import { hasReferences } from '../configuration/launch/variableReferences';

/**
 * Tests if an address matches a pattern of `chat.mcp.allowedServers` or `chat.mcp.deniedServers`, by the rules of VS Code: case is ignored,
 * a `*` in the host stays in the host, one after it matches everything, and `:*` is any port or none. The test uses the address that
 * `fetch` would request, so that `http://allowed@evil.example` is not taken for `allowed`.
 */
export function matchesUrl(pattern: string, url: string): boolean {
  const target = destination(url);
  if (target === undefined) return false;
  if (!pattern.includes('*')) return destination(pattern)?.toLowerCase() === target.toLowerCase();
  return wildcard(pattern).test(target);
}

/** Origin, path and query, without user name, standard port and fragment; `undefined` if that is unknown. */
function destination(url: string): string | undefined {
  if (hasReferences(url) || !URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}

/**
 * The pattern as a regular expression, normalised as {@link destination} normalises addresses; `URL` cannot do it, since a pattern need not
 * be one.
 */
function wildcard(pattern: string): RegExp {
  const [, scheme = '', authority = '', tail = ''] = /^([^:/]*:\/\/)?([^/\\?#]*)([^#]*)/.exec(pattern) ?? [];
  const standardPort = { 'http://': ':80', 'https://': ':443' }[scheme.toLowerCase()];
  const host = authority.replace(/^.*@/, '');
  const isStandard = standardPort !== undefined && host.endsWith(standardPort);
  const hostSource = globSource(isStandard ? host.slice(0, -standardPort.length) : host, '[^/@\\\\?#]*');
  const path = tail.replaceAll('\\', '/');
  const pathSource = globSource(path.startsWith('/') ? path : `/${path}`, '.*');
  // In the host, `:*` has become this.
  const anyPort = hostSource.replace(':[^/@\\\\?#]*', '(:[0-9]*)?');
  return new RegExp(`^${globSource(scheme, '[a-z]*')}${anyPort}${pathSource}$`, 'i');
}

function globSource(glob: string, star: string): string {
  return glob
    .split('*')
    .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join(star);
}
