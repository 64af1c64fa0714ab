import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { Activity } from '../catalog/activity';
import { keyOf, moveKeys, type ResourceAddress } from '../resource/address';

const storeKey = 'search.pinned';
const maxPinned = 50;
const maxRecent = 5;

type Addresses = readonly ResourceAddress[];

/** The resources that stand above all others while nothing is searched for. Pinned ones are stored for this workspace. */
export class PinnedAndRecent {
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;
  #pinned: Addresses;

  constructor(
    private readonly store: KeyValueStore,
    private readonly activity: Pick<Activity, 'used'>,
  ) {
    this.#pinned = (store.get(storeKey) as Addresses | undefined) ?? [];
  }

  /** The last pinned first. */
  get pinned(): Addresses {
    return this.#pinned;
  }

  /** The last used first. A use is no event: rows must not move under the pointer. */
  get recent(): Addresses {
    return this.activity.used.slice(0, maxRecent).map(plain);
  }

  isPinned({ serverId, uri }: ResourceAddress): boolean {
    return this.#pinned.some((pinned) => pinned.uri === uri && pinned.serverId === serverId);
  }

  async pin(resources: Addresses): Promise<void> {
    const added = resources.map(plain);
    await this.#setPinned([...added, ...without(this.#pinned, added)]);
  }

  async unpin(resources: Addresses): Promise<void> {
    await this.#setPinned(without(this.#pinned, resources));
  }

  /** @param moves new server ids by old ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    if (!this.#pinned.some(({ serverId }) => moves.has(serverId))) return;
    const byKey = this.#pinned.map((address) => [keyOf(address), address] as const);
    await this.#setPinned([...moveKeys(byKey, moves, ({ uri }, serverId) => ({ serverId, uri })).values()]);
  }

  async #setPinned(pinned: Addresses): Promise<void> {
    this.#pinned = pinned.slice(0, maxPinned);
    this.#didChange.fire();
    await this.store.set(storeKey, this.#pinned);
  }
}

function without(addresses: Addresses, excluded: Addresses): Addresses {
  const keys = new Set(excluded.map(keyOf));
  return addresses.filter((address) => !keys.has(keyOf(address)));
}

function plain({ serverId, uri }: ResourceAddress): ResourceAddress {
  return { serverId, uri };
}
