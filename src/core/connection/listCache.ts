import { delay, within, type Clock } from '../base/clock';
import { Pace } from '../base/pace';
import { DisposableStore, type Disposable } from '../base/disposable';
import { causes } from '../base/errors';
import type { Logger } from '../base/ports';
import type { Catalog } from '../catalog/catalog';
import type { ListStore } from '../catalog/listStore';
import type { Connections } from './connections';
import type { ServerDefinition } from '../configuration/serverDefinition';

/** Debounce of list changes before they are written, in ms. */
const writeDelay = 2_000;

/** Interval at which a long list is shown while it is read, in ms: each time the views draw it again. */
const showEvery = 200;
/** Time in ms that the first rows of a view, and a server's start, wait for a cached list. */
const shownWithin = 300;
/** Time in ms that a server's start then leaves to the views: they draw sooner while no server starts. */
const drawnWithin = 700;

const never = new AbortController().signal;

/** A cached list that is being read. */
interface Restoring {
  /** Resolves at its end; true if it has resources. */
  readonly list: Promise<boolean>;
  /** Until when it is waited for, by {@link Clock.elapsed}. */
  readonly until: number;
}

/** Shows a server's cached list until it has listed again, and caches each complete list for the next window. */
export class ListCache {
  /** By server. */
  readonly #restoring = new Map<string, Restoring>();
  /** Servers whose cached list was read, or is being read, and that have not been started since. */
  readonly #unstarted = new Set<string>();

  constructor(
    private readonly catalog: Catalog,
    private readonly lists: ListStore,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** @param isWanted false once the server was removed or replaced: then its list is not needed */
  async restore(definition: ServerDefinition, isWanted: () => boolean): Promise<void> {
    const { id } = definition;
    const until = this.clock.elapsed() + shownWithin;
    const restoring = { list: this.#restore(definition, isWanted), until };
    this.#restoring.set(id, restoring);
    this.#unstarted.add(id);
    let hasList = false;
    try {
      hasList = await restoring.list;
    } finally {
      if (!hasList && this.#restoring.get(id) === restoring) this.#unstarted.delete(id);
      if (this.#restoring.get(id) === restoring) this.#restoring.delete(id);
    }
  }

  /** Resolves when all cached lists that are being read are shown, or take long; at once where none is. */
  async shown(): Promise<void> {
    await Promise.all([...this.#restoring.values()].map((restoring) => this.#waitForList(restoring)));
  }

  /** Resolves when all cached lists that are being read are there, however long they take. */
  async read(): Promise<void> {
    await Promise.allSettled([...this.#restoring.values()].map(({ list }) => list));
  }

  /**
   * Resolves when a server's cached list is shown, or takes long; then, for the first start, leaves the views a moment to draw it. At once
   * if there is no list, or an empty one.
   *
   * @param isDrawn true if a view shows lists
   */
  async settled(definition: ServerDefinition, isDrawn: boolean): Promise<void> {
    const { id } = definition;
    const restoring = this.#restoring.get(id);
    if (restoring) await this.#waitForList(restoring);
    else if (this.#unstarted.has(id)) await this.#forgetIfDeleted(definition);
    if (this.#unstarted.delete(id) && isDrawn) await delay(this.clock, drawnWithin, never);
  }

  /** Another window deletes a list when its user signs out. */
  async #forgetIfDeleted({ id, hash }: ServerDefinition): Promise<void> {
    for await (const _ of this.lists.load(hash)) return;
    this.#unstarted.delete(id);
    this.catalog.removeServer(id);
  }

  /** `undefined` for a list that takes long. */
  #waitForList({ list, until }: Restoring): Promise<boolean | undefined> {
    const left = Math.max(0, until - this.clock.elapsed());
    return within(
      this.clock,
      left,
      list.catch(() => false),
    );
  }

  async #restore({ id, hash, name }: ServerDefinition, isWanted: () => boolean): Promise<boolean> {
    let count = 0;
    let shownAt = this.clock.elapsed();
    for await (const resources of this.lists.load(hash)) {
      if (!isWanted()) return false;
      const isDue = this.clock.elapsed() - shownAt >= showEvery;
      if (isDue) shownAt = this.clock.elapsed();
      this.catalog.restore(id, resources, isDue);
      count += resources.length;
    }
    if (count === 0 || !isWanted()) return false;
    this.catalog.restore(id, []);
    this.log.info(`Restored ${count} resources of ${name} from before`);
    return true;
  }

  /** Deletes the list of a server that must no longer be shown. */
  async forget({ id, hash }: ServerDefinition): Promise<void> {
    this.#unstarted.delete(id);
    this.catalog.removeServer(id);
    await this.lists.remove(hash);
  }

  keep(connections: Connections): Disposable {
    const store = new DisposableStore();
    const unsaved = new Map<string, ServerDefinition>();
    const write = store.add(
      new Pace(
        this.clock,
        writeDelay,
        async () => {
          const definitions = [...unsaved.values()];
          unsaved.clear();
          for (const definition of definitions) await this.#save(definition);
        },
        { gathersFirst: true },
      ),
    );
    store.add(
      connections.onDidList(({ definition }) => {
        if (this.catalog.listInfo(definition.id).completeness.kind !== 'complete') return;
        unsaved.set(definition.id, definition);
        write.trigger();
      }),
    );
    return store;
  }

  async #save({ id, hash, name }: ServerDefinition): Promise<void> {
    try {
      await this.lists.save(hash, this.catalog.resourcesOf(id));
    } catch (error) {
      this.log.warn(`The list of ${name} was not kept: ${causes(error)}`);
    }
  }
}
