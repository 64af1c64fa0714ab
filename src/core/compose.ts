// Everything below a host that needs no VS Code. The extension and the standalone language server are built on it.
import type { Clock } from './base/clock';
import type { DisposableStore } from './base/disposable';
import type { KeyValueStore, Logger } from './base/ports';
import type { Slice } from './base/scheduler';
import { Activity } from './catalog/activity';
import { Catalog } from './catalog/catalog';
import { ImportanceOrder } from './catalog/importanceOrder';
import { NameOrder } from './catalog/nameOrder';
import { ServerOrder } from './catalog/serverOrder';
import { TemplateCatalog } from './catalog/templates';
import type { ListStore } from './catalog/listStore';
import { Connection, type ConnectionPorts } from './connection/connection';
import { Connections } from './connection/connections';
import { ListCache } from './connection/listCache';
import { stalenessIn, type Staleness } from './connection/staleness';
import { followTemplates } from './connection/templateLists';
import { ContentCache } from './context/contentCache';
import { createReader, type ReaderPorts } from './context/resourceReader';
import type { ResourceAddress } from './resource/address';
import type { Resource } from './resource/resource';
import type { ServerDefinition } from './configuration/serverDefinition';
import type { ListCaps, ReadOptions, ReadResult } from './session/session';

export interface CorePorts {
  /** Disposed with the host. */
  readonly store: DisposableStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly newSlice: () => Slice;
  /** Keeps what was used and changed, where it is kept. */
  readonly activityStore: KeyValueStore | undefined;
  /** True while a view shows rows that must not move, see {@link Activity}. */
  readonly isShown: () => boolean;
  readonly lists: ListStore;
  /** Services that reach servers. */
  readonly connecting: Pick<
    ConnectionPorts,
    'openSession' | 'gate' | 'resolveLaunch' | 'credentials' | 'learnedProtocols'
  > & {
    /** For the resources of one server. */
    readonly capsOf: (definition: ServerDefinition) => ReturnType<ConnectionPorts['caps']>;
    /** For templates. */
    readonly caps: () => ListCaps;
  };
  /** Services that read resources. */
  readonly reading: Pick<ReaderPorts, 'maxBytes' | 'interactionWith' | 'fetchFromWeb' | 'allowWebsite'> & {
    /** Reads from a server that may no longer be configured. */
    readonly read: (
      connection: Connection | undefined,
      uri: string,
      options: ReadOptions,
    ) => Promise<ReadResult | 'notModified'>;
  };
}

export interface Core {
  readonly catalog: Catalog;
  readonly activity: Activity;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly listCache: ListCache;
  readonly cache: ContentCache;
  readonly orders: { readonly importance: ImportanceOrder; readonly name: NameOrder; readonly server: ServerOrder };
  /** Empty for a server that is not configured. */
  readonly serverName: (serverId: string) => string;
  /** Returns the facts from the server's list of a resource. */
  readonly announced: (address: ResourceAddress) => Resource | undefined;
  readonly staleness: (address: ResourceAddress) => Staleness | undefined;
}

/** Creates the core and joins its parts. Starts nothing, and reads nothing but stored lists once servers are configured. */
export function composeCore(ports: CorePorts): Core {
  const { store, clock, log, newSlice, lists, connecting, reading } = ports;
  const activity = store.add(new Activity(ports.activityStore, clock, ports.isShown));
  const catalog = store.add(new Catalog(undefined, clock));
  store.add(catalog.onDidDiffer((resources) => activity.noteChanges(resources)));
  const templates = store.add(new TemplateCatalog());
  const { capsOf, caps, openSession, gate, resolveLaunch, credentials, learnedProtocols } = connecting;
  const newConnection = (definition: ServerDefinition): Connection =>
    new Connection(definition, catalog, {
      clock,
      random: Math.random,
      log: log.named(definition.name),
      openSession,
      gate,
      resolveLaunch: async (launched) => {
        await listCache.settled(launched, ports.isShown());
        return resolveLaunch(launched);
      },
      credentials,
      learnedProtocols,
      caps: () => capsOf(definition),
    });
  const listCache = new ListCache(catalog, lists, clock, log);
  const restore = (definition: ServerDefinition): void =>
    void listCache.restore(definition, () => connections.get(definition.id)?.definition.hash === definition.hash);
  const connections = store.add(new Connections(catalog, newConnection, restore));
  store.add(connections.onDidUpdate((resource) => activity.noteChanges([resource])));
  store.add(listCache.keep(connections));
  store.add(followTemplates(connections, templates, { log, caps }));

  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  const announced = ({ serverId, uri }: ResourceAddress): Resource | undefined => catalog.find(serverId, uri)?.resource;
  const { read, maxBytes, interactionWith, fetchFromWeb, allowWebsite } = reading;
  const cache = store.add(
    new ContentCache({
      clock,
      log,
      read: createReader({
        log,
        maxBytes,
        interactionWith,
        readFromServer: ({ serverId, uri }, options) => read(connections.get(serverId), uri, options),
        fetchFromWeb,
        allowWebsite,
      }),
      announcedType: (address) => announced(address)?.mimeType,
      isLive: ({ serverId, uri }) => connections.get(serverId)?.isLive(uri) ?? false,
    }),
  );

  const orders = {
    importance: new ImportanceOrder(catalog, newSlice, activity),
    name: new NameOrder(catalog, newSlice),
    server: new ServerOrder(catalog, newSlice),
  };
  return {
    catalog,
    activity,
    templates,
    connections,
    listCache,
    cache,
    orders,
    serverName,
    announced,
    staleness: (address) => stalenessIn(catalog, connections, address),
  };
}
