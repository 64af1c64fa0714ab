import * as l10n from '@vscode/l10n';
import { Uri, window, workspace } from 'vscode';
import { FreeNames } from '../../core/content/freeNames';
import { serverBytes } from '../../core/content/part';
import { fileName } from '../../core/content/virtualPath';
import type { Content } from '../../core/content/content';
import type { PickedResource } from '../../core/context/contextSet';

export interface ReadResource {
  readonly resource: PickedResource;
  readonly content: Content;
}

/**
 * Saves one file where the user chooses, or several into a folder that they choose: never over an existing file without asking. A resource
 * of several files becomes a new folder, with the paths of its parts.
 */
export async function saveFiles(read: readonly ReadResource[]): Promise<void> {
  const [first, ...furtherFiles] = read;
  if (!first) return;
  if (furtherFiles.length === 0 && first.content.parts.length < 2) await saveOne(first);
  else await saveIntoFolder(read);
}

async function saveOne({ resource, content }: ReadResource): Promise<void> {
  const start = startFolder();
  const defaultUri = start && Uri.joinPath(start, fileNameOf(resource, content));
  const target = await window.showSaveDialog({ title: l10n.t('Save As'), ...(defaultUri && { defaultUri }) });
  if (target) await workspace.fs.writeFile(target, bytesOf(content));
}

async function saveIntoFolder(read: readonly ReadResource[]): Promise<void> {
  const start = startFolder();
  const files = read.reduce((sum, { content }) => sum + Math.max(1, content.parts.length), 0);
  const [folder] = (await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: l10n.t('Save {0} Files Here', files),
    ...(start && { defaultUri: start }),
  })) ?? [undefined];
  if (!folder) return;
  const names = new FreeNames((await workspace.fs.readDirectory(folder)).map(([name]) => name));
  for (const { resource, content } of read) {
    const hasParts = content.parts.length > 1;
    const wanted = hasParts ? fileName({ ...resource, mimeType: undefined }) : fileNameOf(resource, content);
    const target = Uri.joinPath(folder, names.take(wanted));
    // The paths of parts never lead outside, and the folder is new.
    if (!hasParts) await workspace.fs.writeFile(target, bytesOf(content));
    else
      for (const part of content.parts)
        await workspace.fs.writeFile(Uri.joinPath(target, part.path), serverBytes(part));
  }
}

/** The server's bytes of a content that is one file. */
function bytesOf({ parts: [part], bytes }: Content): Uint8Array {
  return serverBytes(part ?? { bytes });
}

/** Named by the actual type of the content, not the announced one. */
function fileNameOf(resource: PickedResource, { mimeType, parts }: Content): string {
  const path = resource.part && parts[0]?.path;
  if (path !== undefined) return path.slice(path.lastIndexOf('/') + 1);
  return fileName({ ...resource, mimeType: mimeType ?? resource.mimeType });
}

function startFolder(): Uri | undefined {
  return workspace.workspaceFolders?.[0]?.uri;
}
