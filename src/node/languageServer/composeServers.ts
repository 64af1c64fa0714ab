import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DisposableStore } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import { Catalog } from '../../core/catalog/catalog';
import { FormerTitles } from '../../core/catalog/formerTitles';
import { TemplateCatalog } from '../../core/catalog/templates';
import { Connection } from '../../core/connection/connection';
import { Connections } from '../../core/connection/connections';
import { defaultLimits } from '../../core/connection/listLimits';
import { ListKeeper } from '../../core/connection/listKeeper';
import { followTemplates } from '../../core/connection/templateLists';
import { Consent } from '../../core/servers/consent';
import { resolveLaunch, type LaunchPorts } from '../../core/servers/resolveLaunch';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { Verdict } from '../../core/session/session';
import { systemClock } from '../clock';
import { FileListStore } from '../fileListStore';
import { readTextFile } from '../files';
import { lazyMcp } from '../lazyMcp';
import { cachePath, consentPath, type RootFolder, type UserPlace } from './folders';
import { followFiles } from './followFiles';
import { gate } from './gate';
import { inputFrom, withoutInputs } from './inputs';
import { JsonFile } from './jsonFile';
import { texts } from './localization';

const largestEnvFile = 1024 * 1024;

export type Servers = ReturnType<typeof composeServers>;

interface Base {
  readonly store: DisposableStore;
  readonly log: Logger;
  readonly user: UserPlace;
  readonly roots: () => readonly RootFolder[];
}

/** What may be started, what is, and what it lists. */
export function composeServers({ store, log, user, roots }: Base) {
  const clock = systemClock;
  const cacheFolder = ownFolder(cachePath(user));
  const formerTitles = new FormerTitles(new JsonFile(path.join(cacheFolder, 'formerTitles.json')));
  const catalog = store.add(new Catalog(clock, formerTitles));
  const templates = store.add(new TemplateCatalog(clock));
  const answers = new JsonFile(consentPath(user));
  let consent = new Consent(answers);
  // What is left of the servers when this process ends goes with it: see `processTree`.
  const mcp = lazyMcp(texts);
  const verdicts = new Map<string, Verdict>();
  const newConnection = (definition: ServerDefinition): Connection =>
    new Connection(definition, catalog, {
      clock,
      log: log.named(definition.name),
      openSession: mcp.openSession,
      gate: (one) => gate(one, consent),
      resolveLaunch: (one) => resolveLaunch(one, launchPorts(user, roots())),
      verdicts,
      random: Math.random,
      caps: () => defaultLimits,
    });
  const keeper = new ListKeeper(catalog, new FileListStore(path.join(cacheFolder, 'lists')), clock, log);
  const restore = (one: ServerDefinition): void =>
    void keeper.restore(one, () => connections.get(one.id)?.definition.hash === one.hash);
  const connections = store.add(new Connections(catalog, newConnection, restore));
  connections.restoreAll();
  store.add(keeper.keep(connections));
  store.add(followTemplates(connections, templates, { log, caps: () => defaultLimits }));
  store.add(
    followFiles([answers.path], () => {
      consent = new Consent(answers);
      connections.recheckAll();
      for (const connection of connections.all) if (hasGivenUp(connection)) void connection.start();
    }),
  );
  return { formerTitles, catalog, templates, connections, mcp };
}

/** Makes a folder that is for this user alone. */
function ownFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Who writes there says so.
  }
  return folder;
}

/** Who agrees once more, after they have mended something, wants it to be tried again. */
function hasGivenUp({ state }: Connection): boolean {
  return state.kind === 'signInNeeded' || (state.kind === 'failed' && state.retryAt === undefined);
}

function launchPorts({ env, platform, home }: UserPlace, roots: readonly RootFolder[]): LaunchPorts {
  return {
    platform,
    path,
    env: withoutInputs(env),
    userHome: home,
    workspaceFolders: roots,
    getSetting: () => undefined,
    readFile: (file) => readTextFile(file, largestEnvFile),
    // A function that throws would not be a promise that rejects.
    askInput: (input, definition) => Promise.resolve().then(() => inputFrom(env, input, definition)),
  };
}
