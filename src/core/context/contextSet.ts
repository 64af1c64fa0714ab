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

/** The rule that included a resource in the context. */
export type InclusionReason =
  | { readonly kind: 'priority' }
  | { readonly kind: 'glob'; readonly glob: string }
  | { readonly kind: 'search'; readonly name: string }
  | { readonly kind: 'mention'; readonly file: string };

/** Properties of a resource in the context. */
export interface ContextMarks {
  /** It is attached when the context is put into the chat. */
  readonly isChecked: boolean;
  /** It is attached again once a message has taken it. What is in every message is checked, too. */
  readonly isInEveryMessage: boolean;
  /** Absent for a resource that the user added. */
  readonly reason: InclusionReason | undefined;
}

export interface ContextItem extends Omit<PickedResource, 'part'>, ContextMarks {}

/** A resource that a rule included. */
export interface IncludedItem extends ContextItem {
  readonly reason: InclusionReason;
}

export type NewContextItem = PickedResource & Partial<ContextMarks>;

const dismissedKey = 'context.dismissed';

/** The resources of the context, in their order, saved for this workspace until they are removed. */
export class ContextSet implements Disposable {
  #items: Map<string, ContextItem>;
  /** The items before the last removal; `undefined` once there is nothing to undo. */
  #undoItems: Map<string, ContextItem> | undefined;
  /** Removed by the user, and not to be included by a rule again. */
  #dismissed: Set<string>;
  readonly #didChange = new Emitter<void>();

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

  /** True for a resource that the user added: models may read it without asking. What only a rule included is not the user's choice. */
  isChosen(address: ResourceAddress): boolean {
    const item = this.get(address);
    return item !== undefined && item.reason === undefined;
  }

  /** True for a resource that the user removed, and that rules must not include. */
  isDismissed(address: ResourceAddress): boolean {
    return this.#dismissed.has(keyOf(address));
  }

  /** Adds at the end; existing items stay in their place. A resource that a rule included counts as added by the user from now on. */
  async add(items: readonly NewContextItem[]): Promise<void> {
    for (const item of items) {
      const existing = this.get(item);
      if (item.reason === undefined) this.#dismissed.delete(keyOf(item));
      if (!existing) this.#items.set(keyOf(item), newItem(item));
      else if (item.reason === undefined) this.#items.set(keyOf(item), { ...existing, reason: undefined });
    }
    await this.#saveAndNotify();
  }

  /** Replaces all items; {@link undoRemoval} restores the previous ones. */
  async replace(items: readonly NewContextItem[]): Promise<void> {
    this.#undoItems = this.#items;
    this.#items = byKey(items.map(newItem));
    await this.#saveAndNotify();
  }

  async remove(addresses: readonly ResourceAddress[]): Promise<void> {
    const removed = addresses.filter((address) => this.has(address));
    if (removed.length === 0) return;
    this.#undoItems = this.#items;
    this.#items = new Map(this.#items);
    for (const address of removed) {
      if (this.get(address)?.reason) this.#dismissed.add(keyOf(address));
      this.#items.delete(keyOf(address));
    }
    await this.#saveAndNotify();
  }

  async clear(): Promise<void> {
    await this.remove(this.items);
  }

  /** Stops rules from including these until the user adds them. */
  async dismiss(addresses: readonly ResourceAddress[]): Promise<void> {
    for (const address of addresses) this.#dismissed.add(keyOf(address));
    await this.#saveAndNotify();
  }

  /** Removes resources that no rule matches any longer, without undo. */
  async withdraw(addresses: readonly ResourceAddress[]): Promise<void> {
    const removed = addresses.filter((address) => this.#items.delete(keyOf(address)));
    if (removed.length > 0) await this.#saveAndNotify();
  }

  /** Restores the items of the last removal at their places; items added since stay. */
  async undoRemoval(): Promise<void> {
    if (!this.#undoItems) return;
    const current = this.#items;
    this.#items = new Map([...this.#undoItems].map(([key, item]) => [key, current.get(key) ?? item]));
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

  async setChecked(addresses: readonly ResourceAddress[], isChecked: boolean): Promise<void> {
    await this.#mark(addresses, isChecked ? { isChecked } : { isChecked, isInEveryMessage: false });
  }

  async setInEveryMessage(addresses: readonly ResourceAddress[], isInEveryMessage: boolean): Promise<void> {
    await this.#mark(addresses, isInEveryMessage ? { isInEveryMessage, isChecked: true } : { isInEveryMessage });
  }

  /** @param moves ids of servers that others became, by their former ones */
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
      if (item) this.#items.set(keyOf(address), { ...item, ...marks });
    }
    await this.#saveAndNotify();
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

function byKey(items: readonly ContextItem[]): Map<string, ContextItem> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

export function newItem({ serverId, uri, name, title, mimeType, size, ...marks }: NewContextItem): ContextItem {
  const { isChecked = true, isInEveryMessage = false, reason } = marks;
  return { serverId, uri, name, title, mimeType, size, isChecked, isInEveryMessage, reason };
}
