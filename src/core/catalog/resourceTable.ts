import type { Audience, AudienceFilter } from '../../shared/audience';
import { isAscii } from '../base/fold';
import { isWide } from '../base/utf8';
import { newInternedTexts } from '../base/interned';
import { isApplication } from '../content/application';
import { isDirectory } from '../content/mimeTypes';
import { newInternedIcons } from '../icons/iconLists';
import type { Resource, ResourceIcon } from '../resource/resource';
import { LongList } from './longList';

const isUser = 1;
const isAssistant = 2;
/** The server sent an empty list, which means everybody, as an absent one does. */
const isEmpty = 4;
/** In the same column, beside the audience. */
const isApp = 8;
const isFolder = 16;
const isSkill = 32;

/** Columns of {@link ResourceTable.numbers}. An absent value sorts after all others. */
const priority = 0;
const lastModified = 1;
const size = 2;
const numbersPerRow = 3;
const numberColumns = { priority, lastModified, size } as const;
const absent: readonly number[] = [-1, -Infinity, -1];

/** Columns of the lengths in a resource's text. */
const titleLength = 0;
const nameLength = 1;
const lengthsPerRow = 2;
const noTitle = -1;
const titleIsName = -2;

/** An id is a row, and in the bits above how often that row was used before: an old id never means the row's next resource. */
const rowBits = 23;
const rowMask = 2 ** rowBits - 1;
/** After so many resources a row stays empty. */
const maxUses = 2 ** (31 - rowBits);

/** The row of an id; the rows of any number of resources fill columns without gaps. */
export function rowOf(id: number): number {
  return id & rowMask;
}

/** Memory of one row besides its texts, in bytes, by measurement. */
const bytesPerRow = 190;
/** The most that one value takes inside of `extra`, in bytes. */
const bytesPerValue = 64;

interface Rare extends Pick<Resource, 'icons' | 'extra'> {
  /** Memory that no other row shares, in bytes, by estimate. */
  readonly bytes: number;
}

/** `lastModified` in milliseconds since 1970, `size` in bytes. */
export type NumberColumn = keyof typeof numberColumns;

/**
 * Resources by id, in columns. A hundred thousand objects would take more memory than the list that they came in, and a loop over
 * them would jump through all of it. Title, name and description are one string; {@link get} cuts a resource out of it on
 * demand.
 */
export class ResourceTable {
  /** `undefined` if the resource was removed. */
  readonly #uris = new LongList<string | undefined>();
  readonly #texts = new LongList<string>();
  readonly #mimeTypes = new LongList<string | undefined>();
  readonly #internedTypes = newInternedTexts();
  readonly #rare = new Map<number, Rare>();
  readonly #internedIcons = newInternedIcons();
  /** Lists of icons that some row holds, with what the other rows hold of them. */
  readonly #withIconsAlone = new WeakMap<readonly ResourceIcon[], Rare>();
  #numbers = new Float64Array();
  #lengths = new Int32Array();
  /** With {@link isApp}, {@link isFolder} and {@link isSkill}. */
  #audiences = new Uint8Array();
  /** Resources that each row had before. */
  #uses = new Uint8Array();
  /** By row: {@link additions} after its resource was added. */
  #addedAt = new Float64Array();
  readonly #freeRows: number[] = [];
  #owners = new Uint32Array();
  /** Owners whose resources are gone, although their rows are not empty yet. */
  readonly #dropped = new Set<number>();
  #additions = 0;

  /** Rows, also those that are empty because their resource was removed. */
  get length(): number {
    return this.#uris.length;
  }

  /** Resources that were ever added. */
  get additions(): number {
    return this.#additions;
  }

  /**
   * @param owner see {@link drop}
   * @returns its id, which no other resource ever gets
   */
  add(resource: Resource, owner = 0): number {
    const row = this.#freeRows.pop() ?? this.#newRow();
    this.#uris.set(row, resource.uri);
    this.#addedAt[row] = this.#additions += 1;
    this.#owners[row] = owner;
    this.#audiences[row] = 0;
    this.#write(row, resource);
    return this.#idOf(row);
  }

