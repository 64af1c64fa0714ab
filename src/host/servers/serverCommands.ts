import * as l10n from '@vscode/l10n';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Activity } from '../../core/catalog/activity';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { HiddenPlaces } from '../../core/search/hiddenPlaces';
import type { Consent } from '../../core/servers/consent';
import { withCopies } from '../../core/servers/serverDefinition';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import type { CommandsAbout } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { HostLogger } from '../base/log';
import type { Inputs } from './inputs';
import { isAny, pickServer } from './pickServer';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import { mayNeedSignIn, type ServerControl } from './serverControl';
import type { SignIns } from './signIn';
import type { WebConsent } from '../content/webConsent';
import { showInformation, showWarning } from '../base/tell';

export interface ServerCommandParts {
  readonly connections: Connections;
  readonly activity: Pick<Activity, 'settle'>;
  readonly consent: Consent;
  readonly allowances: ReadAllowances;
  readonly places: HiddenPlaces;
  readonly servers: ServerControl;
  readonly inputs: Inputs;
  readonly web: WebConsent;
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
  const aboutResources = (
    id: CommandsAbout<'servers'>,
    run: (serverIds: readonly string[]) => Promise<void>,
  ): Disposable =>
    aboutAll(id, async (serverIds) => {
      const configured = serverIds.filter((serverId) => connections.get(serverId));
      if (configured.length > 0) await run(configured);
    });
  aboutResources(ids.hideServer, (serverIds) => places.hide({ servers: serverIds }));
  aboutResources(ids.showServer, (serverIds) => places.showServers(serverIds));
  aboutResources(ids.showOnlyServer, (serverIds) => places.showOnly({ servers: serverIds }));
  aboutAll(ids.startServer, (serverIds) => servers.start(...serverIds));
  aboutAll(ids.restartServer, (serverIds) => servers.restart(...serverIds));
  about(ids.stopServer, (connection) => connection.stop());
  about(ids.refreshList, (connection) =>
    connection.state.kind === 'ready' ? connection.refreshList() : connection.start(),
  );
  about(ids.forgetConsentOf, ({ definition }) => parts.consent.forget([definition]));
  aboutAll(ids.signIn, (serverIds) => servers.signIn(...serverIds), mayNeedSignIn);
  about(ids.signOut, (connection) => parts.signIns.signOut(connection), mayNeedSignIn);
  about(ids.letModelsRead, (connection) => letModelsRead(connection, parts));
  about(ids.askBeforeModelsRead, async ({ definition }) => {
    await parts.allowances.revoke(withCopies([definition]));
    void showInformation(
      l10n.t('You’ll be asked before a model reads a resource from “{0}”.', connections.nameOf(definition.id)),
    );
  });
  store.add(registerForRows(ids.openConfiguration, (given) => servers.openConfiguration(given), parts.log));
  register(ids.reviewServers, () => servers.review());
  register(ids.refresh, () => {
    parts.activity.settle();
    servers.refreshAll();
  });
  register(ids.forgetConsent, async () => {
    await parts.consent.forget();
    void showInformation(l10n.t('Each server needs your permission again before MCP Resource Picker starts it.'));
  });
  register(ids.forgetInputs, async () => {
    await parts.inputs.forget();
    void showInformation(
      l10n.t('Saved inputs were cleared. You’ll be asked for them again the next time the servers start.'),
    );
  });
  register(ids.forgetWebSites, async () => {
    await parts.web.forget();
    void showInformation(l10n.t('MCP Resource Picker will ask you again before it fetches from any website.'));
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
    'The content of each resource that a model reads is sent to the model. The permission applies to this workspace until the server’s configuration changes or you choose “Ask Before Models Read Resources”.',
  );
  if ((await showWarning(message, { modal: true, detail }, allow)) === allow)
    await allowances.allow(withCopies([definition]));
}
