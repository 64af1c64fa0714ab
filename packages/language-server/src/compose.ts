import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { DisposableStore } from '../../../src/core/base/disposable';
import { HumanError } from '../../../src/core/base/errors';
import type { Logger } from '../../../src/core/base/ports';
import { legible } from '../../../src/core/base/legible';
import type { TemplateEntry } from '../../../src/core/catalog/templates';
import { composeCore, type Core } from '../../../src/core/compose';
import type { Connection } from '../../../src/core/connection/connection';
import { defaultLimits } from '../../../src/core/connection/listLimits';
import { isApplication } from '../../../src/core/content/application';
import type { LanguagePorts } from '../../../src/core/mentions/mention/languagePorts';
import { newIndexes } from '../../../src/core/search/newIndexes';
import { resolveLaunch } from '../../../src/core/configuration/launch/resolveLaunch';
import { newSlice, systemClock } from '../../../src/node/base/clock';
import { FileListStore } from '../../../src/node/files/fileListStore';
import { lazyMcp } from '../../../src/node/mcp/lazyMcp';
import { workspaceFiles } from '../../../src/node/files/workspaceFiles';
import { EditorMessages } from './editorMessages';
import { ClientSettings } from './clientSettings';
import { ContentFiles } from './contentFiles';
import type { UserEnvironment } from '../../../src/node/files/userDirectories';
import { cachePath, type RootFolder } from './folders';
import { gate } from './gate';
import { launchPorts } from './launchPorts';
import { texts } from './localization';
import { ServerSources } from './serverSources';
import type { Consent } from '../../../src/core/permission/consent';
import { storedConsent } from './storedConsent';

/** Maximum size of a read, in bytes. */
const maxBytes = 20_000_000;

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
export function compose({ log, show }: Output, user: UserEnvironment): LanguageService {
  const store = new DisposableStore();
  const sources = store.add(new ServerSources(user, log));
  const consent = store.add(storedConsent(user, () => sources.roots));
  const core = newCore(store, log, user, consent, sources);
  const { connections } = core;
  store.add(sources.onDidRead(({ definitions }) => connections.setDefinitions(definitions)));
  connections.restoreAll();
  store.add(
    consent.onDidChange(() => {
      connections.recheckAll();
      for (const connection of connections.all) if (hasGivenUp(connection)) void connection.start();
    }),
  );
  store.add(consent.follow());
  const folder = path.join(cachePath(user), 'files');
  const files = store.add(new ContentFiles(core, log, folder));
  const messages = new EditorMessages(show, () => ({ connections: connections.all, problems: sources.problems }));
  store.add(connections.onDidChange(() => messages.update()));
  store.add(sources.onDidRead(() => messages.update()));
  const settings = store.add(new ClientSettings());
  const wake = (): void => {
    connections.wake();
    messages.wake();
  };
  return {
    ports: languagePorts(core, log, sources, settings, {
      fileOf: (address, signal) => files.uriOf(address, signal),
      wake,
    }),
    open: (roots) => sources.open(roots),
    configure: (value) => settings.update(value),
    end: async () => {
      const { all } = connections;
      store.dispose();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

function newCore(
  store: DisposableStore,
  log: Logger,
  user: UserEnvironment,
  consent: Consent,
  sources: Pick<ServerSources, 'roots'>,
): Core {
  // Not disposed: when this process ends, `processTree` ends the servers that are left.
  const mcp = lazyMcp(texts);
  return composeCore({
    store,
    clock: systemClock,
    log,
    newSlice,
    // Nothing is used here, and changes are those of this process.
    activityStore: undefined,
    isShown: () => false,
    lists: new FileListStore(path.join(ownFolder(cachePath(user)), 'lists')),
    connecting: {
      openSession: mcp.openSession,
      gate: (definition) => gate(definition, consent),
      resolveLaunch: (definition) => resolveLaunch(definition, launchPorts(user, sources.roots)),
      learnedProtocols: new Map(),
      credentials: undefined,
      limitsOf: () => defaultLimits,
      limits: () => defaultLimits,
    },
    // Reads like background requests, as there is no way to ask the user, and only from servers.
    reading: {
      maxBytes: () => maxBytes,
      interactionWith: () => ({ ask: () => Promise.resolve({ action: 'cancel' }) }),
      fetchFromWeb: (uri) => Promise.reject(notFetched(uri)),
      allowWebsite: () => Promise.resolve(),
      skillCheck: async () => (await import('../../../src/node/skills/skillTools')).checkSkill,
    },
  });
}

function languagePorts(
  core: Core,
  log: Logger,
  sources: Pick<ServerSources, 'roots'>,
  settings: ClientSettings,
  own: Pick<LanguagePorts, 'fileOf' | 'wake'>,
): LanguagePorts {
  const { catalog, templates, connections, directories, cache } = core;
  // Nothing can be hidden here, but for what is no context anywhere.
  const visibility = {
    isVisible: (id: number) => !catalog.table.isApplication(id),
    isTemplateVisible: ({ template }: TemplateEntry) => !isApplication(template.uriTemplate, template.mimeType),
    isServerVisible: () => true,
  };
  return {
    clock: systemClock,
    log,
    newSlice,
    catalog,
    templates,
    connections,
    directories,
    index: newIndexes(core, visibility, newSlice)(templates),
    visibility,
    cache,
    mayRead: () => true,
    wake: own.wake,
    fileOf: own.fileOf,
    freshness: () => undefined,
    workspaceFiles: (signal) => {
      const folders = sources.roots.map(({ opened }) => opened);
      return workspaceFiles(folders, signal, log);
    },
    commands: undefined,
    settings: () => settings.current,
    onDidChangeSettings: settings.onDidChange,
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

/** True if the server is not retried by itself: a user who allows it again, after a change, wants another attempt. */
function hasGivenUp({ state }: Connection): boolean {
  return state.kind === 'signInNeeded' || (state.kind === 'failed' && state.retryAt === undefined);
}

function notFetched(uri: string): HumanError {
  return new HumanError(
    'websiteNotAllowed',
    l10n.t('The server provides only a web link to this resource. Open it in a browser: {0}', legible(uri)),
  );
}
