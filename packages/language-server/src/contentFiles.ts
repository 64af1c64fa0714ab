import { pathToFileURL } from 'node:url';
import { causes } from '../../../src/core/base/errors';
import { Owner } from '../../../src/core/base/owner';
import type { Logger } from '../../../src/core/base/ports';
import type { Core } from '../../../src/core/compose';
import { fileName } from '../../../src/core/content/virtualPath';
import type { Content } from '../../../src/core/content/content';
import { keyOf, type ResourceAddress } from '../../../src/core/resource/address';
import { TempFiles } from '../../../src/node/files/tempFiles';

interface ContentFile {
  readonly address: ResourceAddress;
  path: string | undefined;
  changedAt: number;
  /** Resolves when the last write is done: writes follow each other. */
  lastWrite: Promise<void>;
}

/**
 * On Windows, a file that cannot be written can be removed, but not replaced.
 * https://github.com/nodejs/node/blob/v24.21.0/deps/uv/src/win/fs.c (fs__rename, fs__unlink)
 */
const mode = process.platform === 'win32' ? 0o600 : 0o400;

type Written = Pick<Content, 'bytes' | 'mimeType' | 'changedAt'>;

/** What is left of a content that may no longer be shown. */
const nothing: Written = { bytes: new Uint8Array(), mimeType: undefined, changedAt: 0 };

/** Contents that were read, as files for an editor to open. They follow the resources while this process runs, and are removed with it. */
export class ContentFiles extends Owner {
  readonly #temp: TempFiles;
  readonly #files = new Map<string, ContentFile>();

  /** @param folder for the files of all processes of this user */
  constructor(
    private readonly core: Pick<Core, 'catalog' | 'connections' | 'cache'>,
    private readonly log: Logger,
    folder: string,
  ) {
    super();
    const { connections, cache } = core;
    const store = this.owned;
    this.#temp = store.add(new TempFiles(folder, mode));
    store.add(cache.onDidChange((address) => this.#writeChanged(address)));
    store.add(connections.onDidUpdate((address) => this.#updated(address)));
    store.add(connections.onDidChangeLive(() => this.#checkLive()));
    store.add(connections.onDidChange(() => this.#watch()));
    this.#logFailure(this.#temp.sweep());
  }

  /** Reads the resource. Rejects with a `HumanError`, or `CancelledError`. */
  async uriOf(address: ResourceAddress, signal: AbortSignal): Promise<string> {
    const content = await this.core.cache.get(address, undefined, signal);
    const key = keyOf(address);
    const file = this.#files.get(key) ?? { address, path: undefined, changedAt: 0, lastWrite: Promise.resolve() };
    this.#files.set(key, file);
    const path = await this.#write(file, content);
    this.#watch();
    return pathToFileURL(path).href;
  }

  async #write(file: ContentFile, content: Written): Promise<string> {
    const previousWrite = file.lastWrite;
    const writing = previousWrite.then(() => this.#replace(file, content));
    file.lastWrite = writing.then(
      () => undefined,
      () => undefined,
    );
    return writing;
  }

  async #replace(file: ContentFile, { bytes, mimeType, changedAt }: Written): Promise<string> {
    const { uri, serverId } = file.address;
    if (file.path === undefined) {
      const resource = this.core.catalog.find(serverId, uri)?.resource ?? { uri, name: uri, title: undefined };
      file.path = await this.#temp.create(fileName({ ...resource, mimeType }), bytes);
    } else if (changedAt > file.changedAt || changedAt === 0) await this.#temp.replace(file.path, bytes);
    file.changedAt = changedAt;
    return file.path;
  }

  #writeChanged(address: ResourceAddress): void {
    const file = this.#files.get(keyOf(address));
    const content = this.core.cache.peek(address);
    if (file && (content || file.path !== undefined)) this.#logFailure(this.#write(file, content ?? nothing));
  }

  #updated(address: ResourceAddress): void {
    const { cache } = this.core;
    cache.invalidate(address);
    if (this.#files.has(keyOf(address))) this.#logFailure(cache.get(address));
  }

  /** A resource read before its server promised to report changes may have changed unnoticed. */
  #checkLive(): void {
    const { cache, connections } = this.core;
    cache.checkLive();
    for (const { address } of this.#files.values())
      if (connections.get(address.serverId)?.isLive(address.uri)) this.#logFailure(cache.getAnew(address));
  }

  /** A new connection does not know which resources the one before it watched. */
  #watch(): void {
    const files = [...this.#files.values()];
    for (const connection of this.core.connections.all) {
      const serverFiles = files.filter(({ address }) => address.serverId === connection.definition.id);
      if (serverFiles.length > 0) connection.watch(new Set(serverFiles.map(({ address }) => address.uri)));
    }
  }

  #logFailure(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.log.warn(`Couldn’t update a file: ${causes(error)}`));
  }
}
