import type { Clock } from '../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../base/disposable';
import { CancelledError, causes, HumanError, isCancelled, isRefusal } from '../base/errors';
import { Emitter } from '../base/event';
import type { Logger } from '../base/ports';
import type { Catalog } from '../catalog/catalog';
import type { ServerDefinition } from '../configuration/serverDefinition';
import type {
  CredentialStore,
  Launch,
  ListLimits,
  OpenSession,
  ReadOptions,
  ReadResult,
  Session,
  LearnedProtocol,
} from '../session/session';
import type { ConfiguredServer, ConnectionState, SessionUse } from './connectionState';
import { humanError, lastError, stateWithoutRetry } from './connectionFailure';
import { listInto } from './listInto';
import { Relisting } from './relisting';
import { RestartPolicy } from './restartPolicy';
import { statusOf } from './serverStatus';

/** Services that a connection uses. */
export interface ConnectionPorts {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
  readonly openSession: OpenSession;
  /** Returns why this server may not start now, if so. Called before every start. */
  readonly gate: (definition: ServerDefinition, launch: Launch | undefined) => HumanError | undefined;
  readonly resolveLaunch: (definition: ServerDefinition) => Promise<Launch>;
  readonly credentials?: CredentialStore | undefined;
  readonly learnedProtocols: {
    get(hash: string): LearnedProtocol | undefined;
    set(hash: string, learned: LearnedProtocol): void;
  };
  readonly limits: () => ListLimits & { readonly connectTimeout: number };
}

const stderrLines = 20;
/** Time in ms after which the status of a connecting server says that it is slow. */
const slowAfter = 10_000;

/** One configured server: starts it, keeps it running, lists it into the catalog, and has its state. */
export class Connection implements ConfiguredServer, Disposable {
  readonly #didChangeState = new Emitter<ConnectionState>();
  readonly #didUpdate = new Emitter<string>();
  readonly #didChangeLive = new Emitter<void>();
  readonly #didList = new Emitter<void>();
  readonly #restarts: RestartPolicy;
  #state: ConnectionState = { kind: 'stopped' };
  #attempt: { readonly abort: AbortController; readonly session: Promise<Session> } | undefined;
  #session: Session | undefined;
  #sessionStore = new DisposableStore();
  #relisting: Relisting | undefined;
  #retry: Disposable | undefined;
  #watchedUris: ReadonlySet<string> = new Set();
  #stderr: string[] = [];
  #lastEnd: Promise<void> = Promise.resolve();
  /** Aborted when it is disposed. */
  readonly #lifetime = new AbortController();
  #isHeld = false;

  readonly onDidChangeState = this.#didChangeState.event;
  /** Fires when a watched resource changed; the value is its URI. */
  readonly onDidUpdate = this.#didUpdate.event;
  readonly onDidChangeLive = this.#didChangeLive.event;
  /** Fires when a list of this server ended, complete or not. */
  readonly onDidList = this.#didList.event;

