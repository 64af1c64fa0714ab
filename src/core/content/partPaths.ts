import { FreeNames } from './freeNames';
import { fileName, lastSegment, safeName } from './virtualPath';

interface Named {
  readonly uri: string;
  readonly mimeType: string | undefined;
}

/** Levels of folders; a part below them goes into the deepest folder. */
const maxFolders = 12;

/**
 * A relative path for each part of a resource: `guide/setup.md`, as its URI says it. No two are equal, whatever the case; none leads up
 * or begins at a root, and no name begins with a dot: saving must not create a `.git` or a `.vscode` unasked.
 */
export function partPaths(uri: string, parts: readonly Named[]): readonly string[] {
  const relativePaths = relativeTo(uri, parts);
  const paths = parts.map((part, index) => segmentsOf(relativePaths[index] ?? '', part, uri));
  const folders = paths.flatMap(({ folders: partFolders }) =>
    partFolders.map((_, index) => partFolders.slice(0, index + 1).join('/')),
  );
  const names = new FreeNames(folders);
  return paths.map(({ folders: partFolders, name }) => names.take([...partFolders, name].join('/')));
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
    let sharedLength = 0;
    while (sharedLength < length && uri[sharedLength] === first[sharedLength]) sharedLength += 1;
    length = sharedLength;
  }
  return first.slice(0, first.slice(0, length).lastIndexOf('/') + 1);
}

function segmentsOf(
  relativePath: string,
  part: Named,
  uri: string,
): { readonly folders: readonly string[]; readonly name: string } {
  const segments = relativePath.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const baseName = segments.pop() ?? lastSegment(uri);
  const name = fileName({ uri: '', name: baseName, title: undefined, mimeType: part.mimeType });
  return { folders: segments.slice(0, maxFolders).map(safeName), name };
}

function withoutQuery(uri: string): string {
  return uri.replace(/[?#].*$/su, '');
}
