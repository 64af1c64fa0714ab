import * as l10n from '@vscode/l10n';
import { workspace } from 'vscode';
import { HumanError } from '../core/base/errors';
import type { Consent } from '../core/servers/consent';
import { noSandbox } from '../core/servers/noSandbox';
import { checkPolicy } from '../core/servers/policy';
import type { ServerDefinition } from '../core/servers/serverDefinition';
import type { Launch } from '../core/session';

/** Why a server may not start now: the workspace is not trusted, a policy forbids it, or the person has not agreed to it. */
export function gate(
  definition: ServerDefinition,
  launch: Launch | undefined,
  consent: Consent,
): HumanError | undefined {
  if (!workspace.isTrusted)
    return new HumanError(
      'untrusted',
      l10n.t(
        'No MCP server is started in an untrusted workspace. Trust it to see the resources of “{0}”.',
        definition.name,
      ),
    );
  const forbidden = checkPolicy(definition, launch, readPolicy());
  if (forbidden) return forbidden;
  const noSandboxFor = noSandbox(definition);
  if (noSandboxFor) return noSandboxFor;
  const answer = consent.state(definition);
  if (answer === 'agreed') return undefined;
  if (answer === 'declined')
    return new HumanError(
      'declined',
      l10n.t(
        'You chose not to start the server “{0}”. Start it in the view “Servers” if you want it after all.',
        definition.name,
      ),
    );
  return new HumanError('notAgreed', l10n.t('The server “{0}” waits for your agreement to start it.', definition.name));
}

function readPolicy(): Parameters<typeof checkPolicy>[2] {
  const mcp = workspace.getConfiguration('chat.mcp');
  return {
    access: mcp.get('access'),
    allowedServers: mcp.get('allowedServers'),
    deniedServers: mcp.get('deniedServers'),
    allowManagedServersOnly: mcp.get('allowManagedServersOnly'),
    managedAllowedServers: mcp.inspect('allowedServers')?.defaultValue,
  };
}
