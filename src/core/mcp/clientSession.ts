import type { McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { Clock } from '../base/clock';
import { Coalescer } from '../base/coalescer';
import { DisposableStore } from '../base/disposable';
import { CancelledError, type HumanError } from '../base/errors';
import { Emitter } from '../base/event';
import type { Logger } from '../base/ports';
import type { Resource, ResourceTemplate } from '../resource';
import type { ListCaps, ListEnd, Page, ReadOptions, ReadResult, Session, SessionInfo } from '../session';
import { readContents, type DecodeBase64 } from './contents';
import { disconnected, endsSession, explain, note, type Circumstances } from './errors';
import { isModern } from './handshake';
import type { Link } from './link';
import { Listening } from './listening';
import { Normaliser } from './normalise';
import { walk, type ListRequest } from './paging';
import { Subscriptions } from './subscriptions';
import { unmoved } from './tap';
import { isFields } from './values';
import type { Watcher, WatcherEvents } from './watcher';

/** Milliseconds for one request; a read that reports progress gets it anew with each report. */
const requestTimeout = 60_000;
const readTimeout = 600_000;
const watchTimeout = 20_000;
const completeTimeout = 10_000;
/** Bounded rates of what the session fires, in milliseconds. */
const updateDelay = 100;
const listDelay = 250;
const maxCompletions = 100;

/** Takes any result: what it means is decided by our own normalisation. */
const anything = {
  '~standard': { version: 1 as const, vendor: 'mcp-resource-picker', validate: (value: unknown) => ({ value }) },
};

interface RequestOptions {
  readonly doing: Circumstances['doing'];
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A {@link Session} on a connected {@link Link}, in either era. */
export class ClientSession implements Session {
  readonly info: SessionInfo;
  readonly ended: Promise<void>;
  readonly #store = new DisposableStore();
  readonly #didClose = this.#store.add(new Emitter<HumanError>());
  readonly #didChangeList = this.#store.add(new Emitter<void>());
  readonly #didUpdate = this.#store.add(new Emitter<string>());
  readonly #didChangeResource = this.#store.add(new Emitter<Resource>());
  readonly #didChangeLive = this.#store.add(new Emitter<void>());
  readonly onDidClose = this.#didClose.event;
  readonly onDidChangeList = this.#didChangeList.event;
  readonly onDidUpdate = this.#didUpdate.event;
  readonly onDidChangeResource = this.#didChangeResource.event;
  readonly onDidChangeLive = this.#didChangeLive.event;
  readonly #listChanged: Coalescer;
  readonly #updated: Coalescer;
  readonly #updates = new Set<string>();
  readonly #watcher: Watcher;
  readonly #over = new AbortController();
  #watched: ReadonlySet<string> = new Set();
  /** Set once the session is over, whoever ended it. */
  #end: HumanError | undefined;
  #resolveEnded: () => void = () => undefined;

  constructor(
    private readonly link: Link,
    private readonly decodeBase64: DecodeBase64,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.info = describe(link);
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#listChanged = this.#store.add(new Coalescer(clock, listDelay, () => this.#didChangeList.fire()));
    this.#updated = this.#store.add(new Coalescer(clock, updateDelay, () => this.#fireUpdates()));
    this.#watcher = this.#store.add(this.#createWatcher());
    link.tap.onResourceNotification = (method, params) => this.#notified(method, params['uri']);
    link.observe((error) => this.#close(error === undefined ? (link.exited() ?? disconnected()) : this.#lost(error)));
    link.push?.observe({
      onDidChange: (isAgain) => {
        this.#didChangeLive.fire();
        if (isAgain) this.#missed();
      },
      onDidLose: (error) => this.#close(this.#lost(error)),
    });
  }

  listResources(caps: ListCaps, signal: AbortSignal): AsyncGenerator<Page<Resource>, ListEnd, undefined> {
    return this.#list('resources/list', 'resources', (normaliser, raw) => normaliser.resource(raw), caps, signal);
  }

  listTemplates(caps: ListCaps, signal: AbortSignal): AsyncGenerator<Page<ResourceTemplate>, ListEnd, undefined> {
    const method = 'resources/templates/list';
    return this.#list(method, 'resourceTemplates', (normaliser, raw) => normaliser.template(raw), caps, signal);
  }

  async read(uri: string, { maxBytes, signal }: ReadOptions): Promise<ReadResult> {
    const raw = await this.#request('resources/read', { uri }, { doing: 'read', timeout: requestTimeout, signal });
    return readContents(raw, uri, maxBytes, this.decodeBase64);
  }

  async complete(
    uriTemplate: string,
    argument: { readonly name: string; readonly value: string },
    others: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (!this.info.canComplete) return [];
    const context = Object.keys(others).length > 0 ? { context: { arguments: others } } : {};
    const params = { ref: { type: 'ref/resource', uri: uriTemplate }, argument, ...context };
    const options = { doing: 'complete', timeout: completeTimeout, signal } as const;
    const raw = await this.#request('completion/complete', params, options).catch(nothingIfUnsupported);
    const completion = isFields(raw) ? raw['completion'] : undefined;
    const values = isFields(completion) ? completion['values'] : undefined;
    if (!Array.isArray(values)) return [];
    return values.filter((value) => typeof value === 'string').slice(0, maxCompletions);
  }

  watch(uris: ReadonlySet<string>): void {
    if (this.#end) return;
    this.#watched = new Set(uris);
    this.#watcher.set(uris);
  }

  isLive(uri: string): boolean {
    return this.#end === undefined && this.#watcher.isLive(uri);
  }

  get pushProblem(): string | undefined {
    return undefined;
  }

  dispose(): void {
    if (this.#end) return;
    this.#end = disconnected();
    this.#over.abort();
    this.#store.dispose();
    void this.link.close().finally(this.#resolveEnded);
  }

  /** The session has ended by itself. */
  #close(error: HumanError): void {
    if (this.#end) return;
    this.#end = error;
    this.log.info(`Session ended: ${note(error)}`);
    this.#over.abort();
    this.#watcher.dispose();
    void this.link.abandon().finally(this.#resolveEnded);
    this.#didClose.fire(error);
    this.#store.dispose();
  }

  #lost(error: unknown): HumanError {
    const explained = explain(error, this.link.circumstances('watch', requestTimeout));
    return endsSession(explained) ? explained : disconnected(error);
  }

  async #request(method: string, params: object | undefined, options: RequestOptions): Promise<unknown> {
    const { signal, timeout, doing } = options;
    if (options.signal.aborted) throw new CancelledError();
    this.#throwIfOver();
    const start = this.clock.now();
    // Only reads are long enough for a server to report progress.
    const progress = { onprogress: () => undefined, resetTimeoutOnProgress: true, maxTotalTimeout: readTimeout };
    try {
      const request = { method, ...(params && { params: params as Record<string, unknown> }) };
      const patience = { timeout, signal, ...(doing === 'read' && progress) };
      const sent = this.link.client.request(request, anything, patience);
      const result = unmoved(await sent);
      if (this.log.isTracing) this.log.trace(`${method}: ${this.clock.now() - start} ms`);
      return result;
    } catch (cause) {
      if (signal.aborted) throw new CancelledError();
      this.#throwIfOver();
      const error = explain(cause, this.link.circumstances(doing, timeout));
      this.log.info(`${method} failed after ${this.clock.now() - start} ms: ${note(error)}`);
      if (endsSession(error)) this.#close(error);
      throw error;
    }
  }

  #throwIfOver(): void {
    if (this.#end) throw this.#end;
  }

  async *#list<T>(
    method: string,
    key: ListRequest<T>['key'],
    item: ListRequest<T>['item'],
    caps: ListCaps,
    signal: AbortSignal,
  ): AsyncGenerator<Page<T>, ListEnd, undefined> {
    if (!this.info.hasResources) return { kind: 'complete' };
    const request: ListRequest<T> = {
      pageTimeout: requestTimeout,
      key,
      fetch: (params, timeout) => this.#request(method, params, { doing: 'list', timeout, signal }),
      normaliser: new Normaliser(),
      item,
    };
    try {
      return yield* walk(request, caps, this.clock, signal);
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      // Servers with resources but no templates often do not know the method at all.
      if (key === 'resourceTemplates' && (error as Partial<HumanError>).reason === 'unsupported')
        return { kind: 'complete' };
      throw error;
    }
  }

  // ---- changes ----

  #createWatcher(): Watcher {
    const events: WatcherEvents = {
      onDidChangeLive: () => this.#didChangeLive.fire(),
      onDidMiss: () => this.#missed(),
      onDidLose: (error) => this.#close(this.#lost(error)),
    };
    const { hasResources, canSubscribe } = this.info;
    if (isModern(this.info.revision) && hasResources)
      return new Listening({ canSubscribe, listen: (filter) => this.#listen(filter) }, events, this.clock, this.log);
    const send = async (method: string, uri: string): Promise<void> => {
      await this.#request(method, { uri }, { doing: 'watch', timeout: watchTimeout, signal: this.#over.signal });
    };
    const isOpen = (): boolean => this.link.push?.isOpen ?? true;
    const subscriptions = new Subscriptions(send, isOpen, events, this.log);
    return canSubscribe ? subscriptions : { set: () => undefined, isLive: () => false, dispose: () => undefined };
  }

  async #listen(filter: SubscriptionFilter): Promise<McpSubscription> {
    try {
      return await this.link.client.listen(filter, { timeout: watchTimeout });
    } catch (cause) {
      throw explain(cause, this.link.circumstances('watch', watchTimeout));
    }
  }

  #notified(method: string, uri: unknown): void {
    if (this.#end) return;
    if (method === 'notifications/resources/list_changed') this.#listChanged.trigger();
    if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
    for (const watched of this.#watchedFor(uri)) this.#updates.add(watched);
    if (this.#updates.size > 0) this.#updated.trigger();
  }

  /** The notified URI, or those above it: a server may name a part of what was subscribed to. */
  #watchedFor(uri: string): readonly string[] {
    if (this.#watched.has(uri)) return [uri];
    return [...this.#watched].filter((watched) => uri.startsWith(watched));
  }

  #fireUpdates(): void {
    const uris = [...this.#updates];
    this.#updates.clear();
    for (const uri of uris) if (this.#watched.has(uri)) this.#didUpdate.fire(uri);
  }

  /** What changed while nothing could be heard is not known, so all that is live counts as changed. */
  #missed(): void {
    if (this.info.canListChange) this.#listChanged.trigger();
    for (const uri of this.#watched) if (this.#watcher.isLive(uri)) this.#updates.add(uri);
    if (this.#updates.size > 0) this.#updated.trigger();
  }
}

function nothingIfUnsupported(error: unknown): undefined {
  if ((error as Partial<HumanError>).reason !== 'unsupported') throw error;
}

function describe({ client, transport }: Link): SessionInfo {
  const { resources, completions } = client.getServerCapabilities() ?? {};
  const server = client.getServerVersion();
  return {
    revision: client.getNegotiatedProtocolVersion() ?? '',
    transport,
    serverName: server?.name === '' ? undefined : server?.name,
    serverVersion: server?.version === '' ? undefined : server?.version,
    hasResources: resources !== undefined,
    canSubscribe: resources?.subscribe === true,
    canListChange: resources?.listChanged === true,
    canComplete: completions !== undefined,
  };
}
