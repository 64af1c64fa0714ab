// Files whose mentioned resources are included in the context: rules of the setting for automatic inclusion.
import type { Uri } from 'vscode';
import { automaticSetting } from '../base/settings';
import { uriOfWorkspacePath, workspacePath } from '../base/workspacePath';

/** True where a rule includes what the file mentions; `undefined` for a file outside the workspace. */
export function isIncluded(uri: Uri): boolean | undefined {
  return workspacePath(uri) === undefined ? undefined : automaticSetting().files.some((path) => isFile(path, uri));
}

/** True for the file at a path of the workspace. */
export function isFile(path: string, uri: Uri): boolean {
  return uriOfWorkspacePath(path)?.toString() === uri.toString();
}
