import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import type { Circumstances } from './failures';

/** A failure of the system or the network; `undefined` for what is none. */
export function explainNetwork(cause: unknown, at: Circumstances): HumanError | undefined {
  const found = codes(cause);
  const host = at.host ?? '';
  if (found.has('ECONNREFUSED'))
    return new HumanError('refused', l10n.t('Nothing answers at {0}. Start the server, or correct its URL.', host), {
      cause,
    });
  if (found.has('ENOTFOUND') || found.has('EAI_AGAIN'))
    return new HumanError(
      'hostNotFound',
      l10n.t('There is no host {0}. Check its name in mcp.json and your network.', host),
      { cause },
    );
  return found.size > 0 ? network(at, cause) : undefined;
}

/** A connection that failed, for whatever reason. */
export function network(at: Circumstances, cause: unknown): HumanError {
  // A pipe breaks a moment before the process is known to have ended.
  if (at.host === undefined)
    return new HumanError('exited', l10n.t('The process of the server ended before it answered. Its log tells more.'), {
      cause,
    });
  const why = [...codes(cause)].join(', ');
  const text = why
    ? l10n.t('The connection to {0} failed ({1}). Check your network and the server.', at.host, why)
    : l10n.t('The connection to {0} failed. Check your network and the server.', at.host);
  return new HumanError('network', text, { cause });
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
