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
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/disposable';
import { HumanError } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { itemAt, partKeyAt } from '../../core/content/folder';
import { NewestNames } from '../../core/content/newestNames';
import type { Part, PartKey } from '../../core/content/part';
import {
  folderPlace,
  partPlace,
  renewed,
  roundOf,
  virtualPlace,
  virtualTarget,
  type VirtualPlace,
  type VirtualTarget,
} from '../../core/content/virtualPath';
import { virtualScheme } from '../../core/content/virtualScheme';
import type { Content } from '../../core/content/content';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import { type ContentCache } from '../../core/context/contentCache';
import type { LiveContext } from '../../core/context/liveContext';
import type { SeenReads } from '../../core/context/seenReads';
import type { Resource } from '../../core/resource/resource';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { MissedAttachments } from '../chat/missedAttachments';
import { authorityOf, serverOfAuthority } from './serverAuthority';
import { describeError } from '../base/tell';

type Named = Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>;

/** A virtual file or folder, with the address of its resource. */
interface Located {
  readonly uri: Uri;
  readonly address: ResourceAddress;
  readonly target: VirtualTarget;
}

type Item =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'folder'; readonly entries: readonly (readonly [string, FileType])[] };

export interface VirtualFilesParts {
  readonly definitions: () => readonly ServerDefinition[];
  readonly cache: ContentCache;
  readonly live: LiveContext;
  readonly reads: SeenReads;
  readonly missed: Pick<MissedAttachments, 'found' | 'failed'>;
  /** See {@link SeenReads}. */
  readonly shownUntil: (file: string) => number;
  readonly log: Logger;
}

/**
 * The resources as read-only files of the scheme `mcpres`. A stat reads the resource, because VS Code needs the exact size; the read that
 * follows gets the same bytes. A resource whose read returns several files is one file with all of them, and also a folder of them; one
 * read serves both. The modification time grows strictly with every change and every change is announced: otherwise chat clients send
 * outdated content.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/files/common/files.ts (etag)
 */
