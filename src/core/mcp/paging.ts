import { delay, type Clock } from '../base/clock';
import type { HumanError } from '../base/errors';
import type { ListCaps, ListEnd, Page } from '../session';
import { broken } from './errors';
import type { Normaliser } from './normalise';
import { isFields } from './values';

/** Items normalised in one go, about 5 ms; a server may send 100,000 in one page. */
const sliceLength = 5000;

export interface ListRequest<T> {
  /** Milliseconds after which one page is given up. */
  readonly pageTimeout: number;
  /** The member of the result that holds the items. */
  readonly key: 'resources' | 'resourceTemplates';
  /** Requests one page; the result as the server sent it. */
  readonly fetch: (params: { cursor: unknown } | undefined, timeout: number) => Promise<unknown>;
  readonly normaliser: Normaliser;
  readonly item: (normaliser: Normaliser, raw: unknown) => T | undefined;
}

/** Walks a list page by page. Pages are normalised and yielded in slices, with room for others between two of them. */
export async function* walk<T>(
  request: ListRequest<T>,
  caps: ListCaps,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Page<T>, ListEnd, undefined> {
  const seen = new Set<unknown>();
  const end = clock.now() + caps.time;
  let params: { cursor: unknown } | undefined;
  let room = caps.items;
  for (let pages = 1; ; pages++) {
    const left = end - clock.now();
    if (left <= 0) return { kind: 'cut', by: 'time' };
    const raw = await fetchPage(request, params, left);
    if (raw === 'late') return { kind: 'cut', by: 'time' };
    const items = isFields(raw) ? raw[request.key] : undefined;
    if (!isFields(raw) || !Array.isArray(items)) throw broken(undefined);
    for (let from = 0; from < Math.min(items.length, room); from += sliceLength) {
      if (from > 0) await delay(clock, 0, signal);
      yield slice(request, items as unknown[], from, Math.min(from + sliceLength, room));
    }
    if (items.length > room) return { kind: 'cut', by: 'items' };
    room -= items.length;
    const cursor = raw['nextCursor'];
    // A cursor is a string; a number that a server counts with is echoed as it is; `null` is how some write "none".
    if (typeof cursor !== 'string' && typeof cursor !== 'number') return { kind: 'complete' };
    if (seen.has(cursor)) return looped(seen);
    if (pages >= caps.pages) return { kind: 'cut', by: 'pages' };
    if (room <= 0) return { kind: 'cut', by: 'items' };
    seen.add(cursor);
    params = { cursor };
  }
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

function slice<T>({ normaliser, item }: ListRequest<T>, raw: readonly unknown[], from: number, to: number): Page<T> {
  normaliser.reset();
  const items: T[] = [];
  for (let index = from; index < Math.min(to, raw.length); index++) {
    const one = item(normaliser, raw[index]);
    if (one !== undefined) items.push(one);
  }
  return { items, dropped: normaliser.dropped, repaired: normaliser.repaired };
}

/**
 * The server gave a cursor for the second time. An empty one is a cursor like any other, but servers that mean "the end" by it
 * begin again at the first page; their list is complete.
 */
function looped(seen: ReadonlySet<unknown>): ListEnd {
  return seen.has('') ? { kind: 'complete' } : { kind: 'cut', by: 'cursorLoop' };
}
