import * as l10n from '@vscode/l10n';
import { checkHttpUrl } from '../checkHttpUrl';
import { isFields, toText } from '../../base/values';
import { checkEncryption, sendsUnencrypted, unencryptedHeaders } from '../unencrypted';
import type { ServerPlace, SourceFormat } from '../configuration';
import { isGiven, parseMap, parseText, toValue } from './fields';
import { misconfigured } from './misconfigured';
import type { Kind } from './kind';
import { quoted, shownWord, type ShownWith } from './launchWords';
import { hasReferences } from './variableReferences';

/** A server that is reached by HTTP, as written. */
export interface HttpDefinition {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Decides nothing of what is reached. */
  readonly type?: HttpType | undefined;
  readonly oauth?: OAuthDefinition | undefined;
}

/** An HTTP launch with every variable resolved. */
export interface HttpLaunch extends Omit<HttpDefinition, 'oauth'> {
  readonly client?: ConfiguredClient | undefined;
}

/** `sse` is HTTP+SSE of 2024-11-05. */
export type HttpType = 'http' | 'sse';

/** A client that is registered at the server's authorization server, for the sign-in. */
export interface OAuthDefinition {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** The client that the configuration names for signing in to a server. */
export interface ConfiguredClient {
  readonly id: string;
  readonly secret: string | undefined;
  /** False for one that another program is registered as: an authorization server may refuse it with our redirect address. */
  readonly isForVsCode: boolean;
  /** Source of the configuration, such as `.vscode/mcp.json`; shown to the user. */
  readonly place: string;
}

export const http: Kind<HttpDefinition, HttpLaunch> = {
  field: 'url',
  hasType: (type) => httpTypeOf(type) !== undefined,
  parse: (place, raw, type) => {
    const url = (parseText(place, 'url', raw['url']) ?? '').trim();
    if (!hasReferences(url)) checkHttpUrl(place, url);
    const value = (text: unknown): string | undefined => toValue(text, place);
    const headers = parseMap(place, 'headers', /^[\w!#$%&'*+.^`|~-]+$/, raw['headers'], value);
    return { kind: 'http', url, headers, oauth: parseOAuth(raw), type: httpTypeOf(type) };
  },
  warning: unencryptedHeaders,
  line: ({ url }) => url,
  lines: requestLines,
  identity: ({ url, headers, oauth }) => {
    const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
    return [url.trim(), Object.fromEntries(sent), oauth];
  },
  resolve: resolved,
  words: {
    label: () => l10n.t('URL'),
    heading: (name, place) => l10n.t('The MCP server “{0}” in {1} connects to:', name, place),
    question: (...details) =>
      l10n.t(
        'The MCP server “{0}” in {1} needs your permission to start. The server connects to: {2} — To allow it, run this command in a terminal: {3}',
        ...details,
      ),
  },
};

function httpTypeOf(type: string): HttpType | undefined {
  if (/^sse$/i.test(type)) return 'sse';
  return /^(streamable[-_]?)?http$/i.test(type) ? 'http' : undefined;
}

/**
 * The registered client, under the names that each product has for it. What cannot be used counts as absent, as in VS Code.
 *
 * - `oauth.clientId`: VS Code, https://code.visualstudio.com/docs/agents/reference/mcp-configuration, and Claude Code. Both keep its secret
 *   in a storage of their own; `oauth.clientSecret` is ours.
 * - `oauthClientId`: Copilot CLI, https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference
 * - `auth.CLIENT_ID`, `auth.CLIENT_SECRET`: Cursor, https://cursor.com/docs/mcp
 */
function parseOAuth(raw: Readonly<Record<string, unknown>>): OAuthDefinition | undefined {
  const oauth = isFields(raw['oauth']) ? raw['oauth'] : {};
  const auth = isFields(raw['auth']) ? raw['auth'] : {};
  const clientId = toText([oauth['clientId'], raw['oauthClientId'], auth['CLIENT_ID']].find(isGiven));
  const clientSecret = toText([oauth['clientSecret'], auth['CLIENT_SECRET']].find(isGiven));
  return clientId === undefined ? undefined : { clientId, clientSecret };
}

function requestLines(launch: HttpDefinition, shown: ShownWith): string[] {
  const { clientId, clientSecret } = launch.oauth ?? {};
  return [
    shownWord(launch.url, 'url', shown),
    ...Object.entries(launch.headers).map(([name, value]) =>
      l10n.t('sends the header {0}', `${quoted(name)}: ${shownWord(value, `headers.${name}`, shown)}`),
    ),
    ...(sendsUnencrypted(launch) ? [l10n.t('sends these headers unencrypted')] : []),
    ...(clientId === undefined
      ? []
      : [l10n.t('signs in with the client ID {0}', shownWord(clientId, 'oauth.clientId', shown))]),
    ...(clientSecret === undefined
      ? []
      : [l10n.t('signs in with the client secret {0}', shownWord(clientSecret, 'oauth.clientSecret', shown))]),
  ];
}

function resolved(launch: HttpDefinition, written: HttpDefinition, server: ServerPlace): HttpLaunch {
  const url = launch.url.trim();
  checkHttpUrl(server, url);
  checkEncryption(server, written, { ...launch, url });
  const headers = Object.entries(launch.headers).map(([name, value]) => {
    const trimmed = sendable(value);
    if (trimmed !== undefined) return [name, trimmed] as const;
    throw unsendable(server, name);
  });
  const { kind, type } = launch;
  return { kind, url, headers: Object.fromEntries(headers), type, client: clientOf(server, launch) };
}

/** The text that is sent; `undefined` if that is not possible. Typed or pasted values often end with a line break. */
function sendable(value: string): string | undefined {
  const trimmed = value.trim();
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(trimmed) ? trimmed : undefined;
}

function unsendable(
  { name, source }: Pick<ServerPlace, 'name' | 'source'>,
  field: string,
): ReturnType<typeof misconfigured> {
  return misconfigured(
    l10n.t(
      'The “{2}” of the server “{0}” in {1} contains characters that can’t be sent. Remove these characters.',
      name,
      source.label,
      field,
    ),
  );
}

/** Formats of programs that have a redirect address of their own. */
const otherClients: ReadonlySet<SourceFormat> = new Set(['copilot', 'claude', 'cursor']);

/** The client for the sign-in. One whose variables are empty counts as absent. */
function clientOf({ name, source }: ServerPlace, { oauth }: HttpDefinition): ConfiguredClient | undefined {
  if (!oauth) return undefined;
  const [id, secret] = [sendable(oauth.clientId), sendable(oauth.clientSecret ?? '')];
  if (id === undefined || secret === undefined)
    throw unsendable({ name, source }, id === undefined ? 'clientId' : 'clientSecret');
  if (id === '') return undefined;
  const isForVsCode = !otherClients.has(source.format);
  return { id, secret: secret === '' ? undefined : secret, isForVsCode, place: source.label };
}
