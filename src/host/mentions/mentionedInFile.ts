import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { ResourceAddress } from '../../core/resource/address';
import { readWorkspaceFile } from './workspaceFile';
import { uriOfWorkspacePath } from '../base/workspacePath';
import type { LanguageFeatures } from './languageFeatures';

/**
 * The resources that a file of the workspace mentions; none if the file does not exist, `undefined` if it cannot be read now. Starts
 * the language server. Never rejects.
 */
export async function mentionedInFile(
  path: string,
  { language, log }: { readonly language: Pick<LanguageFeatures, 'get'>; readonly log: Logger },
): Promise<readonly ResourceAddress[] | undefined> {
  const uri = uriOfWorkspacePath(path);
  if (!uri) return undefined;
  try {
    const bytes = await readWorkspaceFile(uri);
    if (!bytes) return [];
    const running = await language.get();
    const file = { uri: uri.toString(), languageId: 'markdown', text: new TextDecoder().decode(bytes) };
    return (await running.mentionedIn(file, new AbortController().signal)).resources;
  } catch (error) {
    log.warn(`The mentions of a file with a rule are not known: ${causes(error)}`);
    return undefined;
  }
}
