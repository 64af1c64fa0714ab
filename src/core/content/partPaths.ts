import { FreeNames } from './freeNames';
import { fileName, lastSegment, safeName } from './virtualPath';

interface Named {
  readonly uri: string;
  readonly mimeType: string | undefined;
}

/** Levels of folders; a part below them goes into the deepest folder. */
const mostFolders = 12;

/**
 * A relative path for each part of a resource: `guide/setup.md`, as its URI says it. No two are equal, whatever the case; none leads up
 * or begins at a root, and no name begins with a dot: saving must not create a `.git` or a `.vscode` unasked.
 */
export function partPaths(uri: string, parts: readonly Named[]): readonly string[] {
  const below = relativeTo(uri, parts);
  const wanted = parts.map((part, index) => segmentsOf(below[index] ?? '', part, uri));
  const folders = wanted.flatMap(({ folders: own }) => own.map((_, at) => own.slice(0, at + 1).join('/')));
  const names = new FreeNames(folders);
  return wanted.map(({ folders: own, name }) => names.take([...own, name].join('/')));
}

/** The part of each URI behind the resource's own; for parts elsewhere, behind the folders that they have in common. */
function relativeTo(uri: string, parts: readonly Named[]): readonly string[] {
  const isBelow = (part: Named): boolean => part.uri.startsWith(uri);
  const common = commonFolder(parts.filter((part) => !isBelow(part)).map((part) => withoutQuery(part.uri)));
  return parts.map((part) => withoutQuery(isBelow(part) ? part.uri.slice(uri.length) : part.uri.slice(common.length)));
}

function commonFolder(uris: readonly string[]): string {
  const [first = ''] = uris;
  let length = first.length;
  for (const uri of uris) {
    let same = 0;
    while (same < length && uri[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, first.slice(0, length).lastIndexOf('/') + 1);
}

function segmentsOf(
  below: string,
  part: Named,
  uri: string,
): { readonly folders: readonly string[]; readonly name: string } {
  const segments = below.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const last = segments.pop() ?? lastSegment(uri);
  const name = fileName({ uri: '', name: last, title: undefined, mimeType: part.mimeType });
  return { folders: segments.slice(0, mostFolders).map(safeName), name };
}

function withoutQuery(uri: string): string {
  return uri.replace(/[?#].*$/su, '');
}
