import { isOfWorkspace } from '../configurationSources';
import type { ServerPlace } from '../configuration';
import type { VariablePorts } from './variables';

export interface LinkPorts extends VariablePorts {
  /** The path without links; `undefined` if it leads nowhere. */
  readonly realPath?: (path: string) => string | undefined;
}

/**
 * Files of a workspace's definition that are elsewhere, as links of the repository lead out of the workspace: by their paths in it, the paths
 * of these files.
 * @param envFile its absolute path, where the definition has one and that is known
 */
export function outsideLinks(
  { source }: ServerPlace,
  envFile: string | undefined,
  { path, realPath = (file) => file, workspaceFolders }: LinkPorts,
): ReadonlyMap<string, string> {
  if (!isOfWorkspace(source)) return new Map();
  const folders = [...workspaceFolders.map((folder) => folder.path), source.folder ?? ''].filter(Boolean);
  const roots = folders.flatMap((folder) => [folder, realPath(folder) ?? folder]);
  const isInside = (file: string): boolean => roots.some((root) => file.startsWith(path.join(root, path.sep)));
  return new Map(
    [source.file, envFile].flatMap((file): [string, string][] => {
      if (file === undefined) return [];
      // The system takes `..` off behind a link, not before it.
      const asText = path.join(file);
      const target = isInside(file) || isInside(asText) ? realPath(file) : undefined;
      return target === undefined || target === asText || isInside(target) ? [] : [[file, target]];
    }),
  );
}
