import type { Audience, AudienceFilter } from '../../shared/audience';
import type { Slice } from '../base/scheduler';
import type { Catalog, CatalogEntry } from '../catalog/catalog';
import type { ImportanceOrder } from '../catalog/importanceOrder';
import type { TemplateCatalog, TemplateEntry } from '../catalog/templates';
import { pathStart, readable, schemeOf } from './uriPath';

interface Group {
  /** Unique in the whole tree and the same across refreshes, which keeps rows open. */
  readonly id: string;
  /** All resources below it, in the default order. */
  readonly ids: readonly number[];
  /** All templates below it, which follow its resources: none where it stands for a part of a path. */
  readonly templates: readonly TemplateEntry[];
}

/** What a level is made of: of schemes, or of the segments of the path that begin at `start` (`undefined`: right behind the scheme). */
type Level = { readonly of: 'schemes' } | { readonly of: 'paths'; readonly start: number | undefined };

/** A row of the tree, as plain data. */
export type TreeNode =
  | (Group & { readonly kind: 'scheme'; readonly scheme: string })
  | (Group & { readonly kind: 'server'; readonly serverId: string })
  | (Group & {
      readonly kind: 'folder';
      readonly label: string;
      /** The row of a server that it is below, if it is. */
      readonly serverId: string | undefined;
      /** Where in the URIs its own part ends. */
      readonly at: number;
    })
  /** Rows `from` (counted from 0) to `from + rows` of a level that is too long to show at once. */
  | (Group & {
      readonly kind: 'range';
      readonly from: number;
      readonly rows: number;
      readonly serverId: string | undefined;
      readonly level: Level;
    })
  | { readonly kind: 'resource'; readonly id: string; readonly entry: CatalogEntry }
  | { readonly kind: 'template'; readonly id: string; readonly entry: TemplateEntry };

/** A row that others are below. */
export type GroupNode = Exclude<TreeNode, { kind: 'resource' | 'template' }>;

export interface TreeOptions {
  readonly audience: AudienceFilter;
  readonly isVisible: (id: number) => boolean;
  readonly isUriVisible: (uri: string) => boolean;
}

/** Rows of one level that are shown before the rest goes into ranges, and rows of one range. */
const rowsAtOnce = 200;
/** Ranges of one level: more rows make longer ranges, which are split again when they open. */
const rangesAtOnce = 100;
/** Resources looked at before the clock is. */
const perLook = 256;

/** A row that is not made yet: a resource's id, or what it groups by and what is below it. */
type Draft = number | (Omit<Group, 'id'> & { readonly kind: 'scheme' | 'folder'; readonly key: string });

/**
 * The tree of resources: scheme, then server where several offer the scheme, then the folders of the path, each level in the default order;
 * the templates of a scheme, or of a server's part of it, come last. A level is worked out when it is opened, from what is below it; nothing
 * of the tree is kept.
 */
export class TreeModel {
  constructor(
    private readonly catalog: Catalog,
    private readonly order: ImportanceOrder,
    private readonly templates: TemplateCatalog,
    private readonly newSlice: () => Slice,
  ) {}

  async roots({ audience, isVisible, isUriVisible }: TreeOptions): Promise<TreeNode[]> {
    const { table } = this.catalog;
    const slice = this.newSlice();
    const order = await this.order.ids();
    const shown: number[] = [];
    await each(order, slice, (id) => {
      if (table.has(id) && table.isFor(id, audience) && isVisible(id)) shown.push(id);
    });
    const templates = this.templates.all.filter(
      ({ template }) => isTemplateFor(template.audience, audience) && isUriVisible(template.uriTemplate),
    );
    return this.#schemes({ id: 'schemes', ids: shown, templates }, 0, slice);
  }

