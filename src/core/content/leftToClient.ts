import { HumanError, type Reason } from '../base/errors';

/** Errors after which the client is to fetch the address itself. A server that could not be asked may still be able to read it. */
const leftToClient: ReadonlySet<Reason> = new Set<Reason>(['unsupported', 'notFound', 'serverError']);

/** True for an address that may be fetched from the web in place of its server. */
function isWebAddress(uri: string): boolean {
  return /^https:\/\//iu.test(uri);
}

/**
 * True when a server could not read an `https:` resource: by the specification it lists such only when clients can fetch them from the web
 * on their own.
 */
export function isLeftToClient(uri: string, error: unknown): boolean {
  return isWebAddress(uri) && error instanceof HumanError && leftToClient.has(error.reason);
}
