import type { Audience, AudienceFilter } from '../../shared/audience';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { displayName } from '../resource/displayName';
import type { KeptOrder } from '../catalog/keptOrder';
import { sortByName } from '../catalog/sortByName';
import type { TemplateCatalog, TemplateEntry } from '../catalog/templates';
import type { Directories } from '../directories/directories';
import type { Skills } from '../skills/skills';
import { commonStart, each, groupBy } from './groups';
import { SkillGroups } from './skillGroups';
import type { Below, GroupNode, Level, SortBy, TreeNode, TreeOptions } from './treeNode';
import { pathStart, readable, schemeOf } from '../base/uriText';

/** Rows of one level that are shown before the rest goes into ranges, and rows of one range. */
const rowsAtOnce = 200;
/** Ranges of one level: more rows make longer ranges, which are split again when they open. */
const rangesAtOnce = 100;

/** A row that is not made yet: a resource's id, or the key of a group and everything below it. */
type UnbuiltRow = number | UnbuiltGroup;

interface UnbuiltGroup extends Below {
  readonly kind: 'scheme' | 'server' | 'folder';
  readonly key: string;
  /** Id of the folder itself, if its server lists its children. */
  readonly directory?: number | undefined;
}

/** A level that is being computed. */
interface Work extends Below {
  /** Id of the parent row; empty for the first level. */
  readonly id: string;
  readonly serverId: string | undefined;
  readonly scheme: string | undefined;
  /** Prefix of the folder, see {@link TreeNode}. */
  readonly prefix: string | undefined;
  /** Rows of the level that stand before a range. */
  readonly offset: number;
  readonly options: TreeOptions;
  readonly slice: Slice;
}

/**
 * The tree of resources: scheme, then server where several offer the scheme, then the folders of the path; or server, then scheme. The
 * templates of a scheme, or of a server's part of it, come last. Skills are beside the schemes, and their files in none of these. A
 * directory is the folder of its path. A level is computed when it is opened, from everything below it; no part of the tree is cached.
 */
export class TreeModel {
  readonly #skillGroups: SkillGroups;

  constructor(
    private readonly catalog: Catalog,
    private readonly orders: Readonly<Record<SortBy, Pick<KeptOrder, 'ids'>>>,
    private readonly templates: TemplateCatalog,
    private readonly newSlice: () => Slice,
    private readonly directories: Pick<Directories, 'isDirectory' | 'pathOf'>,
    private readonly skills: Pick<Skills, 'of' | 'stateOf' | 'isFile'>,
  ) {
    this.#skillGroups = new SkillGroups(catalog, skills);
  }

  async roots(options: TreeOptions): Promise<TreeNode[]> {
    const { audience, isTemplateVisible } = options;
    const slice = this.newSlice();
    const ids = await this.#shownIds(options, slice, () => true);
    const templates = this.templates.all.filter(
      (entry) => isTemplateFor(entry.template.audience, audience) && isTemplateVisible(entry),
    );
    const root = { id: '', ids, templates, serverId: undefined, scheme: undefined, prefix: undefined, offset: 0 };
    const work = { ...root, options, slice };
    return options.groupBy === 'scheme' ? this.#schemesAndSkills(work) : this.#servers(work);
  }

