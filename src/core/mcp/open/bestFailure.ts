import type { HumanError, Reason } from '../../base/errors';
import type { HttpType } from '../../configuration/launch/http';
import type { Mode } from './link';

/** A failed attempt to connect. */
export interface FailedAttempt {
  readonly mode: Mode;
  readonly error: HumanError;
  /** HTTP status of the failure, if any. */
  readonly status: number | undefined;
  /** A message of MCP, or the address for messages of HTTP+SSE, had arrived. */
  readonly hasReceived: boolean;
}

/** Statuses with which an HTTP server answers a request of a transport that it does not have. */
export const otherTransport: ReadonlySet<number> = new Set([400, 404, 405, 406, 415]);

/** The user can do something about these, over whichever transport they came. */
const asksUser: ReadonlySet<Reason> = new Set<Reason>(['unauthorized', 'credentials']);

/**
 * The failure to report: one that asks the user for credentials; else of an attempt in which the server spoke MCP; else of the configured
 * transport, where one is configured and was tried; else of the attempt that got furthest. Of several, the last.
 * @param attempts in their order, at least one
 */
export function bestFailure(attempts: readonly FailedAttempt[], type: HttpType | undefined): HumanError {
  const better = [
    attempts.filter(({ error }) => asksUser.has(error.reason)),
    attempts.filter(({ hasReceived }) => hasReceived),
    attempts.filter(({ mode }) => type !== undefined && (mode === 'sse') === (type === 'sse')),
  ];
  const candidates = better.find(({ length }) => length > 0) ?? attempts;
  return candidates.reduce((best, next) => (reach(next) >= reach(best) ? next : best)).error;
}

/** HTTP+SSE is tried where the others failed: it has to get further. */
function reach({ mode, status, hasReceived }: FailedAttempt): number {
  if (mode !== 'sse') return 1;
  return hasReceived || status === undefined || otherTransport.has(status) ? 0 : 2;
}
