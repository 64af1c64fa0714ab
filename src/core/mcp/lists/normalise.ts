import { newInternedTexts } from '../../base/interned';
import { isBlank } from '../../base/legible';
import { readable } from '../../base/uriText';
import { cut, isFields, type Fields } from '../../base/values';
import type { Audience } from '../../../shared/audience';
import { newInternedIcons } from '../../icons/iconLists';
import type { Resource, ResourceIcon, ResourceTemplate } from '../../resource/resource';
import { parseDate } from '../base/dates';
import { isMarked } from './dialect';

const maxNameLength = 1000;
const maxDescriptionLength = 10_000;
const maxShortLength = 255;
/** Enough for 64 kB as base64 with a header, but not for a photograph. */
const maxIconLength = 88_000;
/** Number of sizes of one icon that are read. */
const maxSizes = 20;
const maxIcons = 8;
/** Characters of JSON, and levels of nesting: a value nested as deeply as it can be parsed cannot be serialised again. */
const maxExtraLength = 4000;
const maxExtraDepth = 20;
/** Number of further fields of an item up to which they are an object with a hidden class, which is smaller. */
const maxClassed = 4;
/** Number of names of further fields in a list: each takes memory, and some servers could name a field after each item. */
const maxFurther = 1000;
/** Fields that MCP defines. */
const knownFields = new Set([
  'uri',
  'uriTemplate',
  'name',
  'title',
  'description',
  'mimeType',
  'size',
  'annotations',
  'icons',
]);
/** In characters; a longer URI can neither be shown nor requested. */
export const maxUriLength = 65_536;

const forUser: readonly Audience[] = Object.freeze<Audience[]>(['user']);
const forAssistant: readonly Audience[] = Object.freeze<Audience[]>(['assistant']);
const forBoth: readonly Audience[] = Object.freeze<Audience[]>(['user', 'assistant']);

/**
 * Turns items of servers into {@link Resource}s: a field of a wrong type is left out, and so is an item without a usable URI. `null` is
 * what some languages write for "absent" and is no mistake. Every resource is built by one literal with all its keys, so that 100,000 of
 * them share one hidden class; repeated values are shared.
 */
export class Normaliser {
  /** Number of items left out since the last {@link reset}. */
  dropped = 0;
  /** Number of items with a field that was left out or replaced since then. */
  repaired = 0;
  #isRepaired = false;
  readonly #mimeTypes = newInternedTexts();
  /** Names of fields that MCP does not define. */
  readonly #further = new Set<string>();
  readonly #iconLists = newInternedIcons();

  reset(): void {
    this.dropped = 0;
    this.repaired = 0;
  }

  resource(raw: unknown): Resource | undefined {
    const uri = isFields(raw) ? raw['uri'] : undefined;
    if (!isFields(raw) || !isUri(uri)) {
      this.dropped++;
      return undefined;
    }
    this.#isRepaired = false;
    const title = this.#label(raw['title']);
    const notes = this.#annotations(raw['annotations']);
    const resource: Resource = {
      uri,
      // The dialect has no names, so none is missing there.
      name:
        (raw['name'] === undefined && isMarked(raw) ? undefined : this.#name(raw['name'], title)) ?? nameFromUri(uri),
      title,
      description: this.#text(raw['description'], maxDescriptionLength),
      mimeType: this.#mimeTypes.share(this.#text(raw['mimeType'], maxShortLength)),
      size: this.#number(raw['size'], Number.MAX_SAFE_INTEGER),
      audience: notes && this.#audience(notes['audience']),
      priority: notes && this.#number(notes['priority'], 1),
      lastModified: notes && this.#date(notes['lastModified']),
      icons: this.#icons(raw['icons']),
      extra: this.#extra(raw),
    };
    return this.#counted(resource);
  }

  template(raw: unknown): ResourceTemplate | undefined {
    const uriTemplate = isFields(raw) ? raw['uriTemplate'] : undefined;
    if (!isFields(raw) || !isUri(uriTemplate)) {
      this.dropped++;
      return undefined;
    }
    this.#isRepaired = false;
    const title = this.#label(raw['title']);
    const notes = this.#annotations(raw['annotations']);
    const template: ResourceTemplate = {
      uriTemplate,
      name: this.#name(raw['name'], title) ?? uriTemplate,
      title,
      description: this.#text(raw['description'], maxDescriptionLength),
      mimeType: this.#mimeTypes.share(this.#text(raw['mimeType'], maxShortLength)),
      audience: notes && this.#audience(notes['audience']),
      priority: notes && this.#number(notes['priority'], 1),
      icons: this.#icons(raw['icons']),
      extra: this.#extra(raw),
    };
    return this.#counted(template);
  }

  /** A value that is left out counts as a repair, unless there was none. */
  #markRepairedUnlessAbsent(value: unknown): void {
    if (value !== undefined && value !== null) this.#isRepaired = true;
  }

  #counted<T>(item: T): T {
    if (this.#isRepaired) this.repaired++;
    return item;
  }