  /** The rows below `parent`, without resources removed since it was made. */
  async children(parent: TreeNode, options: TreeOptions): Promise<TreeNode[]> {
    if (parent.kind === 'resource' || parent.kind === 'template') return [];
    const slice = this.newSlice();
    const ids = await this.#idsBelow(parent, options, slice);
    const templates = parent.templates.filter(
      ({ serverId, template }) => this.templates.find(serverId, template.uriTemplate) !== undefined,
    );
    const { id, serverId, scheme } = parent;
    const prefix = 'prefix' in parent ? parent.prefix : undefined;
    const offset = parent.kind === 'range' ? parent.from : 0;
    const work: Work = { id, ids, templates, serverId, scheme, prefix, offset, options, slice };
    if (parent.kind === 'skills') return this.#skillGroups.below(work);
    if (parent.kind === 'skill') return this.#skillGroups.filesOf(parent, slice);
    const groups = await this.#groups(parent, work);
    if (groups) return groups;
    const leaves = options.sortBy === 'name' ? await sortByName(templates, templateName, work.slice) : templates;
    return [...(await this.#paths(parent, work)), ...leaves.map(templateNode)];
  }

  /** The chain of rows that leads to a resource, outermost first, itself last; empty when the tree does not show it. */
  async pathTo(entryId: number, options: TreeOptions): Promise<TreeNode[]> {
    const path: TreeNode[] = [];
    let level = await this.roots(options);
    for (;;) {
      // A skill in another one has a row of its own.
      const own = level.find((node) => node.kind !== 'template' && 'entry' in node && node.entry?.id === entryId);
      const next = own ?? level.find((node) => 'ids' in node && node.ids.includes(entryId));
      if (!next) return [];
      path.push(next);
      if (own) return path;
      level = await this.children(next, options);
    }
  }

  /** In the order of the tree. */
  async #shownIds(
    { sortBy, audience, isVisible }: TreeOptions,
    slice: Slice,
    isWanted: (id: number) => boolean,
  ): Promise<number[]> {
    const { table } = this.catalog;
    const ids: number[] = [];
    await each(await this.orders[sortBy].ids(), slice, (id) => {
      if (table.has(id) && isWanted(id) && table.isFor(id, audience) && isVisible(id)) ids.push(id);
    });
    return ids;
  }

  /** The children of a directory may be here since its row was made. */
  async #idsBelow(parent: GroupNode, options: TreeOptions, slice: Slice): Promise<number[]> {
    const { table } = this.catalog;
    if (parent.kind !== 'folder' || !parent.entry) return parent.ids.filter((id) => table.has(id));
    const { entry, prefix } = parent;
    const isBelow = (id: number): boolean =>
      table.serverIdOf(id) === entry.serverId &&
      this.directories.pathOf(id).startsWith(prefix) &&
      !this.skills.isFile(id);
    return this.#shownIds(options, slice, isBelow);
  }

  /** The servers of a scheme, or the schemes of a server, where there are several. */
  async #groups(parent: GroupNode, work: Work): Promise<TreeNode[] | undefined> {
    if (parent.kind === 'range') {
      if (parent.level.of === 'schemes') return this.#schemes(work);
      return parent.level.of === 'servers' ? this.#servers(work) : undefined;
    }
    const { groupBy: outermost } = work.options;
    const isOuter = parent.kind === outermost;
    if (!isOuter) return undefined;
    const rows = await (outermost === 'scheme' ? this.#servers(work) : this.#schemesAndSkills(work));
    return rows.length > 1 || rows[0]?.kind === 'skills' ? rows : undefined;
  }

  async #schemesAndSkills(work: Work): Promise<TreeNode[]> {
    const [others, files]: [number[], number[]] = [[], []];
    await each(work.ids, work.slice, (id) => (this.skills.isFile(id) ? files : others).push(id));
    return [...(await this.#schemes({ ...work, ids: others })), ...this.#skillGroups.group({ ...work, ids: files })];
  }

  async #schemes(work: Work): Promise<TreeNode[]> {
    const ofId = (id: number): string => schemeOf(this.directories.pathOf(id));
    const ofTemplate = ({ template }: TemplateEntry): string => schemeOf(template.uriTemplate);
    const groups = await groupBy(work, { ofId, ofTemplate }, work.slice);
    const unbuiltRows = [...groups].map(([key, below]): UnbuiltRow => ({ kind: 'scheme', key, ...below }));
    return this.#rows(await this.#sorted(unbuiltRows, work), work, { of: 'schemes' });
  }

