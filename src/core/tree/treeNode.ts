import type { AudienceFilter } from '../../shared/audience';
import type { CatalogEntry } from '../catalog/catalog';
import type { TemplateEntry } from '../catalog/templates';

export const groupings = ['scheme', 'server'] as const;
/** What the first level is made of. */
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
  readonly isUriVisible: (uri: string) => boolean;
}

/** What is below a row. */
export interface Below {
  /** All resources, in the order of the tree. */
  readonly ids: readonly number[];
  /** All templates, which follow the resources: none where the row stands for a part of a path. */
  readonly templates: readonly TemplateEntry[];
}

interface Group extends Below {
  /** Unique in the whole tree and the same across refreshes, which keeps rows open. */
  readonly id: string;
  /** The server that all below it is of, where the row or one above it stands for that server. */
  readonly serverId: string | undefined;
  /** The scheme that all below it is of, where the row or one above it stands for that scheme. */
  readonly scheme: string | undefined;
}

/** What a level is made of; `start` is where in the URIs the segments of a path begin (`undefined`: right behind the scheme). */
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
      /** What the URIs below it begin with, up to the slash that ends its own part. */
      readonly prefix: string;
    })
  /** Rows `from` (counted from 0) to `from + rows` of a level that is too long to show at once. */
  | (Group & {
      readonly kind: 'range';
      readonly from: number;
      readonly rows: number;
      /** Its first and last row, where rows are in the order of their names. */
      readonly names: { readonly first: string; readonly last: string } | undefined;
      readonly level: Level;
      /** That of the folder that it is a part of, if it is. */
      readonly prefix: string | undefined;
    })
  | { readonly kind: 'resource'; readonly id: string; readonly entry: CatalogEntry }
  | { readonly kind: 'template'; readonly id: string; readonly entry: TemplateEntry };

export type ResourceNode = Extract<TreeNode, { kind: 'resource' }>;

/** A row that others are below. */
export type GroupNode = Exclude<TreeNode, { kind: 'resource' | 'template' }>;