  /** The rows below `parent`; what was removed since it was made is left out. */
  async children(parent: TreeNode): Promise<TreeNode[]> {
    if (parent.kind === 'resource' || parent.kind === 'template') return [];
    const ids = parent.ids.filter((id) => this.catalog.table.has(id));
    const templates = parent.templates.filter(
      ({ serverId, template }) => this.templates.find(serverId, template.uriTemplate) !== undefined,
    );
    const alive = { ...parent, ids, templates };
    const slice = this.newSlice();
    if (alive.kind === 'range' && alive.level.of === 'schemes') return this.#schemes(alive, alive.from, slice);
    const servers = alive.kind === 'scheme' ? await this.#byServer(alive, slice) : [];
    if (servers.length > 1) return servers;
    return [...(await this.#paths(alive, slice)), ...templates.map(templateNode)];
  }

  /** The chain of rows that leads to a resource, outermost first, itself last; empty when the tree does not show it. */
  async pathTo(entryId: number, options: TreeOptions): Promise<TreeNode[]> {
    const path: TreeNode[] = [];
    let level = await this.roots(options);
    for (;;) {
      const next = level.find((node) =>
        'ids' in node ? node.ids.includes(entryId) : node.kind === 'resource' && node.entry.id === entryId,
      );
      if (!next) return [];
      path.push(next);
      if (next.kind === 'resource') return path;
      level = await this.children(next);
    }
  }

  /** By their best resource; those that only templates are of come last. */
  async #schemes({ id: parentId, ids, templates }: Group, offset: number, slice: Slice): Promise<TreeNode[]> {
    const groups = new Map<string, number[]>();
    await each(ids, slice, (id) => push(groups, schemeOf(this.catalog.table.uri(id)), id));
    const templatesOf = new Map<string, TemplateEntry[]>();
    for (const entry of templates) push(templatesOf, schemeOf(entry.template.uriTemplate), entry);
    const drafts = [...new Set([...groups.keys(), ...templatesOf.keys()])].map((key): Draft => ({
      kind: 'scheme',
      key,
      ids: groups.get(key) ?? [],
      templates: templatesOf.get(key) ?? [],
    }));
    return this.#rows(drafts, { offset, parentId, serverId: undefined, level: { of: 'schemes' } }, slice);
  }

  async #byServer({ id: parentId, ids, templates }: Group, slice: Slice): Promise<TreeNode[]> {
    const groups = new Map<string, number[]>();
    await each(ids, slice, (id) => push(groups, this.catalog.serverIdOf(id), id));
    const templatesOf = new Map<string, TemplateEntry[]>();
    for (const entry of templates) push(templatesOf, entry.serverId, entry);
    return [...new Set([...groups.keys(), ...templatesOf.keys()])].map((serverId) => ({
      kind: 'server',
      id: `server:${parentId}\n${serverId}`,
      serverId,
      ids: groups.get(serverId) ?? [],
      templates: templatesOf.get(serverId) ?? [],
    }));
  }

