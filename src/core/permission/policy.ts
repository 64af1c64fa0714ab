import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { Launch, LaunchMembers } from '../configuration/launch/kinds';
import { isFields, isTexts } from '../base/values';
import { hasReferences } from '../configuration/launch/variableReferences';
import type { ServerDefinition } from '../configuration/serverDefinition';
import { matchesUrl } from './urlPattern';

/** The settings with which an organisation limits MCP servers, as read; their values are not validated. */
export interface ServerPolicy {
  /** `chat.mcp.access`: `none`, `registry` or `all`. */
  readonly access: unknown;
  /** `chat.mcp.allowedServers`, the value in force. Anything but a list limits nothing. */
  readonly allowedServers: unknown;
  /** `chat.mcp.deniedServers`, the value in force. */
  readonly deniedServers: unknown;
  /** `chat.mcp.allowManagedServersOnly`: with `true`, only {@link managedAllowedServers} decides what is allowed. */
  readonly allowManagedServersOnly: unknown;
  /** The organisation's own value of `chat.mcp.allowedServers`: `inspect` returns a policy's value to extensions as `defaultValue`. */
  readonly managedAllowedServers: unknown;
}

type Matcher =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'url'; readonly pattern: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

/**
 * Decides by the rules of VS Code if a server may be started: a denied one never, and where there is a list of allowed ones, the server
 * must be on it. To be called before variables are resolved, which avoids questions for a server that is blocked anyway, and again with the
 * result, which alone decides about addresses and commands that contain variables.
 */
export function checkPolicy(
  definition: ServerDefinition,
  launch: Launch | undefined,
  policy: ServerPolicy,
): HumanError | undefined {
  const { name } = definition;
  if (policy.access === 'none')
    return blocked(
      l10n.t(
        'The server “{0}” can’t start: the setting “{1}” turns off MCP servers. Change the setting to start the server.',
        name,
        'chat.mcp.access',
      ),
    );
  if (policy.access === 'registry')
    return blocked(
      l10n.t(
        'The server “{0}” can’t start: your organization allows only servers from a registry, and the origin of this server is unknown. Contact your administrator.',
        name,
      ),
    );
  if (matchersOf(policy.deniedServers)?.some((matcher) => isDenied(matcher, definition, launch)))
    return blocked(
      l10n.t('The server “{0}” can’t start: your organization blocks it. Contact your administrator.', name),
    );
  const allowed =
    policy.allowManagedServersOnly === true
      ? (matchersOf(policy.managedAllowedServers) ?? [])
      : matchersOf(policy.allowedServers);
  if (!allowed || allowed.some((matcher) => isAllowed(matcher, definition, launch))) return undefined;
  return blocked(
    l10n.t(
      'The server “{0}” can’t start: it isn’t on your organization’s list of allowed servers. Contact your administrator.',
      name,
    ),
  );
}

function blocked(message: string): HumanError {
  return new HumanError('policy', message);
}

/** An entry without exactly one criterion is ignored, so a broken list of allowed servers allows nothing. */
function matchersOf(value: unknown): readonly Matcher[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: unknown) => {
    const { serverName, serverUrl, serverCommand } = isFields(entry) ? entry : {};
    const matchers: Matcher[] = [];
    if (typeof serverName === 'string' && serverName !== '') matchers.push({ kind: 'name', name: serverName });
    if (typeof serverUrl === 'string' && serverUrl !== '') matchers.push({ kind: 'url', pattern: serverUrl });
    if (isTexts(serverCommand) && serverCommand.length > 0) matchers.push({ kind: 'command', command: serverCommand });
    return matchers.length === 1 ? matchers : [];
  });
}

/** Denied if the written or the resolved launch matches. */
function isDenied(matcher: Matcher, { name, launch: written }: ServerDefinition, launch: Launch | undefined): boolean {
  return matches(matcher, name, written) || (launch !== undefined && matches(matcher, name, launch));
}

/** Allowed if the resolved launch matches; the written one only counts where it has no variables, or before they are resolved. */
function isAllowed(matcher: Matcher, { name, launch: written }: ServerDefinition, launch: Launch | undefined): boolean {
  if (launch && matches(matcher, name, launch)) return true;
  if (!isOpen(written)) return matches(matcher, name, written);
  if (matcher.kind === 'name') return matcher.name === name;
  return launch === undefined && matcher.kind in written;
}

function matches(matcher: Matcher, name: string, { url, command, args = [] }: LaunchMembers): boolean {
  switch (matcher.kind) {
    case 'name':
      return matcher.name === name;
    case 'url':
      return url !== undefined && matchesUrl(matcher.pattern, url);
    case 'command':
      return command !== undefined && JSON.stringify([command, ...args]) === JSON.stringify(matcher.command);
  }
}

/** True while the fields that a policy tests contain variables. */
function isOpen({ url = '', command = '', args = [] }: LaunchMembers): boolean {
  return [url, command, ...args].some(hasReferences);
}
