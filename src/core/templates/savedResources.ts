import { Owner } from '../base/owner';
import type { Event } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { Catalog } from '../catalog/catalog';
import { displayName } from '../resource/displayName';
import type { TemplateEntry } from '../catalog/templates';
import { keyOf, moveKeys, type ResourceAddress } from '../resource/address';
import type { Resource } from '../resource/resource';
import { valueText, type TemplateValues } from './uriTemplate';

/** A resource that no list names: the user built its URI. */
export interface SavedResource
  extends ResourceAddress, Pick<Resource, 'name' | 'description' | 'mimeType' | 'audience' | 'priority'> {}

const storeKey = 'template.kept';
/** The oldest are removed when there are more. */
const maxKept = 500;
const maxValueLength = 60;

/** False if the list has the resource already, in this window and the next. */
export function canSave(catalog: Pick<Catalog, 'idOf' | 'table'>, { serverId, uri }: ResourceAddress): boolean {
  const id = catalog.idOf(serverId, uri);
  return id === undefined || catalog.table.isChild(id);
}

/** Resources that the user built from templates and keeps for this workspace. Each is in the catalog while its server is configured. */
export class SavedResources extends Owner {
  #items = new Map<string, SavedResource>();

  constructor(
    private readonly store: KeyValueStore,
    private readonly catalog: Pick<Catalog, 'keep' | 'forget'>,
    /** `get` returns `undefined` for a server that is not configured. */
    private readonly servers: { readonly onDidChange: Event<void>; get(serverId: string): unknown },
  ) {
    super();
    for (const item of (store.get(storeKey) ?? []) as readonly SavedResource[]) this.#items.set(keyOf(item), item);
    this.owned.add(servers.onDidChange(() => this.#show()));
    this.#show();
  }

  /** Oldest first. */
  get items(): readonly SavedResource[] {
    return [...this.#items.values()];
  }

  async keep(item: SavedResource): Promise<void> {
    this.#items.set(keyOf(item), item);
    const [oldest] = this.#items.values();
    if (oldest && this.#items.size > maxKept) await this.forget([oldest]);
    this.#show();
    await this.store.set(storeKey, this.items);
  }

  async forget(addresses: readonly ResourceAddress[]): Promise<void> {
    for (const address of addresses)
      if (this.#items.delete(keyOf(address))) this.catalog.forget(address.serverId, address.uri);
    await this.store.set(storeKey, this.items);
  }

  /** @param moves new server ids by old ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    if (!this.items.some(({ serverId }) => moves.has(serverId))) return;
    this.#items = moveKeys(this.#items, moves, (item, serverId) => ({ ...item, serverId }));
    this.#show();
    await this.store.set(storeKey, this.items);
  }

  #show(): void {
    for (const item of this.#items.values())
      if (this.servers.get(item.serverId) !== undefined) this.catalog.keep(item.serverId, toResource(item));
  }
}

/** The resource at a template's URI, named after the template and the values: `Ticket: 42`. */
export function builtResource(
  { serverId, template }: TemplateEntry,
  uri: string,
  values: TemplateValues,
): SavedResource {
  const texts = [...values.values()].flatMap((value) => (value === undefined ? [] : shorten(valueText(value))));
  const title = displayName(template);
  const { description, mimeType, audience, priority } = template;
  const name = texts.length === 0 ? title : `${title}: ${texts.join(', ')}`;
  return { serverId, uri, name, description, mimeType, audience, priority };
}

function shorten(text: string): string {
  const characters = Array.from(text.replace(/\s+/gu, ' '));
  return characters.length > maxValueLength ? `${characters.slice(0, maxValueLength).join('')}…` : characters.join('');
}

function toResource({ uri, name, description, mimeType, audience, priority }: SavedResource): Resource {
  const absent = { size: undefined, lastModified: undefined, icons: undefined, extra: undefined };
  return { uri, name, title: undefined, description, mimeType, audience, priority, ...absent };
}
