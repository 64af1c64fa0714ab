import type { TreeNode } from '../../core/tree/treeNode';
import type { StatusRow } from '../servers/statusRows';
import type { PartRow } from './partRows';

/** Stands for several status rows and opens to them. */
export interface StatusGroup {
  readonly kind: 'statusGroup';
  readonly id: string;
  readonly row: StatusRow;
  readonly rows: readonly StatusRow[];
}

/** A row of the view *Resources*. */
export type ResourceTreeRow = TreeNode | StatusRow | StatusGroup | PartRow;
