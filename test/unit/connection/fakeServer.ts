import { CancelledError, HumanError } from '../../../src/core/base/errors';
import { Emitter } from '../../../src/core/base/event';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Connection, type ConnectionPorts } from '../../../src/core/connection/connection';
import type { ConnectionState } from '../../../src/core/connection/connectionState';
import type { Resource, ResourceTemplate } from '../../../src/core/resource/resource';
import type { Skill } from '../../../src/core/resource/skill';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import type {
  DirectoryLimits,
  Launch,
  ListEnd,
  OpenSession,
  OpenSessionOptions,
  Page,
  ReadResult,
  Session,
  SessionInfo,
} from '../../../src/core/session/session';
import { FakeClock } from '../../support/fakeClock';
import { page, resource } from '../catalog/fixtures';
import { silent } from '../../support/silent';
import { own } from '../../support/own';

export { silent };

export const info: SessionInfo = {
  revision: '2025-11-25',
  transport: 'stdio',
  serverName: 'shop',
  serverVersion: '1',
  hasResources: true,
  canSubscribe: true,
  canListChange: true,
  canComplete: false,
  hasDirectories: false,
  hasSkills: false,
};

/** The next result of a list: a page, its end, or an error. */
type Step = (resolve: (next: Page<Resource> | ListEnd) => void, reject: (error: Error) => void) => void;

/** A list that a client requested, answered by the test. */
export class FakeList {
  readonly #steps: Step[] = [];
  #wake: () => void = () => undefined;
  isOver = false;
  /** Of a directory: what was asked for. */
  uri = '';
  limits: DirectoryLimits | undefined;

  /** @param signal aborts the requests of its pages */
  constructor(readonly signal?: AbortSignal) {}

  page(...uris: readonly string[]): this {
    return this.items(page(uris.map((uri) => resource(uri))));
  }

  items(items: Page<Resource>): this {
    return this.#step((resolve) => resolve(items));
  }

  end(end: ListEnd = { kind: 'complete' }): this {
    return this.#step((resolve) => resolve(end));
  }

  fail(error: Error): this {
    return this.#step((_, reject) => reject(error));
  }

  #step(step: Step): this {
    this.#steps.push(step);
    this.#wake();
    return this;
  }

  async *walk(): AsyncGenerator<Page<Resource>, ListEnd, undefined> {
    try {
      for (;;) {
        if (this.#steps.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
        const step = this.#steps.shift();
        if (!step) continue;
        const next = await new Promise<Page<Resource> | ListEnd>(step);
        if ('kind' in next) return next;
        yield next;
      }
    } finally {
      this.isOver = true;
    }
  }
}

/** What a server says of its skills. */
export interface SkillsOffer {
  readonly listed: readonly Skill[];
  /** Also newer entries than the listed ones. */
  readonly unlisted: readonly Skill[];
  readonly failure?: HumanError;
  readonly isCut?: boolean;
  /** Ms for which the list is fresh. */
  readonly ttl?: number;
}

/** A session as the session layer creates it, controlled by the test. */
export class FakeSession implements Session {
  readonly close = new Emitter<HumanError>();
  readonly changeList = new Emitter<void>();
  readonly update = new Emitter<string>();
  readonly changeLive = new Emitter<void>();
  readonly onDidClose = this.close.event;
  readonly onDidChangeList = this.changeList.event;
  readonly onDidUpdate = this.update.event;
  readonly onDidChangeLive = this.changeLive.event;
  readonly changeResource = new Emitter<Resource>();
  readonly onDidChangeResource = this.changeResource.event;
  pushProblem: string | undefined;
  readonly lists: FakeList[] = [];
  readonly directories: FakeList[] = [];
  /** Children of directories that answer by themselves, by URI; the test answers for all others. */
  folders = new Map<string, readonly Resource[]>();
  /** The skills that it lists, and those that it describes on request. */
  skills: SkillsOffer = { listed: [], unlisted: [] };
  /** URIs of the skills that were asked for. */
  readonly skillRequests: string[] = [];
  /** Every set of URIs passed to `watch`. */
  readonly watched: string[][] = [];
  readonly live = new Set<string>();
  readonly reads: string[] = [];
  contents = new Map<string, string>();
  isDisposed = false;
  /** Called by the test when the process has ended; called at once unless {@link FakeServer.endsSlowly}. */
  finish: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => (this.finish = resolve));

  constructor(
    readonly info: SessionInfo,
    private readonly endsSlowly: boolean,
  ) {}

  get list(): FakeList {
    const list = this.lists.at(-1);
    if (!list) throw new Error('Nobody asked for a list');
    return list;
  }

  listResources(_caps?: unknown, signal?: AbortSignal): AsyncGenerator<Page<Resource>, ListEnd, undefined> {
    const list = new FakeList(signal);
    this.lists.push(list);
    return list.walk();
  }

  listDirectory(uri: string, limits: DirectoryLimits, signal: AbortSignal): AsyncGenerator<Page<Resource>, ListEnd> {
    const list = Object.assign(new FakeList(signal), { uri, limits });
    this.directories.push(list);
    const children = this.folders.get(uri);
    return (children ? list.items(page(children)).end() : list).walk();
  }

  async *listSkills(): AsyncGenerator<Page<Skill>, ListEnd, undefined> {
    const { listed, failure, isCut = false, ttl } = this.skills;
    await Promise.resolve();
    if (failure) throw failure;
    yield { items: listed, dropped: 0, repaired: 0 };
    return isCut ? { kind: 'cut', by: 'items' } : { kind: 'complete', ttl };
  }

  getSkill(uri: string): Promise<Skill | undefined> {
    this.skillRequests.push(uri);
    const { listed, unlisted } = this.skills;
    return Promise.resolve([...unlisted, ...listed].find((skill) => skill.uri === uri));
  }

  async *listTemplates(): AsyncGenerator<Page<ResourceTemplate>, ListEnd, undefined> {
    yield* [];
    return await Promise.resolve({ kind: 'complete' });
  }

  read(uri: string): Promise<ReadResult> {
    this.reads.push(uri);
    const text = this.contents.get(uri);
    if (text === undefined)
      return Promise.reject(new HumanError('notFound', 'The resource is gone. Refresh the list.'));
    return Promise.resolve({
      contents: [{ uri, mimeType: 'text/plain', body: { kind: 'text', text } }],
      problems: [],
      ttl: undefined,
      version: undefined,
    });
  }

  /** Answers completion requests; tests replace it. */
  complete: Session['complete'] = () => Promise.resolve({ values: [], hasMore: false });

  watch(uris: ReadonlySet<string>): void {
    this.watched.push([...uris]);
  }

  isLive(uri: string): boolean {
    return !this.isDisposed && this.live.has(uri);
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    for (const list of [...this.lists, ...this.directories])
      list.fail(new HumanError('disconnected', 'The connection has ended.'));
    if (!this.endsSlowly) this.finish();
  }
}

