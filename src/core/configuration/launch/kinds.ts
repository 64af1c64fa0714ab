import { http, type HttpDefinition, type HttpLaunch } from './http';
import type { Kind } from './kind';
import { stdio, type StdioDefinition, type StdioLaunch } from './stdio';

/** The launch of a server as written, with unresolved variables. */
export type LaunchDefinition = StdioDefinition | HttpDefinition;

/** Everything needed to reach a server, every variable resolved. May hold secrets: never logged, never stored. */
export type Launch = StdioLaunch | HttpLaunch;

/** If a configuration has the fields of several kinds and no `type`, the first kind counts. */
const kinds: Readonly<Record<LaunchDefinition['kind'], Kind<LaunchDefinition, Launch>>> = { stdio, http };

export const allKinds = Object.values(kinds);

export function launchKindOf({ kind }: LaunchDefinition): Kind<LaunchDefinition, Launch> {
  return kinds[kind];
}

type AnyLaunch = LaunchDefinition | Launch;
type MemberOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never;

/** A launch, written or resolved, by what it has; what its kind lacks is `undefined`. To be asked instead of the kind. */
export type LaunchMembers = { readonly [K in MemberOf<AnyLaunch>]?: ValueOf<AnyLaunch, K> };
