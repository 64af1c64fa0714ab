// Opens and closes 3,000 of the 10,000 directories of a server with ten million files, one after the other, and draws the tree for some: memory, and the
// longest block, in time of this thread on a processor. Then measures the first screen of one directory, against the floor that only asks for its pages.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Emitter } from '../src/core/base/event';
import { Catalog } from '../src/core/catalog/catalog';
import { ImportanceOrder } from '../src/core/catalog/importanceOrder';
import { NameOrder } from '../src/core/catalog/nameOrder';
import { ServerOrder } from '../src/core/catalog/serverOrder';
import { TemplateCatalog } from '../src/core/catalog/templates';
import { Connection } from '../src/core/connection/connection';
import { Connections } from '../src/core/connection/connections';
import { defaultLimits } from '../src/core/connection/listLimits';
import type { ServerDefinition } from '../src/core/configuration/serverDefinition';
import { Directories } from '../src/core/directories/directories';
import { Normaliser } from '../src/core/mcp/lists/normalise';
import type { Resource } from '../src/core/resource/resource';
import type { Launch, ListEnd, OpenSession, Page, Session } from '../src/core/session/session';
import { TreeModel } from '../src/core/tree/treeModel';
import type { TreeNode, TreeOptions } from '../src/core/tree/treeNode';
import { newSlice, systemClock } from '../src/node/base/clock';
import { openSession } from '../src/node/mcp/mcp';
import { noSkills, seeded } from '../test/unit/catalog/fixtures';
import { Floor } from './floor';
import { bigServer, cost, medianCost, silent, watchTurns, type Cost } from './measure';
import { wireDirectory, wireResource } from './wireResource.mjs';

const root = 'shop://depot';
/** Directories in the root, and in each of these; each of those has a thousand files. */
const width = 100;
const files = 1_000;
const openings = Number(process.env['OPENINGS'] ?? 3_000);
/** The tree is drawn for one opening of so many. */
const drawnEvery = 10;
const rounds = Number(process.env['ROUNDS'] ?? 5);
const depot: ServerDefinition = {
  id: 'user//depot',
  name: 'depot',
  source: { kind: 'user', format: 'vscode', id: '', label: 'mcp.json', file: undefined, folder: undefined },
  launch: {
    kind: 'stdio',
    command: '',
    args: [],
    cwd: undefined,
    env: {},
    envFile: undefined,
    isSandboxed: false,
  },
  inputs: [],
  hash: '',
};
const options: TreeOptions = {
  audience: 'all',
  groupBy: 'scheme',
  sortBy: 'importance',
  servers: [],
  isVisible: () => true,
  isTemplateVisible: () => true,
};

/** What the tree stands on, connected to one server that lists its root. */
class World {
  readonly catalog = new Catalog(undefined, systemClock);
  readonly #connections: Connections;
  readonly directories: Directories;
  readonly #model: TreeModel;

  constructor(open: OpenSession, args: readonly string[] = []) {
    const { catalog } = this;
    const limits = () => defaultLimits;
    const launch: Launch = { kind: 'stdio', command: process.execPath, args, cwd: process.cwd(), env: {} };
    const ports = {
      clock: systemClock,
      random: Math.random,
      log: silent,
      openSession: open,
      gate: () => undefined,
      resolveLaunch: () => Promise.resolve(launch),
      learnedProtocols: { get: () => undefined, set: () => undefined },
      limits,
    };
    this.#connections = new Connections(
      catalog,
      (one) => new Connection(one, catalog, ports),
      () => undefined,
    );
    this.directories = new Directories(catalog, this.#connections, { clock: systemClock, log: silent, limits });
    const orders = {
      importance: new ImportanceOrder(catalog, newSlice),
      name: new NameOrder(catalog, newSlice),
      server: new ServerOrder(catalog, newSlice),
    };
    this.#model = new TreeModel(catalog, orders, new TemplateCatalog(), newSlice, this.directories, noSkills);
  }

  async start(): Promise<void> {
    this.#connections.setDefinitions([depot]);
    this.#connections.startAll();
    await waitFor(() => this.catalog.listInfo(depot.id).completeness.kind === 'complete');
  }

  /** Opens directories. @returns how to close them */
  async open(...uris: readonly string[]): Promise<() => void> {
    const held = uris.map((uri) => this.directories.hold({ serverId: depot.id, uri }));
    for (const uri of uris) await this.directories.read({ serverId: depot.id, uri }, true);
    return () => held.forEach((one) => one.dispose());
  }

  /** Draws the tree down to a directory, again if something changed meanwhile. @returns the number of rows in it */
  async draw(...uris: readonly string[]): Promise<number> {
    const { revision } = this.catalog;
    let rows = await this.#model.roots(options);
    for (const uri of ['', ...uris]) rows = await this.#below(rows, uri);
    return revision === this.catalog.revision ? rows.length : this.draw(...uris);
  }

  async #below(rows: readonly TreeNode[], uri: string): Promise<TreeNode[]> {
    const id = this.catalog.idOf(depot.id, uri) ?? -1;
    for (const row of rows) {
      if (row.kind === 'scheme' && uri === '') return this.#model.children(row, options);
      if (row.kind === 'folder' && row.entry?.id === id) return this.#model.children(row, options);
    }
    return [];
  }

  async forget(): Promise<void> {
    this.directories.removeServer(depot.id);
    await waitFor(() => this.catalog.table.size === 1);
    await setTimeout(1);
  }

  async end(): Promise<void> {
    const { all } = this.#connections;
    this.#connections.dispose();
    await Promise.all(all.map(({ ended }) => ended));
  }
}

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(1);
}

