import type { TreeDragAndDropController } from 'vscode';

/**
 * Makes the rows of a tree draggable. VS Code itself makes the data from a row's `resourceUri`, which is what the chat and the editors take;
 * it does so only where there is a handler, and what a handler adds comes too late for the chat.
 */
export const dragAsFiles: TreeDragAndDropController<never> = {
  dragMimeTypes: [],
  dropMimeTypes: [],
  handleDrag: () => undefined,
};
