import * as l10n from '@vscode/l10n';
import { ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from 'vscode';
import { isCancelled } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { CatalogEntry } from '../../core/catalog/catalog';
import { isDirectory } from '../../core/content/mimeTypes';
import { formatSize } from '../../core/base/format';
import { commandFor } from '../base/commandMap';
import { commands, rowKinds } from '../base/ids';
import { rowUri } from '../base/rowUri';
import { statusRow, type StatusRow } from '../servers/statusRows';
import { describeError } from '../base/tell';
import type { VirtualFiles } from '../content/virtualFiles';

/** One of the files of a resource, below its row. */
export interface PartRow {
  readonly kind: 'part';
  readonly id: string;
  readonly label: string;
  readonly file: Uri;
  /** File that a drag carries, see {@link VirtualFiles.uriForChat}. */
  readonly fileForChat: Uri;
  /** In bytes. */
  readonly size: number;
}

/** True for a resource that is a folder, or was read and consists of several files. */
export function hasParts({ serverId, resource }: CatalogEntry, files: VirtualFiles): boolean {
  return isDirectory(resource.mimeType) || files.partsOf({ serverId, uri: resource.uri }) !== undefined;
}

/**
 * The rows below a resource that consists of files. It is read when the user expands it; a refresh of the tree shows that content, or a
 * newer one if known, until it is collapsed.
 */
export class PartRows {
  readonly #opened = new Map<string, readonly (PartRow | StatusRow)[]>();

  constructor(
    private readonly files: VirtualFiles,
    private readonly log: Logger,
  ) {}

  /** The rows of the files; where reading fails, one row with the reason. */
  async rows(id: string, { serverId, resource }: CatalogEntry): Promise<readonly (PartRow | StatusRow)[]> {
    const { files } = this;
    const address = { serverId, uri: resource.uri };
    const opened = this.#opened.get(id);
    const knownParts = opened && files.partsOf(address);
    if (opened && !knownParts) return opened;
    const rows = await this.#read(id, async () => {
      const parts = knownParts ?? (await files.readParts(address));
      return parts.map((part) => ({
        kind: 'part',
        id: `${id}\n${part.occurrence}\n${part.uri}`,
        label: part.path,
        file: files.partUri(serverId, resource, part),
        fileForChat: files.uriForChat(serverId, resource, part),
        size: part.bytes.length,
      }));
    });
    this.#opened.set(id, rows);
    return rows;
  }

  closed(id: string): void {
    this.#opened.delete(id);
  }

  async #read(id: string, read: () => Promise<PartRow[]>): Promise<readonly (PartRow | StatusRow)[]> {
    try {
      return await read();
    } catch (error) {
      const message = isCancelled(error) ? l10n.t('Reading was canceled.') : describeError(error, this.log);
      return [failedRow(id, l10n.t('Couldn’t read the files'), message)];
    }
  }
}

/** @param message why, in a sentence */
export function failedRow(id: string, label: string, message: string): StatusRow {
  const text = l10n.t('{0} Collapse and expand the folder to try again.', message);
  return statusRow({ id: `${id}\nfailed`, severity: 'warning', label, text, brief: text, detail: text });
}

export function partItem({ id, label, file, fileForChat, size }: PartRow): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = id;
  item.resourceUri = rowUri(fileForChat);
  item.iconPath = ThemeIcon.File;
  item.description = formatSize(size);
  item.contextValue = rowKinds.part;
  item.command = commandFor(commands.open, l10n.t('Open'), file);
  item.accessibilityInformation = { label: `${label}, ${formatSize(size)}` };
  return item;
}
