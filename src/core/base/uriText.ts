import { showable } from './showable';

/**
 * A URI cut into the pieces that a tree shows. For display only: nothing is ever rebuilt from it.
 *
 * `db://sales/public/orders` is scheme `db` and the path `sales/public/orders`; `urn:isbn:123` is scheme `urn` and `isbn:123`. Before `://`
 * stands what users take for a scheme, even where it is no valid one: `1password://vault`.
 */
export function schemeOf(uri: string): string {
  const end = uri.indexOf(':');
  if (end <= 0) return '';
  const scheme = uri.slice(0, end);
  const isScheme = /^[a-z][a-z0-9+.-]*$/iu.test(scheme) || (uri.startsWith('://', end) && schemeLike.test(scheme));
  return isScheme ? scheme.toLowerCase() : '';
}

/** A short word. */
const schemeLike = /^[^\s/?#{}\p{C}]{1,40}$/u;

/** Offset at which the path begins in `uri`: behind the scheme and its slashes. 0 if there is no scheme. */
export function pathStart(uri: string): number {
  let index = schemeOf(uri) === '' ? 0 : uri.indexOf(':') + 1;
  while (uri[index] === '/') index += 1;
  return index;
}

/** Percent-encoding undone where that gives readable text; characters that cannot be shown are dropped. */
export function readable(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // Not percent-encoded UTF-8: shown as it is.
  }
  return showable(text, '');
}
