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
import { DisposableStore, type Disposable } from '../core/base/disposable';
import { HumanError } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import {
  renewed,
  uriOfVirtualPlace,
  virtualPlace,
  virtualScheme,
  type VirtualPlace,
} from '../core/content/virtualPath';
import { keyOf, type Content, type ContentCache, type ResourceAddress } from '../core/context/contentCache';
import type { LiveContext } from '../core/context/liveContext';
import type { Resource } from '../core/resource';
import type { ServerDefinition } from '../core/servers/serverDefinition';
import { serverKey, serverOfKey } from './serverKeys';
import { describeError } from './tell';

type Named = Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>;

/**
 * The resources as read-only files of the scheme `mcpres`. A stat reads the resource, because VS Code wants the exact size; the read that
 * follows gets the same bytes. The modification time grows strictly with every change and every change is announced: chat clients send
 * stale content otherwise.
 */
export class VirtualFiles implements FileSystemProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChangeFile = new EventEmitter<FileChangeEvent[]>();
  /** The virtual files that were asked for, by resource: one can have several names over time. */
  readonly #seen = new Map<string, Map<string, Uri>>();
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

  uri(serverId: string, resource: Named): Uri {
    return this.#at(serverId, virtualPlace(resource));
  }

  /**
   * The file to hand to a chat. VS Code keeps what it read of a file for minutes, and for a resource that is not live nobody can tell it
   * that it changed: so after each send such a resource goes out under another query, which makes it be read at the next one.
   */
  uriForChat(serverId: string, resource: Named): Uri {
    const place = virtualPlace(resource);
    const address = { serverId, uri: resource.uri };
    if (this.live.liveness(address).kind === 'live') return this.#at(serverId, place);
    const key = keyOf(address);
    const sends = this.#sends.get(key) ?? { count: 0, isRead: false };
    if (sends.isRead) this.#sends.set(key, { count: sends.count + 1, isRead: false });
    else this.#sends.set(key, sends);
    const { count } = this.#sends.get(key) ?? sends;
    return this.#at(serverId, renewed(place, count));
  }

  /** The resource that a virtual file stands for; `undefined` for any other URI and for servers that are gone. */
  addressOf(uri: Uri): ResourceAddress | undefined {
    if (uri.scheme !== virtualScheme) return undefined;
    const resource = uriOfVirtualPlace(uri);
    const server = serverOfKey(uri.authority, this.definitions());
    return resource === undefined || !server ? undefined : { serverId: server.id, uri: resource };
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (isFolder(uri)) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes, changedAt } = await this.#content(uri);
    return {
      type: FileType.File,
      ctime: 0,
      mtime: changedAt,
      size: bytes.length,
      permissions: FilePermission.Readonly,
    };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { bytes } = await this.#content(uri);
    const sends = this.#sends.get(keyOf(this.#required(uri)));
    if (sends) sends.isRead = true;
    return bytes;
  }

  /** Called while an editor shows the file, not for attachments: those are watched because they are picked. */
  watch(uri: Uri): VsDisposable {
    const address = this.addressOf(uri);
    const held = address && this.live.hold(address);
    return new VsDisposable(() => held?.dispose());
  }

  readDirectory(): [string, FileType][] {
    return [];
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

  async #content(uri: Uri): Promise<Content> {
    const address = this.#required(uri);
    this.#remember(address, uri);
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

  #at(serverId: string, place: VirtualPlace): Uri {
    const name = this.definitions().find(({ id }) => id === serverId)?.name ?? '';
    return Uri.from({ scheme: virtualScheme, authority: serverKey(serverId, name), ...place });
  }

  #required(uri: Uri): ResourceAddress {
    const address = this.addressOf(uri);
    if (address) return address;
    throw FileSystemError.FileNotFound(uri);
  }

  #remember(address: ResourceAddress, uri: Uri): void {
    const key = keyOf(address);
    const known = this.#seen.get(key) ?? new Map<string, Uri>();
    known.set(uri.toString(), uri);
    this.#seen.set(key, known);
  }

  #announce(address: ResourceAddress): void {
    const uris = this.#seen.get(keyOf(address))?.values() ?? [];
    this.#didChangeFile.fire([...uris].map((uri) => ({ type: FileChangeType.Changed, uri })));
  }
}

/** Editors ask for the folder of a file. */
function isFolder({ path }: Uri): boolean {
  return path === '/' || path === '';
}

function readOnly(): string {
  return l10n.t('MCP resources are read-only here: change them where their server gets them from.');
}
