import { referencesOf } from './launch/variableReferences';
import type { LaunchDefinition } from './serverDefinition';

/** The address of an HTTP server as written, if it needs no resolving. */
export function plainUrl(launch: LaunchDefinition): string | undefined {
  if (launch.kind !== 'http' || referencesOf({ kind: 'http', url: launch.url, headers: {} }).length > 0)
    return undefined;
  return launch.url.trim();
}
