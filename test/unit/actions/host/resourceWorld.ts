import { messagePorts } from '../../../support/messagePorts';
import { newServerActions } from '../../../support/newServerActions';
import { expect } from 'vitest';
import { DisposableStore } from '../../../../src/core/base/disposable';
import { Emitter } from '../../../../src/core/base/event';
import { HumanError } from '../../../../src/core/base/errors';
import { Slice } from '../../../../src/core/base/scheduler';
import { Activity } from '../../../../src/core/catalog/activity';
import { ImportanceOrder } from '../../../../src/core/catalog/importanceOrder';
import { NameOrder } from '../../../../src/core/catalog/nameOrder';
import { ServerOrder } from '../../../../src/core/catalog/serverOrder';
import { TemplateCatalog } from '../../../../src/core/catalog/templates';
import { Connection } from '../../../../src/core/connection/connection';
import { Directories } from '../../../../src/core/directories/directories';
import { Connections } from '../../../../src/core/connection/connections';
import { type ResourceAddress } from '../../../../src/core/resource/address';
import { ContentCache } from '../../../../src/core/context/contentCache';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import { LiveContext } from '../../../../src/core/context/liveContext';
import { SeenReads } from '../../../../src/core/context/seenReads';
import type { Resource, ResourceContent, ResourceTemplate } from '../../../../src/core/resource/resource';
import { newOrders } from '../../../../src/core/search/resultOrder';
import { HiddenPlaces } from '../../../../src/core/search/hiddenPlaces';
import { SearchIndex } from '../../../../src/core/search/searchIndex';
import { Visibility } from '../../../../src/core/search/visibility';
import type { ConfigurationProblem } from '../../../../src/core/configuration/configuration';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { TreeArrangement } from '../../../../src/core/tree/arrangement';
import { stalenessIn, type Staleness } from '../../../../src/core/connection/staleness';
import { SkillPermissions } from '../../../../src/core/skills/allowed';
import { Skills } from '../../../../src/core/skills/skills';
import { TreeModel } from '../../../../src/core/tree/treeModel';
import { ServerIcons } from '../../../../src/host/content/serverIcons';
import { toPicked } from '../../../../src/host/content/commandArguments';
import { excludedGlobs, treeSettings } from '../../../../src/host/base/settings';
import { KeyRows } from '../../../../src/host/base/rowsForKey';
import type { VirtualFiles } from '../../../../src/host/content/virtualFiles';
import { FakeStore } from '../../../support/fakeStore';
import { newSeen } from '../../../support/newSeen';
import { newVirtualFiles } from '../../../support/newVirtualFiles';
import { file, folder, listAll, page } from '../../catalog/fixtures';
import { FakeServer, definition, newWorld, silent } from '../../connection/fakeServer';

/** A fake of the configured servers. */
class Sources {
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;
  definitions: readonly ServerDefinition[] = [];
  problems: readonly ConfigurationProblem[] = [];

  constructor(private readonly connections: Connections) {}

  /** Sets the configured servers, as if the configuration had just been read. */
  set(definitions: readonly ServerDefinition[], problems: readonly ConfigurationProblem[] = []): void {
    this.definitions = definitions;
    this.problems = problems;
    this.connections.setDefinitions(definitions);
    this.#didChange.fire();
  }
}

