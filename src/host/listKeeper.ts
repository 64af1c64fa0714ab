import type { Clock } from '../core/base/clock';
import { Coalescer } from '../core/base/coalescer';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import { causes } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import type { Catalog } from '../core/catalog/catalog';
import type { ListStore } from '../core/catalog/listStore';
import type { Connections } from '../core/connection/connections';
import type { ServerDefinition } from '../core/servers/serverDefinition';

/** Milliseconds for which changes of lists are gathered before they are written. */
const writeDelay = 2_000;

/** Shows what a server listed in the last window until it has listed again, and keeps each complete list for the next one. */
export class ListKeeper {
  constructor(
    private readonly catalog: Catalog,
    private readonly lists: ListStore,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** @param isWanted false once the server was removed or is another one: then its list belongs to nobody */
  async restore({ id, hash, name }: ServerDefinition, isWanted: () => boolean): Promise<void> {
    let count = 0;
    for await (const resources of this.lists.load(hash)) {
      if (!isWanted()) return;
      this.catalog.restore(id, resources);
      count += resources.length;
    }
    if (count > 0) this.log.info(`Restored ${count} resources of ${name} from before`);
  }

  /** For a list that must not be shown any more. */
  async forget({ id, hash }: ServerDefinition): Promise<void> {
    this.catalog.removeServer(id);
    await this.lists.save(hash, []);
  }

  keep(connections: Connections): Disposable {
    const store = new DisposableStore();
    const changed = new Map<string, ServerDefinition>();
    const write = store.add(
      new Coalescer(this.clock, writeDelay, async () => {
        const definitions = [...changed.values()];
        changed.clear();
        for (const definition of definitions) await this.#save(definition);
      }),
    );
    store.add(
      connections.onDidList(({ definition }) => {
        if (this.catalog.shelf(definition.id).completeness.kind !== 'complete') return;
        changed.set(definition.id, definition);
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
