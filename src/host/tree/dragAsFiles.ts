import { DataTransferItem, type DataTransfer, type TreeDragAndDropController } from 'vscode';
import type { ResourceTreeRow } from './treeRow';

/** What rows of the tree bring along besides their files: `{ ids }` of the resources of groups, in JSON. */
export const groupsType = 'application/vnd.mcp-resources.groups';

/** More than this at once is hardly meant. */
export const mostOfGroups = 100;

/**
 * Makes the rows of a tree draggable. VS Code itself makes the data from a row's `resourceUri`, which is what the chat and the editors take;
 * it does so only where there is a handler, and what a handler adds comes too late for the chat. Our own view gets it.
 */
export const dragAsFiles: TreeDragAndDropController<ResourceTreeRow> = {
  dragMimeTypes: [groupsType],
  dropMimeTypes: [],
  handleDrag: (rows: readonly ResourceTreeRow[], data: DataTransfer) => {
    const ids = rows.flatMap((row) => ('ids' in row ? row.ids.slice(0, mostOfGroups + 1) : []));
    if (ids.length > 0) data.set(groupsType, new DataTransferItem(JSON.stringify({ ids })));
  },
};
