import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { ServerSource } from './serverDefinition';

/** The server that a message is about. */
export interface ServerPlace {
  readonly name: string;
  readonly source: ServerSource;
}

/**
 * @throws {HumanError} `configuration` when `fetch` could not use the address. The message does not repeat the address: once its variables
 * are resolved it may contain a secret.
 */
export function checkHttpUrl({ name, source }: ServerPlace, url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed)
    throw new HumanError(
      'configuration',
      l10n.t(
        'The “url” of the server “{0}” in {1} is invalid. Use a full URL, such as https://example.com/mcp.',
        name,
        source.label,
      ),
    );
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new HumanError(
      'configuration',
      l10n.t(
        'The “url” of the server “{0}” in {1} starts with “{2}”, which isn’t supported. Use an http or https URL.',
        name,
        source.label,
        parsed.protocol,
      ),
    );
  if (parsed.username || parsed.password)
    throw new HumanError(
      'configuration',
      l10n.t(
        'The “url” of the server “{0}” in {1} contains a user name or password. Send them in “headers” instead.',
        name,
        source.label,
      ),
    );
}
