import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Coalescer } from '../../../src/core/base/coalescer';
import { DisposableStore } from '../../../src/core/base/disposable';
import { causes, HumanError } from '../../../src/core/base/errors';
import { Emitter } from '../../../src/core/base/event';
import type { Logger } from '../../../src/core/base/ports';
import { legible } from '../../../src/core/base/legible';
import type { TemplateEntry } from '../../../src/core/catalog/templates';
import { composeCore } from '../../../src/core/compose';
import type { Connection } from '../../../src/core/connection/connection';
import { defaultLimits } from '../../../src/core/connection/listLimits';
import { isApplication } from '../../../src/core/content/application';
import type { LanguagePorts, LanguageSettings } from '../../../src/core/mentions/mention/languagePorts';
import { newIndexes } from '../../../src/core/search/newIndexes';
import { resolveLaunch } from '../../../src/core/configuration/launch/resolveLaunch';
import type { ConfigurationProblem } from '../../../src/core/configuration/configuration';
import { newSlice, systemClock } from '../../../src/node/base/clock';
import { FileListStore } from '../../../src/node/files/fileListStore';
import { FollowedFiles, followFiles } from '../../../src/node/files/followFiles';
import { lazyMcp } from '../../../src/node/mcp/lazyMcp';
import { workspaceFiles } from '../../../src/node/files/workspaceFiles';
import { EditorMessages } from './editorMessages';
import { readSettings } from './clientSettings';
import { configurationFiles, readConfiguration } from './configuration';
import { ContentFiles } from './contentFiles';
import type { UserPlace } from '../../../src/node/files/userDirectories';
import { cachePath, type RootFolder } from './folders';
import { gate } from './gate';
import { launchPorts } from './launchPorts';
import { texts } from './localization';
import { storedConsent } from './storedConsent';

/** Maximum size of a read, in bytes. */
const maxBytes = 20_000_000;
/** Milliseconds for which edits are gathered before the configuration is read again. */
const readDelay = 200;

/** Ways to show the user something that they did not ask for. */
export interface Output {
  readonly log: Logger;
  /** Shows one line. */
  readonly show: (message: string) => void;
}

export interface LanguageService {
  readonly ports: LanguagePorts;
  /** Follows the configuration of these folders. Resolves after it was read for the first time; never rejects. */
  readonly open: (roots: readonly RootFolder[]) => Promise<void>;
  /** Applies the settings that a client sends. */
  readonly configure: (settings: unknown) => void;
  /** Disposes everything; resolves when no server is left running. */
  readonly end: () => Promise<void>;
}

/** Creates every part of the language server that runs without VS Code and joins them. Starts no server: the user's first request does. */
export function compose({ log, show }: Output, user: UserPlace): LanguageService {
  const store = new DisposableStore();
  let roots: readonly RootFolder[] = [];
  let problems: readonly ConfigurationProblem[] = [];
  const cacheFolder = ownFolder(cachePath(user));
  const consent = store.add(storedConsent(user, () => roots));
  // Not disposed: when this process ends, `processTree` ends the servers that are left.
  const mcp = lazyMcp(texts);
  const { catalog, templates, activity, connections, cache, orders, serverName } = composeCore({
    store,
    clock: systemClock,
    log,
    newSlice,
    // Nothing is used here, and changes are those of this process.
    activityStore: undefined,
    isShown: () => false,
    lists: new FileListStore(path.join(cacheFolder, 'lists')),
    connecting: {
      openSession: mcp.openSession,
      gate: (definition) => gate(definition, consent),
      resolveLaunch: (definition) => resolveLaunch(definition, launchPorts(user, roots)),
      learnedProtocols: new Map(),
      credentials: undefined,
      capsOf: () => defaultLimits,
      caps: () => defaultLimits,
    },
    // Reads like background requests, as there is no way to ask the user, and only from servers.
    reading: {
      read: mcp.read,
      maxBytes: () => maxBytes,
      interactionWith: () => ({ ask: () => Promise.resolve({ action: 'cancel' }) }),
      fetchFromWeb: (uri) => Promise.reject(notFetched(uri)),
      allowWebsite: () => Promise.resolve(),
    },
  });
  connections.restoreAll();
  store.add(
    consent.onDidChange(() => {
      connections.recheckAll();
      for (const connection of connections.all) if (hasGivenUp(connection)) void connection.start();
    }),
  );
  store.add(consent.follow());
  const folder = path.join(cachePath(user), 'files');
  const files = store.add(new ContentFiles({ catalog, connections, cache, log, folder }));
  const editorMessages = new EditorMessages(show, () => ({ connections: connections.all, problems }));
  store.add(connections.onDidChange(() => editorMessages.update()));
  let settings: LanguageSettings = { problems: 'hint', hasLenses: false };
  const didChangeSettings = store.add(new Emitter<void>());

  // Nothing can be hidden here, but for what is no context anywhere.
  const visibility = {
    isVisible: (id: number) => !catalog.table.isApplication(id),
    isTemplateVisible: ({ template }: TemplateEntry) => !isApplication(template.uriTemplate, template.mimeType),
    isServerVisible: () => true,
  };
  const ports: LanguagePorts = {
    clock: systemClock,
    log,
    newSlice,
    catalog,
    templates,
    connections,
    index: newIndexes({ catalog, activity, orders, visibility, serverName, newSlice })(templates),
    visibility,
    cache,
    mayRead: () => true,
    wake: () => {
      connections.wake();
      editorMessages.wake();
    },
    fileOf: (address, signal) => files.uriOf(address, signal),
    freshness: () => undefined,
    workspaceFiles: (signal) =>
      workspaceFiles(
        roots.map(({ opened }) => opened),
        signal,
        log,
      ),
    commands: undefined,
    settings: () => settings,
    onDidChangeSettings: didChangeSettings.event,
  };

  const followed = store.add(new FollowedFiles((file) => followFiles([file], () => reread.trigger())));
  /** Follows the files of all places. */
  const follow = (pluginFiles: readonly string[]): boolean =>
    followed.set([...configurationFiles(roots, user), ...pluginFiles]);
  const read = async (): Promise<void> => {
    try {
      const configuration = await readConfiguration(roots, user);
      problems = configuration.problems;
      if (follow(configuration.pluginFiles)) reread.trigger();
      log.info(`Configured: ${configuration.definitions.length} servers, ${problems.length} problems`);
      connections.setDefinitions(configuration.definitions);
      editorMessages.update();
    } catch (error) {
      log.error(`Couldn’t read the configuration: ${causes(error)}`);
    }
  };
  /** One after the other: of two at a time the one that began first could end last and overwrite newer servers. */
  let reading = Promise.resolve();
  const readServers = (): Promise<void> => (reading = reading.then(read));
  const reread = store.add(new Coalescer(systemClock, readDelay, readServers));
  return {
    ports,
    open: async (folders) => {
      roots = folders;
      follow([]);
      await readServers();
    },
    configure: (value) => {
      settings = readSettings(value, settings);
      didChangeSettings.fire();
    },
    end: async () => {
      const { all } = connections;
      store.dispose();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** Creates a folder that only this user can access. */
function ownFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Reported by whatever writes there.
  }
  return folder;
}

/** True where the server is not retried by itself: a user who allows it again, after a change, wants another attempt. */
function hasGivenUp({ state }: Connection): boolean {
  return state.kind === 'signInNeeded' || (state.kind === 'failed' && state.retryAt === undefined);
}

function notFetched(uri: string): HumanError {
  return new HumanError(
    'websiteNotAllowed',
    l10n.t('The server provides only a web link to this resource. Open it in a browser: {0}', legible(uri)),
  );
}
