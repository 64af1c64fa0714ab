import { showable } from './showable';

/**
 * A URI cut into the pieces that a tree shows. For display only: nothing is ever rebuilt from it.
 *
 * `db://sales/public/orders` is scheme `db` and the path `sales/public/orders`; `urn:isbn:123` is scheme `urn` and `isbn:123`.
 */
export function schemeOf(uri: string): string {
  const end = uri.indexOf(':');
  return end > 0 && /^[a-z][a-z0-9+.-]*$/iu.test(uri.slice(0, end)) ? uri.slice(0, end).toLowerCase() : '';
}

/** Where the path begins in `uri`: behind the scheme and its slashes. 0 where there is no scheme. */
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
