import type { Clock } from '../base/clock';
import { DisposableStore } from '../base/disposable';
import { causes, nothingUnlessCancelled, type HumanError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import type { Logger } from '../base/ports';
import { isFields, type Fields } from '../base/values';
import type { Resource, ResourceTemplate } from '../resource/resource';
import type { Skill } from '../resource/skill';
import type {
  Completion,
  DirectoryLimits,
  List,
  ListLimits,
  ReadOptions,
  ReadResult,
  Session,
  SessionInfo,
} from '../session/session';
import { Changes } from './watch/changes';
import type { Effects } from './base/effects';
import { readContents } from './reads/contents';
import { Dialect } from './lists/dialect';
import { endsSession, explain, note } from './errors/explain';
import { disconnected, lostMeanwhile } from './errors/failures';
import type { Link } from './open/link';
import { getSkill, listDirectory, listResources, listSkills, listTemplates, type AskWithin } from './lists/listing';
import { untilAnswered } from './questions/questionRounds';
import { Questions, type ElicitationScope } from './questions/questions';
import { readRaw, type Ask } from './reads/reading';
import { readTimeout, Requests, requestTimeout } from './requests';
import { Renewal } from './renewal';
import { Undeclared } from './errors/undeclared';
import type { ProtocolMemory } from './base/learnedProtocol';
import { ListenStreams, type ListenStream } from './watch/listenStreams';
import type { Watcher } from './watch/watcher';
import type { PushEvents } from './wire/pushStream';

const watchTimeout = 20_000;
const completeTimeout = 10_000;
const maxCompletions = 100;
const noCompletion: Completion = { values: [], hasMore: false };

/** A {@link Session} on a connected {@link Link}, in either era. */
export class ClientSession implements Session {
  readonly ended: Promise<void>;
  readonly #store = new DisposableStore();
  readonly #didClose = this.#store.add(new Emitter<HumanError>());
  readonly #didChangeLive = this.#store.add(new Emitter<void>());
  readonly onDidClose = this.#didClose.event;
  readonly onDidChangeLive = this.#didChangeLive.event;
  readonly onDidChangeList: Event<void>;
  readonly onDidUpdate: Event<string>;
  readonly onDidChangeResource: Event<Resource>;
  readonly #changes: Changes;
  readonly #dialect: Dialect;
  readonly #undeclared: Undeclared;
  /** Set if the server has resources. */
  readonly #watcher: Watcher | undefined;
  readonly #questions: Questions;
  readonly #requests: Requests;
  readonly #renewal: Renewal;
  readonly #streams: ListenStreams;
  /** Events of the streams on which the server reports changes, in either era. */
  readonly #streamEvents: PushEvents = {
    onDidChange: (isAgain) => {
      this.#liveChanged();
      if (isAgain) this.#changes.markMissed((uri) => this.isLive(uri));
    },
    onDidDoubt: () => void this.#askInBackground('ping', undefined).catch(() => undefined),
    onDidLoseSession: () => void this.#renewal.renew().catch(() => undefined),
    onDidLose: (error) => this.#close(this.#sessionError(error)),
  };
  /** Aborted when the session is ended from here. */
  readonly #lifetime = new AbortController();
  #saidProblem: string | undefined;
  /** Set once the session has ended, from either side. */
  #end: HumanError | undefined;
  #resolveEnded: () => void = () => undefined;

  constructor(
    private readonly link: Link,
    readonly info: SessionInfo,
    memory: ProtocolMemory,
    private readonly effects: Pick<Effects, 'yieldThread' | 'decodeBase64'>,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    const life = { end: () => this.#end, close: (error: HumanError) => this.#close(error) };
    this.#renewal = new Renewal(
      link,
      clock,
      () => this.#renewed(),
      (error) => this.#close(this.#sessionError(error)),
    );
    this.#requests = new Requests(link, this.#renewal, life, clock, effects.yieldThread, log);
    this.#streams = new ListenStreams(link.peer, clock);
    this.#dialect = new Dialect(
      memory,
      () => {
        log.info('The server speaks the dialect with resources/get');
        this.#watcher?.restart?.();
      },
      () => this.#watcher?.retry?.(),
    );
    this.#undeclared = new Undeclared(memory, link.line.process === undefined, this.#lifetime.signal);
    this.#changes = this.#store.add(new Changes(clock, () => this.#dialect.prove()));
    ({
      onDidChangeList: this.onDidChangeList,
      onDidUpdate: this.onDidUpdate,
      onDidChangeResource: this.onDidChangeResource,
    } = this.#changes);
    this.#watcher = info.hasResources ? this.#store.add(this.#createWatcher(link)) : undefined;
    this.#questions = this.#store.add(new Questions(clock, log, requestTimeout, readTimeout));
    this.#listenTo(link);
    this.#liveChanged();
  }

  #listenTo({ peer: { events }, line: { push }, era }: Link): void {
    if (era.isAskedByRequest) this.#questions.listen(events);
    events.onNotification = (method, params) => this.#take(method, params);
    events.onUnsent = (error) => void this.#renewal.recoverFrom(error).catch(() => undefined);
    events.onFault = (error) => this.#fault(error);
    events.onClose = (error) =>
      this.#close(error === undefined ? (this.link.exited() ?? disconnected()) : this.#sessionError(error));
    if (push) push.events = this.#streamEvents;
  }

  async *listResources(limits: ListLimits, signal: AbortSignal): List<Resource> {
    if (!this.info.hasResources) return { kind: 'complete' };
    return yield* listResources(this.#listRequester(signal), this.#dialect, { limits, clock: this.clock, signal });
  }

  async *listTemplates(limits: ListLimits, signal: AbortSignal): List<ResourceTemplate> {
    if (!this.info.hasResources) return { kind: 'complete' };
    return yield* listTemplates(this.#listRequester(signal), { limits, clock: this.clock, signal });
  }

  async *listDirectory(uri: string, limits: DirectoryLimits, signal: AbortSignal): List<Resource> {
    if (!this.info.hasDirectories) return { kind: 'complete' };
    return yield* listDirectory(this.#listRequester(signal), uri, { limits, clock: this.clock, signal });
  }

  async *listSkills(limits: ListLimits, signal: AbortSignal): List<Skill> {
    if (!this.info.hasSkills) return { kind: 'complete' };
    return yield* listSkills(this.#listRequester(signal), { limits, clock: this.clock, signal });
  }

  async getSkill(uri: string, signal: AbortSignal): Promise<Skill | undefined> {
    return this.info.hasSkills ? getSkill(this.#listRequester(signal), uri) : undefined;
  }

  async read(uri: string, options: ReadOptions): Promise<ReadResult | 'notModified'> {
    const { maxBytes, version } = options;
    const { raw, isAnswered, unanswered } = await this.#answering(options, async (ask, elicitation) => ({
      raw: await readRaw(ask, this.#dialect, uri, version),
      isAnswered: elicitation.questionCount > 0,
      unanswered: elicitation.interaction ? undefined : elicitation.problem,
    }));
    if (raw === 'notModified') return raw;
    if (isFields(raw)) this.#changes.describe(raw['resource']);
    const result = readContents(raw, uri, maxBytes, this.effects.decodeBase64);
    return { ...result, ...(isAnswered && { isAnswered }), ...(unanswered && { unanswered }) };
  }

  /** Sends any request, with answers to the server's questions before the result. Returns the result as sent by the server. */
  request(method: string, params: object, options: Pick<ReadOptions, 'signal' | 'interaction'>): Promise<unknown> {
    return this.#answering(options, (ask) => ask(method, params));
  }

  async complete(
    uriTemplate: string,
    argument: { readonly name: string; readonly value: string },
    otherArguments: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Completion> {
    if (!this.info.hasResources) return noCompletion;
    const context = Object.keys(otherArguments).length > 0 ? { context: { arguments: otherArguments } } : {};
    const params = { ref: { type: 'ref/resource', uri: uriTemplate }, argument, ...context };
    const options = { doing: 'complete', timeout: completeTimeout, signal } as const;
    const ask = (): Promise<unknown> => this.#requests.send('completion/complete', params, options);
    const raw = this.info.canComplete
      ? await ask().catch(nothingIfUnsupported)
      : await this.#undeclared.ask('completion/complete', ask).catch(nothingUnlessCancelled);
    const completion = isFields(raw) ? raw['completion'] : undefined;
    if (!isFields(completion) || !Array.isArray(completion['values'])) return noCompletion;
    const values = completion['values'].filter((value) => typeof value === 'string');
    const hasMore = completion['hasMore'] === true || values.length > maxCompletions;
    return { values: values.slice(0, maxCompletions), hasMore };
  }

  watch(uris: ReadonlySet<string>): void {
    if (this.#end) return;
    this.#changes.watch(new Set(uris));
    this.#watcher?.set(uris);
  }

  isLive(uri: string): boolean {
    return this.#end === undefined && this.#watcher?.isLive(uri) === true;
  }

  get pushProblem(): string | undefined {
    return this.#end ? undefined : this.#watcher?.problem;
  }

  dispose(): void {
    if (this.#end) return;
    this.#end = disconnected();
    this.#lifetime.abort();
    this.#store.dispose();
    void this.link.close().finally(this.#resolveEnded);
  }

  /** Called when the session has ended by itself. */
  #close(error: HumanError): void {
    if (this.#end) return;
    this.#end = error;
    this.log.info(`Session ended: ${note(error)}`);
    this.#watcher?.dispose();
    void this.link.abandon().finally(this.#resolveEnded);
    try {
      this.#didClose.fire(error);
    } catch (fault) {
      this.#fault(fault);
    }
    this.#store.dispose();
  }

  /** One of our listeners has thrown: that must not affect the server or other listeners. */
  #fault(error: unknown): void {
    this.log.error(`A handler failed: ${causes(error)}`);
  }

  #sessionError(error: unknown): HumanError {
    const explained = explain(error, this.link.circumstances('watch', requestTimeout));
    return endsSession(explained) ? explained : disconnected(error);
  }

  /** Runs requests during which the server may ask the user. */
  #answering<T>(
    options: Pick<ReadOptions, 'signal' | 'interaction'>,
    work: (ask: Ask, elicitation: ElicitationScope) => Promise<T>,
  ): Promise<T> {
    const { signal } = options;
    return this.#questions.during(options, (elicitation) => {
      const send = (method: string, params: object | undefined): Promise<unknown> =>
        this.#requests.send(method, params, { doing: 'read', timeout: requestTimeout, signal, elicitation });
      const ask: Ask = (method, params) =>
        untilAnswered(params, (current) => send(method, current), elicitation, this.#questions);
      return work(ask, elicitation);
    });
  }

  #listRequester(signal: AbortSignal): AskWithin {
    return (method, params, timeout) => this.#requests.send(method, params, { doing: 'list', timeout, signal });
  }

  // ---- changes ----

  #createWatcher({ era, line }: Link): Watcher {
    return era.createWatcher({
      info: this.info,
      ask: (method, params) => this.#askInBackground(method, params),
      listen: (uris) => this.#listen(uris),
      push: line.push,
      dialect: this.#dialect,
      undeclared: this.#undeclared,
      events: this.#streamEvents,
      clock: this.clock,
      log: this.log,
    });
  }

  /** Background requests: short timeout, no user interaction. */
  #askInBackground(method: string, params: object | undefined): Promise<unknown> {
    return this.#requests.send(method, params, {
      doing: 'watch',
      timeout: watchTimeout,
      signal: this.#lifetime.signal,
    });
  }

  async #listen(uris: readonly string[]): Promise<ListenStream> {
    try {
      return await this.#streams.open(uris, watchTimeout);
    } catch (cause) {
      const error = explain(cause, this.link.circumstances('watch', watchTimeout));
      // Only this stream ended before it began.
      const isStreamOnly = error.reason === 'disconnected' && !this.link.peer.isClosed;
      throw isStreamOnly ? lostMeanwhile(cause) : error;
    }
  }

  #take(method: string, params: Fields): void {
    if (this.#end) return;
    if (method === 'notifications/subscriptions/acknowledged') this.#streams.acknowledge(params);
    else if (method === 'notifications/elicitation/complete') this.#questions.complete(params['elicitationId']);
    else this.#changes.take(method, params);
  }

  /** The server has begun a new session: it knows no subscriptions, and may have changed. */
  #renewed(): void {
    this.log.info('The server forgot the session, so a new one was opened');
    this.#changes.markMissed(() => true);
    this.#watcher?.restart?.();
  }

  #liveChanged(): void {
    const problem = this.pushProblem;
    if (problem !== undefined && problem !== this.#saidProblem) this.log.warn(problem);
    this.#saidProblem = problem;
    this.#didChangeLive.fire();
  }
}

function nothingIfUnsupported(error: unknown): undefined {
  if ((error as Partial<HumanError>).reason !== 'unsupported') throw error;
}
