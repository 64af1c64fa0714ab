import type { Fields } from '../base/values';
import { answeringMeta, repairDiscover, repairInitialize, offeringAnswers } from './base/handshake';
import { eraIdOf, type EraId } from './base/revisions';
import { createListening, createSubscriptions, type WatchingParts } from './watch/watching';
import type { Watcher } from './watch/watcher';

/**
 * Protocol of one attempt to connect: `auto` probes for the modern era and falls back on the same connection, `patient` gives the probe
 * half of the available time, `legacy` does not probe, `sse` is `legacy` over the HTTP transport of 2024.
 */
export type Mode = 'auto' | 'patient' | 'legacy' | 'sse';

interface Opening {
  readonly params?: Record<string, unknown> | undefined;
}

/** Everything that differs between the eras. No other code depends on the era. */
export interface Era {
  readonly id: EraId;
  /** The request that negotiates a revision. */
  readonly opening: string;
  /** Mode for a server that is known to be of this era. */
  readonly mode: Mode;
  /** {@link opening} as it is sent. */
  readonly open: <T extends Opening>(request: T) => T;
  /** The result of {@link opening}, reduced to the fields that the picker uses. */
  readonly repairOpening: (result: Fields) => Record<string, unknown>;
  /** Parameters of a request during which the server may ask the user. */
  readonly offerAnswers: (params: object | undefined) => object | undefined;
  /**
   * The server asks with requests of its own, at any time. Otherwise it asks in its results, and the SDK rejects its requests.
   * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/core-internal/src/shared/protocol.ts (_onrequest)
   */
  readonly isAskedByRequest: boolean;
  readonly createWatcher: (parts: WatchingParts) => Watcher;
}

/** Up to 2025-11-25: a handshake, then a session. */
const legacy: Era = {
  id: 'legacy',
  opening: 'initialize',
  mode: 'legacy',
  open: offeringAnswers,
  repairOpening: repairInitialize,
  offerAnswers: (params) => params,
  isAskedByRequest: true,
  createWatcher: createSubscriptions,
};

/** Since 2026-07-28: no session, and each request has the client's capabilities. */
const modern: Era = {
  id: 'modern',
  opening: 'server/discover',
  mode: 'patient',
  open: (request) => request,
  repairOpening: repairDiscover,
  offerAnswers: (params) => ({ ...params, _meta: answeringMeta }),
  isAskedByRequest: false,
  createWatcher: createListening,
};

export const eras: Readonly<Record<EraId, Era>> = { legacy, modern };

export function eraOf(revision: string): Era {
  return eras[eraIdOf(revision)];
}

/** `undefined` for a request that opens nothing. */
export function eraOpenedBy(method: string): Era | undefined {
  return Object.values(eras).find(({ opening }) => opening === method);
}

/** True for the answer of a server of the modern era to its opening. */
export function isModernDiscovery(result: Fields): boolean {
  const versions = result['supportedVersions'];
  return Array.isArray(versions) && versions.some((name) => typeof name === 'string' && eraIdOf(name) === 'modern');
}
