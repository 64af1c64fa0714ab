import { RelativePattern, workspace, type Uri, type WorkspaceFolder } from 'vscode';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { textOf } from '../../core/content/sniff';
import type { WorkspaceFile } from '../../core/mentions/mention/ports';
import { referenceLimits } from '../../core/mentions/features/references';
import { isRecord } from '../content/commandArguments';

/** Bytes: what is larger was hardly written by a person. */
const largestFile = 1_000_000;

/** The files in which somebody may have written a mention: without what `files.exclude` and the plain globs of `search.exclude` name. */
export async function* filesOfWorkspace(
  log: Logger,
  signal: AbortSignal,
): AsyncGenerator<WorkspaceFile, void, undefined> {
  for (const folder of workspace.workspaceFolders ?? []) {
    // With one more than are looked through it is known that there are others.
    const most = referenceLimits.files + 1;
    const found = await workspace.findFiles(new RelativePattern(folder, '**/*'), excludedIn(folder), most);
    signal.throwIfAborted();
    for (const uri of found) yield { uri: uri.toString(), text: (signalOfRead) => textOfFile(uri, log, signalOfRead) };
  }
}

async function textOfFile(uri: Uri, log: Logger, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { size } = await workspace.fs.stat(uri);
    signal.throwIfAborted();
    return size > largestFile ? undefined : textOf(await workspace.fs.readFile(uri));
  } catch (error) {
    signal.throwIfAborted();
    log.trace(`A file cannot be looked through: ${causes(error)}`);
    return undefined;
  }
}

/** `findFiles` goes by `files.exclude` itself, and by nothing else. */
function excludedIn({ uri }: WorkspaceFolder): string {
  const chosen: unknown = workspace.getConfiguration('search', uri).get('exclude');
  const globs = isRecord(chosen) ? Object.keys(chosen).filter((glob) => chosen[glob] === true) : [];
  // One in braces cannot stand in braces.
  const plain = globs.filter((glob) => !/[{},]/u.test(glob));
  return `{${['**/node_modules/**', '**/.git/**', ...plain].join(',')}}`;
}