  constructor(
    /** Replaced by one that starts the same. */
    public definition: ServerDefinition,
    private readonly catalog: Catalog,
    private readonly ports: ConnectionPorts,
  ) {
    this.#restarts = new RestartPolicy(ports.random);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** True when it is neither running nor starting, and the user has not stopped it. */
  get isAsleep(): boolean {
    return this.#state.kind === 'stopped' && !this.#isHeld;
  }

  /** The last lines that the server wrote to stderr, oldest first. */
  get stderrTail(): readonly string[] {
    return this.#stderr;
  }

  /** Starts the server if it may start and is not running; joins a pending start. Never rejects: the state has the result. */
  async start(): Promise<void> {
    await this.session().catch(() => undefined);
  }

  /** The session, started if necessary. Rejects with a {@link HumanError}, or `CancelledError` when it was stopped meanwhile. */
  session(): Promise<Session> {
    if (this.#session) return Promise.resolve(this.#session);
    if (this.#attempt) return this.#attempt.session;
    if (this.#lifetime.signal.aborted) return Promise.reject(new CancelledError());
    this.#retry?.dispose();
    this.#isHeld = false;
    const abort = new AbortController();
    // Begun in a later turn, so that even an immediate failure finds this attempt in place.
    const session = Promise.resolve().then(() => this.#open(abort));
    this.#attempt = { abort, session };
    const previous = this.#state;
    const isRetry = previous.kind === 'failed' && previous.retryAt !== undefined;
    this.#setState({ kind: 'connecting', ...(isRetry && { lastError: previous.error }) });
    return session;
  }

  /** The resolved launch. Rejects with a {@link HumanError} where it is not allowed, or cannot be resolved. */
  async launch(signal: AbortSignal): Promise<Launch> {
    this.#check(undefined);
    const launch = await this.ports.resolveLaunch(this.definition);
    signal.throwIfAborted();
    this.#check(launch);
    return launch;
  }

  /** Ends the session and leaves the server stopped until it is started again. */
  stop(): void {
    this.#end();
    this.#isHeld = true;
    this.#restarts.reset();
    this.#setState({ kind: 'stopped' });
  }

  async restart(): Promise<void> {
    this.stop();
    await this.start();
  }

  /** Calls {@link ConnectionPorts.gate} again, for when trust or permissions changed. */
  recheck(): void {
    const error = this.ports.gate(this.definition, undefined);
    if (error) {
      this.#end();
      this.#setState({ kind: 'blocked', error });
    } else if (this.#state.kind === 'blocked') this.#setState({ kind: 'stopped' });
  }

  refreshList(): void {
    this.#relisting?.listNow();
  }

  /** A list is fresh for `time` in ms, if its server gave one. It counts where the server does not report changes. */
  noteFresh(since: number, time: number | undefined): void {
    if (time !== undefined && this.#session?.info.canListChange === false) this.#relisting?.noteFresh(since, time);
  }

  /** Called when one of our views is shown. */
  refreshStaleList(): void {
    this.#relisting?.listStale();
  }

  /**
   * Reads a resource, once more in a new session where the current one turns out to have ended. A read by the user starts the server if
   * necessary; a background read neither starts one that only the user starts, nor hurries one that is about to be retried.
   */
  async read(uri: string, options: ReadOptions): Promise<ReadResult | 'notModified'> {
    const session = await this.sessionFor(options);
    try {
      return await session.read(uri, options);
    } catch (error) {
      if (isCancelled(error) || options.signal.aborted || !this.#isComingBack(session)) throw error;
    }
    return (await this.sessionFor(options)).read(uri, options);
  }

  /** The session for a read, see {@link read}. */
  sessionFor({ interaction, signal }: SessionUse): Promise<Session> {
    const state = this.#state;
    if (interaction || this.isAsleep || state.kind === 'connecting' || state.kind === 'ready') return this.session();
    if (state.kind === 'stopped') return Promise.reject(new HumanError('disconnected', statusOf(this).full));
    // A background read waits for a retry that comes soon.
    const isSoon = 'retryAt' in state && (state.retryAt ?? Infinity) - this.ports.clock.now() < slowAfter;
    if (!isSoon) return Promise.reject(state.error);
    return new Promise((resolve, reject) => {
      const store = new DisposableStore();
      const settle = (): void => {
        store.dispose();
        if (signal.aborted || this.#lifetime.signal.aborted) reject(new CancelledError());
        else this.session().then(resolve, reject);
      };
      store.add(this.onDidChangeState(settle));
      const end = AbortSignal.any([signal, this.#lifetime.signal]);
      end.addEventListener('abort', settle);
      store.add(toDisposable(() => end.removeEventListener('abort', settle)));
    });
  }

  /** True when `session` has ended, and another one follows automatically. */
  #isComingBack(session: Session): boolean {
    const state = this.#state;
    if (this.#lifetime.signal.aborted || this.#session === session) return false;
    if (state.kind === 'failed') return state.retryAt !== undefined;
    return state.kind === 'connecting' || state.kind === 'ready';
  }

  /** Replaces the set of watched resources; kept across restarts. */
  watch(uris: ReadonlySet<string>): void {
    this.#watchedUris = uris;
    this.#session?.watch(uris);
  }

  isLive(uri: string): boolean {
    return this.#session?.isLive(uri) ?? false;
  }

  /** {@link Session.pushProblem} of the running session. */
  get pushProblem(): string | undefined {
    return this.#session?.pushProblem;
  }

  dispose(): void {
    this.#lifetime.abort();
    this.#end();
    for (const emitter of [this.#didChangeState, this.#didUpdate, this.#didChangeLive, this.#didList])
      emitter.dispose();
  }

  /** Resolves when no process or connection of the last session is left. */
  get ended(): Promise<void> {
    return this.#lastEnd;
  }

  async #open(abort: AbortController): Promise<Session> {
    const { definition, ports } = this;
    let slowness: Disposable | undefined;
    try {
      abort.signal.throwIfAborted();
      const launch = await this.launch(abort.signal);
      await this.#lastEnd;
      abort.signal.throwIfAborted();
      const startTime = ports.clock.now();
      slowness = ports.clock.after(slowAfter, () => this.#noteSlow(abort));
      const session = await ports.openSession(launch, {
        clock: ports.clock,
        log: ports.log,
        signal: abort.signal,
        connectTimeout: ports.limits().connectTimeout,
        learned: ports.learnedProtocols.get(definition.hash),
        onDidLearn: (learned) => ports.learnedProtocols.set(definition.hash, learned),
        credentials: ports.credentials,
        onStderr: (line) => this.#addStderr(line),
      });
      this.#lastEnd = Promise.all([this.#lastEnd, session.ended]).then(() => undefined);
      if (abort.signal.aborted) session.dispose();
      abort.signal.throwIfAborted();
      ports.log.info(
        `Ready after ${ports.clock.now() - startTime} ms: ${session.info.revision} over ${session.info.transport}`,
      );
      this.#adopt(session);
      return session;
    } catch (error) {
      if (this.#attempt?.abort === abort) {
        this.#attempt = undefined;
        this.#fail(error);
      }
      throw abort.signal.aborted ? new CancelledError() : error;
    } finally {
      slowness?.dispose();
    }
  }

  #noteSlow(abort: AbortController): void {
    if (this.#attempt?.abort === abort && this.#state.kind === 'connecting')
      this.#setState({ ...this.#state, isSlow: true });
  }

  #check(launch: Launch | undefined): void {
    const error = this.ports.gate(this.definition, launch);
    if (error) throw error;
  }

  #adopt(session: Session): void {
    this.#attempt = undefined;
    this.#session = session;
    this.#restarts.noteReady(this.ports.clock.now());
    const store = (this.#sessionStore = new DisposableStore());
    const { clock, random } = this.ports;
    const relisting = (this.#relisting = store.add(new Relisting(clock, () => this.#list(session), random)));
    store.add(session.onDidChangeList(() => relisting.noteChange()));
    store.add(session.onDidChangeResource((resource) => this.catalog.update(this.definition.id, resource)));
    store.add(session.onDidUpdate((uri) => this.#didUpdate.fire(uri)));
    store.add(session.onDidChangeLive(() => this.#didChangeLive.fire()));
    store.add(
      session.onDidClose((error) => {
        this.#end();
        this.#fail(error);
      }),
    );
    store.add(session);
    session.watch(this.#watchedUris);
    this.#setState({ kind: 'ready', info: session.info });
    relisting.listNow();
  }

  async #list(session: Session): Promise<void> {
    const since = this.ports.clock.now();
    const ttl = await listInto(this.catalog, this.definition.id, session, this.ports);
    if (this.#session !== session) return;
    this.noteFresh(since, ttl);
    this.#didList.fire();
  }

  #fail(error: unknown): void {
    if (isCancelled(error) || this.#lifetime.signal.aborted) {
      this.#setState({ kind: 'stopped' });
      return;
    }
    this.ports.log[isRefusal(error) ? 'info' : 'error'](causes(error));
    const human = humanError(error);
    const lasting = stateWithoutRetry(human);
    if (lasting) {
      this.#setState(lasting);
      return;
    }
    const decision = this.#restarts.next(human.reason, this.ports.clock.now(), human.retryAfter);
    if (decision.kind === 'giveUp') {
      const displayed = lastError(human, decision.crashes, this.#stderr);
      this.#setState({ kind: 'failed', error: displayed, retryAt: undefined });
      return;
    }
    if (decision.delay === 0) {
      void this.start();
      return;
    }
    this.#setState({ kind: 'failed', error: human, retryAt: this.ports.clock.now() + decision.delay });
    this.#retry = this.ports.clock.after(decision.delay, () => void this.start());
  }

  #end(): void {
    this.#retry?.dispose();
    this.#attempt?.abort.abort(new CancelledError());
    this.#attempt = undefined;
    this.#session = undefined;
    this.#relisting = undefined;
    this.#sessionStore.dispose();
  }

  #addStderr(line: string): void {
    this.ports.log.info(`[stderr] ${line}`);
    this.#stderr.push(line);
    if (this.#stderr.length > stderrLines) this.#stderr.shift();
  }

  #setState(state: ConnectionState): void {
    if (this.#lifetime.signal.aborted) return;
    this.#state = state;
    this.#didChangeState.fire(state);
  }
}
