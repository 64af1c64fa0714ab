import type { Clock } from '../../base/clock';
import { Owner } from '../../base/owner';
import { Emitter } from '../../base/event';
import { Pace } from '../../base/pace';
import { isFields, type Fields } from '../../base/values';
import type { Resource } from '../../resource/resource';
import { Normaliser } from '../lists/normalise';

/** Interval of updates in ms: each of them causes a read. */
const updateEvery = 100;
/** Number of levels of a URI at which a watched parent is searched. */
const maxLevels = 64;

/**
 * Passes on a server's notifications of changes. Only updates are debounced: a flood of them becomes few reads, and needs no more memory
 * than the watched URIs. Receivers that list or draw debounce for themselves.
 */
export class Changes extends Owner {
  readonly #didChangeList = this.owned.add(new Emitter<void>());
  readonly #didUpdate = this.owned.add(new Emitter<string>());
  readonly #didChangeResource = this.owned.add(new Emitter<Resource>());
  readonly onDidChangeList = this.#didChangeList.event;
  readonly onDidUpdate = this.#didUpdate.event;
  readonly onDidChangeResource = this.#didChangeResource.event;
  readonly #updatePace: Pace;
  readonly #updates = new Set<string>();
  readonly #normaliser = new Normaliser();
  #watched: ReadonlySet<string> = new Set();
  /** Lengths of the watched URIs: a long URI has long parents, and to look up all of them takes milliseconds. */
  #lengths: ReadonlySet<number> = new Set();

  /** @param onDialect called when a notification came that only the dialect has */
  constructor(
    clock: Clock,
    private readonly onDialect: () => void,
  ) {
    super();
    this.#updatePace = this.owned.add(new Pace(clock, updateEvery, () => this.#fire()));
  }

  watch(uris: ReadonlySet<string>): void {
    this.#watched = uris;
    this.#lengths = new Set([...uris].map(({ length }) => length));
  }

  /** Handles a notification of the server. */
  take(method: string, params: Fields): void {
    switch (method) {
      case 'notifications/resources/list_changed':
        this.#didChangeList.fire();
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

  /** Handles a current resource that the server sent outside of a list. */
  describe(raw: unknown): void {
    const resource = isFields(raw) ? this.#normaliser.resource(raw) : undefined;
    if (resource) this.#didChangeResource.fire(resource);
  }

  /** Changes are unknown while notifications could not arrive, so all live resources count as changed. */
  markMissed(isLive: (uri: string) => boolean): void {
    this.#didChangeList.fire();
    for (const uri of this.#watched) if (isLive(uri)) this.#updates.add(uri);
    if (this.#updates.size > 0) this.#updatePace.trigger();
  }

  #update(uri: unknown): void {
    if (typeof uri !== 'string') return;
    for (const watchedUri of this.#watchedFor(uri)) this.#updates.add(watchedUri);
    if (this.#updates.size > 0) this.#updatePace.trigger();
  }

  /** The notified URI, or its watched parents: a server may name a part of a subscribed resource. */
  #watchedFor(uri: string): readonly string[] {
    if (this.#watched.has(uri)) return [uri];
    const parents: string[] = [];
    let level = 0;
    for (const { index } of uri.matchAll(/[/?#]/g)) {
      if (++level > maxLevels) break;
      for (const length of [index, index + 1]) if (this.#lengths.has(length)) parents.push(uri.slice(0, length));
    }
    return parents.filter((parent) => this.#watched.has(parent));
  }

  #fire(): void {
    const uris = [...this.#updates];
    this.#updates.clear();
    for (const uri of uris) if (this.#watched.has(uri)) this.#didUpdate.fire(uri);
  }
}
