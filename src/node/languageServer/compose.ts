import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Coalescer } from '../../core/base/coalescer';
import { DisposableStore } from '../../core/base/disposable';
import { causes, HumanError } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import { showable } from '../../core/base/showable';
import { ImportanceOrder } from '../../core/catalog/importanceOrder';
import { NameOrder } from '../../core/catalog/nameOrder';
import { type ResourceAddress } from '../../core/resource/address';
import { ContentCache } from '../../core/context/contentCache';
import { createReader } from '../../core/context/resourceReader';
import type { LanguagePorts, LanguageSettings } from '../../core/mentions/mention/ports';
import type { Resource } from '../../core/resource/resource';
import { newOrders } from '../../core/search/resultOrder';
import { SearchIndex } from '../../core/search/searchIndex';
import type { ConfigurationProblem } from '../../core/servers/serverDefinition';
import { newSlice, systemClock } from '../clock';
import { workspaceFiles } from '../workspaceFiles';
import { Announcer } from './announcer';
import { readSettings } from './clientSettings';
import { composeServers, type Servers } from './composeServers';
import { configurationFiles, readConfiguration } from './configuration';
import { ContentFiles } from './contentFiles';
import { cachePath, type RootFolder, type UserPlace } from './folders';
import { followFiles } from './followFiles';

/** Bytes that a read may return. */
const mostBytes = 20_000_000;
/** Milliseconds for which edits are gathered before the configuration is read again. */
const readDelay = 200;

/** How a person is told something that they did not ask for. */
export interface Telling {
  readonly log: Logger;
  /** Shows one line. */
  readonly show: (message: string) => void;
}

export interface LanguageService {
  readonly ports: LanguagePorts;
  /** Follows what is configured in these folders. Resolves when it was read for the first time; never rejects. */
  readonly open: (roots: readonly RootFolder[]) => Promise<void>;
  /** Takes what a client says of its settings. */
  readonly configure: (settings: unknown) => void;
  /** Lets go of everything; resolves when no server is left running. */
  readonly end: () => Promise<void>;
}

/** Creates every part of the language server that runs without VS Code and joins them. Starts nothing: the first look of a person does. */
export function compose({ log, show }: Telling, user: UserPlace): LanguageService {
  const store = new DisposableStore();
  let roots: readonly RootFolder[] = [];
  let problems: readonly ConfigurationProblem[] = [];
  const servers = composeServers({ store, log, user, roots: () => roots });
  const { catalog, templates, formerTitles, connections } = servers;
  const cache = store.add(newCache(servers, log));
  const folder = path.join(cachePath(user), 'files');
  const files = store.add(new ContentFiles({ catalog, connections, cache, log, folder }));
  const announcer = new Announcer(show, () => ({ connections: connections.all, problems }));
  store.add(connections.onDidChange(() => announcer.announce()));
  let settings: LanguageSettings = { problems: 'hint', hasLenses: false };
  const didChangeSettings = store.add(new Emitter<void>());

  const ports: LanguagePorts = {
    clock: systemClock,
    log,
    newSlice,
    catalog,
    templates,
    formerTitles,
    connections,
    index: newIndex(servers),
    cache,
    wake: () => {
      connections.startAll();
      for (const connection of connections.all) connection.refreshStaleList();
      announcer.wake();
    },
    fileOf: (address, signal) => files.uriOf(address, signal),
    freshness: () => undefined,
    isUpdated: () => false,
    onDidChangeFreshness: new Emitter<void>().event,
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

  const read = async (): Promise<void> => {
    try {
      const found = await readConfiguration(roots);
      problems = found.problems;
      log.info(`Configured: ${found.definitions.length} servers, ${problems.length} problems`);
      connections.setDefinitions(found.definitions);
      announcer.announce();
    } catch (error) {
      log.error(`The configuration was not read: ${causes(error)}`);
    }
  };
  const reread = store.add(new Coalescer(systemClock, readDelay, read));
  return {
    ports,
    open: async (folders) => {
      roots = folders;
      store.add(followFiles(configurationFiles(roots), () => reread.trigger()));
      await read();
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

function newIndex({ catalog, templates, connections }: Servers): SearchIndex {
  const order = new ImportanceOrder(catalog, newSlice);
  return new SearchIndex({
    catalog,
    templates,
    orders: newOrders(catalog, { priority: order, name: new NameOrder(catalog, newSlice) }, newSlice),
    visibility: { isVisible: () => true, isUriVisible: () => true },
    serverName: (id) => connections.get(id)?.definition.name ?? '',
    newSlice,
  });
}

/** Reads as the background does, for there is nobody to ask, and only from servers. */
function newCache({ catalog, connections, mcp }: Servers, log: Logger): ContentCache {
  const announced = ({ serverId, uri }: ResourceAddress): Resource | undefined => catalog.find(serverId, uri)?.resource;
  return new ContentCache({
    clock: systemClock,
    log,
    read: createReader({
      log,
      maxBytes: () => mostBytes,
      announced,
      interactionWith: () => ({ ask: () => Promise.resolve({ action: 'cancel' }) }),
      readFromServer: ({ serverId, uri }, options) => mcp.read(connections.get(serverId), uri, options),
      fetchFromWeb: (uri) => Promise.reject(notFetched(uri)),
      agreeToWeb: () => Promise.resolve(),
    }),
    announcedType: (address) => announced(address)?.mimeType,
    maxAge: () => 0,
    isLive: ({ serverId, uri }) => connections.get(serverId)?.isLive(uri) ?? false,
  });
}

function notFetched(uri: string): HumanError {
  return new HumanError(
    'webNotAgreed',
    l10n.t('The server leaves it to you to fetch this from the web. Open it in a browser: {0}', showable(uri, ' ')),
  );
}
