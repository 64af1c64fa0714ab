import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import type { Launch } from '../../session/session';

type HttpLaunch = Extract<Launch, { kind: 'http' }>;

/** Host and port, which may be shown and logged; the rest of a URL may hold secrets. Throws `configuration`. */
export function hostOf(launch: HttpLaunch): string {
  const { host, protocol } = parseUrl(launch.url);
  if (protocol === 'http:' || protocol === 'https:') return host;
  throw badUrl();
}

export function parseUrl(url: string): { readonly host: string; readonly protocol: string } {
  try {
    return new URL(url);
  } catch {
    throw badUrl();
  }
}

export function badUrl(): HumanError {
  return new HumanError(
    'configuration',
    l10n.t('The URL of the server is not valid. Write it in mcp.json as https://… or http://….'),
  );
}
