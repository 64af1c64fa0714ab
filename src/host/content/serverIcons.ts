import { ThemeIcon, Uri, type IconPath } from 'vscode';
import type { Handlers } from '../../shared/endpoint';
import type { HostRequests } from '../../shared/protocol';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import { bytesOfDataUri, imageUri, isShownType, largestIcon } from '../../core/icons/iconImage';
import { chooseIcons, originOf } from '../../core/icons/chooseIcons';
import type { Resource, ResourceIcon } from '../../core/resource/resource';
import { plainUrl } from '../../core/configuration/plainUrl';
import type { ContentNeeds } from './open';

/** Number of icon ids; the oldest are dropped, and their rows show a codicon. */
const maxIds = 2_000;
/** Cached icons from the web, and addresses known to have none. */
const maxFetched = 100;
const fetchesAtOnce = 4;
/** In ms; rows are shown without waiting for icons. */
const fetchTimeout = 10_000;
/** Characters of an icon's `data:` URI in rows of trees and quick picks: larger ones are only in the search page, which shares them. */
const longestInRows = 16_000;
/** Addresses tried per list of icons: a server that offers eight is not asked for each. */
const maxTries = 2;

interface Known {
  readonly serverId: string;
  readonly icons: readonly ResourceIcon[];
}

interface Needs {
  readonly base: Pick<ContentNeeds['base'], 'clock' | 'log'>;
  readonly network: Pick<ContentNeeds['network'], 'fetchFromWeb'>;
  readonly core: { readonly connections: Pick<ContentNeeds['core']['connections'], 'get'> };
}

/** The icons that servers give their resources and templates, as far as they are safe to show. */
export class ServerIcons {
  readonly #known = new Map<number, Known>();
  readonly #ids = new WeakMap<readonly ResourceIcon[], Map<string, number>>();
  #lastId = 0;
  readonly #fetched = new Map<string, Promise<string | undefined>>();
  /** By address, the icons whose bytes are here; `undefined` if they are no image. */
  readonly #here = new Map<string, Uri | undefined>();
  readonly #didFetch = new Emitter<void>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** Fires when {@link iconOf} may be another. */
  readonly onDidFetch = this.#didFetch.event;

  constructor(private readonly needs: Needs) {}

  readonly handlers: Pick<Handlers<HostRequests>, 'serverIcon'> = {
    serverIcon: ({ icon, theme }) => this.#source(icon, theme),
  };

  /** Origin of a server reached over HTTPS; `undefined` for every other, and while it is not connected. */
  #originOf(serverId: string): string | undefined {
    const { state, definition } = this.needs.core.connections.get(serverId) ?? {};
    return state?.kind === 'ready' && definition ? originOf(plainUrl(definition.launch)) : undefined;
  }

  /** Id of an entry's icons; `undefined` if none of them may be shown. Resources of one server share it. */
  idOf(serverId: string, { icons }: { readonly icons: readonly ResourceIcon[] | undefined }): number | undefined {
    if (!icons) return undefined;
    const ids = this.#ids.get(icons) ?? new Map<string, number>();
    this.#ids.set(icons, ids);
    const knownId = ids.get(serverId);
    if (knownId !== undefined && this.#known.has(knownId)) return knownId;
    // Checked on every call: a server that is not connected may be later.
    if (chooseIcons(icons, 'dark', this.#originOf(serverId)).length === 0) return undefined;
    const id = ++this.#lastId;
    ids.set(serverId, id);
    this.#known.set(id, { serverId, icons });
    dropOldest(this.#known, maxIds);
    return id;
  }

  /** For rows that cannot wait: only of bytes that are here, and small ones, as each row is sent with its own. */
  iconOf(serverId: string, icons: Resource['icons']): IconPath {
    if (!icons) return ThemeIcon.File;
    const origin = this.#originOf(serverId);
    const [light, dark] = (['light', 'dark'] as const).map((theme) => {
      const tried = chooseIcons(icons, theme, origin).slice(0, maxTries);
      return tried.map(({ src }) => this.#peekAt(src)).find((uri) => uri !== undefined);
    });
    return light && dark ? { light, dark } : ThemeIcon.File;
  }

  #peekAt(src: string): Uri | undefined {
    if (!this.#here.has(src) && isWritten(src)) this.#remember(src, sourceIn(src));
    return this.#here.get(src);
  }

  #remember(src: string, source: string | undefined): void {
    this.#here.set(src, source !== undefined && source.length <= longestInRows ? Uri.parse(source) : undefined);
    dropOldest(this.#here, maxFetched);
  }

  async #source(id: number, theme: 'light' | 'dark'): Promise<string | undefined> {
    const knownIcons = this.#known.get(id);
    if (!knownIcons) return undefined;
    const origin = this.#originOf(knownIcons.serverId);
    for (const { src } of chooseIcons(knownIcons.icons, theme, origin).slice(0, maxTries)) {
      const source = isWritten(src) ? sourceIn(src) : await this.#fetch(src, origin);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  #fetch(src: string, origin: string | undefined): Promise<string | undefined> {
    const earlierFetch = this.#fetched.get(src);
    // Used again: moved to the newest.
    this.#fetched.delete(src);
    const fetched = earlierFetch ?? this.#fetchNew(src, origin);
    this.#fetched.set(src, fetched);
    dropOldest(this.#fetched, maxFetched);
    return fetched;
  }

  async #fetchNew(src: string, origin: string | undefined): Promise<string | undefined> {
    const source = await this.#fetchAnew(src, origin);
    this.#remember(src, source);
    this.#didFetch.fire();
    return source;
  }

  /** Sent without credentials, and to this origin only, even after redirects. Never rejects. */
  async #fetchAnew(src: string, origin: string | undefined): Promise<string | undefined> {
    await this.#turn();
    const abort = new AbortController();
    const timer = this.needs.base.clock.after(fetchTimeout, () => abort.abort());
    const allow = (requestedOrigin: string): Promise<void> =>
      requestedOrigin === origin ? Promise.resolve() : Promise.reject(new Error('It is on another website'));
    try {
      const options = { maxBytes: largestIcon, signal: abort.signal, allow, allowsLocal: true };
      const { mimeType = '', body } = await this.needs.network.fetchFromWeb(src, options);
      return body.kind === 'blob' && isShownType(mimeType) ? imageUri(body.bytes) : undefined;
    } catch (error) {
      this.needs.base.log.named('icons').info(`No icon from ${origin ?? ''}: ${causes(error)}`);
      return undefined;
    } finally {
      timer.dispose();
      this.#endTurn();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < fetchesAtOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** True for an icon that is written down whole. */
function isWritten(src: string): boolean {
  return /^data:/iu.test(src);
}

function sourceIn(src: string): string | undefined {
  return imageUri(bytesOfDataUri(src) ?? new Uint8Array());
}

function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
