/** The path of a directory in a tree: its URI, with a slash at its end. */
export function directoryPath(uri: string): string {
  return uri.endsWith('/') ? uri : `${uri}/`;
}

/** Stands for a slash in the name of a child that is not below its directory. */
const slash = '∕';

/** The path of a child in its directory: its URI, or the directory's path and what of the URI is not below the directory's own. */
export function pathBelow(
  directory: { readonly path: string; readonly uri: string },
  child: string,
  isDirectory: boolean,
): string {
  const own = directoryPath(directory.uri);
  const rest = child.startsWith(own) ? child.slice(own.length) : child.replaceAll('/', slash);
  return isDirectory ? directoryPath(directory.path + rest) : directory.path + rest;
}
