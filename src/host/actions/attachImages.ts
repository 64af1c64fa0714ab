import { Uri } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { causes } from '../../core/base/errors';
import { findPart, type Part } from '../../core/content/part';
import { chatImageType } from '../../core/content/chatImages';
import { fileName, lastSegment } from '../../core/content/virtualPath';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import type { PickedResource } from '../../core/context/contextSet';
import type { TempFiles } from '../../node/files/tempFiles';
import { runsOnUserMachine } from '../base/runsOnUserMachine';
import type { Attachment } from '../chat/chatSink';
import type { ActionsNeeds } from './openLate';

interface Needs {
  readonly base: Pick<ActionsNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ActionsNeeds['core'], 'cache'>;
  readonly context: Pick<ActionsNeeds['context'], 'picked' | 'seen'>;
}

interface ImageFile {
  readonly resource: PickedResource;
  readonly part: Part | undefined;
  readonly type: string;
  readonly path: string;
}

/** How often to check whether a message has sent an image, in ms. */
const lookInterval = 2_000;
/**
 * Time in which VS Code reads an attached folder to count its images, and how often is looked until it did, in ms.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentModel.ts (_maybeResolveDirectoryImageCount)
 */
const countTime = 2_000;
const countInterval = 100;

/**
 * Images as real files, because VS Code drops images of virtual files from attachments without a word. Where it runs on this machine they
 * are attached as files; elsewhere it takes no image by a command, but looks for the images in an attached folder when the message is sent.
 * The files follow the resources, and go when these leave the context or the window closes.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentModel.ts (asImageVariableEntry)
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts (resolveDirectoryImages)
 */
export class ImageFiles extends Owner {
  readonly #files = new Map<string, ImageFile>();
  /** Paths whose next read isn't a message's, with the end of {@link countTime} in ms since 1970. */
  readonly #counting = new Map<string, number>();
  /** Queue of file changes, so that the last one wins. */
  #work: Promise<unknown> = Promise.resolve();
  #nextLook: Disposable | undefined;

  constructor(
    private readonly needs: Needs,
    private readonly temp: TempFiles,
  ) {
    super();
    const { core, context } = needs;
    this.owned.add(temp);
    this.owned.add(core.cache.onDidChange((address) => this.#follow(address)));
    this.owned.add(context.picked.onDidChange(() => this.#release()));
  }

  /**
   * The attachment for an image of the resource, or of one part of it.
   *
   * @param bytes an image for which {@link chatImageType} returns a type
   */
  async attachmentOf(resource: PickedResource, part: Part | undefined, bytes: Uint8Array): Promise<Attachment> {
    const file = await this.#enqueue(() => this.#write(resource, part, bytes));
    const uri = Uri.file(file);
    // As a file, VS Code reads an image once when it is attached, and a message unseen.
    if (runsOnUserMachine()) return { kind: 'file', uri };
    this.#counting.set(file, this.needs.base.clock.now() + countTime);
    this.#lookLater();
    return { kind: 'folder', uri: Uri.joinPath(uri, '..') };
  }

  /** Resolves once all queued changes are done. */
  get settled(): Promise<unknown> {
    return this.#work;
  }

  async #write(resource: PickedResource, part: Part | undefined, bytes: Uint8Array): Promise<string> {
    const type = chatImageType(bytes);
    if (type === undefined) throw new Error('Not an image');
    const key = JSON.stringify([resource.serverId, resource.uri, part?.uri, part?.occurrence]);
    const existingFile = this.#files.get(key);
    if (existingFile?.type === type) {
      await this.temp.replace(existingFile.path, bytes);
      return existingFile.path;
    }
    if (existingFile) await this.temp.remove(existingFile.path);
    const path = await this.temp.create(fileNameOf(resource, part, type), bytes);
    this.#files.set(key, { resource, part, type, path });
    return path;
  }

  /** Notes which images a message took: VS Code reads the folders of attachments when it sends them. */
  async #look(): Promise<void> {
    const now = this.needs.base.clock.now();
    for (const [path, end] of this.#counting) if (end <= now) this.#counting.delete(path);
    for (const { resource, part, path } of [...this.#files.values()]) {
      const content = part ? undefined : this.needs.core.cache.peek(resource);
      // A file can be gone by now.
      const isRead = content && (await this.temp.wasRead(path).catch(() => false));
      if (isRead && !this.#counting.delete(path)) this.needs.context.seen.mark(resource, content, 'sent');
    }
    this.#release();
    if (this.#files.size > 0) this.#lookLater();
  }

  #lookLater(): void {
    if (this.#nextLook) this.owned.delete(this.#nextLook);
    const interval = this.#counting.size > 0 ? countInterval : lookInterval;
    this.#nextLook = this.owned.add(this.needs.base.clock.after(interval, () => void this.#look()));
  }

  #follow(address: ResourceAddress): void {
    for (const [key, file] of this.#files) {
      if (keyOf(file.resource) !== keyOf(address)) continue;
      const bytes = this.#bytesOf(file);
      if (bytes && chatImageType(bytes) === file.type) void this.#enqueue(() => this.temp.replace(file.path, bytes));
      else this.#remove(key, file);
    }
  }

  /** An attachment stays in the chat when its resource leaves the context, and VS Code drops an image that is gone when it sends. */
  #release(): void {
    for (const [key, file] of this.#files) if (this.#isReleased(file)) this.#remove(key, file);
  }

  /** A separately attached part of a resource is not in the context, and cannot leave it. */
  #isReleased({ resource }: ImageFile): boolean {
    const { picked, seen } = this.needs.context;
    const isUnsent = !runsOnUserMachine() && seen.last(resource)?.kind === 'attached';
    return resource.part === undefined && !picked.has(resource) && !isUnsent;
  }

  #remove(key: string, { path }: ImageFile): void {
    this.#files.delete(key);
    void this.#enqueue(() => this.temp.remove(path));
  }

  #bytesOf({ resource, part }: ImageFile): Uint8Array | undefined {
    const content = this.needs.core.cache.peek(resource);
    if (!part || !content) return content?.bytes;
    return findPart(content.parts, part)?.bytes;
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#work.then(work);
    this.#work = turn.catch((error: unknown) => this.needs.base.log.warn(`Image file: ${causes(error)}`));
    return turn;
  }
}

function fileNameOf(resource: PickedResource, part: Part | undefined, type: string): string {
  if (!part) return fileName({ ...resource, mimeType: type });
  return fileName({ uri: part.uri, name: lastSegment(part.path), title: undefined, mimeType: type });
}
