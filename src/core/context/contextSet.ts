import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { PartKey } from '../content/part';
import { lastSegment } from '../content/virtualPath';
import type { Resource } from '../resource/resource';
import { addressOf, keyOf, moveKeys, type ResourceAddress } from '../resource/address';
import { contextStoreKey } from './storedContext';

/** A resource of the context, with everything to show it while its server is not connected. */
export interface PickedResource extends ResourceAddress, Pick<Resource, 'name' | 'title' | 'mimeType' | 'size'> {
  /** The part to use of a resource of several files, for an action on it alone. It is not saved. */
  readonly part?: PartKey | undefined;
}

/** @param facts what is known of it; without any it is named by the end of its URI */
export function describeResource(
  { serverId, uri }: ResourceAddress,
  facts: Omit<PickedResource, 'serverId' | 'uri'> | undefined,
): PickedResource {
  const unknown = { name: lastSegment(uri) || uri, title: undefined, mimeType: undefined, size: undefined };
  const { name, title, mimeType, size } = facts ?? unknown;
  return { serverId, uri, name, title, mimeType, size };
}

/** The set by which a resource came into the context. */
export interface SetReason {
  readonly set: string;
  /** URI of the file that defines the set; absent for the user's own sets. */
  readonly file?: string | undefined;
  /**
   * `opened`: the user opened the set, so the resource is theirs. The others are there while the set is always on: `new` until the user checks,
   * attaches or adds the resource, or has reviewed it as part of the set, then `accepted`.
   */
  readonly state: 'opened' | 'new' | 'accepted';
}

/** Properties of a resource in the context. */
export interface ContextMarks {
  /** It is attached when the context is put into the chat. */
  readonly isChecked: boolean;
  /** It is attached again once a message has taken it. What is in every message is checked, too. */
  readonly isInEveryMessage: boolean;
  /** Absent for a resource that the user added. */
  readonly reason: SetReason | undefined;
}

export interface ContextItem extends Omit<PickedResource, 'part'>, ContextMarks {}

export type NewContextItem = PickedResource & Partial<ContextMarks>;

const dismissedKey = 'context.dismissed';

