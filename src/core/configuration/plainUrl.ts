import type { LaunchMembers } from './launch/kinds';
import { hasReferences } from './launch/variableReferences';

/** The address of an HTTP server as written, if it needs no resolving. */
export function plainUrl({ url }: LaunchMembers): string | undefined {
  return url === undefined || hasReferences(url) ? undefined : url.trim();
}
