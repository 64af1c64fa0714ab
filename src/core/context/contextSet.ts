import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { PartKey } from '../content/part';
import type { Resource } from '../resource';
import { keyOf, type ResourceAddress } from './contentCache';

/** What a person picked for the chat, with what is needed to show it while its server is away. */
export interface PickedResource extends ResourceAddress, Pick<Resource, 'name' | 'title' | 'mimeType' | 'size'> {
  /** Of a resource of several files the one that is meant, for what a person does with it alone. It is not kept. */
  readonly part?: PartKey | undefined;
}

const storeKey = 'context';

/** The resources that a person picked, in their order, kept for this workspace until they let go of them. */
export class ContextSet implements Disposable {
  readonly #items = new Map<string, PickedResource>();
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    for (const value of Array.isArray(stored) ? stored : []) {
      const item = asPicked(value);
      if (item) this.#items.set(keyOf(item), item);
    }
  }

  get items(): readonly PickedResource[] {
    return [...this.#items.values()];
  }

  has(address: ResourceAddress): boolean {
    return this.#items.has(keyOf(address));
  }

  /** Adds at the end; what is there already stays in its place. */
  async add(items: readonly PickedResource[]): Promise<void> {
    for (const { serverId, uri, name, title, mimeType, size } of items) {
      const key = keyOf({ serverId, uri });
      if (!this.#items.has(key)) this.#items.set(key, { serverId, uri, name, title, mimeType, size });
    }
    await this.#changed();
  }

  async remove(addresses: readonly ResourceAddress[]): Promise<void> {
    for (const address of addresses) this.#items.delete(keyOf(address));
    await this.#changed();
  }

  async clear(): Promise<void> {
    this.#items.clear();
    await this.#changed();
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  async #changed(): Promise<void> {
    this.#didChange.fire();
    await this.store.set(storeKey, this.items);
  }
}

/** What was stored may be of another version, or edited: fields of a wrong type count as absent. */
function asPicked(value: unknown): PickedResource | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { serverId, uri, name, title, mimeType, size } = value as Readonly<Record<string, unknown>>;
  if (typeof serverId !== 'string' || typeof uri !== 'string' || typeof name !== 'string') return undefined;
  return {
    serverId,
    uri,
    name,
    title: typeof title === 'string' ? title : undefined,
    mimeType: typeof mimeType === 'string' ? mimeType : undefined,
    size: typeof size === 'number' ? size : undefined,
  };
}
