import type { TreeNode } from '../../core/tree/treeNode';
import type { StatusRow } from '../servers/statusRows';
import type { PartRow } from './partRows';

/** A row of the view *Resources*. */
export type ResourceTreeRow = TreeNode | StatusRow | PartRow;
