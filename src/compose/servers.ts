import os from 'node:os';
import path from 'node:path';
import { workspace } from 'vscode';
import { Catalog } from '../core/catalog/catalog';
import { FormerTitles } from '../core/catalog/formerTitles';
import { TemplateCatalog } from '../core/catalog/templates';
import { Connection } from '../core/connection/connection';
import { Connections } from '../core/connection/connections';
import { ListKeeper } from '../core/connection/listKeeper';
import { followTemplates } from '../core/connection/templateLists';
import type { ResourceAddress } from '../core/resource/address';
import type { Resource } from '../core/resource/resource';
import { Consent } from '../core/servers/consent';
import { resolveLaunch, type LaunchPorts } from '../core/servers/resolveLaunch';
import type { ServerDefinition } from '../core/servers/serverDefinition';
import { KeptResources } from '../core/templates/keptResources';
import { FileListStore } from '../node/fileListStore';
import { readTextFile } from '../node/files';
import { gate } from '../host/servers/gate';
import { Inputs } from '../host/servers/inputs';
import { ServerReview } from '../host/servers/reviewServers';
import { ServerSources } from '../host/servers/serverSources';
import { SecretCredentials, SignIns } from '../host/servers/signIn';
import { listCaps, listFilter } from '../host/base/settings';
import { VerdictStore } from '../host/servers/verdictStore';
import type { Base } from './base';

const largestEnvFile = 1024 * 1024;

export type Servers = ReturnType<typeof composeServers>;

/** What is configured, what is connected to, and what they list. */
export function composeServers({ context, store, clock, log, globalStore, workspaceStore, mcp }: Base) {
  const consent = store.add(new Consent(globalStore));
  const inputs = new Inputs(context.secrets, globalStore);
  const sources = store.add(new ServerSources(context, clock, log.named('configuration')));
  const review = new ServerReview(
    consent,
    () => sources.definitions,
    (one) => gate(one, undefined, consent),
  );
  const credentials = new SecretCredentials(context.secrets);
  const { signIn, signOut } = mcp;
  const extensionId = context.extension.id;
  const signInLog = log.named('sign-in');
  const formerTitles = new FormerTitles(workspaceStore);
  const catalog = store.add(new Catalog(clock, formerTitles));
  const templates = store.add(new TemplateCatalog(clock));
  const verdicts = new VerdictStore(globalStore);
  const lists = new FileListStore(path.join(context.globalStorageUri.fsPath, 'lists'));

  const newConnection = (definition: ServerDefinition): Connection =>
    new Connection(definition, catalog, {
      clock,
      log: log.named(definition.name),
      openSession: mcp.openSession,
      gate: (one, launch) => gate(one, launch, consent),
      resolveLaunch: (one) => resolveLaunch(one, launchPorts(inputs)),
      verdicts,
      credentials,
      random: Math.random,
      caps: () => ({ ...listCaps(), filter: listFilter(definition.name) }),
    });
  const keeper = new ListKeeper(catalog, lists, clock, log);
  const forgetList = async (definition: ServerDefinition): Promise<void> => {
    templates.removeServer(definition.id);
    await keeper.forget(definition);
  };
  const signIns = store.add(
    new SignIns({ clock, log: signInLog, credentials, signIn, signOut, forgetList, extensionId }),
  );
  const restore = (one: ServerDefinition): void =>
    void keeper.restore(one, () => connections.get(one.id)?.definition.hash === one.hash);
  const connections = store.add(new Connections(catalog, newConnection, restore));
  store.add(keeper.keep(connections));
  store.add(followTemplates(connections, templates, { log, caps: listCaps }));
  const kept = store.add(new KeptResources(workspaceStore, catalog, connections));

  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  const announced = ({ serverId, uri }: ResourceAddress): Resource | undefined => catalog.find(serverId, uri)?.resource;
  return {
    consent,
    inputs,
    sources,
    review,
    signIns,
    catalog,
    formerTitles,
    templates,
    connections,
    kept,
    serverName,
    announced,
  };
}

function launchPorts(inputs: Inputs): LaunchPorts {
  return {
    platform: process.platform,
    path,
    env: processEnvironment(),
    userHome: os.homedir(),
    workspaceFolders: (workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath })),
    getSetting: (key) => workspace.getConfiguration().get(key),
    readFile: (file) => readTextFile(file, largestEnvFile),
    askInput: (input, definition) => inputs.ask(input, definition),
  };
}

/** Without what VS Code set for its own processes: with it, a Node or an Electron that a server starts would behave like the editor's. */
function processEnvironment(): Record<string, string | undefined> {
  const own = /^(VSCODE_|ELECTRON_RUN_AS_NODE$|ELECTRON_NO_ATTACH_CONSOLE$)/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
