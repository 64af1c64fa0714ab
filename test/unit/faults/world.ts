// One server in one place, with what the product makes of it and what its user sees.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { DisposableStore } from '../../../src/core/base/disposable';
import { HumanError, isCancelled } from '../../../src/core/base/errors';
import { Catalog } from '../../../src/core/catalog/catalog';
import { defaultLimits } from '../../../src/core/connection/listLimits';
import { Connection } from '../../../src/core/connection/connection';
import { statusOf } from '../../../src/core/connection/serverStatus';
import { ContentCache } from '../../../src/core/context/contentCache';
import type { Launch } from '../../../src/core/session/session';
import { openSession } from '../../../src/node/mcp/mcp';
import { afterEveryTest } from '../../support/cleanUp';
import { until } from '../../support/events';
import { FakeClock } from '../../support/fakeClock';
import { definition, silent } from '../connection/fakeServer';
import { http, node } from '../mcp/support';
import { isProcess, type Outcome, type Place } from './table';

const file = 'test/servers/faultyServer.mjs';
const root = path.resolve(import.meta.dirname, '../../..');
const shop = definition('shop');
const watched = ['live://counter', 'live://end'];
/** Delays up to this one, in ms, are of no interest before the fault. */
const gathering = 300;
const worlds: World[] = [];

afterEveryTest(() => Promise.all(worlds.splice(0).map((world) => world.end())));

export class World {
  readonly clock = new FakeClock();
  readonly catalog = new Catalog();
  readonly connection: Connection;
  readonly updates: string[] = [];
  readonly #store = new DisposableStore();
  readonly #cache: ContentCache;
  /** The lines that the server wrote to stderr. */
  readonly #said: string[] = [];
  readonly #seen: string[] = [];
  readonly #children: ChildProcess[] = [];
  /** A process that finds it there has no fault. */
  readonly #mark = path.join(tmpdir(), `fault-${randomUUID()}`);
  #port = 0;
  #lists = 0;
  #begin = 0;
  #elapsed: number | undefined;
  #hadRows = false;
  #fewestRows = Infinity;
  #reading: Promise<unknown> = Promise.resolve();
  #answer: 'pending' | 'answered' | 'failed' | undefined;