/** The resources of the context, in their order, saved for this workspace until they are removed. */
export class ContextSet implements Disposable {
  #items: Map<string, ContextItem>;
  /** The items before the last removal; `undefined` once there is nothing to undo. */
  #undoItems: Map<string, ContextItem> | undefined;
  /** Removed by the user, and not to be added by a set again. */
  #dismissed: Set<string>;
  readonly #didChange = new Emitter<void>();
  /** True while a set is always on: it does not add what the user removes from now on, whoever added that. */
  isFollowingSets = false;

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly store: KeyValueStore) {
    this.#items = byKey((store.get(contextStoreKey) ?? []) as readonly ContextItem[]);
    this.#dismissed = new Set(store.get(dismissedKey) as readonly string[] | undefined);
  }

  get items(): readonly ContextItem[] {
    return [...this.#items.values()];
  }

  /** The items that are attached when the context is put into the chat. */
  get checked(): readonly ContextItem[] {
    return this.items.filter(({ isChecked }) => isChecked);
  }

  get canUndoRemoval(): boolean {
    return this.#undoItems !== undefined;
  }

  get(address: ResourceAddress): ContextItem | undefined {
    return this.#items.get(keyOf(address));
  }

  has(address: ResourceAddress): boolean {
    return this.#items.has(keyOf(address));
  }

  /** True for a resource that the user added or accepted: models may read it without asking. What only a set added is not the user's choice. */
  isChosen(address: ResourceAddress): boolean {
    const item = this.get(address);
    return item !== undefined && item.reason?.state !== 'new';
  }

  /** True for a resource that the user removed, and that sets must not add. */
  isDismissed(address: ResourceAddress): boolean {
    return this.#dismissed.has(keyOf(address));
  }

  /** Adds at the end; existing items stay in their place. What a set added is accepted where the user adds it, and still goes with the set. */
  async add(items: readonly NewContextItem[]): Promise<void> {
    for (const item of items) {
      const existing = this.get(item);
      const isByUser = item.reason === undefined || item.reason.state === 'opened';
      if (isByUser) this.#dismissed.delete(keyOf(item));
      if (!existing) this.#items.set(keyOf(item), newItem(item));
      else if (isByUser) this.#items.set(keyOf(item), accepted(existing));
    }
    await this.#saveAndNotify();
  }

  /** Replaces all items; {@link undoRemoval} restores the previous ones. */
  async replace(items: readonly NewContextItem[]): Promise<void> {
    this.#undoItems = this.#items;
    this.#items = byKey(items.map(newItem));
    this.#dismissGone(this.#undoItems);
    await this.#saveAndNotify();
  }

  async remove(addresses: readonly ResourceAddress[]): Promise<void> {
    const removed = addresses.filter((address) => this.has(address));
    if (removed.length === 0) return;
    this.#undoItems = this.#items;
    this.#items = new Map(this.#items);
    for (const address of removed) this.#items.delete(keyOf(address));
    this.#dismissGone(this.#undoItems);
    await this.#saveAndNotify();
  }

  async clear(): Promise<void> {
    await this.remove(this.items);
  }

  /** Stops sets from adding some of these until the user adds them, and lets them add the others again. */
  async setDismissed(
    addresses: readonly ResourceAddress[],
    isDismissed: (address: ResourceAddress) => boolean,
  ): Promise<void> {
    for (const address of addresses)
      if (isDismissed(address)) this.#dismissed.add(keyOf(address));
      else this.#dismissed.delete(keyOf(address));
    await this.#saveAndNotify();
  }

  /** Removes resources that no set adds any longer, without undo. */
  async withdraw(addresses: readonly ResourceAddress[]): Promise<void> {
    const removed = addresses.filter((address) => this.#items.delete(keyOf(address)));
    if (removed.length > 0) await this.#saveAndNotify();
  }

  /** Restores the items of the last removal at their places, in no message by themselves; items added since stay. */
  async undoRemoval(): Promise<void> {
    if (!this.#undoItems) return;
    const current = this.#items;
    this.#items = new Map(
      [...this.#undoItems].map(([key, item]) => [key, current.get(key) ?? { ...item, isInEveryMessage: false }]),
    );
    for (const [key, item] of current) if (!this.#items.has(key)) this.#items.set(key, item);
    for (const key of this.#undoItems.keys()) this.#dismissed.delete(key);
    this.#undoItems = undefined;
    await this.#saveAndNotify();
  }

  /** Moves items, in their current order, before another one, or to the end. */
  async move(addresses: readonly ResourceAddress[], target?: ResourceAddress): Promise<void> {
    const keys = new Set(addresses.map(keyOf));
    const entries = [...this.#items];
    const targetKey = target && keyOf(target);
    // Items dropped on one of themselves are moved before the next item that stays.
    const targetIndex = entries.findIndex(([key]) => key === targetKey);
    const anchor = targetIndex < 0 ? undefined : entries.slice(targetIndex).find(([key]) => !keys.has(key))?.[0];
    const movedEntries = entries.filter(([key]) => keys.has(key));
    const otherEntries = entries.filter(([key]) => !keys.has(key));
    const end = anchor === undefined ? otherEntries.length : otherEntries.findIndex(([key]) => key === anchor);
    this.#items = new Map([...otherEntries.slice(0, end), ...movedEntries, ...otherEntries.slice(end)]);
    await this.#saveAndNotify();
  }

  /** Checks or unchecks resources. A resource that a set added counts as accepted once the user checks it. */
  async setChecked(addresses: readonly ResourceAddress[], isChecked: boolean): Promise<void> {
    await this.#mark(addresses, isChecked ? { isChecked } : { isChecked, isInEveryMessage: false });
  }

  async setInEveryMessage(addresses: readonly ResourceAddress[], isInEveryMessage: boolean): Promise<void> {
    await this.#mark(addresses, isInEveryMessage ? { isInEveryMessage, isChecked: true } : { isInEveryMessage });
  }

  /** @param moves new server ids by old ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    const move = (items: ReadonlyMap<string, ContextItem>): Map<string, ContextItem> =>
      moveKeys(items, moves, (item, serverId) => ({ ...item, serverId }));
    const addresses = [...this.#items.values(), ...[...this.#dismissed].map(addressOf)];
    if (!addresses.some(({ serverId }) => moves.has(serverId))) return;
    const dismissed = [...this.#dismissed].map((key) => [key, undefined] as const);
    this.#dismissed = new Set(moveKeys(dismissed, moves).keys());
    this.#items = move(this.#items);
    this.#undoItems &&= move(this.#undoItems);
    await this.#saveAndNotify();
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  async #mark(addresses: readonly ResourceAddress[], marks: Partial<ContextMarks>): Promise<void> {
    for (const address of addresses) {
      const item = this.get(address);
      if (item) this.#items.set(keyOf(address), { ...(marks.isChecked === true ? accepted(item) : item), ...marks });
    }
    await this.#saveAndNotify();
  }

  #dismissGone(previousItems: ReadonlyMap<string, ContextItem>): void {
    for (const [key, item] of previousItems)
      if (!this.#items.has(key) && (this.isFollowingSets || isOfAlways(item))) this.#dismissed.add(key);
  }

  async #saveAndNotify(): Promise<void> {
    const stored = [this.store.set(contextStoreKey, this.items), this.store.set(dismissedKey, [...this.#dismissed])];
    try {
      this.#didChange.fire();
    } finally {
      await Promise.all(stored);
    }
  }
}

/** True for a resource that is there as long as a set is always on. */
export function isOfAlways({ reason }: Pick<ContextMarks, 'reason'>): boolean {
  return reason !== undefined && reason.state !== 'opened';
}

/** True for a resource of a file's set that the user has yet to accept. */
export function isWaiting({ reason }: Partial<Pick<ContextMarks, 'reason'>>): boolean {
  return reason?.file !== undefined && reason.state === 'new';
}

function accepted(item: ContextItem): ContextItem {
  return item.reason?.state === 'new' ? { ...item, reason: { ...item.reason, state: 'accepted' } } : item;
}

function byKey(items: readonly ContextItem[]): Map<string, ContextItem> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

export function newItem({ serverId, uri, name, title, mimeType, size, ...marks }: NewContextItem): ContextItem {
  const { isChecked = true, isInEveryMessage = false, reason } = marks;
  return { serverId, uri, name, title, mimeType, size, isChecked, isInEveryMessage, reason };
}
