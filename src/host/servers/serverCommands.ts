import * as l10n from '@vscode/l10n';
import { commands, env } from 'vscode';
import type { Activity } from '../../core/catalog/activity';
import type { Connection } from '../../core/connection/connection';
import type { HiddenPlaces } from '../../core/search/hiddenPlaces';
import { coveredByYes } from '../../core/configuration/sameServer';
import { commands as ids } from '../base/ids';
import type { HostLogger } from '../base/log';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { showWarning } from '../base/tell';
import { managePermissions } from './managePermissions';
import { permissionKinds, type PermissionParts } from './permissionKinds';
import { isAny, pickServer } from './pickServer';
import { mayNeedSignIn, type ServerControl } from './serverControl';

export interface ServerCommandParts extends PermissionParts {
  readonly activity: Pick<Activity, 'settle'>;
  readonly places: HiddenPlaces;
  readonly servers: ServerControl;
  readonly log: HostLogger;
}

/** The commands about servers. Without a row, they ask for the server. */
export function serverCommands(parts: ServerCommandParts): Commands<CommandOf<'servers'>> {
  const { connections, servers, places, log } = parts;
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
    [ids.letModelsRead]: forEach((connection) => letModelsRead(connection, parts)),
    [ids.managePermissions]: () => managePermissions(permissionKinds(parts), log),
    [ids.openConfiguration]: (given) => servers.openConfiguration(given),
    [ids.refresh]: () => {
      parts.activity.settle();
      servers.refreshAll();
    },
    [ids.refreshList]: forEach((connection) =>
      connection.state.kind === 'ready' ? connection.refreshList() : connection.start(),
    ),
    [ids.restartServer]: forAll((serverIds) => servers.restart(...serverIds)),
    [ids.reviewServers]: () => servers.review(),
    [ids.showLog]: () => log.show(),
    [ids.signIn]: forAll((serverIds) => servers.signIn(...serverIds), mayNeedSignIn),
    [ids.signOut]: forEach((connection) => parts.signIns.signOut(connection), mayNeedSignIn),
    [ids.startServer]: forAll((serverIds) => servers.start(...serverIds)),
    [ids.stopServer]: forEach((connection) => connection.stop()),
    [ids.unhide]: (serverIds) => places.showServers(serverIds),
  };
}

async function letModelsRead(
  { definition }: Connection,
  { connections, allowances }: ServerCommandParts,
): Promise<void> {
  const allow = l10n.t('Let Models Read');
  const message = l10n.t(
    'Let models read all resources listed by “{0}” without asking?',
    connections.nameOf(definition.id),
  );
  const detail = l10n.t(
    'The content of each resource that a model reads is sent to the model. The permission applies to this workspace until the server’s configuration changes or you remove the permission in “Manage Permissions…”.',
  );
  if ((await showWarning(message, { modal: true, detail }, allow)) === allow)
    await allowances.allow(coveredByYes(definition));
}
