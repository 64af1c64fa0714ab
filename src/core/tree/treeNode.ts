import type { AudienceFilter } from '../../shared/audience';
import type { CatalogEntry } from '../catalog/catalog';
import type { TemplateEntry } from '../catalog/templates';
import type { HeldSkill } from '../skills/skills';

export const groupings = ['scheme', 'server'] as const;
/** The first level's kind of groups. */
export type GroupBy = (typeof groupings)[number];

export const sortings = ['importance', 'name', 'server'] as const;
/** `importance`: priority, then the latest change · `server`: as each server lists them. */
export type SortBy = (typeof sortings)[number];

export interface TreeOptions {
  readonly audience: AudienceFilter;
  readonly groupBy: GroupBy;
  readonly sortBy: SortBy;
  /** As they are configured. */
  readonly servers: readonly { readonly id: string; readonly name: string }[];
  readonly isVisible: (id: number) => boolean;
  readonly isTemplateVisible: (entry: TemplateEntry) => boolean;
}

/** Everything below a row. */
export interface Below {
  /** All resources, in the order of the tree. */
  readonly ids: readonly number[];
  /** All templates, which follow the resources: none if the row stands for a part of a path. */
  readonly templates: readonly TemplateEntry[];
}

/** The number of everything below a row, counted as in a search: resources and templates together. */
export function totalOf({ ids, templates }: Below): number {
  return ids.length + templates.length;
}

interface Group extends Below {
  /** Unique in the whole tree and the same across refreshes, which keeps rows open. */
  readonly id: string;
  /** Server of everything below it, where the row or one above it stands for that server. */
  readonly serverId: string | undefined;
  /** Scheme of everything below it, where the row or one above it stands for that scheme. */
  readonly scheme: string | undefined;
}

/** The kind of rows in a level; `start` is where in the URIs the segments of a path begin (`undefined`: right behind the scheme). */
export type Level =
  | { readonly of: 'schemes' }
  | { readonly of: 'servers' }
  | { readonly of: 'paths'; readonly start: number | undefined };

/** A row of the tree, as plain data. */
export type TreeNode =
  | (Group & { readonly kind: 'scheme'; readonly scheme: string })
  | (Group & { readonly kind: 'server'; readonly serverId: string })
  | (Group & {
      readonly kind: 'folder';
      readonly label: string;
      /** Common beginning of the URIs below it, up to the slash that ends its own part. */
      readonly prefix: string;
      /** Set if the server lists its children. */
      readonly entry: CatalogEntry | undefined;
    })
  /** Rows `from` (counted from 0) to `from + rows` of a level that is too long to show at once. */
  | (Group & {
      readonly kind: 'range';
      readonly from: number;
      readonly rows: number;
      /** Its first and last row, where rows are in the order of their names. */
      readonly names: { readonly first: string; readonly last: string } | undefined;
      readonly level: Level;
      /** Prefix of the folder that it is a part of, if any. */
      readonly prefix: string | undefined;
    })
  /** All skills, or, below another such row, those of a server. */
  | (Group & { readonly kind: 'skills'; readonly isOfServer: boolean; readonly skills: number })
  /** A skill, with its files below it: none where it has a problem. */
  | (Group & {
      readonly kind: 'skill';
      readonly serverId: string;
      readonly label: string;
      /** Its folder. */
      readonly prefix: string;
      readonly skill: HeldSkill;
      /** Its `SKILL.md`. */
      readonly entry: CatalogEntry;
    })
  | {
      readonly kind: 'resource';
      readonly id: string;
      readonly entry: CatalogEntry;
      /** Below a skill, in whose folder it begins: shown in place of its name. A file of two skills has a row in each. */
      readonly path?: string | undefined;
    }
  | { readonly kind: 'template'; readonly id: string; readonly entry: TemplateEntry };

export type SkillsNode = Extract<TreeNode, { kind: 'skills' }>;

export type SkillNode = Extract<TreeNode, { kind: 'skill' }>;

/** The row of a resource; that of a skill is the row of its `SKILL.md`. */
export type ResourceNode = Extract<TreeNode, { kind: 'resource' }> | SkillNode;

/** A row with rows below it. */
export type GroupNode = Exclude<TreeNode, { kind: 'resource' | 'template' }>;
