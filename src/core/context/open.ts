import type { Clock } from '../base/clock';
import type { DisposableStore } from '../base/disposable';
import type { Changing } from '../base/event';
import type { KeyValueStore, Logger } from '../base/ports';
import type { Connections } from '../connection/connections';
import type { Resource } from '../resource/resource';
import type { ResourceAddress } from '../resource/address';
import type { ContentCache } from './contentCache';
import { ContextSet, describeResource, type PickedResource } from './contextSet';
import { LiveContext } from './liveContext';
import { Polling } from './polling';
import { SavedSets } from './savedSets';
import { SeenContents } from './seenContents';

/** Services for the resources in the context, what a chat has seen of them, and how fresh they are. */
export interface PickedRoom {
  readonly picked: ContextSet;
  readonly sets: SavedSets;
  readonly seen: SeenContents;
  readonly live: LiveContext;
  /** As the context has it, or the server's list; otherwise by its address alone. */
  readonly describe: (address: ResourceAddress) => PickedResource;
}

export interface PickedNeeds {
  readonly base: {
    readonly store: DisposableStore;
    readonly clock: Clock;
    readonly workspaceStore: KeyValueStore;
    readonly log: Logger;
  };
  readonly core: {
    readonly connections: Connections;
    readonly cache: ContentCache;
    readonly announced: (address: ResourceAddress) => Resource | undefined;
  };
  readonly hash: (data: string | Uint8Array) => string;
  /** Interval of checks for changes that no server announces, in ms; 0 for none. */
  readonly pollInterval: Changing<number>;
  /** True while the window has the focus. */
  readonly focus: Changing<boolean>;
}

export function openPicked(needs: PickedNeeds): PickedRoom {
  const { base, core, hash } = needs;
  const { store, clock, workspaceStore, log } = base;
  const { connections, cache, announced } = core;
  const picked = store.add(new ContextSet(workspaceStore));
  const sets = store.add(new SavedSets(workspaceStore, hash, clock));
  const seen = store.add(new SeenContents(workspaceStore, hash, clock, log));
  const isListed = (address: ResourceAddress): boolean => announced(address) !== undefined;
  const live = store.add(new LiveContext(connections, cache, picked, seen, isListed, log));
  store.add(new Polling(needs, live, Math.random));
  const describe = (address: ResourceAddress) => describeResource(address, picked.get(address) ?? announced(address));
  return { picked, sets, seen, live, describe };
}
