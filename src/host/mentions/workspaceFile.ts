import { FileSystemError, FileType, workspace, type Uri } from 'vscode';
import { checkNotOfSystem, fileTooLarge } from '../../node/files/files';

/** In bytes. Larger files were hardly written by hand. */
const largestFile = 1_000_000;

/**
 * The bytes of a file of the workspace; `undefined` if there is none. Rejects with a `HumanError` where it is larger than 1 MB, and where
 * it leads to one that the system makes while it is read, which VS Code would read until the memory is full.
 */
export async function readWorkspaceFile(uri: Uri): Promise<Uint8Array | undefined> {
  try {
    const { size, type } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0) return undefined;
    if (uri.scheme === 'file') checkNotOfSystem(uri.fsPath);
    if (size > largestFile) throw fileTooLarge(workspace.asRelativePath(uri), largestFile);
    return await workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
