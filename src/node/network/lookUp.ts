import { lookup } from 'node:dns/promises';
import { within, type Clock } from '../../core/base/clock';
import type { ResolveHost } from '../../core/network/place';

/** Time for resolving a name, in ms; one that takes longer counts as unknown. */
const lookUpTimeout = 5_000;

/** Resolves names as `fetch` does when it connects. @param isProxied true if `fetch` may use a proxy */
export function createLookUp(clock: Clock, isProxied: () => boolean): ResolveHost {
  return async (hostname) => {
    const addresses = await within(clock, lookUpTimeout, lookup(hostname, { all: true })).catch(() => undefined);
    return { addresses: (addresses ?? []).map(({ address }) => address), isProxied: isProxied() };
  };
}

/** True if the environment names a proxy. */
export function hasProxyVariable(environment: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(environment).some(([name, value]) => /^(https?|all)_proxy$/iu.test(name) && Boolean(value));
}
