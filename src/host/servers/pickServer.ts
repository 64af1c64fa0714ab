import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import { factLine } from '../../core/base/format';
import type { Connections } from '../../core/connection/connections';
import { statusOf } from '../../core/connection/serverStatus';
import { describeSources, type ServerDefinition } from '../../core/configuration/serverDefinition';
import { plainText } from '../base/plainText';
import { showInformation } from '../base/tell';

export function isAny(_: ServerDefinition): boolean {
  return true;
}

/** Asks for a server, unless there is only one to choose. */
export async function pickServer(connections: Connections, isEligible = isAny): Promise<string | undefined> {
  const servers = connections.all.filter(({ definition }) => isEligible(definition));
  const items = servers.map((server) => {
    const { definition } = server;
    const { label, severity, sentence } = statusOf(server);
    const isFailure = severity === 'warning' || severity === 'error';
    return {
      label: plainText(definition.name),
      description: plainText(factLine([label, describeSources(definition)])),
      ...(isFailure && { detail: plainText(sentence) }),
      id: definition.id,
    };
  });
  if (connections.all.length === 0) void showInformation(l10n.t('No MCP servers are configured. Add one to mcp.json.'));
  else if (items.length === 0) void showInformation(l10n.t('None of your MCP servers require sign-in.'));
  if (items.length < 2) return items[0]?.id;
  return (await window.showQuickPick(items, { title: l10n.t('Select MCP Server') }))?.id;
}
