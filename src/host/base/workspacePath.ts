import { Uri, workspace } from 'vscode';

/** Path of a file in its folder of the workspace, after the folder's name where there are several; `undefined` outside of them. */
export function workspacePath(uri: Uri): string | undefined {
  return workspace.getWorkspaceFolder(uri) ? workspace.asRelativePath(uri) : undefined;
}

/** The file of such a path; of one without a folder's name, the file in the first folder. `undefined` for one that leads out of the workspace. */
export function uriOfWorkspacePath(path: string): Uri | undefined {
  const uri = uriInWorkspace(path);
  return uri && workspace.getWorkspaceFolder(uri) ? uri : undefined;
}

function uriInWorkspace(path: string): Uri | undefined {
  const folders = workspace.workspaceFolders ?? [];
  const named = folders.length > 1 ? folders.find(({ name }) => path.startsWith(`${name}/`)) : undefined;
  if (named) return Uri.joinPath(named.uri, path.slice(named.name.length + 1));
  return folders[0] && Uri.joinPath(folders[0].uri, path);
}
