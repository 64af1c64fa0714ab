import { delay, type Clock } from '../../base/clock';
import type { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import type { ListCaps, ListEnd, Page } from '../../session/session';
import { broken } from '../errors/failures';
import type { Normaliser } from './normalise';
import { ttlOf } from '../base/plainValues';

/** Number of items normalised at a time, about 5 ms; a server may send 100,000 in one page. */
const sliceLength = 5000;

export interface ListRequest<T> {
  /** Timeout of one page in ms. */
  readonly pageTimeout: number;
  /** The member of the result with the items. */
  readonly key: 'resources' | 'resourceTemplates';
  /** Requests one page; returns the result as sent by the server. */
  readonly fetch: (params: { cursor: unknown } | undefined, timeout: number) => Promise<unknown>;
  readonly normaliser: Normaliser;
  readonly item: (normaliser: Normaliser, raw: unknown) => T | undefined;
}

/** The remaining part of the caps. */
interface Room {
  items: number;
  characters: number;
}

/** Walks a list page by page. Pages are normalised and yielded in slices, so that other work can run in between. */
export async function* walk<T>(
  request: ListRequest<T>,
  caps: ListCaps,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Page<T>, ListEnd, undefined> {
  const seen = new Set<unknown>();
  const end = clock.now() + caps.time;
  let params: { cursor: unknown } | undefined;
  const room: Room = { items: caps.items, characters: caps.bytes };
  let ttl: number | undefined;
  for (let pages = 1; ; pages++) {
    const left = end - clock.now();
    if (left <= 0) return { kind: 'cut', by: 'time' };
    const raw = await fetchPage(request, params, left);
    if (raw === 'late') return { kind: 'cut', by: 'time' };
    const items = isFields(raw) ? raw[request.key] : undefined;
    if (!isFields(raw) || !Array.isArray(items)) throw broken(undefined);
    const by = yield* slices(request, items, room, clock, signal);
    if (by) return { kind: 'cut', by };
    ttl = shorter(ttl, ttlOf(raw['ttlMs']));
    const cursor = raw['nextCursor'];
    // A cursor is a string; a number, which some servers use, is echoed unchanged; `null` is how some write "none".
    if (typeof cursor !== 'string' && typeof cursor !== 'number') return { kind: 'complete', ttl };
    if (seen.has(cursor)) return looped(seen, ttl);
    if (pages >= caps.pages) return { kind: 'cut', by: 'pages' };
    if (room.items <= 0) return { kind: 'cut', by: 'items' };
    seen.add(cursor);
    params = { cursor };
  }
}

/** Yields the items of a page; returns the cap that cut it, if any. */
async function* slices<T>(
  request: ListRequest<T>,
  items: readonly unknown[],
  room: Room,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Page<T>, 'items' | 'bytes' | undefined, undefined> {
  const end = Math.min(items.length, room.items);
  for (let from = 0; from < end; from += sliceLength) {
    if (from > 0) await delay(clock, 0, signal);
    const page = slice(request, items, from, Math.min(from + sliceLength, end), room.characters);
    room.characters -= request.normaliser.characters;
    yield page;
    if (room.characters < 0) return 'bytes';
  }
  room.items -= items.length;
  return room.items < 0 ? 'items' : undefined;
}

/** The page, or `late` when the time for the whole list ended first. */
async function fetchPage<T>(
  request: ListRequest<T>,
  params: { cursor: unknown } | undefined,
  left: number,
): Promise<unknown> {
  try {
    return await request.fetch(params, Math.min(left, request.pageTimeout));
  } catch (error) {
    if (left < request.pageTimeout && (error as Partial<HumanError>).reason === 'timeout') return 'late';
    throw error;
  }
}

/** Ends early with the first item that exceeds `characters`. */
function slice<T>(
  { normaliser, item }: ListRequest<T>,
  raw: readonly unknown[],
  from: number,
  to: number,
  characters: number,
): Page<T> {
  normaliser.reset();
  const items: T[] = [];
  for (let index = from; index < to; index++) {
    const one = item(normaliser, raw[index]);
    if (normaliser.characters > characters) break;
    if (one !== undefined) items.push(one);
  }
  return { items, dropped: normaliser.dropped, repaired: normaliser.repaired };
}

/**
 * The server repeated a cursor. An empty one is a cursor like any other, but servers that mean "the end" by it start again at the first
 * page; their list is complete.
 */
function looped(seen: ReadonlySet<unknown>, ttl: number | undefined): ListEnd {
  return seen.has('') ? { kind: 'complete', ttl } : { kind: 'cut', by: 'cursorLoop' };
}

/** A list is fresh as long as its page with the shortest time. */
function shorter(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
