import { FilePermission, FileSystemError, FileType, Uri, type FileStat } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Slice } from '../../core/base/scheduler';
import type { Catalog } from '../../core/catalog/catalog';
import type { KeptOrder } from '../../core/catalog/keptOrder';
import { FreeNames } from '../../core/content/freeNames';
import { groupPlace, virtualGroup, type VirtualGroup } from '../../core/content/virtualGroup';
import { fileName, virtualScheme } from '../../core/content/virtualPath';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContentCache } from '../../core/context/contentCache';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import { each } from '../../core/tree/groups';
import type { TreeArrangement } from '../../core/tree/arrangement';
import type { GroupNode } from '../../core/tree/treeNode';
import { schemeOf } from '../../core/base/uriText';
import type { Visibility } from '../base/visibility';
import { serverKey, serverOfKey } from './serverKeys';

/** A resource as a file of a group's folder. */
interface GroupFile {
  readonly address: ResourceAddress;
  /** In bytes, from the server's list. */
  readonly size: number | undefined;
}

interface Listing {
  readonly of: string;
  readonly revision: number;
  /** Shared by concurrent requests: a client that lists a folder asks for all its files at once. */
  readonly files: Promise<ReadonlyMap<string, GroupFile>>;
}

/** Maximum number of files in a folder; the most important ones are kept. */
const mostFiles = 500;
/** Authority of groups with resources of several servers. It differs from every server's authority, which ends with a hash. */
const severalServers = 'servers';

/**
 * The groups of the tree as folders of their resources, so that a group can be dragged as a whole. Their contents come from the servers'
 * lists: neither a list nor a stat ever reads a resource, because a search in a folder stats every file. So the size of a file is the one
 * in the list until the file is read; a resource attached by itself has another URI, where a stat is exact.
 */
export class GroupFiles implements Disposable {
  readonly #store = new DisposableStore();
  /** The last listing: a client that lists a folder asks for its files next. */
  #listing: Listing | undefined;

  constructor(
    private readonly parts: {
      readonly catalog: Catalog;
      readonly cache: ContentCache;
      readonly definitions: () => readonly ServerDefinition[];
      /** The most important first. */
      readonly order: Pick<KeptOrder, 'ids'>;
      readonly visibility: Pick<Visibility, 'isVisible' | 'onDidChange'>;
      readonly arrangement: Pick<TreeArrangement, 'audience' | 'onDidChange'>;
      readonly newSlice: () => Slice;
    },
  ) {
    for (const { onDidChange } of [parts.visibility, parts.arrangement])
      this.#store.add(onDidChange(() => (this.#listing = undefined)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** `undefined` for a range of rows, which has no identity of its own. */
  uri(row: GroupNode): Uri | undefined {
    if (row.kind === 'range') return undefined;
    const server = this.parts.definitions().find(({ id }) => id === row.serverId);
    const prefix = row.kind === 'folder' ? row.prefix : undefined;
    const label = { scheme: row.scheme, server: server?.name, folder: 'label' in row ? row.label : '' }[row.kind];
    const place = groupPlace({ scheme: row.scheme, prefix }, label ?? '');
    const authority = row.serverId === undefined ? severalServers : serverKey(row.serverId, server?.name ?? '');
    return Uri.from({ scheme: virtualScheme, authority, ...place });
  }

  /** True for the URI of a group's folder, and for all below it. */
  has(uri: Uri): boolean {
    return uri.scheme === virtualScheme && virtualGroup(uri) !== undefined;
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (virtualGroup(uri)?.child === undefined) {
      await this.list(uri);
      return folderStat(0);
    }
    const { address, size } = await this.file(uri);
    const read = this.parts.cache.peek(address);
    return read ? fileStat(read.bytes.length, read.changedAt) : fileStat(size ?? 0, 0);
  }

  async list(uri: Uri): Promise<[string, FileType][]> {
    if (virtualGroup(uri)?.child !== undefined) throw FileSystemError.FileNotADirectory(uri);
    const files = await this.#files(uri);
    if (files.size === 0) throw FileSystemError.FileNotFound(uri);
    return [...files.keys()].map((name) => [name, FileType.File]);
  }

  /** The resource behind a file of a folder. */
  async file(uri: Uri): Promise<GroupFile> {
    const child = virtualGroup(uri)?.child;
    if (child === undefined) throw FileSystemError.FileIsADirectory(uri);
    const file = (await this.#files(uri)).get(child);
    if (!file) throw FileSystemError.FileNotFound(uri);
    return file;
  }

  async #files(uri: Uri): Promise<ReadonlyMap<string, GroupFile>> {
    const group = virtualGroup(uri)?.group;
    const server = serverOfKey(uri.authority, this.parts.definitions());
    if (!group || (!server && uri.authority !== severalServers)) return new Map();
    const of = JSON.stringify([server?.id, group]);
    const { revision } = this.parts.catalog;
    if (this.#listing?.of === of && this.#listing.revision === revision) return this.#listing.files;
    const files = this.#list(server?.id, group);
    this.#listing = { of, revision, files };
    return files;
  }

  async #list(serverId: string | undefined, { scheme, prefix = '' }: VirtualGroup): Promise<Map<string, GroupFile>> {
    const { catalog, order, visibility, arrangement, newSlice } = this.parts;
    const isShown = (id: number): boolean => visibility.isVisible(id) && catalog.table.isFor(id, arrangement.audience);
    const files = new Map<string, GroupFile>();
    const names = new FreeNames();
    const isMember = (id: number, uri: string): boolean =>
      uri.startsWith(prefix) &&
      uri !== prefix &&
      (scheme === undefined || schemeOf(uri) === scheme) &&
      (serverId === undefined || catalog.serverIdOf(id) === serverId);
    await each(await order.ids(), newSlice(), (id) => {
      if (files.size >= mostFiles || !catalog.table.has(id) || !isShown(id)) return;
      const entry = isMember(id, catalog.table.uri(id)) ? catalog.get(id) : undefined;
      if (!entry) return;
      const { uri, size } = entry.resource;
      files.set(names.take(fileName(entry.resource)), { address: { serverId: entry.serverId, uri }, size });
    });
    return files;
  }
}

export function folderStat(mtime: number): FileStat {
  return { type: FileType.Directory, ctime: 0, mtime, size: 0, permissions: FilePermission.Readonly };
}

export function fileStat(size: number, mtime: number): FileStat {
  return { type: FileType.File, ctime: 0, mtime, size, permissions: FilePermission.Readonly };
}