export class VirtualFiles implements FileSystemProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChangeFile = new EventEmitter<FileChangeEvent[]>();
  /** Requested files, by resource: one can have several names over time. */
  readonly #asked = new Map<string, NewestNames<Located>>();
  /** The file of each resource that editors show, oldest first. */
  readonly #open = new Map<string, Uri[]>();

  readonly onDidChangeFile = this.#didChangeFile.event;

  constructor(private readonly parts: VirtualFilesParts) {
    this.#store.add(this.#didChangeFile);
    this.#store.add(parts.cache.onDidChange((address) => this.#announce(address)));
  }

  /** The file with all of a resource. Its name follows the type of the content once that is known, but an open file keeps its name. */
  uri(serverId: string, resource: Named): Uri {
    return (
      this.#open.get(keyOf({ serverId, uri: resource.uri }))?.[0] ?? this.#at(serverId, this.#place(serverId, resource))
    );
  }

  /** One of the files of a resource. */
  partUri(serverId: string, resource: Named, part: Part): Uri {
    return this.#at(serverId, partPlace(resource, part));
  }

  /** The folder of a resource's files. */
  folderUri(serverId: string, resource: Named): Uri {
    return this.#at(serverId, folderPlace(resource));
  }

  /** The files of a resource; `undefined` where it was not read or is a single one. */
  partsOf(address: ResourceAddress): readonly Part[] | undefined {
    const parts = this.parts.cache.peek(address)?.parts ?? [];
    return parts.length > 1 ? parts : undefined;
  }

  /** The files of a resource, read if necessary. Rejects with a {@link HumanError}. */
  async readParts(address: ResourceAddress): Promise<readonly Part[]> {
    return (await this.parts.cache.get(address)).parts;
  }

  /**
   * The file, or the file of one part, to attach to a chat in any way. VS Code caches a file that it has read for minutes, and would send
   * that again. So a resource gets a new URI, which no tab shows, once a message has read the last one: each message reads it.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/browser/mainThreadDocuments.ts (BoundModelReferenceCollection)
   */
  uriForChat(serverId: string, resource: Named, part?: Part): Uri {
    const place = part ? partPlace(resource, part) : this.#place(serverId, resource);
    const address = { serverId, uri: resource.uri };
    for (let round = this.parts.reads.roundOf(address); ; round += 1) {
      const handed = part ? undefined : this.#asked.get(keyOf(address))?.values.find(isWholeOf(round));
      const uri = handed?.uri ?? this.#at(serverId, renewed(place, round));
      if (this.parts.shownUntil(uri.toString()) !== Infinity) return uri;
    }
  }

  /** The resource of a virtual file or folder; `undefined` for any other URI and for servers that are no longer configured. */
  addressOf(uri: Uri): ResourceAddress | undefined {
    return this.#locate(uri)?.address;
  }

  /** The server and the target of a virtual file or folder by the text of its URI; `undefined` as for {@link addressOf}. */
  fileAt(text: string): { readonly serverId: string; readonly target: VirtualTarget } | undefined {
    const located = this.#locate(parsed(text));
    return located && { serverId: located.address.serverId, target: located.target };
  }

  /** The part of its resource that a virtual file is; `undefined` for the file with all of them. */
  partOf(uri: Uri): PartKey | undefined {
    const located = this.#locate(uri);
    return located && partKeyAt(this.parts.cache.peek(located.address)?.parts ?? [], located.target);
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (isRoot(uri)) return folderStat(0);
    const { item, content } = await this.#item(uri);
    this.parts.missed.found(uri, 'stat');
    if (item.kind === 'folder') return folderStat(content.changedAt);
    return fileStat(item.bytes.length, content.changedAt);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { item, content, address } = await this.#item(uri);
    if (item.kind === 'folder') throw FileSystemError.FileIsADirectory(uri);
    this.parts.missed.found(uri, 'read');
    this.parts.reads.took({ file: uri.toString(), round: roundOf(uri), address, content, bytes: item.bytes });
    return item.bytes;
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    if (isRoot(uri)) return [];
    const { item } = await this.#item(uri);
    if (item.kind === 'file') throw FileSystemError.FileNotADirectory(uri);
    return item.entries.map(([name, type]) => [name, type]);
  }

  /** Called while an editor shows the file, not for attachments: those are live because they are in the context. */
  watch(uri: Uri): VsDisposable {
    const located = this.#locate(uri);
    if (!located) return new VsDisposable(() => undefined);
    const held = this.parts.live.hold(located.address);
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

  async #item(uri: Uri): Promise<{ item: Item; address: ResourceAddress; content: Content }> {
    const located = this.#locate(uri);
    if (!located) throw FileSystemError.FileNotFound(uri);
    const { address } = located;
    const content = await this.#content(located);
    const item = itemOf(content, located.target);
    if (!item) {
      this.parts.missed.failed(uri, address, undefined);
      throw FileSystemError.FileNotFound(uri);
    }
    this.#remember(located);
    return { item, address, content };
  }

  async #content({ uri, address }: Located): Promise<Content> {
    try {
      return await this.parts.cache.get(address);
    } catch (error) {
      this.parts.missed.failed(uri, address, error);
      const message = describeError(error, this.parts.log);
      if (error instanceof HumanError && error.reason === 'notFound') throw FileSystemError.FileNotFound(message);
      throw FileSystemError.Unavailable(message);
    }
  }

  #place(serverId: string, resource: Named): VirtualPlace {
    const read = this.parts.cache.peek({ serverId, uri: resource.uri });
    return virtualPlace({ ...resource, mimeType: read?.mimeType ?? resource.mimeType });
  }

  #at(serverId: string, place: VirtualPlace): Uri {
    const name = this.parts.definitions().find(({ id }) => id === serverId)?.name ?? '';
    return Uri.from({ scheme: virtualScheme, authority: authorityOf(serverId, name), ...place });
  }

  #locate(uri: Uri): Located | undefined {
    const target = uri.scheme === virtualScheme ? virtualTarget(uri) : undefined;
    const server = target && serverOfAuthority(uri.authority, this.parts.definitions());
    return server && { uri, target, address: { serverId: server.id, uri: target.uri } };
  }

  #remember(located: Located): void {
    const key = keyOf(located.address);
    const asked = this.#asked.get(key) ?? new NewestNames<Located>();
    this.#asked.set(key, asked);
    asked.add(JSON.stringify(located.target), located.uri.toString(), located);
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
    const content = this.parts.cache.peek(address);
    const asked = this.#asked.get(keyOf(address))?.values ?? [];
    const isThere = ({ target }: Located): boolean => content !== undefined && itemOf(content, target) !== undefined;
    this.parts.reads.shown(asked.map(({ uri }) => uri.toString()));
    this.#didChangeFile.fire(
      asked.map((located) => ({
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

/** A file that the chat was given in a round keeps its name, even if its type turns out to be another. */
function isWholeOf(round: number): (located: Located) => boolean {
  return ({ target, uri }) => target.kind === 'whole' && roundOf(uri) === round;
}

/** An empty URI for a text that is none. */
function parsed(text: string): Uri {
  try {
    return Uri.parse(text);
  } catch {
    return Uri.from({ scheme: '' });
  }
}

/** Editors request the parent folder of a file. */
function isRoot({ path }: Uri): boolean {
  return path === '/' || path === '';
}

function readOnly(): string {
  return l10n.t('MCP resources are read-only. Change them at their source.');
}

function folderStat(mtime: number): FileStat {
  return { type: FileType.Directory, ctime: 0, mtime, size: 0, permissions: FilePermission.Readonly };
}

function fileStat(size: number, mtime: number): FileStat {
  return { type: FileType.File, ctime: 0, mtime, size, permissions: FilePermission.Readonly };
}