interface Opening {
  readonly launch: Launch;
  readonly options: OpenSessionOptions;
}

/** The fake behind `openSession`: its answers, and the requests it received. */
export class FakeServer {
  readonly openings: Opening[] = [];
  readonly sessions: FakeSession[] = [];
  info: SessionInfo = info;
  /** Contents of the sessions' resources, by URI, unless a test gives a session its own. */
  readonly contents = new Map<string, string>();
  /** See {@link FakeSession.folders}; of all sessions. */
  readonly folders = new Map<string, readonly Resource[]>();
  /** See {@link FakeSession.skills}; of all sessions. */
  skills: SkillsOffer = { listed: [], unlisted: [] };
  endsSlowly = false;
  /** The result of the next openings. */
  answer: 'open' | 'hang' | HumanError = 'open';
  /** Lets the hanging openings succeed. */
  letIn: () => void = () => undefined;

  readonly open: OpenSession = async (launch, options) => {
    this.openings.push({ launch, options });
    if (this.answer instanceof HumanError) throw this.answer;
    if (this.answer === 'hang') await this.#hang(options.signal);
    const session = new FakeSession(this.info, this.endsSlowly);
    session.contents = this.contents;
    session.folders = this.folders;
    session.skills = this.skills;
    this.sessions.push(session);
    return session;
  };

  get session(): FakeSession {
    const session = this.sessions.at(-1);
    if (!session) throw new Error('No session was opened');
    return session;
  }

  /** True for a server that notices cancellation late: `letIn` still opens its session. */
  isDeaf = false;

  #hang(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.letIn = resolve;
      if (!this.isDeaf) signal.addEventListener('abort', () => reject(new CancelledError()));
    });
  }
}

export function definition(name: string, hash = `hash of ${name}`): ServerDefinition {
  return {
    id: `user//${name}`,
    name,
    source: { kind: 'user', format: 'vscode', id: '', label: 'mcp.json', file: undefined, folder: undefined },
    launch: {
      kind: 'stdio',
      command: 'node',
      args: [],
      cwd: undefined,
      env: {},
      envFile: undefined,
      isSandboxed: false,
    },
    inputs: [],
    hash,
  };
}

export const launch: Launch = { kind: 'stdio', command: 'node', args: [], cwd: '/home/ada', env: {} };

export interface World {
  readonly clock: FakeClock;
  readonly catalog: Catalog;
  readonly server: FakeServer;
  /** The error with which the gate refuses a start; `gateAsked` records its requests. */
  blockedBy: HumanError | undefined;
  readonly gateAsked: (Launch | undefined)[];
  resolveLaunch: () => Promise<Launch>;
  readonly learned: Map<string, unknown>;
  readonly ports: ConnectionPorts;
  readonly connect: (one: ServerDefinition) => Connection;
}

export function newWorld(catalog = new Catalog()): World {
  const clock = new FakeClock();
  const server = new FakeServer();
  const learned = new Map<string, never>();
  const world: World = {
    clock,
    catalog,
    server,
    blockedBy: undefined,
    gateAsked: [],
    resolveLaunch: () => Promise.resolve(launch),
    learned,
    ports: {
      clock,
      random: () => 0.5,
      log: silent,
      openSession: (...args) => server.open(...args),
      gate: (_, resolved) => {
        world.gateAsked.push(resolved);
        return world.blockedBy;
      },
      resolveLaunch: () => world.resolveLaunch(),
      learnedProtocols: { get: (hash) => learned.get(hash), set: (hash, value) => learned.set(hash, value as never) },
      limits: () => ({ pages: 10, items: 1_000, bytes: 1_000_000, time: 60_000, connectTimeout: 5_000 }),
    },
    connect: (one) => own(new Connection(one, catalog, world.ports)),
  };
  return world;
}

/** The connection of a new world to the server `shop`. */
export function newConnection() {
  const world = newWorld();
  return { world, connection: world.connect(definition('shop')) };
}

/** The same, started. */
export async function newStarted() {
  const parts = newConnection();
  await parts.connection.start();
  return parts;
}

/** Records every state of a connection from now on. */
export function statesOf(connection: Connection): ConnectionState[] {
  const states: ConnectionState[] = [];
  own(connection.onDidChangeState((state) => states.push(state)));
  return states;
}
