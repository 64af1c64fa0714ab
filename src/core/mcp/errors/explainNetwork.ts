import type { HumanError } from '../../base/errors';
import type { Circumstances } from './circumstances';
import { connectionFailed, nothingAnswers, processGone, unknownHost } from './failures';

/** A failure of the system or the network; `undefined` for any other error. */
export function explainNetwork(cause: unknown, circumstances: Circumstances): HumanError | undefined {
  const errorCodes = codes(cause);
  const host = circumstances.host ?? '';
  if (errorCodes.has('ECONNREFUSED')) return nothingAnswers(host, cause);
  if (errorCodes.has('ENOTFOUND') || errorCodes.has('EAI_AGAIN')) return unknownHost(host, cause);
  return errorCodes.size > 0 ? network(circumstances, cause) : undefined;
}

/** A failed connection, for any reason. */
export function network(circumstances: Circumstances, cause: unknown): HumanError {
  return circumstances.host === undefined
    ? processGone(cause)
    : connectionFailed(circumstances.host, [...codes(cause)].join(', '), cause);
}

/** Codes of system and network errors (`ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`) along the chain of causes. */
function codes(error: unknown): ReadonlySet<string> {
  const errorCodes = new Set<string>();
  let next: unknown = error;
  for (let depth = 0; next instanceof Error && depth < 6; depth++) {
    const { code } = next as { code?: unknown };
    if (typeof code === 'string' && /^(E[A-Z]|UND_ERR|CERT_|[A-Z_]*CERT)/.test(code)) errorCodes.add(code);
    next = next.cause;
  }
  return errorCodes;
}
