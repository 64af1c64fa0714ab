import type { HumanError } from '../../base/errors';
import type { Circumstances } from './circumstances';
import { connectionFailed, nothingAnswers, processGone, unknownHost } from './failures';

/** A failure of the system or the network; `undefined` for any other error. */
export function explainNetwork(cause: unknown, at: Circumstances): HumanError | undefined {
  const found = codes(cause);
  const host = at.host ?? '';
  if (found.has('ECONNREFUSED')) return nothingAnswers(host, cause);
  if (found.has('ENOTFOUND') || found.has('EAI_AGAIN')) return unknownHost(host, cause);
  return found.size > 0 ? network(at, cause) : undefined;
}

/** A failed connection, for any reason. */
export function network(at: Circumstances, cause: unknown): HumanError {
  return at.host === undefined ? processGone(cause) : connectionFailed(at.host, [...codes(cause)].join(', '), cause);
}

/** Codes of system and network errors (`ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`) along the chain of causes. */
function codes(error: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  let next: unknown = error;
  for (let depth = 0; next instanceof Error && depth < 6; depth++) {
    const { code } = next as { code?: unknown };
    if (typeof code === 'string' && /^(E[A-Z]|UND_ERR|CERT_|[A-Z_]*CERT)/.test(code)) found.add(code);
    next = next.cause;
  }
  return found;
}
