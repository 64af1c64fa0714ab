import type { LaunchMembers } from './launch/kinds';

/** True if mcp.json has an Authorization header: then there is no sign-in. */
export function hasAuthorization({ headers = {} }: LaunchMembers): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
