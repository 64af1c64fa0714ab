import type { AudienceFilter } from '../../shared/audience';
import type { Slice } from '../base/scheduler';
import type { Catalog, CatalogEntry } from '../catalog/catalog';
import type { ImportanceOrder } from '../catalog/importanceOrder';
import { isForAudience } from '../search/searchQuery';
import { pathStart, readable, schemeOf } from './uriPath';

/** A row of the tree, as plain data. `id` stays the same across refreshes, which keeps rows open. */
export type TreeNode =
  | { readonly kind: 'scheme'; readonly id: string; readonly scheme: string; readonly ids: readonly number[] }
  | { readonly kind: 'server'; readonly id: string; readonly serverId: string; readonly ids: readonly number[] }
  | { readonly kind: 'folder'; readonly id: string; readonly label: string; readonly ids: readonly number[]; readonly at: number }
  /** Rows `from` to `from + ids.length` of a level that is too long to show at once. */
  | { readonly kind: 'range'; readonly id: string; readonly from: number; readonly ids: readonly number[] }
  | { readonly kind: 'resource'; readonly id: string; readonly entry: CatalogEntry };

export interface TreeOptions {
  readonly audience: AudienceFilter;
  readonly isVisible: (id: number) => boolean;
}

/** Rows of one level that are shown before the rest goes into ranges, and rows of one range. */
const rowsAtOnce = 200;
/** Ranges of one level: more rows make longer ranges, which are split again when they open. */
const rangesAtOnce = 100;

type Parent = Exclude<TreeNode, { kind: 'resource' }>;

/**
 * The tree of resources: scheme, then server where several offer the scheme, then the folders of the path, each level in the default order.
 * A level is worked out when it is opened, from the ids below it; nothing of the tree is kept.
 */
export class TreeModel {
  constructor(
    private readonly catalog: Catalog,
    private readonly order: ImportanceOrder,
    private readonly newSlice: () => Slice,
  ) {}

  async roots(options: TreeOptions): Promise<TreeNode[]> {
    const bySchemes = new Map<string, number[]>();
    const slice = this.newSlice();
    let seen = 0;
    for (const id of await this.order.ids()) {
      if (++seen % 256 === 0 && slice.isOver()) await slice.next();
      const resource = this.catalog.resource(id);
      if (!resource || !options.isVisible(id) || !isForAudience(resource, options.audience)) continue;
      push(bySchemes, schemeOf(resource.uri), id);
    }
    return [...bySchemes].map(([scheme, ids]) => ({ kind: 'scheme', id: `scheme:${scheme}`, scheme, ids }));
  }

  /** The rows below `parent`; resources that were removed since it was made are left out. */
  children(parent: TreeNode): TreeNode[] {
    if (parent.kind === 'resource') return [];
    if (parent.kind === 'range') return this.#inRanges(parent, parent.ids, parent.from);
    if (parent.kind === 'scheme') {
      const byServer = new Map<string, number[]>();
      for (const id of parent.ids) if (this.catalog.resource(id)) push(byServer, this.catalog.serverIdOf(id), id);
      if (byServer.size > 1)
        return [...byServer].map(([serverId, ids]) => ({ kind: 'server', id: `${parent.id}|${serverId}`, serverId, ids }));
    }
    return this.#pathLevel(parent);
  }

  /** The chain of rows that leads to a resource, outermost first, itself last; empty when the tree does not show it. */
  async pathTo(entryId: number, options: TreeOptions): Promise<TreeNode[]> {
    const path: TreeNode[] = [];
    let level = await this.roots(options);
    for (;;) {
      const next = level.find((node) => (node.kind === 'resource' ? node.entry.id === entryId : node.ids.includes(entryId)));
      if (!next) return [];
      path.push(next);
      if (next.kind === 'resource') return path;
      level = this.children(next);
    }
  }

  /** Folders first, then resources, both by their best resource. */
  #pathLevel(parent: Parent): TreeNode[] {
    const alive = parent.ids.filter((id) => this.catalog.resource(id));
    const at = parent.kind === 'folder' ? parent.at : undefined;
    const start = this.#commonStart(alive, at);
    const folders = new Map<string, number[]>();
    const leaves: number[] = [];
    for (const id of alive) {
      const uri = this.#uri(id);
      const end = uri.indexOf('/', start ?? pathStart(uri));
      if (end < 0 || end === uri.length - 1) leaves.push(id);
      else push(folders, uri.slice(0, end + 1), id);
    }
    const rows: TreeNode[] = [];
    const single = new Set<number>();
    for (const [prefix, ids] of folders) {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) single.add(only);
      else rows.push(this.#folder(parent, prefix, ids, start));
    }
    const isLoose = new Set(leaves);
    const loose = single.size === 0 ? leaves : alive.filter((id) => single.has(id) || isLoose.has(id));
    return [...rows, ...this.#inRanges(parent, loose, 0)];
  }

  /**
   * Where the first segment starts that tells the resources of this level apart: what all of them share would only be rows to open one
   * after the other.
   */
  #commonStart(ids: readonly number[], from: number | undefined): number | undefined {
    const [first] = ids;
    if (first === undefined || ids.length < 2) return from;
    const model = this.#uri(first);
    let shared = model.length;
    for (const id of ids) shared = sharedLength(model, this.#uri(id), shared);
    const lastSlash = model.lastIndexOf('/', shared - 1);
    const floor = from ?? pathStart(model);
    return lastSlash >= floor ? lastSlash + 1 : from;
  }

  #folder(parent: Parent, prefix: string, ids: readonly number[], start: number | undefined): TreeNode {
    const at = this.#commonStart(ids, prefix.length) ?? prefix.length;
    const [first = 0] = ids;
    const segments = this.#uri(first).slice(start ?? pathStart(prefix), at - 1);
    return { kind: 'folder', id: `${rootOf(parent)}|${this.#uri(first).slice(0, at)}`, label: readable(segments), ids, at };
  }

  /** The first rows as they are, the others in ranges; a range is again shown that way. */
  #inRanges(parent: Parent, ids: readonly number[], offset: number): TreeNode[] {
    const rows: TreeNode[] = ids.slice(0, rowsAtOnce).flatMap((id): TreeNode[] => {
      const entry = this.catalog.get(id);
      return entry ? [{ kind: 'resource', id: `${rootOf(parent)}|${entry.serverId}|${entry.resource.uri}`, entry }] : [];
    });
    const rest = ids.length - rowsAtOnce;
    const length = Math.max(rowsAtOnce, Math.ceil(rest / rangesAtOnce));
    for (let from = rowsAtOnce; from < ids.length; from += length) {
      const start = offset + from;
      rows.push({ kind: 'range', id: `${parent.id}#${start}`, from: start, ids: ids.slice(from, from + length) });
    }
    return rows;
  }

  #uri(id: number): string {
    return this.catalog.resource(id)?.uri ?? '';
  }
}

/** Ids of rows below a scheme or a server begin alike wherever they stand in it. */
function rootOf(parent: Parent): string {
  return parent.id.split(/[|#]/u, 1)[0] ?? parent.id;
}

function sharedLength(a: string, b: string, limit: number): number {
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function push<K>(map: Map<K, number[]>, key: K, id: number): void {
  const known = map.get(key);
  if (known) known.push(id);
  else map.set(key, [id]);
}
