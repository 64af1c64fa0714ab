import * as l10n from '@vscode/l10n';
import { DisposableStore, type Disposable } from '../base/disposable';
import { HumanError } from '../base/errors';
import { Emitter } from '../base/event';
import type { Catalog } from '../catalog/catalog';
import { distinctName, type ServerDefinition } from '../configuration/serverDefinition';
import type { ResourceAddress } from '../resource/address';
import type { ReadOptions, ReadResult } from '../session/session';
import type { Connection } from './connection';

interface Member {
  readonly connection: Connection;
  readonly store: DisposableStore;
  isRestored: boolean;
}

/** All configured servers. Nothing starts by itself: {@link startAll} is called when one of our views is first shown. */
export class Connections implements Disposable {
  readonly #members = new Map<string, Member>();
  readonly #didChange = new Emitter<void>();
  readonly #didUpdateResource = new Emitter<ResourceAddress>();
  readonly #didChangeLive = new Emitter<void>();
  readonly #didList = new Emitter<Connection>();
  #isStarted = false;
  #isShown = false;

  /** Fires when servers were added, removed, or changed their state. */
  readonly onDidChange = this.#didChange.event;
  /** A watched resource changed, as reported by its server. */
  readonly onDidUpdate = this.#didUpdateResource.event;
  readonly onDidChangeLive = this.#didChangeLive.event;
  readonly onDidList = this.#didList.event;

  constructor(
    private readonly catalog: Catalog,
    private readonly newConnection: (definition: ServerDefinition) => Connection,
    /** Called for a server whose cached list may be shown. */
    private readonly restore: (definition: ServerDefinition) => void,
  ) {}

  get all(): readonly Connection[] {
    return [...this.#members.values()].map(({ connection }) => connection);
  }

  get(serverId: string): Connection | undefined {
    return this.#members.get(serverId)?.connection;
  }

  /** Reads from a server that may no longer be configured; see {@link Connection.read}. */
  async read({ serverId, uri }: ResourceAddress, options: ReadOptions): Promise<ReadResult | 'notModified'> {
    const connection = this.get(serverId);
    if (connection) return connection.read(uri, options);
    throw new HumanError('configuration', l10n.t('This resource’s server was removed.'));
  }

  /** A server's {@link distinctName}; empty if it is not configured. */
  nameOf(serverId: string): string {
    const definitions = this.all.map(({ definition }) => definition);
    const definition = this.get(serverId)?.definition;
    return definition ? distinctName(definition, definitions) : '';
  }

  /** Applies the current configuration. A server with an unchanged definition keeps running. */
  setDefinitions(definitions: readonly ServerDefinition[]): void {
    const toAdd = new Map(definitions.map((definition) => [definition.id, definition]));
    for (const [id, { connection, store }] of this.#members) {
      const definition = toAdd.get(id);
      if (definition?.hash === connection.definition.hash) {
        connection.definition = definition;
        toAdd.delete(id);
      } else {
        this.#members.delete(id);
        store.dispose();
        this.catalog.removeServer(id);
      }
    }
    for (const definition of toAdd.values()) this.#add(definition);
    this.#putInOrder(definitions);
    this.#didChange.fire();
  }

  /** Starts every server that may start, and later ones when they are added. */
  startAll(): void {
    this.#isStarted = true;
    for (const member of this.#members.values()) this.#wake(member);
  }

  /** Called when one of our views is shown: starts every server that may start, and lists again if the list may be out of date. */
  wake(): void {
    this.startAll();
    for (const connection of this.all) connection.refreshStaleList();
  }

  /** Shows the cached lists of servers that may start, and starts none; those of later servers when they are added. */
  restoreAll(): void {
    this.#isShown = true;
    for (const member of this.#members.values()) this.#restore(member);
  }

  /** Called when trust, policy or permissions changed. */
  recheckAll(): void {
    for (const member of this.#members.values()) {
      member.connection.recheck();
      this.#follow(member);
    }
  }

  dispose(): void {
    for (const { store } of this.#members.values()) store.dispose();
    this.#members.clear();
    for (const emitter of [this.#didChange, this.#didUpdateResource, this.#didChangeLive, this.#didList])
      emitter.dispose();
  }

  #add(definition: ServerDefinition): void {
    const store = new DisposableStore();
    const connection = store.add(this.newConnection(definition));
    const { id } = definition;
    store.add(connection.onDidChangeState(() => this.#didChange.fire()));
    store.add(connection.onDidUpdate((uri) => this.#didUpdateResource.fire({ serverId: id, uri })));
    store.add(connection.onDidChangeLive(() => this.#didChangeLive.fire()));
    store.add(connection.onDidList(() => this.#didList.fire(connection)));
    const member = { connection, store, isRestored: false };
    this.#members.set(id, member);
    connection.recheck();
    this.#follow(member);
  }

  /** In configured order: a map keeps the order of insertion, in which an edited server is the last. */
  #putInOrder(definitions: readonly ServerDefinition[]): void {
    for (const { id } of definitions) {
      const member = this.#members.get(id);
      if (!member) continue;
      this.#members.delete(id);
      this.#members.set(id, member);
    }
  }

  #follow(member: Member): void {
    if (this.#isStarted) this.#wake(member);
    else if (this.#isShown) this.#restore(member);
  }

  #wake(member: Member): void {
    const { connection } = member;
    if (!connection.isAsleep) return;
    this.#restore(member);
    void connection.start();
  }

  #restore(member: Member): void {
    const { connection, isRestored } = member;
    if (isRestored || !connection.isAsleep) return;
    member.isRestored = true;
    this.restore(connection.definition);
  }
}