  /** The id of the resource in a row, for loops over all rows; `undefined` in an empty one. */
  idAt(row: number): number | undefined {
    return this.#uris.get(row) === undefined || this.#isDropped(row) ? undefined : this.#idOf(row);
  }

  /** True if the resource in the row was added after this many {@link additions}. */
  isNewerThan(row: number, additions: number): boolean {
    return (this.#addedAt[row] ?? 0) > additions;
  }

  /** @param id of a resource that is there; @param resource of the same URI */
  replace(id: number, resource: Resource): void {
    this.#write(rowOf(id), resource);
  }

  /** @param id of a resource that is there */
  remove(id: number): void {
    const row = rowOf(id);
    this.#uris.set(row, undefined);
    this.#texts.set(row, '');
    this.#mimeTypes.set(row, undefined);
    this.#rare.delete(row);
    const uses = (this.#uses[row] ?? 0) + 1;
    if (uses === maxUses) return;
    this.#uses[row] = uses;
    this.#freeRows.push(row);
  }

  /** Removes all resources of an owner. Their rows are emptied by {@link sweep}, and this owner adds no more. */
  drop(owner: number): void {
    this.#dropped.add(owner);
  }

  /**
   * Empties the rows of dropped owners, from one row to before another. Once it comes to the first row, it has come to all.
   * @param onEmpty gets the id that each had
   */
  sweep(from: number, to: number, onEmpty: (id: number) => void): void {
    for (let row = from; row < to; row += 1) {
      if (this.#uris.get(row) === undefined || !this.#isDropped(row)) continue;
      const id = this.#idOf(row);
      this.remove(id);
      onEmpty(id);
    }
    if (from === 0) this.#dropped.clear();
  }

  /** Memory that the row takes, with what search keeps of it, in bytes, by estimate; 0 if there is no such resource. */
  bytes(id: number): number {
    if (!this.has(id)) return 0;
    return bytesPerRow + heldBytes(this.uri(id)) + heldBytes(this.text(id)) + (this.#rare.get(rowOf(id))?.bytes ?? 0);
  }

  has(id: number): boolean {
    return this.#uris.get(rowOf(id)) !== undefined && this.#isCurrent(id);
  }

  /** Empty if there is no such resource. */
  uri(id: number): string {
    return this.#isCurrent(id) ? (this.#uris.get(rowOf(id)) ?? '') : '';
  }

  /** Title, name and description, one per line. Absent ones, and a name equal to the title, have no line. */
  text(id: number): string {
    return this.#isCurrent(id) ? (this.#texts.get(rowOf(id)) ?? '') : '';
  }

  /** Offsets at which title and name end in {@link text}. */
  namesEnd(id: number): number {
    const title = this.#length(id, titleLength);
    return this.#length(id, nameLength) + (title < 0 ? 0 : title + 1);
  }

  /** The name shown in a row. */
  displayName(id: number): string {
    const title = this.#length(id, titleLength);
    return this.text(id).slice(0, title < 0 ? this.#length(id, nameLength) : title);
  }

  mimeType(id: number): string | undefined {
    return this.#mimeTypes.get(rowOf(id));
  }

  /** Below every other number where the resource has none; see {@link isAbsent}. For loops over many. */
  number(id: number, column: NumberColumn): number {
    return this.#numbers[rowOf(id) * numbersPerRow + numberColumns[column]] ?? 0;
  }

  /** A resource without the annotation, or with an empty one, is for everybody. */
  isFor(id: number, filter: AudienceFilter): boolean {
    const audience = this.#audience(rowOf(id));
    if (filter === 'all' || audience === 0 || audience === isEmpty) return true;
    return (audience & (filter === 'user' ? isUser : isAssistant)) !== 0;
  }

  /** True for a resource of the type `inode/directory`. */
  isDirectory(id: number): boolean {
    return ((this.#audiences[rowOf(id)] ?? 0) & isFolder) !== 0;
  }

  /** See {@link isApplication}. */
  isApplication(id: number): boolean {
    return ((this.#audiences[rowOf(id)] ?? 0) & isApp) !== 0;
  }

  /** True for the `SKILL.md` of a skill, by what its server says of its skills. */
  isSkill(id: number): boolean {
    return ((this.#audiences[rowOf(id)] ?? 0) & isSkill) !== 0;
  }

  /** @param id of a resource that is there @returns false if it was that before */
  setSkill(id: number, value: boolean): boolean {
    if (this.isSkill(id) === value) return false;
    this.#audiences[rowOf(id)] = (this.#audiences[rowOf(id)] ?? 0) ^ isSkill;
    return true;
  }

  /** Below 0 when `a` is more important: of higher priority or, where that is the same, modified later. */
  compareImportance(a: number, b: number): number {
    const rowA = rowOf(a) * numbersPerRow;
    const rowB = rowOf(b) * numbersPerRow;
    const numbers = this.#numbers;
    const difference = (numbers[rowB + priority] ?? 0) - (numbers[rowA + priority] ?? 0);
    if (difference !== 0) return difference;
    const timeA = numbers[rowA + lastModified] ?? 0;
    const timeB = numbers[rowB + lastModified] ?? 0;
    return timeA < timeB ? 1 : timeA > timeB ? -1 : 0;
  }

  get(id: number): Resource | undefined {
    const row = rowOf(id);
    const uri = this.#uris.get(row);
    if (uri === undefined || !this.#isCurrent(id)) return undefined;
    const text = this.text(id);
    const title = this.#length(id, titleLength);
    const nameStart = title < 0 ? 0 : title + 1;
    const nameEnd = this.namesEnd(id);
    const name = text.slice(nameStart, nameEnd);
    const rare = this.#rare.get(row);
    return {
      uri,
      name,
      title: title === noTitle ? undefined : title === titleIsName ? name : text.slice(0, title),
      description: nameEnd < text.length ? text.slice(nameEnd + 1) : undefined,
      mimeType: this.#mimeTypes.get(row),
      size: this.#number(row, size),
      audience: audienceOf(this.#audience(row)),
      priority: this.#number(row, priority),
      lastModified: this.#number(row, lastModified),
      icons: rare?.icons,
      extra: rare?.extra,
    };
  }

  #newRow(): number {
    const row = this.#uris.length;
    const length = row + 1;
    // Each begins with another length, so that no two grow at once: a column of a million rows takes up to 10 ms.
    this.#numbers = grown(this.#numbers, length, 64, numbersPerRow);
    this.#lengths = grown(this.#lengths, length, 68, lengthsPerRow);
    this.#addedAt = grown(this.#addedAt, length, 71);
    this.#owners = grown(this.#owners, length, 74);
    this.#audiences = grown(this.#audiences, length, 77);
    this.#uses = grown(this.#uses, length, 77);
    return row;
  }

  #idOf(row: number): number {
    return ((this.#uses[row] ?? 0) << rowBits) | row;
  }

  #isCurrent(id: number): boolean {
    return id >>> rowBits === this.#uses[rowOf(id)] && !this.#isDropped(rowOf(id));
  }

  #isDropped(row: number): boolean {
    return this.#dropped.size > 0 && this.#dropped.has(this.#owners[row] ?? 0);
  }

  #write(row: number, resource: Resource): void {
    const { name, title, description, icons, extra } = resource;
    const lines = title !== undefined && title !== name ? [title, name] : [name];
    if (description !== undefined) lines.push(description);
    // Joined, not concatenated: V8 keeps the parts of a concatenated string until it is read.
    this.#texts.set(row, lines.length === 1 ? name : lines.join('\n'));
    this.#mimeTypes.set(row, this.#internedTypes.share(resource.mimeType));
    this.#lengths[row * lengthsPerRow + titleLength] = titleCode(title, name);
    this.#lengths[row * lengthsPerRow + nameLength] = name.length;
    const start = row * numbersPerRow;
    this.#numbers[start + priority] = resource.priority ?? absent[priority] ?? 0;
    this.#numbers[start + lastModified] = resource.lastModified ?? absent[lastModified] ?? 0;
    this.#numbers[start + size] = resource.size ?? absent[size] ?? 0;
    this.#audiences[row] =
      audienceCode(resource.audience) | kindCode(resource) | ((this.#audiences[row] ?? 0) & isSkill);
    if (icons !== undefined || extra !== undefined) this.#rare.set(row, this.#rareOf(icons, extra));
    else this.#rare.delete(row);
  }

  /** Many resources have the same few icons: they, and the objects that hold them, are stored once. */
  #rareOf(icons: Rare['icons'], extra: Rare['extra']): Rare {
    const shared = this.#internedIcons.share(icons);
    const bytes = extra === undefined ? 0 : valueBytes(extra);
    if (!shared) return { icons: shared, extra, bytes };
    const again = this.#withIconsAlone.get(shared);
    if (again) return extra === undefined ? again : { icons: shared, extra, bytes };
    this.#withIconsAlone.set(shared, { icons: shared, extra: undefined, bytes: 0 });
    return { icons: shared, extra, bytes: bytes + valueBytes(shared) };
  }

  #audience(row: number): number {
    return (this.#audiences[row] ?? 0) & ~(isApp | isFolder | isSkill);
  }

  #length(id: number, column: number): number {
    return this.#lengths[rowOf(id) * lengthsPerRow + column] ?? 0;
  }

  #number(row: number, column: number): number | undefined {
    const value = this.#numbers[row * numbersPerRow + column];
    return value === absent[column] ? undefined : value;
  }
}

/** True for the result of {@link ResourceTable.number} where there is no number. */
export function isAbsent(value: number, column: NumberColumn): boolean {
  return value === absent[numberColumns[column]];
}

const forUser: readonly Audience[] = Object.freeze<Audience[]>(['user']);
const forAssistant: readonly Audience[] = Object.freeze<Audience[]>(['assistant']);
const forBoth: readonly Audience[] = Object.freeze<Audience[]>(['user', 'assistant']);
const forNone: readonly Audience[] = Object.freeze<Audience[]>([]);

function titleCode(title: string | undefined, name: string): number {
  if (title === undefined) return noTitle;
  return title === name ? titleIsName : title.length;
}

function audienceCode(audience: readonly Audience[] | undefined): number {
  if (audience === undefined) return 0;
  if (audience.length === 0) return isEmpty;
  return (audience.includes('user') ? isUser : 0) | (audience.includes('assistant') ? isAssistant : 0);
}

function kindCode({ uri, mimeType }: Resource): number {
  return (isApplication(uri, mimeType) ? isApp : 0) | (isDirectory(mimeType) ? isFolder : 0);
}

function audienceOf(code: number): readonly Audience[] | undefined {
  if (code === 0) return undefined;
  if (code === isEmpty) return forNone;
  if (code === isUser) return forUser;
  return code === isAssistant ? forAssistant : forBoth;
}

/** Search keeps a copy of texts that are not in ASCII. */
function heldBytes(text: string): number {
  if (isAscii(text)) return text.length;
  return text.length * (isWide(text) ? 4 : 2);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return heldBytes(value) + bytesPerValue;
  if (typeof value !== 'object' || value === null) return bytesPerValue;
  return Object.values(value).reduce<number>((sum, member) => sum + valueBytes(member), 2 * bytesPerValue);
}

/** `column` itself while `rows` fit, else a copy with room for half as many more. @param first rows that a new one has room for, at least */
function grown<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  column: T,
  rows: number,
  first: number,
  perRow = 1,
): T {
  if (rows * perRow <= column.length) return column;
  const length = Math.ceil(Math.max(rows, first) * 1.5) * perRow;
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column);
  return larger;
}
