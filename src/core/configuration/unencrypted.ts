import * as l10n from '@vscode/l10n';
import { misconfigured } from './launch/misconfigured';
import type { ServerPlace } from './configuration';

const localHost = /^(localhost|[^:]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for an address of this machine. One that is a variable is none. */
export function isLocalAddress(url: string): boolean {
  return URL.canParse(url) && localHost.test(new URL(url).hostname);
}

/** True for an address to which everything goes unencrypted over a network. A host that is a variable counts as one of a network. */
export function isUnencrypted(url: string): boolean {
  const text = url.replace(/\$\{[^}]*\}/g, '0');
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && !localHost.test(hostname);
}

/** Address and headers of the requests to a server. */
interface Requests {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** True if headers are sent unencrypted. */
export function sendsUnencrypted({ url, headers }: Requests): boolean {
  return isUnencrypted(url) && Object.keys(headers).length > 0;
}

/** A sentence for a definition whose headers would go out unencrypted; `undefined` for any other. */
export function unencryptedHeaders({ name, source }: ServerPlace, requests: Requests): string | undefined {
  if (!sendsUnencrypted(requests)) return undefined;
  return l10n.t(
    'The headers for the server “{0}” in {1} are sent unencrypted, so others on the network can read them. Use an https URL.',
    name,
    source.label,
  );
}

/**
 * Checks that the user saw that headers are sent unencrypted: an address that was written as a variable does not show it.
 * @throws {HumanError} `configuration`
 */
export function checkEncryption(server: ServerPlace, written: Requests, resolved: Requests): void {
  if (isUnencrypted(written.url) || !sendsUnencrypted(resolved)) return;
  throw misconfigured(
    l10n.t(
      'The headers for the server “{0}” in {1} would be sent unencrypted, because a variable in “url” results in an http URL. Use an https URL. To send the headers anyway, write “http://” at the beginning of “url” yourself.',
      server.name,
      server.source.label,
    ),
  );
}
