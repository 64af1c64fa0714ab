import { delay, type Clock } from '../../base/clock';
import type { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import {
  mostItems,
  type DirectoryLimits,
  type List,
  type ListLimits,
  type ListEnd,
  type ListPlace,
  type Page,
} from '../../session/session';
import { broken } from '../errors/failures';
import { messageSize } from '../wire/readMessages';
import type { Normaliser } from './normalise';
import { textHash } from './textHash';
import { ttlOf } from '../base/plainValues';

/** Characters of a cursor, which is sent back with the next request: as many as of a URI. */
const maxCursorLength = 65_536;
/** Number of items normalised at a time, about 5 ms; a server may send 100,000 in one page. */
const sliceLength = 5000;
/** Of skills, each of which may have hundreds of files. */
const skillsLength = 10;

export interface ListRequest<T> {
  /** Timeout of one page in ms. */
  readonly pageTimeout: number;
  /** The member of the result with the items. */
  readonly key: 'resources' | 'resourceTemplates' | 'skills';
  /** Requests one page; returns the result as sent by the server. */
  readonly fetch: (params: { cursor: unknown } | undefined, timeout: number) => Promise<unknown>;
  readonly normaliser: Normaliser;
  readonly item: (normaliser: Normaliser, raw: unknown) => T | undefined;
}

/** Bounds that end a list before its server does. */
export interface ListBounds {
  readonly limits: ListLimits & Partial<DirectoryLimits>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The remaining part of the limits. */
interface Room {
  items: number;
  bytes: number;
}

/**
 * Walks a list page by page. Pages are normalised and yielded in slices, so that other work can run in between. The page after one of a
 * single slice is requested first, so that its server works meanwhile.
 */
export async function* walk<T>(request: ListRequest<T>, bounds: ListBounds): List<T> {
  const { limits, clock } = bounds;
  // Only hashes: a server may name 20,000 cursors, each as long as a URI.
  const cursors = new Set<number>(limits.from?.seen);
  const end = clock.elapsed() + limits.time;
  const ask = (params?: { cursor: unknown }): Promise<unknown> => fetchPage(request, params, end - clock.elapsed());
  const room: Room = { items: limits.items, bytes: limits.bytes };
  let nextPage = ask(limits.from && { cursor: limits.from.cursor });
  let ttl: number | undefined;
  for (let pages = 1; ; pages++) {
    const raw = await nextPage;
    if (raw === 'late') return { kind: 'cut', by: 'time' };
    const items = isFields(raw) ? raw[request.key] : undefined;
    if (!isFields(raw) || !Array.isArray(items)) throw broken(undefined);
    // All of a page counts, whatever is in it.
    room.bytes -= messageSize(raw);
    room.items -= items.length;
    ttl = shorter(ttl, ttlOf(raw['ttlMs']));
    const cursor = raw['nextCursor'];
    const last =
      overflow(room, limits) ??
      cursorEnd(cursor, cursors, ttl) ??
      limitEnd(pages, room, limits, { cursor: cursor as string | number, seen: cursors });
    const isShort = items.length <= sliceLength;
    if (!last && isShort) nextPage = ask({ cursor });
    // A request that fails is reported when its page's turn comes.
    nextPage.catch(() => undefined);
    yield* slices(request, room.items < 0 ? items.slice(0, room.items) : items, bounds);
    if (last) return last;
    if (!isShort) nextPage = ask({ cursor });
  }
}

/** The end of a list where a page did not fit. */
function overflow({ items, bytes }: Room, limits: ListLimits): ListEnd | undefined {
  if (items < 0) return { kind: 'cut', by: itemsLimit(limits) };
  return bytes < 0 ? { kind: 'cut', by: 'bytes' } : undefined;
}

/** The end of a list where the limits allow no further page, or where a part of a directory has enough. */
function limitEnd(pages: number, { items }: Room, limits: ListBounds['limits'], next: ListPlace): ListEnd | undefined {
  const { enough } = limits;
  if (items <= 0 && pages < limits.pages) return { kind: 'cut', by: itemsLimit(limits) };
  if (pages < limits.pages && (enough === undefined || limits.items - items < enough)) return undefined;
  return { kind: 'cut', by: 'pages', ...(enough !== undefined && { next }) };
}

/** The end of a list after a page with this cursor, which is remembered; `undefined` if another page follows. */
function cursorEnd(cursor: unknown, cursors: Set<number>, ttl: number | undefined): ListEnd | undefined {
  // A cursor is a string; a number, which some servers use, is echoed unchanged; `null` is how some write "none".
  if (typeof cursor !== 'string' && typeof cursor !== 'number') return { kind: 'complete', ttl };
  if (typeof cursor === 'string' && cursor.length > maxCursorLength) return { kind: 'cut', by: 'cursor' };
  const key = textHash(`${typeof cursor} ${cursor}`);
  if (cursors.has(key)) return endOfLoop(cursors, ttl);
  cursors.add(key);
  return undefined;
}

/** The cap on items: `items` only where a setting can raise it. */
function itemsLimit({ items }: ListLimits): 'items' | 'mostItems' {
  return items >= mostItems ? 'mostItems' : 'items';
}

async function* slices<T>(
  request: ListRequest<T>,
  items: readonly unknown[],
  { clock, signal }: ListBounds,
): AsyncGenerator<Page<T>, void, undefined> {
  const length = request.key === 'skills' ? skillsLength : sliceLength;
  for (let start = 0; start < items.length; start += length) {
    if (start > 0) await delay(clock, 0, signal);
    yield slice(request, items, start, Math.min(start + length, items.length));
  }
}

/** The page, or `late` when the time for the whole list has ended. */
async function fetchPage<T>(
  request: ListRequest<T>,
  params: { cursor: unknown } | undefined,
  remaining: number,
): Promise<unknown> {
  if (remaining <= 0) return 'late';
  try {
    return await request.fetch(params, Math.min(remaining, request.pageTimeout));
  } catch (error) {
    if (remaining < request.pageTimeout && (error as Partial<HumanError>).reason === 'timeout') return 'late';
    throw error;
  }
}

function slice<T>({ normaliser, item }: ListRequest<T>, raw: readonly unknown[], start: number, end: number): Page<T> {
  normaliser.reset();
  const items: T[] = [];
  for (let index = start; index < end; index++) {
    const normalised = item(normaliser, raw[index]);
    if (normalised !== undefined) items.push(normalised);
  }
  return { items, dropped: normaliser.dropped, repaired: normaliser.repaired };
}

/**
 * The server repeated a cursor. An empty one is a cursor like any other, but servers that mean "the end" by it start again at the first
 * page; their list is complete.
 */
function endOfLoop(cursors: ReadonlySet<number>, ttl: number | undefined): ListEnd {
  return cursors.has(textHash('string ')) ? { kind: 'complete', ttl } : { kind: 'cut', by: 'cursorLoop' };
}

/** A list is fresh as long as its page with the shortest time. */
function shorter(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
