import { DataTransferItem, type DataTransfer, type TreeDragAndDropController } from 'vscode';
import type { ResourceAddress } from '../../core/resource/address';
import type { VirtualFiles } from '../content/virtualFiles';
import type { ResourceTreeRow } from './treeRow';

/** MIME type of the resources of dragged groups, which only the view *Context* takes: `{ ids }` as JSON. */
export const groupsType = 'application/vnd.mcp-resources.groups';

/**
 * Makes the rows of a tree draggable. VS Code itself makes the data from a row's `resourceUri`, which the chat and the editors take; it
 * does so only where there is a handler, and the data that a handler adds comes too late for the chat. Our own view gets it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (CustomTreeViewDragAndDrop)
 */
export function dragAsFiles(
  files: Pick<VirtualFiles, 'addressOf' | 'handOut'>,
): TreeDragAndDropController<ResourceTreeRow> {
  return {
    dragMimeTypes: [groupsType],
    dropMimeTypes: [],
    handleDrag: async (rows: readonly ResourceTreeRow[], data: DataTransfer) => {
      const ids = rows.flatMap((row) => ('ids' in row && row.kind !== 'skill' ? row.ids : []));
      if (ids.length > 0) data.set(groupsType, new DataTransferItem(JSON.stringify({ ids })));
      await files.handOut(rows.flatMap((row) => addressOfRow(row, files) ?? []));
    },
  };
}

function addressOfRow(row: ResourceTreeRow, files: Pick<VirtualFiles, 'addressOf'>): ResourceAddress | undefined {
  if (row.kind === 'part') return files.addressOf(row.file);
  return row.kind === 'resource' || row.kind === 'skill'
    ? { serverId: row.entry.serverId, uri: row.entry.resource.uri }
    : undefined;
}
