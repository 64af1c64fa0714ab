import * as l10n from '@vscode/l10n';
import {
  Disposable as VsDisposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  Uri,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
} from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../core/base/disposable';
import { HumanError } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import { itemAt, partKeyAt } from '../core/content/folder';
import { NewestNames } from '../core/content/newestNames';
import type { Part, PartKey } from '../core/content/part';
import {
  folderPlace,
  partPlace,
  renewed,
  virtualPlace,
  virtualScheme,
  virtualTarget,
  type VirtualPlace,
  type VirtualTarget,
} from '../core/content/virtualPath';
import type { Content } from '../core/context/content';
import { keyOf, type ContentCache, type ResourceAddress } from '../core/context/contentCache';
import type { LiveContext } from '../core/context/liveContext';
import type { Resource } from '../core/resource';
import type { ServerDefinition } from '../core/servers/serverDefinition';
import { serverKey, serverOfKey } from './serverKeys';
import { describeError } from './tell';

type Named = Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>;

/** A virtual file or folder, and the resource that it is of. */
interface Located {
  readonly uri: Uri;
  readonly address: ResourceAddress;
  readonly target: VirtualTarget;
}

type Item =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'folder'; readonly entries: readonly (readonly [string, FileType])[] };

/**
 * The resources as read-only files of the scheme `mcpres`. A stat reads the resource, because VS Code wants the exact size; the read that
 * follows gets the same bytes. A resource whose read returns several files is one file with all of them, and a folder of them besides; one
 * read serves both. The modification time grows strictly with every change and every change is announced: chat clients send
 * stale content otherwise.
 */
