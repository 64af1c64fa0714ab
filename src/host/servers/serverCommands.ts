import * as l10n from '@vscode/l10n';
import { Position, Range, Uri, window, workspace, type LogOutputChannel } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { Consent } from '../../core/servers/consent';
import { hasAuthorization } from '../../core/servers/hasAuthorization';
import { lineOfServer } from '../../core/servers/configurationText';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import { isRecord, serverIdOf } from '../content/commandArguments';
import { commands as ids } from '../base/ids';
import type { Inputs } from './inputs';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import type { ServerReview } from './reviewServers';
import type { SignIns } from './signIn';
import type { WebConsent } from '../content/webConsent';
import { showInformation, showWarning } from '../base/tell';

export interface ServerCommandParts {
  readonly connections: Connections;
  readonly consent: Consent;
  readonly allowances: ReadAllowances;
  readonly review: ServerReview;
  readonly inputs: Inputs;
  readonly web: WebConsent;
  readonly signIns: SignIns;
  readonly channel: LogOutputChannel;
  readonly log: Logger;
}

/** Registers the commands about servers. Without a row, they ask for the server. */
export function registerServerCommands(parts: ServerCommandParts): Disposable {
  const store = new DisposableStore();
  const register = (id: string, run: (...args: unknown[]) => unknown): void => {
    store.add(registerGuarded(id, run, parts.log));
  };
  const registerAbout = (id: string, run: (...args: unknown[]) => unknown): void => {
    store.add(registerForRows(id, run, parts.log));
  };
  const about = (id: string, run: (connection: Connection) => unknown, isEligible = isAny): void =>
    registerAbout(id, async (row, selection) => {
      const { connections } = parts;
      const rows: unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [row];
      const given = new Set(rows.flatMap((one) => serverIdOf(one) ?? []));
      if (given.size === 0) given.add((await pickServer(connections, isEligible)) ?? '');
      const servers = [...given].flatMap((serverId) => connections.get(serverId) ?? []);
      await Promise.all(servers.filter(({ definition }) => isEligible(definition)).map(run));
    });
  /** Starting a server by name allows it. */
  const agree = ({ definition }: Connection): Promise<void> => parts.consent.agree([definition]);
  about(ids.startServer, async (connection) => {
    await agree(connection);
    await connection.start();
  });
  about(ids.restartServer, async (connection) => {
    await agree(connection);
    await connection.restart();
  });
  about(ids.stopServer, (connection) => connection.stop());
  about(ids.refreshList, (connection) =>
    connection.state.kind === 'ready' ? connection.refreshList() : connection.start(),
  );
  about(ids.forgetConsentOf, ({ definition }) => parts.consent.forget([definition]));
  about(
    ids.signIn,
    async (connection) => {
      await agree(connection);
      await parts.signIns.signIn(connection);
    },
    mayNeedSignIn,
  );
  about(ids.signOut, (connection) => parts.signIns.signOut(connection), mayNeedSignIn);
  about(ids.letModelsRead, ({ definition }) => letModelsRead(definition, parts.allowances));
  about(ids.askBeforeModelsRead, async ({ definition }) => {
    await parts.allowances.revoke([definition]);
    void showInformation(l10n.t('You are asked before a model reads a resource of “{0}”.', definition.name));
  });
  registerAbout(ids.openConfiguration, async (where) => {
    const given = isRecord(where) && typeof where['file'] === 'string' ? where : undefined;
    if (given) return openFile(String(given['file']), Number(given['line'] ?? 0));
    const id = serverIdOf(where) ?? (await pickServer(parts.connections));
    return openDefinition(parts.connections.get(id ?? ''));
  });
  register(ids.reviewServers, () => parts.review.review());
  register(ids.forgetConsent, async () => {
    await parts.consent.forget();
    void showInformation(l10n.t('No MCP server is started by this extension until you agree again.'));
  });
  register(ids.forgetInputs, async () => {
    await parts.inputs.forget();
    void showInformation(l10n.t('Saved values are forgotten: the next start of a server asks for them.'));
  });
  register(ids.forgetWebSites, async () => {
    await parts.web.forget();
    void showInformation(l10n.t('Nothing is fetched from a web site until you agree to it again.'));
  });
  register(ids.showLog, () => parts.channel.show(true));
  return store;
}

function isAny(_: ServerDefinition): boolean {
  return true;
}

/** An HTTP server without an authorization header in mcp.json. */
function mayNeedSignIn({ launch }: ServerDefinition): boolean {
  return launch.kind === 'http' && !hasAuthorization(launch.headers);
}

async function letModelsRead(definition: ServerDefinition, allowances: ReadAllowances): Promise<void> {
  const allow = l10n.t('Let Models Read');
  const message = l10n.t('Let chat models read every resource of “{0}” without asking?', definition.name);
  const detail = l10n.t(
    'What they read goes to the model that you chat with. This holds in this workspace until the server’s configuration changes, or you choose “Ask Before Models Read”.',
  );
  if ((await showWarning(message, { modal: true, detail }, allow)) === allow) await allowances.allow([definition]);
}

async function pickServer(connections: Connections, isEligible = isAny): Promise<string | undefined> {
  const servers = connections.all.filter(({ definition }) => isEligible(definition));
  const items = servers.map(({ definition }) => ({
    label: definition.name,
    description: definition.source.label,
    id: definition.id,
  }));
  if (connections.all.length === 0) void showInformation(l10n.t('No MCP server is configured. Add one to mcp.json.'));
  else if (items.length === 0) void showInformation(l10n.t('None of the configured MCP servers can be signed in to.'));
  if (items.length < 2) return items[0]?.id;
  return (await window.showQuickPick(items, { title: l10n.t('Which MCP Server?') }))?.id;
}

async function openDefinition(connection: Connection | undefined): Promise<void> {
  const file = connection?.definition.source.file;
  if (!connection || file === undefined) return;
  const text = await workspace.openTextDocument(Uri.file(file));
  await openFile(file, lineOfServer(text.getText(), connection.definition.name) ?? 0);
}

async function openFile(file: string, line: number): Promise<void> {
  const at = new Position(Number.isFinite(line) ? line : 0, 0);
  await window.showTextDocument(Uri.file(file), { selection: new Range(at, at) });
}
