import * as l10n from '@vscode/l10n';
import { misconfigured } from './launch/misconfigured';
import type { ServerPlace } from './configuration';

/**
 * @throws {HumanError} `configuration` when `fetch` could not use the address. The message does not repeat the address: once its variables
 * are resolved it may contain a secret.
 */
export function checkHttpUrl({ name, source }: ServerPlace, url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed)
    throw misconfigured(
      l10n.t(
        'The “url” of the server “{0}” in {1} is invalid. Use a full URL, such as https://example.com/mcp.',
        name,
        source.label,
      ),
    );
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw misconfigured(
      l10n.t(
        'The “url” of the server “{0}” in {1} starts with “{2}”, which isn’t supported. Use an http or https URL.',
        name,
        source.label,
        parsed.protocol,
      ),
    );
  if (parsed.username || parsed.password)
    throw misconfigured(
      l10n.t(
        'The “url” of the server “{0}” in {1} contains a user name or password. Send them in “headers” instead.',
        name,
        source.label,
      ),
    );
}
