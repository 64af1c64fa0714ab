import { configurationSources, type ConfigurationSource, type ConfiguredWindow } from './configurationSources';
import type { PluginPorts } from './plugins/readJson';
import { stateFiles } from './plugins/stateFiles';
import type { ServerSource } from './configuration';

type PathPorts = Pick<PluginPorts, 'join'>;

/** A directory or a .code-workspace that may contain configurations. */
interface Place {
  readonly kind: ConfigurationSource['place'];
  /** {@link ServerSource.id} */
  readonly id: string;
  /** Distinguishes it where there are several; otherwise empty. */
  readonly name: string;
  /** Absolute; `undefined` for a folder that is not on this machine. */
  readonly path: string | undefined;
  /** {@link ServerSource.folder} */
  readonly startIn: string | undefined;
  /** {@link ServerSource.isElsewhere} */
  readonly isElsewhere?: boolean;
}

export interface LocatedSource {
  readonly entry: ConfigurationSource;
  readonly source: ServerSource;
}

/** Absolute paths of all files that are known to decide which servers there are, whether they exist or not. */
export function filesToFollow(window: ConfiguredWindow, ports: PathPorts): readonly string[] {
  return [...sourceFiles(window, ports), ...stateFiles(window, ports).flat()];
}

/** Absolute paths of the files that configure servers, whether they exist or not. */
export function sourceFiles(
  window: ConfiguredWindow,
  ports: PathPorts,
  table = configurationSources,
): readonly string[] {
  return locateSources(window, ports, table).flatMap(({ entry, source }) =>
    entry.file !== undefined && source.file !== undefined ? [source.file] : [],
  );
}

/** Every place of a window with an entry of the table that is read there, whether it has servers or not. */
export function locateSources(
  window: ConfiguredWindow,
  { join }: PathPorts,
  table = configurationSources,
): readonly LocatedSource[] {
  return sourcePlaces(window).flatMap((place) =>
    table
      .filter(({ place: kind, onlyIfDiscovered: product }) => {
        return kind === place.kind && (product === undefined || window.discovers?.(product) === true);
      })
      .map((entry) => {
        const { kind, format } = entry;
        const note = entry.note?.(window);
        const file = entry.file === undefined || place.path === undefined ? place.path : join(place.path, entry.file);
        return {
          entry,
          source: {
            kind,
            format,
            id: place.id,
            label: entry.label(place.name),
            file,
            folder: place.startIn,
            ...(note !== undefined && { note }),
            ...(place.isElsewhere === true && { isElsewhere: true }),
          },
        };
      }),
  );
}

function sourcePlaces({ directories, workspaceFile, folders, remoteName }: ConfiguredWindow): readonly Place[] {
  const own = { id: '', name: '', startIn: undefined };
  const ownPlaces = (['profile', 'copilot', 'appData', 'home'] as const).flatMap((kind): Place[] => {
    const path = directories[kind];
    if (path === undefined) return [];
    if (kind !== 'profile' || remoteName === undefined) return [{ ...own, kind, path }];
    // The profile on this machine is the remote user's. The user's own is on another one: VS Code knows its values, and nothing has its text.
    return [
      { ...own, kind, path: undefined, isElsewhere: true },
      { ...own, kind: 'remote', path },
    ];
  });
  const shared: readonly Place[] =
    workspaceFile === undefined || workspaceFile === 'unsaved'
      ? []
      : [
          {
            kind: 'workspaceFile',
            id: workspaceFile.uri,
            name: workspaceFile.name,
            path: workspaceFile.path,
            startIn: folders[0]?.path,
          },
        ];
  const inFolders = folders.map(({ name, uri, path, directory }): Place => ({
    kind: 'folder',
    id: uri,
    name: folders.length > 1 ? name : '',
    path: directory,
    startIn: path,
  }));
  return [...ownPlaces, ...shared, ...inFolders];
}