  /** Folders first, then resources, both by their best resource. A folder of one resource is that resource. */
  async #paths(parent: GroupNode, slice: Slice): Promise<TreeNode[]> {
    const { ids } = parent;
    const start = await this.#startBelow(parent, slice);
    const folders = new Map<string, number[]>();
    const folderOf = (id: number): string => {
      const uri = this.catalog.table.uri(id);
      const end = uri.indexOf('/', start ?? pathStart(uri));
      return end < 0 || end === uri.length - 1 ? '' : uri.slice(0, end + 1);
    };
    await each(ids, slice, (id) => push(folders, folderOf(id), id));
    const drafts: Draft[] = [];
    const loose = new Set(folders.get(''));
    folders.delete('');
    for (const [key, below] of folders) {
      if (below.length > 1) drafts.push({ kind: 'folder', key, ids: below, templates: [] });
      else loose.add(below[0] ?? -1);
    }
    await each(ids, slice, (id) => {
      if (loose.has(id)) drafts.push(id);
    });
    const serverId = parent.kind === 'scheme' ? undefined : parent.serverId;
    const offset = parent.kind === 'range' ? parent.from : 0;
    return this.#rows(drafts, { offset, parentId: parent.id, serverId, level: { of: 'paths', start } }, slice);
  }

  /**
   * Where the first segment starts that tells the resources of a level apart: what all of them share would only be rows to open one
   * after the other. A range goes on with the level that it is a part of.
   */
  async #startBelow(parent: GroupNode, slice: Slice): Promise<number | undefined> {
    if (parent.kind === 'range' && parent.level.of === 'paths') return parent.level.start;
    return this.#commonStart(parent.ids, parent.kind === 'folder' ? parent.at : undefined, slice);
  }

  async #commonStart(ids: readonly number[], from: number | undefined, slice: Slice): Promise<number | undefined> {
    const [first] = ids;
    if (first === undefined || ids.length < 2) return from;
    const { table } = this.catalog;
    const model = table.uri(first);
    let shared = model.length;
    await each(ids, slice, (id) => (shared = sharedLength(model, table.uri(id), shared)));
    const lastSlash = model.lastIndexOf('/', shared - 1);
    return lastSlash >= (from ?? pathStart(model)) ? lastSlash + 1 : from;
  }

  /** The first rows as they are, the others in ranges; a range is again shown that way. */
  async #rows(
    drafts: readonly Draft[],
    where: { offset: number; parentId: string; serverId: string | undefined; level: Level },
    slice: Slice,
  ): Promise<TreeNode[]> {
    const { offset, parentId, serverId, level } = where;
    const rows: TreeNode[] = [];
    for (const draft of drafts.slice(0, rowsAtOnce)) rows.push(...(await this.#row(draft, serverId, level, slice)));
    const length = Math.max(rowsAtOnce, Math.ceil((drafts.length - rowsAtOnce) / rangesAtOnce));
    for (let at = rowsAtOnce; at < drafts.length; at += length) {
      const part = drafts.slice(at, at + length);
      const from = offset + at;
      const ids = part.flatMap((draft) => (typeof draft === 'number' ? draft : draft.ids));
      const templates = part.flatMap((draft) => (typeof draft === 'number' ? [] : draft.templates));
      const id = `range:${from}\n${parentId}`;
      rows.push({ kind: 'range', id, from, rows: part.length, ids, templates, serverId, level });
    }
    return rows;
  }

  async #row(draft: Draft, serverId: string | undefined, level: Level, slice: Slice): Promise<TreeNode[]> {
    if (typeof draft === 'number') {
      const entry = this.catalog.get(draft);
      return entry ? [{ kind: 'resource', id: `resource:${entry.serverId}\n${entry.resource.uri}`, entry }] : [];
    }
    const { kind, key, ids, templates } = draft;
    if (kind === 'scheme') return [{ kind, id: `scheme:${key}`, scheme: key, ids, templates }];
    const at = (await this.#commonStart(ids, key.length, slice)) ?? key.length;
    const start = level.of === 'paths' ? level.start : undefined;
    const label = readable(this.catalog.table.uri(ids[0] ?? -1).slice(start ?? pathStart(key), at - 1));
    const id = `folder:${serverId ?? ''}\n${key}`;
    return [{ kind, id, label: label === '' ? '/' : label, serverId, ids, templates, at }];
  }
}

function templateNode(entry: TemplateEntry): TreeNode {
  return { kind: 'template', id: `template:${entry.serverId}\n${entry.template.uriTemplate}`, entry };
}

/** As for resources: without the annotation, or with an empty one, it is for everybody. */
function isTemplateFor(audience: readonly Audience[] | undefined, filter: AudienceFilter): boolean {
  return filter === 'all' || !audience?.length || audience.includes(filter);
}

async function each(ids: ArrayLike<number>, slice: Slice, look: (id: number) => void): Promise<void> {
  for (let at = 0; at < ids.length; at += 1) {
    if (at % perLook === 0 && slice.isOver()) await slice.next();
    look(ids[at] ?? -1);
  }
}

function sharedLength(a: string, b: string, limit: number): number {
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
