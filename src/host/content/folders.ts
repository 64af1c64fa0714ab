import * as l10n from '@vscode/l10n';
import { formatCount } from '../../core/base/format';
import type { PickedResource } from '../../core/context/contextSet';
import { walk, type Walked } from '../../core/directories/walk';
import type { Visibility } from '../../core/search/visibility';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { toPicked } from './commandArguments';
import type { ContentNeeds } from './open';

export interface FolderNeeds {
  readonly base: Pick<ContentNeeds['base'], 'clock'>;
  readonly core: Pick<ContentNeeds['core'], 'catalog' | 'directories'>;
}

/** The files in folders and in those below them. */
export interface FolderFiles {
  readonly folders: readonly PickedResource[];
  readonly files: readonly PickedResource[];
  /** Says that there may be more; empty if not. */
  readonly problem: string;
}

/** Reads folders by their ids, and those below them, see {@link walk}. `undefined` if the user cancels. */
export function readFolders(ids: readonly number[], { base, core }: FolderNeeds): Promise<Walked | undefined> {
  return withDelayedProgress({ title: l10n.t('Reading folders'), clock: base.clock }, (signal, report) => {
    const onRead = (...counts: readonly number[]): void =>
      report(l10n.t('Folders: {0}, resources: {1}', ...counts.map(formatCount)));
    return walk(ids, core, onRead, signal);
  });
}

/** Reads folders for an action on the files in them, but for hidden ones. `undefined` if the user cancels. */
export async function filesIn(
  folders: readonly PickedResource[],
  needs: FolderNeeds & { readonly search: { readonly visibility: Pick<Visibility, 'isVisible'> } },
): Promise<FolderFiles | undefined> {
  const { catalog } = needs.core;
  const ids = folders.flatMap(({ serverId, uri }) => catalog.idOf(serverId, uri) ?? []);
  const walked = await readFolders(ids, needs);
  if (!walked) return undefined;
  const visible = walked.files.filter(needs.search.visibility.isVisible);
  const files = visible.flatMap((id) => catalog.get(id) ?? []).map(toPicked);
  return { folders, files, problem: describeUnread(walked) };
}

export function isFolder({ serverId, uri, part }: PickedResource, core: FolderNeeds['core']): boolean {
  return !part && core.directories.isDirectory(core.catalog.idOf(serverId, uri) ?? -1);
}

/** Empty if all was read. */
export function describeUnread({ unread }: Walked): string {
  return unread === 0 ? '' : l10n.t('Folders that weren’t read completely: {0}.', formatCount(unread));
}
