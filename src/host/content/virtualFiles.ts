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
import type { Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { HumanError } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import { NewestNames } from '../../core/content/newestNames';
import { isWithin, linesForExcerpt } from '../../core/chat/excerpt';
import { findPart, type Part, type PartKey } from '../../core/content/part';
import { linesOf, roundOf, type VirtualTarget } from '../../core/content/virtualPath';
import type { Content } from '../../core/content/content';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import type { HandedOut } from '../../core/context/handedOut';
import type { Resource } from '../../core/resource/resource';
import { readingTool } from '../../core/tools/toolNames';
import { describeError } from '../base/tell';
import type { ContentNeeds } from './open';
import type { FileGate } from './fileGate';
import { fileOf, servedBytes } from './servedFile';
import type { Located, VirtualPaths } from './virtualPaths';

type Named = Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>;

/** A file that an editor shows. `held`: its server reports changes. */
interface Watching {
  readonly located: Located;
  held: Disposable | undefined;
}

/** A text with more lines than its excerpt. */
export interface Outgrown {
  readonly address: ResourceAddress;
  /** Content of the attached file, in UTF-8. */
  readonly bytes: Uint8Array;
}

interface Needs {
  readonly base: Pick<ContentNeeds['base'], 'log'>;
  readonly configuration: Pick<ContentNeeds['configuration'], 'configured'>;
  readonly core: Pick<ContentNeeds['core'], 'cache'>;
  readonly context: Pick<ContentNeeds['context'], 'live'>;
  readonly chat: Pick<ContentNeeds['chat'], 'reads' | 'missed' | 'shown'>;
}

/**
 * The resources as read-only files of the scheme `mcpres`. A stat reads the resource, because VS Code needs the exact size; the read that
 * follows gets the same bytes. A resource whose read returns several files is one file with all of them, and each of them is one; one read
 * serves all. The modification time grows strictly with every change and every change is announced: otherwise chat clients send outdated
 * content. https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/files/common/files.ts (etag)
 *
 * A path that was not made here names nothing. A server is asked for what {@link FileGate} lets through; everything else is answered from the
 * cache, or not at all.
 */
export class VirtualFiles extends Owner implements FileSystemProvider {
  readonly #didChangeFile = this.owned.add(new EventEmitter<FileChangeEvent[]>());
  /** Requested files, by resource: one can have several names over time. */
  readonly #asked = new Map<string, NewestNames<Located>>();
  /** Oldest first. */
  readonly #watching = new Set<Watching>();

  readonly onDidChangeFile = this.#didChangeFile.event;

  readonly #didOutgrow = this.owned.add(new Emitter<Outgrown>());

  /** Fires when a text gets more lines than the excerpt of it that no message has read yet. */
  readonly onDidOutgrow = this.#didOutgrow.event;

  constructor(
    private readonly needs: Needs,
    private readonly paths: VirtualPaths,
    private readonly gate: Pick<FileGate, 'isAllowedNow' | 'isAllowed' | 'allowPeek'>,
    private readonly handed: Pick<HandedOut, 'add'>,
  ) {
    super();
    this.owned.add(needs.core.cache.onDidChange((address) => this.#announce(address)));
  }

  /** The file with all of a resource. Its name follows the type of the content once that is known, but an open file keeps its name. */
  uri(serverId: string, resource: Named): Uri {
    const address = { serverId, uri: resource.uri };
    const isOpen = ({ located }: Watching): boolean =>
      located.target.kind === 'whole' && keyOf(located.address) === keyOf(address);
    return [...this.#watching].find(isOpen)?.located.uri ?? this.paths.whole(serverId, this.#typed(address, resource));
  }

  /** One of the files of a resource. */
  partUri(serverId: string, resource: Named, part: Part): Uri {
    return this.paths.part(serverId, resource, part);
  }

  /** The files of a resource; `undefined` if it was not read or is a single one. */
  partsOf(address: ResourceAddress): readonly Part[] | undefined {
    const parts = this.needs.core.cache.peek(address)?.parts ?? [];
    return parts.length > 1 ? parts : undefined;
  }

  /** The files of a resource, read if necessary. Rejects with a {@link HumanError}. */
  async readParts(address: ResourceAddress): Promise<readonly Part[]> {
    return (await this.needs.core.cache.get(address)).parts;
  }

  /**
   * The file, or the file of one part, to attach to a chat in any way. VS Code caches a file that it has read for minutes, and would send
   * that again. So a resource gets a new URI, which no tab shows, once a message has read the last one: each message reads it.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/browser/mainThreadDocuments.ts (BoundModelReferenceCollection)
   *
   * @param text to attach an excerpt of all of it: the file is {@link filled}, so that the excerpt is still all of it once the text has grown
   */
  uriForChat(serverId: string, resource: Named, part?: Part, text?: Uint8Array): Uri {
    const { reads, shown } = this.needs.chat;
    const address = { serverId, uri: resource.uri };
    const requestedFiles = this.#asked.get(keyOf(address))?.values ?? [];
    const lines = text ? linesForExcerpt(text) : 0;
    for (let round = reads.roundOf(address); ; round += 1) {
      // A file that the chat was given in a round keeps its name, even if its type or length changes, or others leave less room for it: the
      // chat ignores what it has, and would send the text twice.
      const handed = requestedFiles.find((located) => roundOf(located.place) === round && isFor(located, part, text));
      const uri =
        handed?.uri ??
        (part
          ? this.paths.part(serverId, resource, part, round, lines)
          : this.paths.whole(serverId, this.#typed(address, resource), round, lines));
      if (shown.until(uri.toString()) !== Infinity) return uri;
    }
  }

  /** See {@link FileGate.allowPeek}. */
  allowPeek(uri: Uri): void {
    this.gate.allowPeek(uri);
  }

  /** Notes that the user gives the files of these resources to a chat, which reads them whenever a message is sent. */
  async handOut(resources: readonly ResourceAddress[]): Promise<void> {
    await this.handed.add(resources);
  }

  /** The resource of a virtual file; `undefined` for any other URI and for servers that are no longer configured. */
  addressOf(uri: Uri): ResourceAddress | undefined {
    return this.paths.locate(uri)?.address;
  }

  /** The server and the target of a virtual file by the text of its URI; `undefined` as for {@link addressOf}. */
  fileAt(text: string): { readonly serverId: string; readonly target: VirtualTarget } | undefined {
    const located = this.paths.locate(parsed(text));
    return located && { serverId: located.address.serverId, target: located.target };
  }

  /** The part of its resource that a virtual file is; `undefined` for the file with all of them. */
  partOf(uri: Uri): PartKey | undefined {
    const target = this.paths.locate(uri)?.target;
    return target?.kind === 'part' ? target.part : undefined;
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (isRoot(uri)) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0, permissions };
    const { bytes, changedAt } = await this.#read(uri, 'stat');
    return { type: FileType.File, ctime: 0, mtime: changedAt, size: bytes.length, permissions };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#read(uri, 'read')).bytes;
  }

  /** Editors request the folder of a file. */
  readDirectory(uri: Uri): [string, FileType][] {
    if (isRoot(uri)) return [];
    throw this.paths.locate(uri) ? FileSystemError.FileNotADirectory(uri) : FileSystemError.FileNotFound(uri);
  }

  /** Called while an editor shows the file, not for attachments: those are live because they are in the context. */
  watch(uri: Uri): VsDisposable {
    const located = this.paths.locate(uri);
    if (!located) return new VsDisposable(() => undefined);
    const watching: Watching = { located, held: undefined };
    this.#watching.add(watching);
    if (this.gate.isAllowedNow(located)) this.#follow(located);
    return new VsDisposable(() => {
      this.#watching.delete(watching);
      watching.held?.dispose();
    });
  }

  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  async #read(uri: Uri, use: 'stat' | 'read'): Promise<Pick<Content, 'bytes' | 'changedAt'>> {
    const { core, chat } = this.needs;
    // VS Code asks for restored tabs before the servers are known.
    await this.needs.configuration.configured;
    const located = this.paths.locate(uri);
    // VS Code and its chat leave out the message of a file that is not found.
    if (!located)
      throw this.paths.isMadeUp(uri) ? FileSystemError.Unavailable(notMade) : FileSystemError.FileNotFound(uri);
    const { address, target } = located;
    const isAllowed = await this.gate.isAllowed(located);
    const content = isAllowed ? await this.#content(located) : core.cache.peek(address);
    if (!content) {
      chat.shown.refused(uri);
      throw FileSystemError.Unavailable(notChosen);
    }
    const file = fileOf(content, target);
    if (!file) {
      chat.missed.failed(uri, address, undefined);
      throw FileSystemError.FileNotFound(uri);
    }
    this.#remember(located);
    const lines = linesOf(located.place);
    const served = { bytes: servedBytes(file, lines, uri), changedAt: content.changedAt };
    if (!isAllowed) return served;
    this.#follow(located);
    chat.missed.wasAvailable(uri, use);
    const { bytes } = file;
    chat.reads.took({ file: uri.toString(), round: roundOf(located.place), lines, address, content, bytes }, use);
    return served;
  }

  /** Has the server report changes while editors show the file. */
  #follow({ uri, address }: Located): void {
    for (const watching of this.#watching)
      if (watching.located.uri.toString() === uri.toString()) watching.held ??= this.needs.context.live.hold(address);
  }

  async #content({ uri, address }: Located): Promise<Content> {
    try {
      return await this.needs.core.cache.get(address);
    } catch (error) {
      this.needs.chat.missed.failed(uri, address, error);
      const message = describeError(error, this.needs.base.log);
      if (error instanceof HumanError && error.reason === 'notFound') throw FileSystemError.FileNotFound(message);
      throw FileSystemError.Unavailable(message);
    }
  }

  /** With the type of its content, once that is known. */
  #typed(address: ResourceAddress, resource: Named): Named {
    return { ...resource, mimeType: this.needs.core.cache.peek(address)?.mimeType ?? resource.mimeType };
  }

  #remember(located: Located): void {
    const key = keyOf(located.address);
    const requestedFiles = this.#asked.get(key) ?? new NewestNames<Located>();
    this.#asked.set(key, requestedFiles);
    requestedFiles.add(JSON.stringify(located.target), located.uri.toString(), located);
  }

  #announce(address: ResourceAddress): void {
    const content = this.needs.core.cache.peek(address);
    const requestedFiles = this.#asked.get(keyOf(address))?.values ?? [];
    const bytesOf = ({ target }: Located): Uint8Array | undefined => content && fileOf(content, target)?.bytes;
    this.needs.chat.reads.shown(requestedFiles.map(({ uri }) => uri.toString()));
    for (const located of requestedFiles) {
      const [bytes, lines] = [bytesOf(located), linesOf(located.place)];
      const isUnsent = lines > 0 && roundOf(located.place) >= this.needs.chat.reads.roundOf(address);
      if (isUnsent && bytes && !isWithin(bytes, lines)) this.#didOutgrow.fire({ address, bytes });
    }
    this.#didChangeFile.fire(
      requestedFiles.map((located) => ({
        type: bytesOf(located) ? FileChangeType.Changed : FileChangeType.Deleted,
        uri: located.uri,
      })),
    );
  }
}

const permissions = FilePermission.Readonly;

/** For models, which make up paths by what attachments look like. */
const notMade = `No MCP resource has this path. To read a resource, use ${readingTool}.`;
const notChosen = `The user has neither opened nor attached this resource. To read it, use ${readingTool}.`;

/** True for the file with all of a resource, or of one part, unless the text has outgrown the excerpt that it is. */
function isFor({ target, place }: Located, part: Part | undefined, text: Uint8Array | undefined): boolean {
  const isSame = target.kind === 'whole' ? !part : part && findPart([part], target.part) !== undefined;
  const lines = linesOf(place);
  return isSame === true && (!text || lines === 0 || isWithin(text, lines));
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

function refuse(): never {
  throw FileSystemError.NoPermissions(l10n.t('MCP resources are read-only. Change them at their source.'));
}
