import { workspace } from 'vscode';
import type { HumanError } from '../../core/base/errors';
import { checkStart } from '../../core/permission/checkStart';
import type { Consent } from '../../core/permission/consent';
import type { ServerPolicy } from '../../core/permission/policy';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import type { Launch } from '../../core/session/session';

/** Returns why a server may not start now, from VS Code's current settings and trust. Nothing is cached. */
export function gate(
  definition: ServerDefinition,
  launch: Launch | undefined,
  consent: Pick<Consent, 'state' | 'changes'>,
): HumanError | undefined {
  return checkStart(definition, launch, { isTrusted: workspace.isTrusted, policy: readPolicy(), consent });
}

function readPolicy(): ServerPolicy {
  const mcp = workspace.getConfiguration('chat.mcp');
  return {
    access: mcp.get('access'),
    allowedServers: mcp.get('allowedServers'),
    deniedServers: mcp.get('deniedServers'),
    allowManagedServersOnly: mcp.get('allowManagedServersOnly'),
    managedAllowedServers: mcp.inspect('allowedServers')?.defaultValue,
  };
}
