import type { KeyValueStore } from '../base/ports';
import type { TemplateEntry } from '../catalog/templates';
import { itemsOf, type TemplateValues } from './uriTemplate';

const storeKey = 'template.values';
const mostTemplates = 100;
const mostValues = 10;
const longestValue = 200;

/** Values by the name of a variable, most recent first. */
type Used = ReadonlyMap<string, readonly string[]>;

/** The values that a person gave for the variables of each template, kept for this workspace. */
export class UsedValues {
  /** By server and template, most recent last. */
  readonly #used = new Map<string, Used>();

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    for (const [key, names] of pairs(stored).slice(-mostTemplates))
      this.#used.set(key, new Map(pairs(names).map(([name, values]) => [name, texts(values)])));
  }

  /** Most recent first. */
  of(entry: TemplateEntry, name: string): readonly string[] {
    return this.#used.get(keyOf(entry))?.get(name) ?? [];
  }

  async remember(entry: TemplateEntry, values: TemplateValues): Promise<void> {
    const key = keyOf(entry);
    const used = new Map(this.#used.get(key));
    for (const [name, value] of values) {
      const given = value === undefined ? [] : itemsOf(value).map(([, text]) => text);
      const worthIt = given.filter((text) => text !== '' && text.length <= longestValue);
      used.set(name, [...new Set([...worthIt, ...(used.get(name) ?? [])])].slice(0, mostValues));
    }
    this.#used.delete(key);
    this.#used.set(key, used);
    for (const oldest of [...this.#used.keys()].slice(0, -mostTemplates)) this.#used.delete(oldest);
    await this.store.set(
      storeKey,
      [...this.#used].map(([template, names]) => [template, [...names]]),
    );
  }
}

function keyOf({ serverId, template }: TemplateEntry): string {
  return `${serverId}\n${template.uriTemplate}`;
}

/** Of what was stored, which may be of another version: `[text, anything]` pairs. */
function pairs(value: unknown): (readonly [string, unknown])[] {
  const rows: unknown[] = Array.isArray(value) ? value : [];
  return rows.flatMap((row) => (Array.isArray(row) && typeof row[0] === 'string' ? [[row[0], row[1]] as const] : []));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, mostValues) : [];
}
