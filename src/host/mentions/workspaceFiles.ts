import { RelativePattern, workspace, type Uri, type WorkspaceFolder } from 'vscode';
import { causes } from '../../core/base/errors';
import { isFields } from '../../core/base/values';
import type { Logger } from '../../core/base/ports';
import { decodedText } from '../../core/content/sniff';
import type { WorkspaceFile } from '../../core/mentions/mention/languagePorts';
import { referenceLimits } from '../../core/mentions/features/references';
import { readWorkspaceFile } from './workspaceFile';

/** Files of the workspace that may contain mentions: without those that `files.exclude` and the plain globs of `search.exclude` exclude. */
export async function* filesOfWorkspace(
  log: Logger,
  signal: AbortSignal,
): AsyncGenerator<WorkspaceFile, void, undefined> {
  for (const folder of workspace.workspaceFolders ?? []) {
    // One more than the limit shows whether there are others.
    const most = referenceLimits.files + 1;
    const files = await workspace.findFiles(new RelativePattern(folder, '**/*'), excludedIn(folder), most);
    signal.throwIfAborted();
    for (const uri of files) yield { uri: uri.toString(), text: (signalOfRead) => textOfFile(uri, log, signalOfRead) };
  }
}

async function textOfFile(uri: Uri, log: Logger, signal: AbortSignal): Promise<string | undefined> {
  try {
    const bytes = await readWorkspaceFile(uri);
    signal.throwIfAborted();
    return bytes && decodedText(bytes);
  } catch (error) {
    signal.throwIfAborted();
    log.trace(`A file cannot be looked through: ${causes(error)}`);
    return undefined;
  }
}

/** `findFiles` applies `files.exclude` by itself, and nothing else. */
function excludedIn({ uri }: WorkspaceFolder): string {
  const chosen: unknown = workspace.getConfiguration('search', uri).get('exclude');
  const globs = isFields(chosen) ? Object.keys(chosen).filter((glob) => chosen[glob] === true) : [];
  // Globs with braces cannot be nested in braces.
  const plain = globs.filter((glob) => !/[{},]/u.test(glob));
  return `{${['**/node_modules/**', '**/.git/**', ...plain].join(',')}}`;
}
