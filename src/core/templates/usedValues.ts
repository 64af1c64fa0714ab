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

/** The values that the user gave for the variables of each template, stored for this workspace. */
export class UsedValues {
  /** By server and template, most recent last. */
  #used = new Map<string, Used>();

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    for (const [key, names, last] of rows(stored).slice(-maxTemplates))
      this.#used.set(key, {
        values: new Map(rows(names).map(([name, values]) => [name, texts(values)])),
        last: new Map(rows(last).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []))),
      });
  }

  /** Most recent first. */
  of(entry: TemplateEntry, name: string): readonly string[] {
    return this.#used.get(keyOf(entry))?.values.get(name) ?? [];
  }

  /** The value given last, a list with one value per line; empty where it was omitted. */
  last(entry: TemplateEntry, name: string): string {
    return this.#used.get(keyOf(entry))?.last.get(name) ?? '';
  }

  async remember(entry: TemplateEntry, values: TemplateValues): Promise<void> {
    const key = keyOf(entry);
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

  /** @param moves ids of servers that others became, by their former ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    const moved = moveKeys(this.#used, moves);
    const isSame = [...moved.keys()].every((key) => this.#used.has(key)) && moved.size === this.#used.size;
    this.#used = moved;
    if (!isSame) await this.#save();
  }

  async #save(): Promise<void> {
    await this.store.set(
      storeKey,
      [...this.#used].map(([template, used]) => [template, [...used.values], [...used.last]]),
    );
  }
}

function keyOf({ serverId, template }: TemplateEntry): string {
  return `${serverId}\n${template.uriTemplate}`;
}

/** Rows that begin with a string; the stored value may come from another version. */
function rows(value: unknown): (readonly [string, unknown, unknown])[] {
  const all: unknown[] = Array.isArray(value) ? value : [];
  return all.flatMap((row) =>
    Array.isArray(row) && typeof row[0] === 'string' ? [[row[0], row[1], row[2]] as const] : [],
  );
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, maxValues) : [];
}
