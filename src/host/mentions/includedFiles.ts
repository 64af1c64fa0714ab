// Files whose mentioned resources are included in the context: rules of the setting for automatic inclusion.
import { FileSystemError, workspace, type Uri } from 'vscode';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { ResourceAddress } from '../../core/resource/address';
import { automaticSetting } from '../base/settings';
import { uriOfWorkspacePath, workspacePath } from '../base/workspacePath';
import type { LanguageFeatures } from './languageFeatures';

/** True where a rule includes what the file mentions; `undefined` for a file outside the workspace. */
export function isIncluded(uri: Uri): boolean | undefined {
  return workspacePath(uri) === undefined ? undefined : automaticSetting().files.some((path) => isFile(path, uri));
}

/**
 * The resources that a file of the workspace mentions; none where the file does not exist, `undefined` where it cannot be read now. Starts
 * the language server. Never rejects.
 */
export async function mentionedInFile(
  path: string,
  { language, log }: { readonly language: Pick<LanguageFeatures, 'get'>; readonly log: Logger },
): Promise<readonly ResourceAddress[] | undefined> {
  const uri = uriOfWorkspacePath(path);
  if (!uri) return undefined;
  try {
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    const running = await language.get();
    return (await running.mentionedInText(uri, text, new AbortController().signal)).resources;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return [];
    log.warn(`The mentions of a file with a rule are not known: ${causes(error)}`);
    return undefined;
  }
}

/** True for the file at a path of the workspace. */
export function isFile(path: string, uri: Uri): boolean {
  return uriOfWorkspacePath(path)?.toString() === uri.toString();
}
