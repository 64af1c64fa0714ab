import type { ResultRow } from '../../src/shared/protocol';
import type { Range } from './listGeometry';

/** Rows per request. */
const blockSize = 100;
/** Cached blocks: 4,000 rows, some 2 MB. */
const blockLimit = 40;

type Block =
  | { readonly kind: 'loading'; readonly abort: AbortController; readonly loaded: Promise<void> }
  | { readonly kind: 'ready'; readonly rows: readonly ResultRow[] }
  /** The host has dropped this query, or failed: it is not requested again by itself. */
  | { readonly kind: 'missing' };

/** Rows that are here already, made when they are looked at. */
export type Rows = Pick<readonly ResultRow[], 'at' | 'length'>;

export interface RowSource {
  /** Rows of one query; `undefined` when the host has dropped that query. */
  load(range: Range, signal: AbortSignal): Promise<readonly ResultRow[] | undefined>;
  onLoaded(): void;
  onFailed(error: unknown): void;
}

/** The rows of one query, loaded block by block as they become visible; the least recently used blocks are dropped. */
export class RowBlocks {
  readonly #blocks = new Map<number, Block>();
  #previous: RowBlocks | undefined;

  constructor(
    readonly total: number,
    private readonly source: RowSource,
    /** Rows from 0 on that are here already. */
    private readonly firstRows: Rows = [],
  ) {}

  /** Shows earlier rows of the same query until the new ones have arrived. */
  standIn(previous: RowBlocks): void {
    previous.#previous = undefined;
    this.#previous = previous;
  }

  at(index: number): ResultRow | undefined {
    if (index >= this.total) return undefined;
    const row = this.firstRows.at(index);
    if (row) return row;
    const block = this.#blocks.get(Math.floor(index / blockSize));
    if (block?.kind === 'ready') return block.rows[index % blockSize];
    return this.#previous?.at(index);
  }

  /** The ids of the resources in the range, without its templates, or `undefined` when not all of its rows are here. */
  ids(range: Range): readonly number[] | undefined {
    const ids: number[] = [];
    for (let index = range.from; index < range.to; index++) {
      const row = this.at(index);
      if (!row) return undefined;
      if (row.kind === 'resource') ids.push(row.id);
    }
    return ids;
  }

  /** Loads missing rows of the range, and cancels loading outside of it. */
  want(range: Range): void {
    const keys = this.#keys(range);
    for (const [key, block] of this.#blocks) {
      if (block.kind !== 'loading' || keys.includes(key)) continue;
      this.#blocks.delete(key);
      block.abort.abort();
    }
    for (const key of keys) this.#touch(key);
  }

  /** Loads a range; resolves when all of it is here or known to be missing. Failures are reported to the source. */
  async load(range: Range): Promise<void> {
    this.want(range);
    await Promise.all(this.#keys(range).map((key) => this.#loaded(key)));
  }

  /** Cancels all loading. */
  dispose(): void {
    this.want({ from: 0, to: 0 });
  }

  #keys(range: Range): readonly number[] {
    const to = Math.min(range.to, this.total);
    if (to <= this.firstRows.length) return [];
    const firstKey = Math.floor(range.from / blockSize);
    const length = Math.max(0, Math.ceil(to / blockSize) - firstKey);
    return Array.from({ length }, (_, offset) => firstKey + offset);
  }

  #loaded(key: number): Promise<void> {
    const block = this.#blocks.get(key);
    return block?.kind === 'loading' ? block.loaded : Promise.resolve();
  }

  /** Moves a block to the young end of the map, loading it where needed. */
  #touch(key: number): void {
    const block = this.#blocks.get(key) ?? this.#start(key);
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
  }

  #start(key: number): Block {
    const abort = new AbortController();
    return { kind: 'loading', abort, loaded: this.#load(key, abort.signal) };
  }

  async #load(key: number, signal: AbortSignal): Promise<void> {
    const from = key * blockSize;
    try {
      const rows = await this.source.load({ from, to: Math.min(this.total, from + blockSize) }, signal);
      if (signal.aborted) return;
      this.#blocks.set(key, rows ? { kind: 'ready', rows } : { kind: 'missing' });
      this.#forgetOldest();
      this.source.onLoaded();
    } catch (error) {
      if (signal.aborted) return;
      this.#blocks.set(key, { kind: 'missing' });
      this.source.onFailed(error);
    }
  }

  #forgetOldest(): void {
    for (const key of this.#blocks.keys()) {
      if (this.#blocks.size <= blockLimit) return;
      this.#blocks.delete(key);
    }
  }
}
