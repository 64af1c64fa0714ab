import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Activity } from '../../core/catalog/activity';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { HiddenPlaces } from '../../core/search/hiddenPlaces';
import { coveredByYes } from '../../core/configuration/sameServer';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import type { CommandsAbout } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { HostLogger } from '../base/log';
import { isAny, pickServer } from './pickServer';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import { mayNeedSignIn, type ServerControl } from './serverControl';
import type { SignIns } from './signIn';
import { showWarning } from '../base/tell';

export interface ServerCommandParts {
  readonly connections: Connections;
  readonly activity: Pick<Activity, 'settle'>;
  readonly allowances: ReadAllowances;
  readonly places: HiddenPlaces;
  readonly servers: ServerControl;
  readonly signIns: Pick<SignIns, 'signOut'>;
  readonly log: HostLogger;
}

/** Registers the commands about servers. Without a row, they ask for the server. */
export function registerServerCommands(parts: ServerCommandParts): Disposable {
  const store = new DisposableStore();
  const { connections, servers, places } = parts;
  const register = (id: CommandsAbout<'nothing'>, run: () => unknown): Disposable =>
    store.add(registerGuarded(id, run, parts.log));
  const aboutAll = (
    id: CommandsAbout<'servers'>,
    run: (serverIds: readonly string[]) => Promise<unknown>,
    isEligible = isAny,
  ): Disposable =>
    store.add(
      registerForRows(
        id,
        async (given) => run(given.length > 0 ? given : [(await pickServer(connections, isEligible)) ?? '']),
        parts.log,
      ),
    );
  const about = (
    id: CommandsAbout<'servers'>,
    run: (connection: Connection) => unknown,
    isEligible = isAny,
  ): Disposable =>
    aboutAll(
      id,
      async (serverIds) => {
        const chosen = serverIds.flatMap((serverId) => connections.get(serverId) ?? []);
        await Promise.all(chosen.filter(({ definition }) => isEligible(definition)).map(run));
      },
      isEligible,
    );
  store.add(registerForRows(ids.unhide, (serverIds) => places.showServers(serverIds), parts.log));
  aboutAll(ids.startServer, (serverIds) => servers.start(...serverIds));
  aboutAll(ids.restartServer, (serverIds) => servers.restart(...serverIds));
  about(ids.stopServer, (connection) => connection.stop());
  about(ids.refreshList, (connection) =>
    connection.state.kind === 'ready' ? connection.refreshList() : connection.start(),
  );
  aboutAll(ids.signIn, (serverIds) => servers.signIn(...serverIds), mayNeedSignIn);
  about(ids.signOut, (connection) => parts.signIns.signOut(connection), mayNeedSignIn);
  about(ids.letModelsRead, (connection) => letModelsRead(connection, parts));
  store.add(registerForRows(ids.openConfiguration, (given) => servers.openConfiguration(given), parts.log));
  register(ids.addServer, () => commands.executeCommand('workbench.mcp.addConfiguration'));
  register(ids.reviewServers, () => servers.review());
  register(ids.refresh, () => {
    parts.activity.settle();
    servers.refreshAll();
  });
  register(ids.showLog, () => parts.log.show());
  return store;
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
