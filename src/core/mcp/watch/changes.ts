import type { Clock } from '../../base/clock';
import { Coalescer } from '../../base/coalescer';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Emitter } from '../../base/event';
import { isFields, type Fields } from '../../base/values';
import type { Resource } from '../../resource/resource';
import { Normaliser } from '../lists/normalise';

/** Bounded rates of what is fired, in milliseconds. */
const updateDelay = 100;
const listDelay = 250;
/** Descriptions that wait to be told; where there are more, the list is asked for instead. */
const mostDescriptions = 1000;
/** Levels of a URI at which something above it is looked for. */
const mostLevels = 64;

/** Gathers what a server says about changes: a flood of it becomes few events, and needs no more memory than what is watched. */
export class Changes implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChangeList = this.#store.add(new Emitter<void>());
  readonly #didUpdate = this.#store.add(new Emitter<string>());
  readonly #didChangeResource = this.#store.add(new Emitter<Resource>());
  readonly onDidChangeList = this.#didChangeList.event;
  readonly onDidUpdate = this.#didUpdate.event;
  readonly onDidChangeResource = this.#didChangeResource.event;
  readonly #listChanged: Coalescer;
  readonly #updated: Coalescer;
  readonly #updates = new Set<string>();
  readonly #descriptions = new Map<string, Resource>();
  readonly #normaliser = new Normaliser();
  #watched: ReadonlySet<string> = new Set();

  /** @param onDialect told when a notification came that only the dialect has */
  constructor(
    clock: Clock,
    private readonly onDialect: () => void,
  ) {
    this.#listChanged = this.#store.add(new Coalescer(clock, listDelay, () => this.#didChangeList.fire()));
    this.#updated = this.#store.add(new Coalescer(clock, updateDelay, () => this.#fire()));
  }

  watch(uris: ReadonlySet<string>): void {
    this.#watched = uris;
  }

  /** A notification of the server. */
  take(method: string, params: Fields): void {
    switch (method) {
      case 'notifications/resources/list_changed':
        this.#listChanged.trigger();
        break;
      case 'notifications/resources/updated':
        this.#update(params['uri']);
        break;
      case 'notifications/resources/content_changed':
        this.onDialect();
        this.describe(params['resource']);
        this.#update(isFields(params['resource']) ? params['resource']['uri'] : params['uri']);
        break;
    }
  }

  /** The server sent a resource as it is now, outside of a list. */
  describe(raw: unknown): void {
    const resource = isFields(raw) ? this.#normaliser.resource(raw) : undefined;
    if (!resource) return;
    if (this.#descriptions.size < mostDescriptions || this.#descriptions.has(resource.uri)) {
      this.#descriptions.set(resource.uri, resource);
      this.#updated.trigger();
    } else this.#listChanged.trigger();
  }

  /** What changed while nothing could be heard is not known, so all that is live counts as changed. */
  missed(isLive: (uri: string) => boolean): void {
    this.#listChanged.trigger();
    for (const uri of this.#watched) if (isLive(uri)) this.#updates.add(uri);
    if (this.#updates.size > 0) this.#updated.trigger();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(uri: unknown): void {
    if (typeof uri !== 'string') return;
    for (const watched of this.#watchedFor(uri)) this.#updates.add(watched);
    if (this.#updates.size > 0) this.#updated.trigger();
  }

  /** The notified URI, or those above it: a server may name a part of what was subscribed to. */
  #watchedFor(uri: string): readonly string[] {
    if (this.#watched.has(uri)) return [uri];
    const above: string[] = [];
    let level = 0;
    for (const { index } of uri.matchAll(/[/?#]/g)) {
      if (++level > mostLevels) break;
      above.push(uri.slice(0, index), uri.slice(0, index + 1));
    }
    return above.filter((one) => this.#watched.has(one));
  }

  #fire(): void {
    const descriptions = [...this.#descriptions.values()];
    const uris = [...this.#updates];
    this.#descriptions.clear();
    this.#updates.clear();
    for (const resource of descriptions) this.#didChangeResource.fire(resource);
    for (const uri of uris) if (this.#watched.has(uri)) this.#didUpdate.fire(uri);
  }
}
