import * as l10n from '@vscode/l10n';
import { commands, env } from 'vscode';
import type { Connection } from '../../core/connection/connection';
import { coveredByYes } from '../../core/configuration/sameServer';
import { commands as ids } from '../base/ids';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { showWarning } from '../base/tell';
import type { WebConsent } from '../network/webConsent';
import { managePermissions } from './managePermissions';
import type { ServersNeeds } from './openControl';
import { permissionKinds } from './permissionKinds';
import { isAny, pickServer } from './pickServer';
import { mayNeedSignIn, type ServerControl } from './serverControl';
import type { SignIns } from './signIn';

/** The commands about servers. Without a row, they ask for the server. */
export function serverCommands(
  needs: ServersNeeds,
  servers: ServerControl,
  signIns: SignIns,
  web: WebConsent,
): Commands<CommandOf<'servers'>> {
  const { log } = needs.base;
  const { connections, activity } = needs.core;
  const forAll = (run: (serverIds: readonly string[]) => Promise<unknown>, isEligible = isAny) => {
    return async (given: readonly string[]) =>
      run(given.length > 0 ? given : [(await pickServer(connections, isEligible)) ?? '']);
  };
  const forEach = (run: (connection: Connection) => unknown, isEligible = isAny) =>
    forAll(async (serverIds) => {
      const chosen = serverIds.flatMap((serverId) => connections.get(serverId) ?? []);
      await Promise.all(chosen.filter(({ definition }) => isEligible(definition)).map(run));
    }, isEligible);
  return {
    [ids.addServer]: () => commands.executeCommand('workbench.mcp.addConfiguration'),
    [ids.copyFact]: async (value) => value !== undefined && (await env.clipboard.writeText(value)),
    [ids.letModelsRead]: forEach((connection) => letModelsRead(connection, needs)),
    [ids.managePermissions]: () => managePermissions(permissionKinds(needs, signIns, web), log),
    [ids.openConfiguration]: (given) => servers.openConfiguration(given),
    [ids.refresh]: () => {
      activity.settle();
      servers.refreshAll();
    },
    [ids.refreshList]: forEach((connection) =>
      connection.state.kind === 'ready' ? connection.refreshList() : connection.start(),
    ),
    [ids.restartServer]: forAll((serverIds) => servers.restart(...serverIds)),
    [ids.reviewServers]: () => servers.review(),
    [ids.showLog]: () => log.show(),
    [ids.signIn]: forAll((serverIds) => servers.signIn(...serverIds), mayNeedSignIn),
    [ids.signOut]: forEach((connection) => signIns.signOut(connection), mayNeedSignIn),
    [ids.startServer]: forAll((serverIds) => servers.start(...serverIds)),
    [ids.stopServer]: forEach((connection) => connection.stop()),
    [ids.unhide]: (serverIds) => needs.search.places.showServers(serverIds),
  };
}

async function letModelsRead({ definition }: Connection, { core, permission }: ServersNeeds): Promise<void> {
  const allow = l10n.t('Let Models Read');
  const message = l10n.t(
    'Let models read all resources listed by “{0}” without asking?',
    core.connections.nameOf(definition.id),
  );
  const detail = l10n.t(
    'The content of each resource that a model reads is sent to the model. Skills aren’t included. The permission applies to this workspace until the server’s configuration changes or you remove the permission in “Manage Permissions…”.',
  );
  if ((await showWarning(message, { modal: true, detail }, allow)) === allow)
    await permission.allowances.allow(coveredByYes(definition));
}
