import * as l10n from '@vscode/l10n';
import { Uri, window, workspace } from 'vscode';
import { showWarning } from '../base/tell';
import { describeAgentPlace } from '../../core/content/agentPlace';
import { FreeNames } from '../../core/content/freeNames';
import { serverBytes } from '../../core/content/part';
import { partPaths } from '../../core/content/partPaths';
import { fileName } from '../../core/content/virtualPath';
import type { Content } from '../../core/content/content';
import type { PickedResource } from '../../core/context/contextSet';
import { directoryPath } from '../../core/directories/paths';

export interface ReadResource {
  readonly resource: PickedResource;
  readonly content: Content;
}

/**
 * Saves one file where the user chooses, or several into a folder that they choose: never over an existing file without asking. A resource
 * of several files becomes a new folder, with the paths of its parts.
 *
 * @param from folder of all of them, which becomes a new one
 */
export async function saveFiles(read: readonly ReadResource[], from?: PickedResource): Promise<void> {
  const [first, ...furtherFiles] = read;
  if (!first) return;
  if (!from && furtherFiles.length === 0 && first.content.parts.length < 2) await saveOne(first);
  else await saveIntoFolder(read, from);
}

async function saveOne({ resource, content }: ReadResource): Promise<void> {
  const start = startFolder();
  const defaultUri = start && Uri.joinPath(start, fileNameOf(resource, content));
  const target = await window.showSaveDialog({ title: l10n.t('Save As'), ...(defaultUri && { defaultUri }) });
  if (target) await write([{ target, bytes: bytesOf(content) }]);
}

async function saveIntoFolder(read: readonly ReadResource[], from: PickedResource | undefined): Promise<void> {
  const start = startFolder();
  const files = read.reduce((sum, { content }) => sum + Math.max(1, content.parts.length), 0);
  const [folder] = (await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: files === 1 ? l10n.t('Save Here') : l10n.t('Save {0} Files Here', files),
    ...(start && { defaultUri: start }),
  })) ?? [undefined];
  if (!folder) return;
  const names = new FreeNames((await workspace.fs.readDirectory(folder)).map(([name]) => name));
  const root = from && Uri.joinPath(folder, names.take(fileName({ ...from, mimeType: undefined })));
  const typed = read.map(({ resource: { uri }, content: { mimeType, parts } }) => {
    return { uri, mimeType: parts.length > 1 ? undefined : mimeType };
  });
  const paths = from && partPaths(directoryPath(from.uri), typed);
  const all = read.flatMap(({ resource, content }, index): readonly File[] => {
    const hasParts = content.parts.length > 1;
    const wanted = hasParts ? fileName({ ...resource, mimeType: undefined }) : fileNameOf(resource, content);
    const target = root ? Uri.joinPath(root, paths?.[index] ?? '') : Uri.joinPath(folder, names.take(wanted));
    // The paths of parts never lead outside, and the folder is new.
    return hasParts
      ? content.parts.map((part) => ({ target: Uri.joinPath(target, part.path), bytes: serverBytes(part) }))
      : [{ target, bytes: bytesOf(content) }];
  });
  await write(all);
}

interface File {
  readonly target: Uri;
  readonly bytes: Uint8Array;
}

/** Asks first where chats would take a file for the user's own. */
async function write(files: readonly File[]): Promise<void> {
  const [becomes] = files.flatMap(({ target }) => describeAgentPlace(target.path) ?? []);
  if (becomes !== undefined && !(await isWanted(becomes))) return;
  for (const { target, bytes } of files) await workspace.fs.writeFile(target, bytes);
}

async function isWanted(becomes: string): Promise<boolean> {
  const save = l10n.t('Save as Yours');
  const detail = l10n.t(
    'An MCP server wrote it. Chats look for such files in this place and follow what is in them, without asking, and without saying where it is from.',
  );
  return (await showWarning(becomes, { modal: true, detail }, save)) === save;
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