  async #servers(work: Work): Promise<TreeNode[]> {
    const ofId = (id: number): string => this.catalog.table.serverIdOf(id);
    const groups = await groupBy(work, { ofId, ofTemplate: ({ serverId }) => serverId }, work.slice);
    // Of what was removed meanwhile.
    groups.delete('');
    const unbuiltRows = [...groups].map(([key, below]): UnbuiltRow => ({ kind: 'server', key, ...below }));
    return this.#rows(await this.#sorted(unbuiltRows, work), work, { of: 'servers' });
  }

  /** Folders first, then resources. A folder of one resource is that resource. */
  async #paths(parent: GroupNode, work: Work): Promise<TreeNode[]> {
    const { ids, slice } = work;
    const { directories } = this;
    // The last directory that all are in has a row, unless it is the level itself.
    const above = (id: number): string =>
      directories.isDirectory(id) ? directories.pathOf(id).slice(0, -1) : directories.pathOf(id);
    // A range continues the level that it is a part of.
    const start =
      parent.kind === 'range' && parent.level.of === 'paths'
        ? parent.level.start
        : await commonStart(ids, above, work.prefix?.length, slice);
    const own = new Map<string, number>();
    const ofId = (id: number): string => {
      const path = directories.pathOf(id);
      const end = path.indexOf('/', start ?? pathStart(path));
      const isLast = end === path.length - 1;
      if (end < 0 || (isLast && !directories.isDirectory(id))) return '';
      const key = path.slice(0, end + 1);
      if (isLast) own.set(key, id);
      return key;
    };
    const groups = await groupBy({ ids, templates: [] }, { ofId, ofTemplate: () => '' }, slice);
    const folders: UnbuiltGroup[] = [];
    const isLevel = (id: number): boolean => directories.isDirectory(id) && directories.pathOf(id) === work.prefix;
    const looseIds = new Set(groups.get('')?.ids.filter((id) => !isLevel(id)));
    groups.delete('');
    for (const [key, below] of groups) {
      const [first = -1] = below.ids;
      if (below.ids.length === 1 && !directories.isDirectory(first)) looseIds.add(first);
      else folders.push({ kind: 'folder', key, ...below, directory: own.get(key) });
    }
    const unbuiltRows = await this.#sorted(await inPlace(folders, own.size > 0, work), work, start);
    await each(ids, slice, (id) => {
      if (looseIds.has(id)) unbuiltRows.push(id);
    });
    return this.#rows(unbuiltRows, work, { of: 'paths', start });
  }

  /** Groups are ordered by their first resource; when sorting by name, by their own names; by server, servers in configured order. */
  async #sorted(unbuiltRows: readonly UnbuiltRow[], { options, slice }: Work, start?: number): Promise<UnbuiltRow[]> {
    if (options.sortBy === 'name') return sortByName(unbuiltRows, (row) => this.#name(row, options, start), slice);
    const ranks = new Map(options.servers.map(({ id }, index) => [id, index]));
    const rank = (row: UnbuiltRow): number =>
      typeof row === 'object' && row.kind === 'server' ? (ranks.get(row.key) ?? ranks.size) : 0;
    return options.sortBy === 'server' ? unbuiltRows.toSorted((a, b) => rank(a) - rank(b)) : [...unbuiltRows];
  }

  #name(row: UnbuiltRow, { servers }: TreeOptions, start: number | undefined): string {
    if (typeof row === 'number') return this.catalog.table.displayName(row);
    const { kind, key, directory } = row;
    if (directory !== undefined) return this.catalog.table.displayName(directory);
    if (kind === 'server') return servers.find(({ id }) => id === key)?.name ?? key;
    return kind === 'scheme' ? key : readable(key.slice(start ?? pathStart(key), -1));
  }

  /** The first rows, and ranges for the others. Long ranges are split the same way when they open. */
  async #rows(unbuiltRows: readonly UnbuiltRow[], work: Work, level: Level): Promise<TreeNode[]> {
    const rows: TreeNode[] = [];
    for (const row of unbuiltRows.slice(0, rowsAtOnce)) rows.push(...(await this.#row(row, work, level)));
    const length = Math.max(rowsAtOnce, Math.ceil((unbuiltRows.length - rowsAtOnce) / rangesAtOnce));
    for (let offset = rowsAtOnce; offset < unbuiltRows.length; offset += length)
      rows.push(this.#range(unbuiltRows.slice(offset, offset + length), work.offset + offset, work, level));
    return rows;
  }

  #range(unbuiltRows: readonly UnbuiltRow[], from: number, work: Work, level: Level): TreeNode {
    const { id: parentId, serverId, scheme, prefix, options } = work;
    const [first, last] = [unbuiltRows[0], unbuiltRows.at(-1)];
    const name = (row: UnbuiltRow): string => this.#name(row, options, level.of === 'paths' ? level.start : undefined);
    const isNamed = options.sortBy === 'name' && first !== undefined && last !== undefined;
    return {
      kind: 'range',
      id: `range:${from}\n${parentId}`,
      from,
      rows: unbuiltRows.length,
      names: isNamed ? { first: name(first), last: name(last) } : undefined,
      ids: unbuiltRows.flatMap((row) => (typeof row === 'number' ? row : row.ids)),
      templates: unbuiltRows.flatMap((row) => (typeof row === 'number' ? [] : row.templates)),
      serverId,
      scheme,
      prefix,
      level,
    };
  }

  async #row(row: UnbuiltRow, work: Work, level: Level): Promise<TreeNode[]> {
    if (typeof row === 'number') {
      const entry = this.catalog.get(row);
      return entry ? [{ kind: 'resource', id: `resource:${entry.serverId}\n${entry.resource.uri}`, entry }] : [];
    }
    const { kind, key, ids, templates } = row;
    const { serverId, scheme } = work;
    if (kind === 'scheme')
      return [{ kind, id: `scheme:${key}\n${serverId ?? ''}`, scheme: key, serverId, ids, templates }];
    if (kind === 'server')
      return [{ kind, id: `server:${scheme ?? ''}\n${key}`, serverId: key, scheme, ids, templates }];
    return [await this.#folder(row, work, level)];
  }

  /** The row of a folder, which may end below its key: where all that is in it is. */
  async #folder(
    { key, directory, ids, templates }: UnbuiltGroup,
    { serverId, scheme, slice }: Work,
    level: Level,
  ): Promise<TreeNode> {
    const { directories, catalog } = this;
    const pathOf = (id: number): string => directories.pathOf(id);
    const [first = -1] = ids;
    const prefixEnd = ids.length === 1 ? pathOf(first).length : await commonStart(ids, pathOf, key.length, slice);
    const prefix = pathOf(first).slice(0, prefixEnd ?? key.length);
    const isOwn = (id: number): boolean => directories.isDirectory(id) && pathOf(id) === prefix;
    const entry = catalog.get(directory ?? ids.find(isOwn) ?? -1);
    const start = level.of === 'paths' ? level.start : undefined;
    const label = entry ? displayName(entry.resource) : readable(prefix.slice(start ?? pathStart(key), -1)) || '/';
    const id = `folder:${serverId ?? ''}\n${key}`;
    return { kind: 'folder', id, label, prefix, entry, serverId, scheme, ids, templates };
  }
}

/** A directory stays where it is as its children come: folders are in the order of their own resources, or else of the first in them. */
async function inPlace(
  folders: readonly UnbuiltGroup[],
  hasDirectories: boolean,
  { ids, slice }: Work,
): Promise<readonly UnbuiltGroup[]> {
  if (!hasDirectories) return folders;
  const folderOf = new Map(folders.map((folder) => [folder.directory ?? folder.ids[0] ?? -1, folder]));
  const inOrder: UnbuiltGroup[] = [];
  await each(ids, slice, (id) => {
    const folder = folderOf.get(id);
    if (folder) inOrder.push(folder);
  });
  return inOrder;
}

function templateName({ template }: TemplateEntry): string {
  return displayName(template);
}

function templateNode(entry: TemplateEntry): TreeNode {
  return { kind: 'template', id: `template:${entry.serverId}\n${entry.template.uriTemplate}`, entry };
}

/** As for resources: without the annotation, or with an empty one, it is for everybody. */
function isTemplateFor(audience: readonly Audience[] | undefined, filter: AudienceFilter): boolean {
  return filter === 'all' || !audience?.length || audience.includes(filter);
}
