import * as l10n from '@vscode/l10n';
import { ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from 'vscode';
import { isCancelled } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import type { CatalogEntry } from '../core/catalog/catalog';
import { isDirectory } from '../core/content/mimeTypes';
import { formatSize } from '../core/format';
import { commands, rowKinds } from './ids';
import type { StatusRow } from './statusRows';
import { describeError } from './tell';
import type { VirtualFiles } from './virtualFiles';

/** One of the files that a resource consists of, below its row. */
export interface PartRow {
  readonly kind: 'part';
  readonly id: string;
  readonly label: string;
  readonly file: Uri;
  /** Bytes. */
  readonly size: number;
}

/** True for a resource that is a folder, or was read and found to consist of several files. */
export function hasParts({ serverId, resource }: CatalogEntry, files: VirtualFiles): boolean {
  return isDirectory(resource.mimeType) || files.partsOf({ serverId, uri: resource.uri }) !== undefined;
}

/** The files of a resource, read if need be; a row that says why where that fails. */
export async function partRows(
  id: string,
  { serverId, resource }: CatalogEntry,
  files: VirtualFiles,
  log: Logger,
): Promise<readonly (PartRow | StatusRow)[]> {
  try {
    const parts = await files.readParts({ serverId, uri: resource.uri });
    return parts.map((part) => ({
      kind: 'part',
      id: `${id}\n${part.occurrence}\n${part.uri}`,
      label: part.path,
      file: files.partUri(serverId, resource, part),
      size: part.bytes.length,
    }));
  } catch (error) {
    const message = isCancelled(error)
      ? l10n.t('Reading was cancelled. Collapse and expand to read again.')
      : describeError(error, log);
    return [failedRow(id, message)];
  }
}

function failedRow(id: string, message: string): StatusRow {
  return {
    kind: 'status',
    id: `${id}\nfailed`,
    severity: 'warning',
    label: message,
    text: '',
    detail: message,
    serverId: undefined,
    action: undefined,
  };
}

export function partItem({ id, label, file, size }: PartRow): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = id;
  item.resourceUri = file;
  item.iconPath = ThemeIcon.File;
  item.description = formatSize(size);
  item.contextValue = rowKinds.part;
  item.command = { command: commands.open, title: l10n.t('Open'), arguments: [file] };
  item.accessibilityInformation = { label: `${label}, ${formatSize(size)}` };
  return item;
}
