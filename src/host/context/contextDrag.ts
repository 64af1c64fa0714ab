import * as l10n from '@vscode/l10n';
import { DataTransferItem, Uri, type DataTransfer, type TreeDragAndDropController } from 'vscode';
import { isFields } from '../../core/base/values';
import type { ContextSet, PickedResource } from '../../core/context/contextSet';
import { keyOf } from '../../core/resource/address';
import { resourcesOf, type Lookup } from '../content/commandArguments';
import type { VirtualFiles } from '../content/virtualFiles';
import { askToAddMany, type Scales } from '../content/manyWarning';
import { groupsType } from '../tree/dragAsFiles';
import { views } from '../base/ids';
import { targetsOf } from '../commands/narrowArguments';
import { showInformation } from '../base/tell';

/** VS Code's MIME type for rows dragged from a tree. */
const ownRows = `application/vnd.code.tree.${views.context.toLowerCase()}`;
/** MIME type of dragged rows of trees, tabs and files of the Explorer. */
const files = 'text/uri-list';

/** Rows of the view *Context* change places; rows of other trees, and tabs, are added where they are dropped. */
export class ContextDrag implements TreeDragAndDropController<PickedResource> {
  readonly dropMimeTypes = [ownRows, files, groupsType];
  /**
   * VS Code adds the files of the rows, which the chat and editors take.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (CustomTreeViewDragAndDrop.addResourceInfoToTransfer)
   */
  readonly dragMimeTypes = [];

  constructor(
    private readonly needs: Lookup & {
      readonly content: { readonly files: Pick<VirtualFiles, 'handOut'> };
      readonly chat: Scales;
    },
  ) {}

  /**
   * The rows themselves: for a drop in their own tree, VS Code keeps what is added here.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAdditionalTransferItems)
   */
  async handleDrag(rows: readonly PickedResource[], data: DataTransfer): Promise<void> {
    data.set(ownRows, new DataTransferItem({ resources: rows }));
    await this.needs.content.files.handOut(rows);
  }

  async handleDrop(target: PickedResource | undefined, data: DataTransfer): Promise<void> {
    const { picked } = this.needs.context;
    const own: unknown = data.get(ownRows)?.value;
    if (isFields(own)) {
      const rows = resourcesOf(targetsOf([own]), this.needs);
      await picked.move(rows, successorOf(rows, target, picked));
      return;
    }
    const dropped = [...(await this.#ofFiles(data)), ...(await this.#ofGroups(data))];
    const unique = [...new Map(dropped.map((resource) => [keyOf(resource), resource])).values()];
    if (unique.length === 0) {
      void showInformation(l10n.t('Only MCP resources can be added to the context. Attach other files in the chat.'));
      return;
    }
    if (!(await askToAddMany(unique, this.needs.chat))) return;
    await picked.add(unique);
    if (target) await picked.move(unique, target);
  }

  async #ofFiles(data: DataTransfer): Promise<readonly PickedResource[]> {
    const list = (await data.get(files)?.asString()) ?? '';
    const uris = list.split(/\r?\n/u).filter((line) => line !== '' && !line.startsWith('#'));
    return uris.flatMap((uri) => resourcesOf([{ kind: 'file', uri: Uri.parse(uri) }], this.needs));
  }

  async #ofGroups(data: DataTransfer): Promise<readonly PickedResource[]> {
    // VS Code adds an empty text; for rows of groups, also the text that their drag handler gave.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (CustomTreeViewDragAndDrop.addExtensionProvidedTransferTypes)
    const items = [...data].flatMap(([type, item]) => (type === groupsType ? [item] : []));
    const texts = (await Promise.all(items.map((item) => item.asString()))).filter(Boolean);
    return texts.flatMap((text) => resourcesOf(targetsOf([JSON.parse(text)]), this.needs));
  }
}

/** The resource before which moved rows go, so that they take the place of the row they are dropped on; `undefined` for the end. */
function successorOf(
  moved: readonly PickedResource[],
  target: PickedResource | undefined,
  { items }: ContextSet,
): PickedResource | undefined {
  if (!target) return undefined;
  const indexOf = (resource: PickedResource): number => items.findIndex((item) => keyOf(item) === keyOf(resource));
  const isDownwards = Math.min(...moved.map(indexOf)) < indexOf(target);
  return isDownwards ? items[indexOf(target) + 1] : target;
}