  constructor(
    private readonly place: Place,
    private readonly fault: string,
  ) {
    worlds.push(this);
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const learned = new Map<string, never>();
    this.connection = new Connection(shop, this.catalog, {
      clock: this.clock,
      random: () => 0.5,
      log: silent,
      openSession,
      gate: () => undefined,
      resolveLaunch: () => Promise.resolve(this.#launch()),
      learnedProtocols: { get: (hash) => learned.get(hash), set: (hash, value) => learned.set(hash, value as never) },
      limits: () => defaultLimits,
    });
    this.#cache = new ContentCache({
      clock: this.clock,
      log: silent,
      proofOf: () => '',
      announcedType: () => undefined,
      isLive: ({ uri }) => this.connection.isLive(uri),
      read: ({ uri }, { signal }) => this.connection.read(uri, { maxBytes: 1_000_000, signal }),
    });
    this.#store.add(this.connection.onDidChangeState(() => this.#look()));
    this.#store.add(this.connection.onDidList(() => (this.#lists += 1)));
    this.#store.add(this.connection.onDidUpdate((uri) => this.updates.push(uri)));
    this.#store.add(this.catalog.onDidChange(() => this.#look()));
  }

  /** Starts an HTTP server; the product starts the others. */
  async startServer(): Promise<void> {
    if (isProcess(this.place)) return;
    const args = [path.join(root, file), ...this.#arguments, '--port', String(this.#port)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#children.push(child);
    createInterface({ input: child.stderr }).on('line', (line) => this.#said.push(line));
    for await (const line of createInterface({ input: child.stdout })) {
      this.#port = Number(line.split(' ')[1]);
      return;
    }
  }

  /** Connects, lists, watches, and reads what is to be kept. */
  async start(): Promise<void> {
    await this.startServer();
    this.connection.watch(new Set(watched));
    await this.connection.start();
    await this.passSmall(() => this.isWell && this.isLive && !((this.clock.pending[0] ?? Infinity) <= gathering));
    await this.#cache.get({ serverId: shop.id, uri: 'page://1' });
  }

  get isWell(): boolean {
    const { kind } = this.catalog.listInfo(shop.id).completeness;
    return this.connection.state.kind === 'ready' && kind === 'complete';
  }

  /** Notes all that is seen from now on. */
  begin(): void {
    this.#begin = this.clock.now();
    this.#hadRows = this.catalog.listInfo(shop.id).count > 0;
    this.#fewestRows = Infinity;
    this.#lists = 0;
    this.#look();
    this.#seen.length = 0;
    this.#answer = undefined;
  }

  /** Reads in the background, as for a preview that is refreshed. */
  read(uri = 'fault://it'): void {
    this.#answer = 'pending';
    this.#reading = this.#cache.refresh({ serverId: shop.id, uri }).then(
      () => (this.#answer = 'answered'),
      (error: unknown) => {
        this.#answer = 'failed';
        if (error instanceof HumanError) this.#note(`read: ${error.message}`);
        else if (!isCancelled(error)) throw error;
      },
    );
  }

  /** Waits for the end of the read, however much comes until then: {@link until} looks at each piece. */
  async readOver(): Promise<void> {
    await this.#reading;
  }

  get isReadOver(): boolean {
    return this.#answer !== 'pending';
  }

  /** True while the server reports changes of all that is watched. */
  get isLive(): boolean {
    return watched.every((uri) => this.connection.isLive(uri));
  }

  /** Notes from now on when the server reports no changes. */
  noteLive(): void {
    this.#store.add(
      this.connection.onDidChangeLive(() => {
        if (this.connection.state.kind === 'ready' && !this.isLive) this.#note('not live');
      }),
    );
  }

  /** Stops the time of the fault before the outcome. */
  stopTime(): void {
    this.#elapsed = this.clock.now() - this.#begin;
  }

  /** Waits until a timer of exactly `ms` milliseconds is set, and lets this time pass. */
  async due(ms: number): Promise<void> {
    await until(() => this.clock.pending.includes(ms));
    await this.clock.advance(ms);
  }

  /** Lets small delays pass until something is so. */
  async passSmall(isSo: () => boolean): Promise<void> {
    await until(async () => {
      const [first] = this.clock.pending;
      if (!isSo() && first !== undefined && first <= gathering) await this.clock.advance(first);
      return isSo();
    });
  }

  /** Waits until the server is connected and its list is there, which was requested after the fault. */
  async recovered(): Promise<void> {
    await until(() => this.isWell && this.#lists > 0);
  }

  /** Waits until the list was requested again and ended in this way. */
  async relisted(kind: 'complete' | 'cut'): Promise<void> {
    await this.passSmall(() => this.catalog.listInfo(shop.id).completeness.kind === kind);
  }

  async until(isSo: () => boolean): Promise<void> {
    await until(isSo);
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** Waits until the process of an HTTP server has ended. */
  async gone(): Promise<void> {
    const child = this.#children.at(-1);
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Begins or ends a fault that lasts. */
  async toggle(): Promise<void> {
    await this.running();
    const before = this.#count('toggled');
    this.signal('SIGUSR2');
    await until(() => this.#count('toggled') > before);
  }

  /** Waits until the process runs, which says so. */
  async running(): Promise<void> {
    await until(() => this.#count('pid ') > 0);
  }

  get pid(): number {
    return Number(this.#lines.findLast((line) => line.startsWith('pid '))?.slice(4));
  }

  /** The outcome now. @param act what the user did for it */
  async outcome(act = ''): Promise<Outcome> {
    const ms = this.#elapsed ?? this.clock.now() - this.#begin;
    const next = this.#cache.refresh({ serverId: shop.id, uri: 'page://2' });
    const isAnswered = await next.then(
      () => true,
      () => false,
    );
    const content = this.#cache.peek({ serverId: shop.id, uri: 'page://1' });
    const kept = [
      ...(this.#fewestRows >= 3 ? ['rows'] : []),
      ...(content ? ['contents'] : []),
      ...(this.#answer === 'answered' ? ['answers'] : []),
    ];
    const nothing = this.#hadRows ? 'nothing' : 'nothing was there yet';
    const sees = [...this.#seen];
    const time = ms === 0 ? 'at once' : `${ms / 1000} s`;
    return {
      sees: sees.length === 0 ? 'nothing' : sees.join(' → '),
      kept: kept.length === 0 ? nothing : kept.join(', '),
      back: isAnswered ? `${time}${act === '' ? '' : `, ${act}`}` : 'not by itself',
    };
  }

  async end(): Promise<void> {
    if (this.connection.state.kind !== 'stopped') for (const child of this.#children) child.kill('SIGCONT');
    this.connection.dispose();
    this.#cache.dispose();
    this.#store.dispose();
    const ended = this.connection.ended.then(() => true);
    let isOver = false;
    void ended.then(() => (isOver = true));
    await until(async () => {
      const [first] = this.clock.pending;
      if (!isOver && first !== undefined && first <= 2000) await this.clock.advance(first);
      return isOver;
    });
    for (const child of this.#children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(this.#mark, { force: true });
  }

  get #arguments(): readonly string[] {
    return ['--place', this.place, '--fault', this.fault, '--mark', this.#mark];
  }

  #launch(): Launch {
    if (isProcess(this.place)) return node(file, ...this.#arguments);
    return http(`http://127.0.0.1:${this.#port}${this.place === 'sse' ? '/sse' : '/mcp'}`);
  }

  get #lines(): readonly string[] {
    return isProcess(this.place) ? this.connection.stderrTail : this.#said;
  }

  #count(start: string): number {
    return this.#lines.filter((line) => line.startsWith(start)).length;
  }

  #look(): void {
    const resources = this.catalog.listInfo(shop.id);
    this.#fewestRows = Math.min(this.#fewestRows, resources.count);
    const { severity, label, sentence } = statusOf(this.connection, { resources, templates: 0, omittedTemplates: 0 });
    if (severity !== 'none') this.#note(sentence === '' || severity === 'busy' ? label : `${label}: ${sentence}`);
  }

  #note(words: string): void {
    // Ports and codes of the network differ from run to run, and from system to system.
    const plain = words.replaceAll(`127.0.0.1:${this.#port}`, '127.0.0.1').replace(/ \((E[A-Z]+|UND_[A-Z_]+)\)/u, '');
    const last = this.#seen.at(-1);
    if (last !== plain && last?.startsWith(`${plain}: `) !== true) this.#seen.push(plain);
  }
}
