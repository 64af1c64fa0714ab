import type { HttpLaunch } from '../../servers/launch/http';
import { badUrl } from '../errors/failures';

/** Host and port, which may be shown and logged; the rest of a URL may contain secrets. Throws `configuration`. */
export function hostOf(launch: HttpLaunch): string {
  const { host, protocol } = parseUrl(launch.url);
  if (protocol === 'http:' || protocol === 'https:') return host;
  throw badUrl();
}

export function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw badUrl();
  }
}
