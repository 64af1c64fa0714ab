import type { KeyValueStore } from '../base/ports';
import type { TemplateEntry } from '../catalog/templates';
import { moveKeys } from '../resource/address';
import { itemsOf, type TemplateValues } from './uriTemplate';

const storeKey = 'template.values';
const maxTemplates = 100;
const maxValues = 10;
const maxValueLength = 200;

interface Used {
  /** Values by the name of a variable, most recent first. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The values given last, by name; a list has one value per line, and omitted variables are absent. */
  readonly last: ReadonlyMap<string, string>;
}

/** As it is stored: the key, the entries of `values` and of `last`. */
type Row = readonly [string, readonly (readonly [string, readonly string[]])[], readonly (readonly [string, string])[]];

/** The values that the user gave for the variables of each template, stored for this workspace. */
export class UsedValues {
  /** By server and template, most recent last. */
  #used = new Map<string, Used>();

  constructor(private readonly store: KeyValueStore) {
    for (const [key, values, last] of (store.get(storeKey) ?? []) as readonly Row[])
      this.#used.set(key, { values: new Map(values), last: new Map(last) });
  }

  /** Most recent first. */
  of(entry: TemplateEntry, name: string): readonly string[] {
    return this.#used.get(templateKeyOf(entry))?.values.get(name) ?? [];
  }

  /** The value given last, a list with one value per line; empty if it was omitted. */
  last(entry: TemplateEntry, name: string): string {
    return this.#used.get(templateKeyOf(entry))?.last.get(name) ?? '';
  }

  async remember(entry: TemplateEntry, values: TemplateValues): Promise<void> {
    const key = templateKeyOf(entry);
    const lists = new Map(this.#used.get(key)?.values);
    const last = new Map<string, string>();
    for (const [name, value] of values) {
      const all = value === undefined ? [] : itemsOf(value).map(([, text]) => text);
      const storable = all.filter((text) => text !== '' && text.length <= maxValueLength);
      lists.set(name, [...new Set([...storable, ...(lists.get(name) ?? [])])].slice(0, maxValues));
      if (storable.length > 0 && storable.length <= maxValues) last.set(name, storable.join('\n'));
    }
    this.#used.delete(key);
    this.#used.set(key, { values: lists, last });
    for (const oldest of [...this.#used.keys()].slice(0, -maxTemplates)) this.#used.delete(oldest);
    await this.#save();
  }

  /** @param moves new server ids by old ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    const moved = moveKeys(this.#used, moves);
    const isSame = [...moved.keys()].every((key) => this.#used.has(key)) && moved.size === this.#used.size;
    this.#used = moved;
    if (!isSame) await this.#save();
  }

  async #save(): Promise<void> {
    await this.store.set(
      storeKey,
      [...this.#used].map(([template, used]): Row => [template, [...used.values], [...used.last]]),
    );
  }
}

function templateKeyOf({ serverId, template }: TemplateEntry): string {
  return `${serverId}\n${template.uriTemplate}`;
}
