import type { Clock } from '../base/clock';
import type { DisposableStore } from '../base/disposable';
import type { Logger } from '../base/ports';
import type { ListStore } from '../catalog/listStore';
import type { CatalogRoom } from '../catalog/open';
import type { ServerDefinition } from '../configuration/serverDefinition';
import type { ResourceAddress } from '../resource/address';
import type { Resource } from '../resource/resource';
import type { ListLimits } from '../session/session';
import { Connection, type ConnectionPorts } from './connection';
import { Connections } from './connections';
import { ListCache } from './listCache';
import { stalenessIn, type Staleness } from './staleness';
import { followTemplates } from './templateLists';

/** The servers, with the lists of earlier windows. */
export interface ConnectionsRoom {
  readonly connections: Connections;
  readonly listCache: ListCache;
  /** Empty for a server that is not configured. */
  readonly serverName: (serverId: string) => string;
  /** Returns the facts from the server's list of a resource. */
  readonly announced: (address: ResourceAddress) => Resource | undefined;
  readonly staleness: (address: ResourceAddress) => Staleness | undefined;
}

/** Services that reach servers. */
export interface Connecting extends Pick<
  ConnectionPorts,
  'openSession' | 'gate' | 'resolveLaunch' | 'credentials' | 'learnedProtocols'
> {
  /** For the resources of one server. */
  readonly limitsOf: (definition: ServerDefinition) => ReturnType<ConnectionPorts['limits']>;
  /** For templates. */
  readonly limits: () => ListLimits;
}

export interface ConnectionsNeeds {
  /** Disposed with the host. */
  readonly store: DisposableStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** True while a view shows rows. */
  readonly isShown: () => boolean;
  readonly lists: ListStore;
  readonly connecting: Connecting;
}

/** Starts nothing, and reads nothing but stored lists once servers are configured. */
export function openConnections(
  { store, clock, log, isShown, lists, connecting }: ConnectionsNeeds,
  { catalog, activity, templates }: CatalogRoom,
): ConnectionsRoom {
  const listCache = new ListCache(catalog, lists, clock, log);
  const newConnection = (definition: ServerDefinition): Connection =>
    new Connection(definition, catalog, {
      ...connecting,
      clock,
      random: Math.random,
      log: log.named(definition.name),
      resolveLaunch: async (launched) => {
        await listCache.settled(launched, isShown());
        return connecting.resolveLaunch(launched);
      },
      limits: () => connecting.limitsOf(definition),
    });
  const restore = (definition: ServerDefinition): void =>
    void listCache.restore(definition, () => connections.get(definition.id)?.definition.hash === definition.hash);
  const connections = store.add(new Connections(catalog, newConnection, restore));
  store.add(connections.onDidUpdate((resource) => activity.noteChanges([resource])));
  store.add(listCache.keep(connections));
  store.add(followTemplates(connections, templates, { log, limits: connecting.limits }));
  return {
    connections,
    listCache,
    serverName: (id) => connections.get(id)?.definition.name ?? '',
    announced: ({ serverId, uri }) => catalog.find(serverId, uri)?.resource,
    staleness: (address) => stalenessIn(catalog, connections, address),
  };
}