  #text(value: unknown, limit: number): string | undefined {
    if (typeof value === 'string' && value.length <= limit) return value || undefined;
    this.#markRepairedUnlessAbsent(value);
    return typeof value === 'string' ? cut(value, limit) : undefined;
  }

  /** A text without anything to see would be a row without a name. */
  #label(value: unknown): string | undefined {
    const label = this.#text(value, maxNameLength);
    if (label === undefined || !isBlank(label)) return label;
    this.#isRepaired = true;
    return undefined;
  }

  #name(value: unknown, title: string | undefined): string | undefined {
    const name = this.#label(value);
    // Many servers write the same text twice; one copy is enough.
    if (name !== undefined) return name === title ? title : name;
    this.#isRepaired = true;
    return undefined;
  }

  #number(value: unknown, max: number): number | undefined {
    if (typeof value === 'number' && value >= 0 && value <= max) return value;
    this.#markRepairedUnlessAbsent(value);
    return undefined;
  }

  #date(value: unknown): number | undefined {
    const time = typeof value === 'string' ? parseDate(value) : undefined;
    if (time === undefined) this.#markRepairedUnlessAbsent(value);
    return time;
  }

  #annotations(value: unknown): Fields | undefined {
    if (isFields(value)) return value;
    this.#markRepairedUnlessAbsent(value);
    return undefined;
  }

  /** An empty list would mean no audience at all; it is read as absent. */
  #audience(value: unknown): readonly Audience[] | undefined {
    let isUser = false;
    let isAssistant = false;
    if (!Array.isArray(value)) this.#markRepairedUnlessAbsent(value);
    for (const role of Array.isArray(value) ? value : []) {
      if (role === 'user') isUser = true;
      else if (role === 'assistant') isAssistant = true;
      else this.#isRepaired = true;
    }
    if (isUser) return isAssistant ? forBoth : forUser;
    return isAssistant ? forAssistant : undefined;
  }

  #icons(value: unknown): readonly ResourceIcon[] | undefined {
    if (value === undefined || value === null) return undefined;
    const icons: ResourceIcon[] = [];
    for (const raw of Array.isArray(value) ? (value as unknown[]).slice(0, maxIcons) : []) {
      const icon = this.#icon(raw);
      if (icon) icons.push(icon);
    }
    if (!Array.isArray(value) || icons.length < value.length) this.#isRepaired = true;
    return icons.length === 0 ? undefined : this.#iconLists.share(icons);
  }

  #icon(raw: unknown): ResourceIcon | undefined {
    if (!isFields(raw)) return undefined;
    const { src, theme } = raw;
    if (typeof src !== 'string' || src === '' || src.length > maxIconLength) return undefined;
    const isTheme = theme === 'light' || theme === 'dark';
    if (!isTheme) this.#markRepairedUnlessAbsent(theme);
    return {
      src,
      mimeType: this.#mimeTypes.share(this.#text(raw['mimeType'], maxShortLength)),
      theme: isTheme ? theme : undefined,
      size: iconSize(raw['sizes']),
    };
  }

  #admitField(key: string): boolean {
    if (key !== '__proto__' && this.#further.size < maxFurther) this.#further.add(key);
    return this.#further.has(key);
  }

  /** Fields that MCP does not define, as many as fit. */
  #extra(raw: Fields): Readonly<Record<string, unknown>> | undefined {
    const fields: (readonly [string, unknown])[] = [];
    let room = maxExtraLength;
    for (const key in raw) {
      if (knownFields.has(key) || raw[key] === null || raw[key] === undefined) continue;
      room -= key.length + jsonLength(raw[key], room, maxExtraDepth);
      if (room >= 0 && this.#admitField(key)) fields.push([key, raw[key]]);
      else this.#isRepaired = true;
      if (room < 0) break;
    }
    if (fields.length === 0) return undefined;
    const extra = fields.length > maxClassed ? withoutClass() : {};
    for (const [key, value] of fields) extra[key] = value;
    return extra;
  }
}

/** V8 makes a hidden class of each new set of fields, which takes more time and memory than these; without a prototype it makes none. */
function withoutClass(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** `48x48`, `any`: as in HTML's attribute of the same name. Some revisions have one text, some a list. */
function iconSize(value: unknown): ResourceIcon['size'] {
  const sizes: unknown[] = Array.isArray(value) ? value.slice(0, maxSizes) : [value];
  if (sizes.includes('any')) return 'any';
  const edges = sizes.flatMap((size) =>
    typeof size === 'string' ? (/^(\d{1,5})x(\d{1,5})$/iu.exec(size)?.slice(1).map(Number) ?? []) : [],
  );
  return edges.length > 0 ? Math.max(...edges) : undefined;
}

/** True for an acceptable URI or URI template. */
export function isUri(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxUriLength && !isBlank(value);
}

/** Approximate length of a value as JSON. Infinite where it exceeds `room`, or has more levels than `depth`. */
export function jsonLength(value: unknown, room: number, depth: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (depth <= 0) return Infinity;
  const members = value as Fields;
  let length = 2;
  for (const key in members) {
    length += (Array.isArray(value) ? 1 : key.length + 4) + jsonLength(members[key], room - length, depth - 1);
    if (length > room) return Infinity;
  }
  return length;
}

/** The last segment of the path, decoded; the whole URI where there is none. */
function nameFromUri(uri: string): string {
  const path = uri.replace(/[?#].*$/s, '');
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const segment = path.slice(path.lastIndexOf('/', end - 1) + 1, end);
  const name = cut(readable(segment), maxNameLength);
  return isBlank(name) ? cut(uri, maxNameLength) : name;
}