/** A session in this process, whose ten million files are made by arithmetic. */
const arithmetic: OpenSession = (_, { signal }) => {
  const event = new Emitter<never>().event;
  const normaliser = new Normaliser();
  async function* children(raw: readonly unknown[]): AsyncGenerator<Page<Resource>, ListEnd, undefined> {
    // As long-lived as texts from a wire. What the server takes is no turn of ours.
    const sent = JSON.parse(JSON.stringify(raw)) as unknown[];
    await setImmediate();
    yield { items: sent.flatMap((one) => normaliser.resource(one) ?? []), dropped: 0, repaired: 0 };
    return { kind: 'complete' };
  }
  const session = {
    info: { revision: '2025-11-25', transport: 'stdio', hasResources: true, canListChange: true, hasDirectories: true },
    onDidClose: event,
    onDidChangeList: event,
    onDidUpdate: event,
    onDidChangeResource: event,
    onDidChangeLive: event,
    ended: Promise.resolve(),
    listResources: () => children([wireDirectory(root)]),
    listTemplates: () => children([]),
    listDirectory: (uri: string) => children(childrenOf(uri)),
    watch: () => undefined,
    isLive: () => false,
    dispose: () => undefined,
  };
  signal.throwIfAborted();
  return Promise.resolve(session as unknown as Session);
};

function childrenOf(uri: string): readonly unknown[] {
  const [first, second] = uri
    .slice(root.length + 1)
    .split('/')
    .filter(Boolean)
    .map(Number);
  if (first === undefined || second === undefined)
    return Array.from({ length: width }, (_, index) => wireDirectory(`${uri}/${index}`));
  const from = (first * width + second) * files;
  return Array.from({ length: files }, (_, index) => {
    const file = wireResource(from + index);
    return { ...file, uri: `${uri}/${file.name}.json` };
  });
}

async function memoryOf(world: World): Promise<{ readonly heap: number; readonly resident: number }> {
  // Forgetting goes on for some turns.
  for (let turn = 0; turn < 5; turn += 1) {
    await setTimeout(20);
    globalThis.gc?.();
  }
  if (world.catalog.table.size > 120_000) throw new Error(`${world.catalog.table.size} resources are kept`);
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: (heapUsed + arrayBuffers) / 1e6, resident: rss / 1e6 };
}

async function manyDirectories(): Promise<void> {
  const world = new World(arithmetic);
  await world.start();
  const random = seeded(1);
  const any = (): number => Math.floor(random() * width);
  const openMany = async (count: number): Promise<void> => {
    for (let opened = 0; opened < count; opened += 1) {
      const first = `${root}/${any()}`;
      const path = [root, first, `${first}/${any()}`];
      const close = await world.open(...path);
      // All rows above are made again, too.
      const isDrawn = opened % drawnEvery === 0;
      if (isDrawn && (await world.draw(...path)) < 200) throw new Error('The directory has too few rows');
      close();
    }
  };
  // Code that is not compiled yet takes longer.
  await openMany(20);
  const memory = [];
  for (const half of ['the first half', 'the second half']) {
    let block = 0;
    const { wall, cpu } = await cost(async () => {
      const turns = watchTurns();
      await openMany(openings / 2);
      block = turns.end();
    });
    memory.push(await memoryOf(world));
    const each = `${((2 * wall) / openings).toFixed(1)} ms each (cpu ${((2 * cpu) / openings).toFixed(1)} ms)`;
    const { heap, resident } = memory.at(-1)!;
    console.log(
      `${openings / 2} directories, ${half.padEnd(15)} ${each}   longest block ${block.toFixed(0)} ms` +
        `   then ${world.catalog.table.size} kept, heap ${heap.toFixed(1)} MB, process ${resident.toFixed(0)} MB`,
    );
  }
  const [before, after] = memory;
  const grown = (key: 'heap' | 'resident'): string => ((after?.[key] ?? 0) - (before?.[key] ?? 0)).toFixed(1);
  const turns = watchTurns();
  await world.forget();
  const block = turns.end();
  console.log(
    `grown by ${grown('heap')} MB of heap, ${grown('resident')} MB of the process   forgetting all: block ${block.toFixed(0)} ms`,
  );
  await world.end();
}

async function firstScreen(count: number, page: number): Promise<void> {
  const args = [bigServer, '--items', String(count), '--page', String(page), '--directory', root];
  const world = new World(openSession, args);
  await world.start();
  const floor = new Floor(process.execPath, args);
  await floor.request('initialize', {});
  const [ours, theirs]: [Cost[], Cost[]] = [[], []];
  let removal = 0;
  for (let round = -1; round < rounds; round += 1) {
    let close = (): void => undefined;
    const our = await cost(async () => {
      close = await world.open(root);
      await world.draw(root);
    });
    const their = await cost(() => floor.request('resources/directory/read', { uri: root }));
    close();
    const turns = watchTurns();
    await world.forget();
    const block = turns.end();
    if (round < 0) continue;
    ours.push(our);
    theirs.push(their);
    removal = Math.max(removal, block);
  }
  const [our, their] = [medianCost(ours), medianCost(theirs)];
  const ratio = (key: keyof Cost): string =>
    `${key} ${our[key].toFixed(0)}/${their[key].toFixed(0)} ms = ${(our[key] / their[key]).toFixed(2)}x`;
  const name = `first screen of ${count} by ${page}`;
  console.log(
    `${name.padEnd(34)} ${ratio('wall')}   ${ratio('cpu')}   ${ratio('block')}   removal ${removal.toFixed(0)} ms`,
  );
  floor.end();
  await world.end();
}

const awake = setInterval(() => undefined, 60_000);
await manyDirectories();
await firstScreen(1_000, 1_000);
await firstScreen(100_000, 1_000);
await firstScreen(100_000, 100_000);
clearInterval(awake);
