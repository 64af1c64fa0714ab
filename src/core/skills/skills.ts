import type { Clock } from '../base/clock';
import { toDisposable, DisposableStore, type Disposable } from '../base/disposable';
import { causes, isCancelled } from '../base/errors';
import { Emitter } from '../base/event';
import type { Logger } from '../base/ports';
import { SharedWork } from '../base/sharedWork';
import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connection/connection';
import type { Connections } from '../connection/connections';
import type { ResourceAddress } from '../resource/address';
import { lenient, urisOf, type Skill } from '../resource/skill';
import type { ListLimits, SessionInfo } from '../session/session';
import { folderOf, grouped, isSame, once, within, type HeldSkill, type SkillsByText } from './heldSkills';
import { resourcesOf } from './skillRows';

export type { HeldSkill };

const nothing: readonly HeldSkill[] = [];

/** How the last list of a server's skills ended; `cut`: the server has more · `unknown`: none has. */
export type SkillsState = 'unknown' | 'complete' | 'cut' | 'failed';

/** What is known of a server's skills. */
class Server {
  /** In the server's order; those that no list names come last. */
  skills: readonly HeldSkill[] = nothing;
  listed: readonly Skill[] = [];
  /** Described on request, and in no list. */
  readonly unlisted = new Map<string, Skill>();
  /** URIs of which the server said, in its present session, that they are no skill's. */
  readonly refused = new Set<string>();
  byFile: SkillsByText = new Map();
  byFolder: SkillsByText = new Map();
  folderLengths: ReadonlySet<number> = new Set();
  /** Ids in the catalog. */
  rows: ReadonlySet<number> = new Set();
  state: SkillsState = 'unknown';
  /** The session whose list was read last. */
  info: SessionInfo | undefined;
  work: SharedWork<void> | undefined;

  constructor(readonly connection: Connection) {}
}

export interface SkillNeeds {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly limits: () => ListLimits;
}

/** The most of one server; more is left out, and said. */
const maxSkills = 1_000;
const maxBytes = 16_000_000;
/** Of those that no list names; the first are forgotten. */
const maxUnlisted = 100;
/** In ms: reads of the server's resources wait for it. */
const maxTime = 60_000;
/**
 * The skills of all servers, by what these say: a scheme makes none. They are listed whenever resources are; their files are read by nobody
 * here. Each file is a row of the catalog.
 */
