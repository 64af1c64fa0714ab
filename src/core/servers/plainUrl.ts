import { referencesOf } from './references';
import type { LaunchDefinition } from './serverDefinition';

/** The address of a server over HTTP as it was written, where nothing in it has to be resolved first. */
export function plainUrl(launch: LaunchDefinition): string | undefined {
  if (launch.kind !== 'http' || referencesOf({ ...launch, headers: {} }).length > 0) return undefined;
  return launch.url.trim();
}
