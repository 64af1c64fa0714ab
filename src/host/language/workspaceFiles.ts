import { RelativePattern, workspace, type Uri, type WorkspaceFolder } from 'vscode';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { textOf } from '../../core/content/sniff';
import type { WorkspaceFile } from '../../core/language/ports';
import { isRecord } from '../commandArguments';

/** Files of a workspace that are looked through. */
const mostFiles = 50_000;
/** Bytes: what is larger was hardly written by a person. */
const largestFile = 1_000_000;

/** The files in which somebody may have written a mention: without what `files.exclude` and the plain globs of `search.exclude` name. */
export class WorkspaceFiles {
  #isCut = false;

  constructor(private readonly log: Logger) {}

  /** The last look left files out, for there are too many. */
  get isCut(): boolean {
    return this.#isCut;
  }

  async *all(signal: AbortSignal): AsyncGenerator<WorkspaceFile, void, undefined> {
    this.#isCut = false;
    let left = mostFiles;
    for (const folder of workspace.workspaceFolders ?? []) {
      const found = await workspace.findFiles(new RelativePattern(folder, '**/*'), excludedIn(folder), left + 1);
      signal.throwIfAborted();
      this.#isCut ||= found.length > left;
      for (const uri of found.slice(0, left))
        yield { uri: uri.toString(), text: (signalOfRead) => this.#text(uri, signalOfRead) };
      left = Math.max(0, left - found.length);
    }
  }

  async #text(uri: Uri, signal: AbortSignal): Promise<string | undefined> {
    try {
      const { size } = await workspace.fs.stat(uri);
      signal.throwIfAborted();
      return size > largestFile ? undefined : textOf(await workspace.fs.readFile(uri));
    } catch (error) {
      signal.throwIfAborted();
      this.log.trace(`A file cannot be looked through: ${causes(error)}`);
      return undefined;
    }
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
