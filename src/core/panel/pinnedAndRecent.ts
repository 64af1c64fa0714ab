import { isFields } from '../base/values';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import { keyOf, moveKeys, type ResourceAddress } from '../resource/address';

const storeKey = 'search.pinnedAndRecent';
const maxPinned = 50;
const maxRecent = 5;

type Addresses = readonly ResourceAddress[];

/** The resources that stand above all others while nothing is searched for, stored for this workspace. */
export class PinnedAndRecent {
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;
  #pinned: Addresses;
  #recent: Addresses;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    this.#pinned = readAddresses(stored, 'pinned').slice(0, maxPinned);
    this.#recent = readAddresses(stored, 'recent').slice(0, maxRecent);
  }

  /** The last pinned first. */
  get pinned(): Addresses {
    return this.#pinned;
  }

  /** The last used first. */
  get recent(): Addresses {
    return this.#recent;
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

  /** The user opened or attached them; of many at once none was meant in particular. No event: rows must not move under the pointer. */
  async use(resources: Addresses): Promise<void> {
    if (resources.length > maxRecent) return;
    const used = resources.map(plain);
    this.#recent = [...used, ...without(this.#recent, used)].slice(0, maxRecent);
    await this.#save();
  }

  /** @param moves ids of servers that others became, by their former ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    if (![...this.#pinned, ...this.#recent].some(({ serverId }) => moves.has(serverId))) return;
    const move = (addresses: Addresses): Addresses => [
      ...moveKeys(
        addresses.map((address) => [keyOf(address), address] as const),
        moves,
        ({ uri }, serverId) => ({ serverId, uri }),
      ).values(),
    ];
    this.#recent = move(this.#recent);
    await this.#setPinned(move(this.#pinned));
  }

  async #setPinned(pinned: Addresses): Promise<void> {
    this.#pinned = pinned.slice(0, maxPinned);
    this.#didChange.fire();
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.store.set(storeKey, { pinned: this.#pinned, recent: this.#recent });
  }
}

function without(addresses: Addresses, excluded: Addresses): Addresses {
  const keys = new Set(excluded.map(keyOf));
  return addresses.filter((address) => !keys.has(keyOf(address)));
}

function plain({ serverId, uri }: ResourceAddress): ResourceAddress {
  return { serverId, uri };
}

/** The stored value may come from another version. */
function readAddresses(stored: unknown, list: 'pinned' | 'recent'): Addresses {
  const values: unknown = isFields(stored) ? stored[list] : undefined;
  return (Array.isArray(values) ? values : []).flatMap((value: unknown) => {
    const { serverId, uri } = isFields(value) ? value : {};
    return typeof serverId === 'string' && typeof uri === 'string' ? [{ serverId, uri }] : [];
  });
}
