import { backoffDelay, type BackoffPace } from '../../base/backoff';
import { delay, type Clock } from '../../base/clock';
import type { ByteStream, FetchResponse } from '../base/effects';
import { HttpError } from '../errors/wireErrors';
import type { StreamEvent } from './events';
import { discard, isOfType } from './httpRequests';

/** Before it is opened again where it has ended, and where it was refused for now. */
const afterEnd: BackoffPace = { first: 1_000, longest: 30_000, jitter: 0.25 };
const afterRefusal: BackoffPace = { ...afterEnd, longest: 300_000 };
/** A stream that ends after this time, in ms, has not failed. */
const goodLife = 60_000;
/** Ends in a row after which it is not opened again. */
const maxEnds = 8;
/** Error responses in a row after which the user is notified. They may pass. */
const toldAfter = 8;
/** Consecutive failures of the network after which the server counts as gone. */
const maxNetworkFailures = 2;
/** Attempts for a server that takes the first requests of a session for bad ones. */
const maxBadRequests = 3;
/** A server that answers so has no such stream. */
const never: ReadonlySet<number> = new Set([404, 405, 406, 415, 501]);
/** One that had it open does not know the session any longer. */
const forgotten: ReadonlySet<number> = new Set([400, 404, 410]);
const needsSignIn: ReadonlySet<number> = new Set([401, 403]);

/**
 * - `waiting`: not answered yet · `open` · `broken`: was open, is being opened again
 */
type State = 'waiting' | 'open' | 'broken' | PushProblem;

/**
 * Why a server can report nothing: it has no such stream (`none`), ends it each time (`ended`), or has `refused` it often, so that it is
 * tried only now and then.
 */
export type PushProblem = 'none' | 'ended' | 'refused';

const problems: readonly State[] = ['none', 'ended', 'refused'] satisfies readonly PushProblem[];

export interface PushEvents {
  /** {@link PushStream.isOpen} or {@link PushStream.problem} changed. `isAgain`: changes may have been missed meanwhile. */
  onDidChange: (isAgain: boolean) => void;
  /** The server refuses it: the sign-in may be over. */
  onDidDoubt: () => void;
  /** It was open, and the server does not know the session any longer. */
  onDidLoseSession: () => void;
  /** The server is gone. */
  onDidLose: (error: unknown) => void;
}

/** The stream on which an HTTP server of the `initialize` era reports changes. It is opened again for as long as the session lasts. */
export class PushStream {
  events: PushEvents | undefined;
  #state: State = 'waiting';
  #end = new AbortController();
  #wasOpen = false;
  /** Streams in a row that ended soon. */
  #ends = 0;
  /** Refusals since it was open last. */
  #refusals = 0;
  /** Time to wait before the next attempt, in ms. */
  #nextDelay = 0;
  #networkFailures = 0;
  #badRequests = 0;
  #hasEvent = false;
  #lastId: string | undefined;
  /** Delay before the stream is opened again, in ms, as set by the server (`retry` of SSE). */
  #retry: number | undefined;

  /**
   * @param request requests the stream; `lastId` is the event after which it goes on
   * @param random from 0 to 1
   */
  constructor(
    private readonly request: (lastId: string | undefined, signal: AbortSignal) => Promise<FetchResponse>,
    private readonly read: (body: ByteStream, onEvent: (event: StreamEvent) => void) => Promise<void>,
    private readonly clock: Clock,
    private readonly random: () => number,
  ) {}

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** `undefined` while it is open, or is being opened. */
  get problem(): PushProblem | undefined {
    return problems.includes(this.#state) ? (this.#state as PushProblem) : undefined;
  }

  /** Opens it for a new session. */
  start(): void {
    this.stop();
    this.#end = new AbortController();
    this.#lastId = this.#retry = undefined;
    this.#ends = this.#refusals = this.#networkFailures = this.#badRequests = 0;
    this.#wasOpen = false;
    this.#state = 'waiting';
    void this.#run(this.#end.signal).catch(() => undefined);
  }

  stop(): void {
    this.#end.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!(await this.#attempt(signal))) await delay(this.clock, Math.max(this.#retry ?? 0, this.#nextDelay), signal);
  }

  /** Opens it once, and reads it to its end. @returns true if it is not to be opened again */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    const since = this.clock.elapsed();
    const lastId = this.#lastId;
    let response: FetchResponse;
    try {
      response = await this.request(lastId, signal);
    } catch (error) {
      // The server is there if the response was awaited for so long: some servers send nothing before the first change.
      if (this.clock.elapsed() - since >= goodLife) this.#networkFailures = 0;
      return isAborted(signal) || this.#refused(error);
    }
    this.#networkFailures = 0;
    if (!response.body || !isOfType(response, 'text/event-stream')) {
      discard(response);
      return this.#giveUp();
    }
    const isAgain = this.#wasOpen && (lastId === undefined || this.#state !== 'open');
    this.#wasOpen = true;
    this.#hasEvent = false;
    this.#refusals = 0;
    this.#change('open', isAgain);
    await this.read(response.body, (event) => this.#recordEvent(event)).catch(() => undefined);
    if (isAborted(signal)) return true;
    if (this.clock.elapsed() - since >= goodLife) this.#ends = 0;
    if (this.#isPaced()) [this.#ends, this.#nextDelay] = [0, afterEnd.first];
    else if (this.#ends >= maxEnds) return this.#giveUp('ended');
    else this.#later(afterEnd, (this.#ends += 1));
    return false;
  }

  /** A server may end it now and then: it goes on after its last event, and misses nothing. */
  #isPaced(): boolean {
    return this.#hasEvent && this.#lastId !== undefined && this.#retry !== undefined;
  }

  #recordEvent({ id, retry }: StreamEvent): void {
    this.#hasEvent = true;
    if (id !== undefined) this.#lastId = id === '' ? undefined : id;
    this.#retry = retry ?? this.#retry;
  }

  /** @returns true if it is not to be opened again */
  #refused(error: unknown): boolean {
    if (!(error instanceof HttpError)) return this.#unreachable(error);
    this.#networkFailures = 0;
    const { status } = error.refusal;
    if (this.#wasOpen && forgotten.has(status)) {
      this.events?.onDidLoseSession();
      return true;
    }
    if (status === 400) this.#badRequests += 1;
    if (never.has(status) || this.#badRequests >= maxBadRequests || (status >= 300 && status < 400))
      return this.#giveUp();
    if (needsSignIn.has(status)) {
      this.events?.onDidDoubt();
      return this.#giveUp();
    }
    this.#later(afterRefusal, (this.#refusals += 1));
    return false;
  }

  #unreachable(error: unknown): boolean {
    this.#networkFailures += 1;
    const isGone = this.#networkFailures >= maxNetworkFailures;
    if (isGone) this.events?.onDidLose(error);
    else this.#later(afterEnd, this.#networkFailures);
    return isGone;
  }

  #giveUp(problem: PushProblem = 'none'): true {
    this.#change(problem, false);
    return true;
  }

  /** Has it opened again, after so many failures of a kind. */
  #later(pace: BackoffPace, failures: number): void {
    this.#nextDelay = backoffDelay(pace, failures, this.random);
    const isTold = this.#refusals >= toldAfter;
    this.#change(isTold ? 'refused' : this.#wasOpen ? 'broken' : 'waiting', false);
  }

  #change(state: State, isAgain: boolean): void {
    if (state === this.#state && !isAgain) return;
    this.#state = state;
    this.events?.onDidChange(isAgain);
  }
}

/** Asked again each time: it changes while something is awaited. */
function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
