import { joined } from '../../base/format';
import type { HumanError } from '../../base/errors';
import type { Circumstances } from './circumstances';
import * as failures from './failures';

/**
 * Failures of TLS by their code. VS Code gives `fetch` its own roots and those of the system, so that NODE_EXTRA_CA_CERTS counts only outside
 * of it, or without `http.systemCertificates`.
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes
 * https://github.com/microsoft/vscode-proxy-agent/blob/v0.45.0/src/index.ts (createFetchPatch)
 */
const certificateFailures: readonly (readonly [RegExp, (host: string, code: string, cause: unknown) => HumanError])[] =
  [
    [
      /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|CERT_CHAIN_TOO_LONG)$/,
      failures.untrustedCertificate,
    ],
    [/^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/, failures.untrustedCertificate],
    [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, failures.expiredCertificate],
    [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, failures.foreignCertificate],
    [/^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL))$/, failures.notEncrypted],
    [/^(CERT_|ERR_TLS_CERT_|INVALID_CA$|PATH_LENGTH_EXCEEDED$)/, failures.badCertificate],
  ];

/** A failure of the system or the network; `undefined` for any other error. */
export function explainNetwork(cause: unknown, circumstances: Circumstances): HumanError | undefined {
  const errorCodes = codes(cause);
  const host = circumstances.host ?? '';
  if (errorCodes.has('ECONNREFUSED')) return failures.nothingAnswers(host, cause);
  if (errorCodes.has('ENOTFOUND') || errorCodes.has('EAI_AGAIN')) return failures.unknownHost(host, cause);
  for (const code of errorCodes)
    for (const [pattern, failure] of certificateFailures) if (pattern.test(code)) return failure(host, code, cause);
  return errorCodes.size > 0 ? network(circumstances, cause) : undefined;
}

/** A failed connection, for any reason. */
export function network(circumstances: Circumstances, cause: unknown): HumanError {
  return circumstances.host === undefined
    ? failures.processGone(cause)
    : failures.connectionFailed(circumstances.host, joined([...codes(cause)]), cause);
}

/** Codes of system and network errors (`ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`) along the chain of causes. */
function codes(error: unknown): ReadonlySet<string> {
  const errorCodes = new Set<string>();
  let next: unknown = error;
  for (let depth = 0; next instanceof Error && depth < 6; depth++) {
    const { code } = next as { code?: unknown };
    if (
      typeof code === 'string' &&
      /^(E[A-Z]|UND_ERR|UNABLE_TO_|HOSTNAME_|INVALID_CA|PATH_LENGTH_|[A-Z_]*CERT)/.test(code)
    )
      errorCodes.add(code);
    next = next.cause;
  }
  return errorCodes;
}