export class VirtualFiles implements FileSystemProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChangeFile = new EventEmitter<FileChangeEvent[]>();
  /** What was asked for, by resource: one can have several names over time. */
  readonly #seen = new Map<string, NewestNames<Located>>();
  /** The file of each resource that editors show, oldest first. */
  readonly #open = new Map<string, Uri[]>();
  /** How often a file that is not live was handed to the chat and read there. */
  readonly #sends = new Map<string, { count: number; isRead: boolean }>();

  readonly onDidChangeFile = this.#didChangeFile.event;

  constructor(
    private readonly definitions: () => readonly ServerDefinition[],
    private readonly cache: ContentCache,
    private readonly live: LiveContext,
    private readonly log: Logger,
  ) {
    this.#store.add(this.#didChangeFile);
    this.#store.add(cache.onDidChange((address) => this.#announce(address)));
  }

  /** All of a resource in one file. Its name says what the content is, once that is known, but an open file keeps its name. */
  uri(serverId: string, resource: Named): Uri {
    return (
      this.#open.get(keyOf({ serverId, uri: resource.uri }))?.[0] ?? this.#at(serverId, this.#place(serverId, resource))
    );
  }

  /** One of the files that a resource consists of. */
  partUri(serverId: string, resource: Named, part: Part): Uri {
    return this.#at(serverId, partPlace(resource, part));
  }

  /** The folder of the files that a resource consists of. */
  folderUri(serverId: string, resource: Named): Uri {
    return this.#at(serverId, folderPlace(resource));
  }

  /** The files that a resource consists of, where it was read and consists of several. */
  partsOf(address: ResourceAddress): readonly Part[] | undefined {
    const parts = this.cache.peek(address)?.parts ?? [];
    return parts.length > 1 ? parts : undefined;
  }

  /** The files that a resource consists of, read if need be. Rejects with a {@link HumanError}. */
  async readParts(address: ResourceAddress): Promise<readonly Part[]> {
    return (await this.cache.get(address)).parts;
  }

  /**
   * The file to hand to a chat, of a part where one is given. VS Code keeps what it read of a file for minutes, and for a resource that is
   * not live nobody can tell it that it changed: so after each send such a resource goes out under another query, which makes it be read at
   * the next one.
   */
  uriForChat(serverId: string, resource: Named, part?: Part): Uri {
    const place = part ? partPlace(resource, part) : this.#place(serverId, resource);
    const address = { serverId, uri: resource.uri };
    if (this.live.liveness(address).kind === 'live') return this.#at(serverId, place);
    const key = keyOf(address);
    const { count, isRead } = this.#sends.get(key) ?? { count: 0, isRead: false };
    const round = isRead ? count + 1 : count;
    this.#sends.set(key, { count: round, isRead: false });
    return this.#at(serverId, renewed(place, round));
  }

  /** The resource that a virtual file or folder is of; `undefined` for any other URI and for servers that are gone. */
  addressOf(uri: Uri): ResourceAddress | undefined {
    return this.#locate(uri)?.address;
  }

  /** Which of the files of its resource a virtual file is; `undefined` for all of them in one. */
  partOf(uri: Uri): PartKey | undefined {
    const located = this.#locate(uri);
    return located && partKeyAt(this.cache.peek(located.address)?.parts ?? [], located.target);
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (isRoot(uri)) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { item, changedAt } = await this.#item(uri);
    const common = { ctime: 0, mtime: changedAt, permissions: FilePermission.Readonly };
    if (item.kind === 'folder') return { ...common, type: FileType.Directory, size: 0 };
    return { ...common, type: FileType.File, size: item.bytes.length };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { item, address } = await this.#item(uri);
    if (item.kind === 'folder') throw FileSystemError.FileIsADirectory(uri);
    const sends = this.#sends.get(keyOf(address));
    if (sends) sends.isRead = true;
    return item.bytes;
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    if (isRoot(uri)) return [];
    const { item } = await this.#item(uri);
    if (item.kind === 'file') throw FileSystemError.FileNotADirectory(uri);
    return item.entries.map(([name, type]) => [name, type]);
  }

  /** Called while an editor shows the file, not for attachments: those are watched because they are picked. */
  watch(uri: Uri): VsDisposable {
    const located = this.#locate(uri);
    if (!located) return new VsDisposable(() => undefined);
    const held = this.live.hold(located.address);
    const shown = this.#show(located);
    return new VsDisposable(() => [held, shown].forEach((one) => one.dispose()));
  }

  createDirectory(): never {
    throw FileSystemError.NoPermissions(readOnly());
  }

  writeFile(): never {
    throw FileSystemError.NoPermissions(readOnly());
  }

  delete(): never {
    throw FileSystemError.NoPermissions(readOnly());
  }

  rename(): never {
    throw FileSystemError.NoPermissions(readOnly());
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #item(uri: Uri): Promise<{ item: Item; address: ResourceAddress; changedAt: number }> {
    const located = this.#locate(uri);
    if (!located) throw FileSystemError.FileNotFound(uri);
    const { address } = located;
    const content = await this.#content(address);
    const item = itemOf(content, located.target);
    if (!item) throw FileSystemError.FileNotFound(uri);
    this.#remember(located);
    return { item, address, changedAt: content.changedAt };
  }

  async #content(address: ResourceAddress): Promise<Content> {
    try {
      const content = await this.cache.get(address);
      this.live.markRead(address);
      return content;
    } catch (error) {
      const message = describeError(error, this.log);
      if (error instanceof HumanError) {
        this.live.markFailed(address, error);
        if (error.reason === 'notFound') throw FileSystemError.FileNotFound(message);
      }
      throw FileSystemError.Unavailable(message);
    }
  }

  #place(serverId: string, resource: Named): VirtualPlace {
    const read = this.cache.peek({ serverId, uri: resource.uri });
    return virtualPlace({ ...resource, mimeType: read?.mimeType ?? resource.mimeType });
  }

  #at(serverId: string, place: VirtualPlace): Uri {
    const name = this.definitions().find(({ id }) => id === serverId)?.name ?? '';
    return Uri.from({ scheme: virtualScheme, authority: serverKey(serverId, name), ...place });
  }

  #locate(uri: Uri): Located | undefined {
    const target = uri.scheme === virtualScheme ? virtualTarget(uri) : undefined;
    const server = target && serverOfKey(uri.authority, this.definitions());
    return server && { uri, target, address: { serverId: server.id, uri: target.uri } };
  }

  #remember(located: Located): void {
    const key = keyOf(located.address);
    const seen = this.#seen.get(key) ?? new NewestNames<Located>();
    this.#seen.set(key, seen);
    seen.add(JSON.stringify(located.target), located.uri.toString(), located);
  }

  #show({ uri, address, target }: Located): Disposable {
    const key = keyOf(address);
    if (target.kind === 'whole') this.#open.set(key, [...(this.#open.get(key) ?? []), uri]);
    return toDisposable(() => {
      const others = (this.#open.get(key) ?? []).filter((one) => one !== uri);
      if (others.length > 0) this.#open.set(key, others);
      else this.#open.delete(key);
    });
  }

  #announce(address: ResourceAddress): void {
    const content = this.cache.peek(address);
    const seen = this.#seen.get(keyOf(address))?.values ?? [];
    const isThere = ({ target }: Located): boolean => content !== undefined && itemOf(content, target) !== undefined;
    this.#didChangeFile.fire(
      seen.map((located) => ({
        type: isThere(located) ? FileChangeType.Changed : FileChangeType.Deleted,
        uri: located.uri,
      })),
    );
  }
}

function itemOf({ bytes, parts }: Content, target: VirtualTarget): Item | undefined {
  if (target.kind === 'whole') return { kind: 'file', bytes };
  const item = itemAt(parts, target);
  if (!item) return undefined;
  if (item.kind === 'file') return { kind: 'file', bytes: item.part.bytes };
  const typeOf = (isFolder: boolean): FileType => (isFolder ? FileType.Directory : FileType.File);
  return { kind: 'folder', entries: item.entries.map(({ name, isFolder }) => [name, typeOf(isFolder)]) };
}

/** Editors ask for the folder of a file. */
function isRoot({ path }: Uri): boolean {
  return path === '/' || path === '';
}

function readOnly(): string {
  return l10n.t('MCP resources are read-only here: change them where their server gets them from.');
}