/** Servers, their lists and everything the views build on, as in the product; only the servers are fakes. */
export class ResourceWorld {
  readonly store = new DisposableStore();
  readonly #base = newWorld();
  readonly clock = this.#base.clock;
  readonly catalog = this.store.add(this.#base.catalog);
  readonly templates = this.store.add(new TemplateCatalog());
  readonly workspaceStore = new FakeStore();
  /** By the ids of the server definitions. */
  readonly servers = new Map<string, FakeServer>();
  readonly connections = this.store.add(
    new Connections(
      this.catalog,
      (one) => new Connection(one, this.catalog, { ...this.#base.ports, openSession: this.server(one).open }),
      () => undefined,
    ),
  );
  readonly sources = new Sources(this.connections);
  /** The contents that reads return, by URI: files, each with its own URI. */
  readonly contents = new Map<string, readonly (readonly [string, string | Uint8Array])[]>();
  readonly reads: string[] = [];
  readonly cache = this.store.add(
    new ContentCache({
      clock: this.clock,
      log: silent,
      proofOf: () => '',
      announcedType: () => undefined,
      isLive: () => false,
      read: ({ uri }) => {
        this.reads.push(uri);
        const files = this.contents.get(uri);
        if (!files) return Promise.reject(new HumanError('notFound', 'The resource is gone. Refresh the list.'));
        const contents = files.map(([name, body]): ResourceContent => ({
          uri: name,
          mimeType: 'text/plain',
          body: typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'blob', bytes: body },
        }));
        return Promise.resolve({ contents, problems: [], ttl: undefined, version: undefined });
      },
    }),
  );
  readonly picked = this.store.add(new ContextSet(this.workspaceStore));
  readonly seen = this.store.add(newSeen(this.workspaceStore, this.clock));
  readonly live = this.store.add(
    new LiveContext(this.connections, this.cache, this.picked, this.seen, () => true, silent),
  );
  readonly newSlice = (): Slice =>
    new Slice(
      () => this.clock.now(),
      () => Promise.resolve(),
    );
  /** True while a view shows rows. */
  isShown = false;
  readonly activity = this.store.add(new Activity(this.workspaceStore, this.clock, () => this.isShown));
  readonly order = new ImportanceOrder(this.catalog, this.newSlice, this.activity);
  readonly nameOrder = new NameOrder(this.catalog, this.newSlice);
  readonly places = new HiddenPlaces(this.workspaceStore);
  readonly visibility = this.store.add(
    new Visibility(
      {
        base: { newSlice: this.newSlice, log: silent },
        core: {
          catalog: this.catalog,
          templates: this.templates,
          serverName: (id) => this.connections.get(id)?.definition.name ?? '',
        },
        excluded: excludedGlobs,
      },
      this.places,
    ),
  );
  readonly arrangement = this.store.add(new TreeArrangement(this.workspaceStore, treeSettings));
  readonly orders = {
    importance: this.order,
    name: this.nameOrder,
    server: new ServerOrder(this.catalog, this.newSlice),
  };
  readonly directories = this.store.add(
    new Directories(this.catalog, this.connections, {
      clock: this.clock,
      log: silent,
      limits: this.#base.ports.limits,
    }),
  );
  readonly skills = this.store.add(
    new Skills(this.catalog, this.connections, { clock: this.clock, log: silent, limits: this.#base.ports.limits }),
  );
  readonly skillPermissions = this.store.add(
    new SkillPermissions(this.workspaceStore, this.skills, this.connections, this.clock),
  );
  readonly model = new TreeModel(
    this.catalog,
    this.orders,
    this.templates,
    this.newSlice,
    this.directories,
    this.skills,
  );
  readonly icons = new ServerIcons({
    base: { clock: this.clock, log: silent },
    network: { fetchFromWeb: () => Promise.reject(new Error('Nothing is fetched')) },
    core: { connections: this.connections },
  });
  readonly index = new SearchIndex({
    catalog: this.catalog,
    templates: this.templates,
    orders: newOrders(this.catalog, { priority: this.order, name: this.nameOrder }, this.newSlice),
    visibility: this.visibility,
    serverName: (id) => this.connections.get(id)?.definition.name ?? '',
    newSlice: this.newSlice,
  });
  /** The index, as the world has no other. */
  readonly withoutTemplates = this.index;
  readonly files: VirtualFiles;
  readonly log = silent;
  readonly keyRows = new KeyRows();
  readonly serverActions = newServerActions();
  /** Every time that servers were to be woken. */
  wakes = 0;
  readonly wake = (): void => void (this.wakes += 1);

  constructor() {
    const { clock, cache, live, seen, picked } = this;
    const shownUntil = (): number => 0;
    const definitions = () => this.sources.definitions;
    const reads = this.store.add(new SeenReads({ clock, seen, picked, shownUntil, ...messagePorts, log: silent }));
    const missed = { wasAvailable: () => undefined, failed: () => undefined };
    this.files = this.store.add(newVirtualFiles({ definitions, cache, live, reads, missed, log: silent }));
  }

  /** The world is each of the rooms. */
  get base(): this {
    return this;
  }

  get core(): this {
    return this;
  }

  get context(): this {
    return this;
  }

  get content(): this {
    return this;
  }

  get search(): this {
    return this;
  }

  get configuration(): this {
    return this;
  }

  get look(): this {
    return this;
  }

  readonly listCache = { shown: (): Promise<void> => Promise.resolve() };
  readonly staleness = (address: ResourceAddress): Staleness | undefined =>
    stalenessIn(this.catalog, this.connections, address);

  /** Returns the fake server behind a definition. */
  server({ id }: ServerDefinition): FakeServer {
    const server = this.servers.get(id) ?? new FakeServer();
    this.servers.set(id, server);
    return server;
  }

  /** Configures servers with these names, and lists the resources of each to the end. */
  async list(servers: Readonly<Record<string, readonly Resource[]>>): Promise<readonly ServerDefinition[]> {
    const definitions = Object.keys(servers).map((name) => definition(name));
    this.sources.set(definitions);
    this.connections.startAll();
    await this.clock.advance(0);
    for (const one of definitions) {
      const list = this.server(one).session.list;
      list.items(page(servers[one.name] ?? [])).end();
    }
    await this.clock.advance(5_000);
    return definitions;
  }

  /**
   * Configures the server `depot` alone, which has these folders. Each lists its children; the first of all is the only one that the server lists.
   *
   * @param folders names of children by the folder's URI; those of folders end with a slash
   */
  async listFolders(folders: Readonly<Record<string, readonly string[]>>): Promise<ServerDefinition> {
    const server = this.server(definition('depot'));
    server.info = { ...server.info, hasDirectories: true };
    for (const [uri, names] of Object.entries(folders))
      server.folders.set(
        uri,
        names.map((name) => (name.endsWith('/') ? folder(`${uri}/${name.slice(0, -1)}`) : file(`${uri}/${name}`))),
      );
    const [depot] = await this.list({ depot: [folder(Object.keys(folders)[0] ?? '')] });
    return depot ?? definition('depot');
  }

  /** Lists all of a server's resources again; the tree learns of it from the catalog's event. */
  relist(server: ServerDefinition, ...resources: readonly Resource[]): void {
    listAll(this.catalog, resources, server.id);
  }

  listTemplates(server: ServerDefinition, ...templates: readonly ResourceTemplate[]): void {
    const writer = this.templates.beginList(server.id);
    writer.append(templates);
    writer.complete();
  }

  picks(server: ServerDefinition, uri: string): PickedResource {
    const entry = this.catalog.find(server.id, uri);
    if (!entry) throw new Error(`${server.name} does not list ${uri}`);
    return toPicked(entry);
  }

  /** Disposes everything, and checks that nothing is left. */
  dispose(): void {
    this.store.dispose();
    expect(this.clock.pending).toEqual([]);
  }
}