export class Skills implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = this.#store.add(new Emitter<string>());
  readonly #servers = new Map<string, Server>();
  readonly #lifetime = new AbortController();
  #editions = 0;

  /** The skills of a server changed; the value is its id. */
  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly catalog: Catalog,
    private readonly connections: Connections,
    private readonly needs: SkillNeeds,
  ) {
    this.#store.add(connections.onDidList((connection) => this.#listAgain(connection)));
    this.#store.add(connections.onDidChange(() => this.#follow()));
    this.#store.add(toDisposable(() => this.#lifetime.abort()));
  }

  /** Skills with a problem are among them. */
  of(serverId: string): readonly HeldSkill[] {
    return this.#servers.get(serverId)?.skills ?? nothing;
  }

  stateOf(serverId: string): SkillsState {
    return this.#servers.get(serverId)?.state ?? 'unknown';
  }

  /** The skill with this `SKILL.md`. */
  get({ serverId, uri }: ResourceAddress): HeldSkill | undefined {
    return this.of(serverId).find((skill) => skill.uri === uri);
  }

  /** The skill whose `SKILL.md` has this id in the catalog. */
  at(id: number): HeldSkill | undefined {
    return this.isFile(id)
      ? this.of(this.catalog.table.serverIdOf(id)).find(({ rows: [first] }) => first === id)
      : undefined;
  }

  /** True for a file of a skill, by its id in the catalog. */
  isFile(id: number): boolean {
    return this.#servers.get(this.catalog.table.serverIdOf(id))?.rows.has(id) ?? false;
  }

  /** The skills that list a file; if none does, those in whose folder it is, however its URI is written. */
  governing({ serverId, uri }: ResourceAddress): readonly HeldSkill[] {
    const server = this.#servers.get(serverId);
    if (!server || server.skills.length === 0) return nothing;
    const listing = server.byFile.get(uri);
    if (listing) return listing;
    const path = `${lenient(uri)}/`;
    return [...server.folderLengths].flatMap((length) => server.byFolder.get(path.slice(0, length)) ?? nothing);
  }

  /** Resolves when the list of the present session has ended, in whatever way. Rejects only with `CancelledError`. */
  async ready(serverId: string, signal: AbortSignal): Promise<void> {
    const connection = this.connections.get(serverId);
    if (connection?.state.kind !== 'ready' || !connection.state.info.hasSkills) return;
    const server = this.#serverOf(connection);
    if (server.info !== connection.state.info) await this.#list(server).wait(signal);
    else await server.work?.wait(signal);
  }

  /**
   * Asks the server for its description of a skill, listed or not. The server that did not know it before is not asked again in the same
   * session, unless it lists it. Rejects as requests do.
   */
  async confirm({ serverId, uri }: ResourceAddress, signal: AbortSignal): Promise<HeldSkill | undefined> {
    const connection = this.connections.get(serverId);
    const session = await connection?.sessionFor({ signal });
    if (!connection || session?.info.hasSkills !== true) return undefined;
    const server = this.#serverOf(connection);
    if (server.refused.has(uri)) return undefined;
    const skill = await session.getSkill(uri, signal);
    if (this.#servers.get(serverId) !== server) return undefined;
    const isListed = server.listed.some((listed) => listed.uri === uri);
    // A listed one stays one until a list lacks it: else what does not verify could be read again as an ordinary resource.
    if (skill && isListed) server.listed = server.listed.map((listed) => (listed.uri === uri ? skill : listed));
    else if (skill) server.unlisted.set(uri, skill);
    else if (!isListed) {
      server.refused.add(uri);
      server.unlisted.delete(uri);
    }
    for (const first of [...server.unlisted.keys()].slice(0, -maxUnlisted)) server.unlisted.delete(first);
    this.#hold(server);
    return this.get({ serverId, uri });
  }

  /** Forgets what is known of a server. */
  removeServer(serverId: string): void {
    const server = this.#servers.get(serverId);
    if (!server) return;
    server.unlisted.clear();
    server.listed = [];
    this.#hold(server);
    this.#servers.delete(serverId);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #serverOf(connection: Connection): Server {
    const { id } = connection.definition;
    const existing = this.#servers.get(id);
    if (existing?.connection === connection) return existing;
    this.removeServer(id);
    const server = new Server(connection);
    this.#servers.set(id, server);
    return server;
  }

  /** Called when servers were added, removed, or changed their state. */
  #follow(): void {
    for (const [id, { connection }] of this.#servers) {
      const { state } = connection;
      const isOver = state.kind === 'ready' && !state.info.hasSkills;
      if (isOver || this.connections.get(id) !== connection) this.removeServer(id);
    }
  }

  #listAgain(connection: Connection): void {
    if (connection.state.kind !== 'ready' || !connection.state.info.hasSkills) return;
    const server = this.#serverOf(connection);
    // A list that is under way may be older than the change.
    const isAnew = server.info === connection.state.info;
    const work =
      isAnew && server.work
        ? server.work.wait(undefined).then(() => this.#list(server).wait(undefined))
        : this.#list(server).wait(undefined);
    work.catch(() => undefined);
  }

  #list(server: Server): SharedWork<void> {
    return (server.work ??= new SharedWork(
      (signal) => this.#read(server, AbortSignal.any([signal, this.#lifetime.signal])),
      () => (server.work = undefined),
    ));
  }

  /** Never rejects but with `CancelledError`: after a failure, the list before it counts. */
  async #read(server: Server, signal: AbortSignal): Promise<void> {
    const { definition } = server.connection;
    const log = this.needs.log.named(definition.name);
    try {
      const session = await server.connection.sessionFor({ signal });
      const since = this.needs.clock.now();
      if (server.info !== session.info) server.refused.clear();
      server.info = session.info;
      const limits = this.needs.limits();
      const [items, bytes] = [Math.min(limits.items, maxSkills), Math.min(limits.bytes, maxBytes)];
      const time = Math.min(limits.time, maxTime);
      const pages = session.listSkills({ ...limits, items, bytes, time }, signal);
      const listed: Skill[] = [];
      let step = await pages.next();
      for (; step.done !== true; step = await pages.next()) listed.push(...step.value.items);
      if (this.#servers.get(definition.id) !== server) return;
      server.listed = within(listed);
      for (const { uri } of server.listed) for (const other of [server.unlisted, server.refused]) other.delete(uri);
      this.#hold(server);
      if (step.value.kind === 'complete') server.connection.noteFresh(since, step.value.ttl);
      const count = server.listed.length;
      this.#end(server, step.value.kind === 'cut' || count < listed.length ? 'cut' : 'complete');
      log.info(`Listed ${count} of ${listed.length} skills (${step.value.kind})`);
    } catch (error) {
      if (isCancelled(error)) {
        server.info = undefined;
        throw error;
      }
      log.warn(`The list of skills failed: ${causes(error)}`);
      this.#end(server, 'failed');
    }
  }

  #end(server: Server, state: SkillsState): void {
    if (server.state === state) return;
    server.state = state;
    this.#didChange.fire(server.connection.definition.id);
  }

  /** Takes over the skills that the server lists, and those that it described on request. */
  #hold(server: Server): void {
    const serverId = server.connection.definition.id;
    const before = new Map(server.skills.map((skill) => [skill.uri, skill]));
    const byUri = once([...server.listed, ...server.unlisted.values()]);
    const all = [...byUri.values()];
    const isAsBefore =
      all.length === server.skills.length && all.every((skill, at) => isSame(skill, server.skills[at]));
    if (isAsBefore) return;
    // Rows of what is as before are left alone: one skill of a thousand can change.
    const same = new Map([...before].filter(([uri, old]) => isSame(old, byUri.get(uri))));
    const rows = new Set([...same.values()].flatMap(({ rows: ids }) => ids));
    const gone = [...server.rows].filter((id) => !rows.has(id));
    const differing = all.filter(({ uri }) => !same.has(uri));
    this.catalog.addChildren(serverId, differing.flatMap(resourcesOf), rows);
    server.rows = rows;
    const idsOf = (skill: Skill): readonly number[] =>
      urisOf(skill).flatMap((uri) => this.catalog.idOf(serverId, uri) ?? []);
    server.skills = all.map(
      (skill) => same.get(skill.uri) ?? { ...skill, serverId, edition: (this.#editions += 1), rows: idsOf(skill) },
    );
    server.byFile = grouped(server.skills, urisOf);
    server.byFolder = grouped(server.skills, folderOf);
    server.folderLengths = new Set([...server.byFolder.keys()].map(({ length }) => length));
    const usable = server.skills.filter(({ problem }) => problem === undefined);
    this.catalog.markSkills(serverId, [...before.values()], usable);
    this.catalog.removeChildren(serverId, gone);
    this.#didChange.fire(serverId);
  }
}
