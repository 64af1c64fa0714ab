import { Owner } from '../../base/owner';
import { Pace } from '../../base/pace';
import { note } from '../errors/explain';
import { noStreamForSubscriptions, noStreamKept, streamRefused } from '../errors/failures';
import type { PushProblem } from '../wire/pushStream';
import { SubscribeForms, type SubscribeMethod } from './subscribeForms';
import type { Watcher, WatchingParts } from './watcher';

/** Maximum number of concurrent requests. */
const limit = 8;
/** Maximum number of URIs in one request of the dialect. */
const batchLength = 500;
/** Minimum time in ms between two reports of answers, which come by the thousand. */
const reportEvery = 50;

const sentences: Readonly<Record<PushProblem, () => string>> = {
  none: noStreamForSubscriptions,
  ended: noStreamKept,
  refused: streamRefused,
};

interface Request {
  readonly method: SubscribeMethod;
  readonly uris: readonly string[];
}

/**
 * Watches with one subscription per URI. It sends the difference between wanted and acknowledged URIs, one request at a time for each URI;
 * a refused URI is only requested again after it was removed and added again.
 */
export class Subscriptions extends Owner implements Watcher {
  #wanted: ReadonlySet<string> = new Set();
  readonly #acknowledged = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #inFlightUris = new Set<string>();
  /** URIs to check; a busy one returns here when its request is done. */
  readonly #queue = new Set<string>();
  /** URIs to request singly: one of them may have caused the refusal of a joint request. */
  readonly #singly = new Set<string>();
  #requests = 0;
  #isTrusted: boolean;
  /** The server did not declare subscriptions, and does not know them. */
  #isOff = false;
  readonly #forms: SubscribeForms;
  readonly #liveChanged: Pace;

  constructor(private readonly parts: WatchingParts) {
    super();
    this.#isTrusted = parts.info.canSubscribe;
    this.#forms = new SubscribeForms(parts);
    this.#liveChanged = this.owned.add(new Pace(parts.clock, reportEvery, () => parts.events.onDidChange(false)));
  }

  get problem(): string | undefined {
    const isPromised = this.parts.info.canSubscribe || this.#acknowledged.size > 0;
    const problem = isPromised ? this.parts.push?.problem : undefined;
    return problem && sentences[problem]();
  }

  set(uris: ReadonlySet<string>): void {
    this.#wanted = new Set(uris);
    for (const uri of this.#refused) if (!uris.has(uri)) this.#refused.delete(uri);
    this.#pumpAll();
  }

  isLive(uri: string): boolean {
    return this.#acknowledged.has(uri) && this.#wanted.has(uri) && this.parts.push?.isOpen !== false;
  }

  retry(): void {
    this.#isOff = false;
    this.#refused.clear();
    this.#singly.clear();
    this.#pumpAll();
  }

  restart(): void {
    this.#acknowledged.clear();
    this.retry();
  }

  #pumpAll(): void {
    this.#queue.clear();
    for (const uris of [this.#wanted, this.#acknowledged]) for (const uri of uris) this.#queue.add(uri);
    this.#pump();
  }

  #pump(): void {
    while (!this.owned.isDisposed && !this.#isOff && this.#requests < (this.#isTrusted ? limit : 1)) {
      const request = this.#next();
      if (!request) return;
      this.#requests += 1;
      for (const uri of request.uris) this.#inFlightUris.add(uri);
      void this.#run(request);
    }
  }

  #next(): Request | undefined {
    const uris: string[] = [];
    let method: SubscribeMethod | undefined;
    for (const uri of this.#queue) {
      const neededMethod = this.#inFlightUris.has(uri) ? undefined : this.#methodFor(uri);
      const isAlone = !this.#forms.isOfDialect || this.#singly.has(uri);
      if (neededMethod && method && (isAlone || neededMethod !== method)) break;
      this.#queue.delete(uri);
      if (!neededMethod) continue;
      method = neededMethod;
      uris.push(uri);
      if (isAlone || uris.length >= batchLength) break;
    }
    return method && { method, uris };
  }

  #methodFor(uri: string): SubscribeMethod | undefined {
    const isWanted = this.#wanted.has(uri);
    if (isWanted === this.#acknowledged.has(uri)) return undefined;
    if (!isWanted) return 'resources/unsubscribe';
    return this.#refused.has(uri) ? undefined : 'resources/subscribe';
  }

  async #run({ method, uris }: Request): Promise<void> {
    try {
      await this.#forms.send(method, uris);
      this.#isTrusted = true;
      if (method === 'resources/subscribe') for (const uri of uris) this.#acknowledged.add(uri);
    } catch (error) {
      this.#isOff = !this.#isTrusted;
      if (method === 'resources/subscribe')
        for (const uri of uris) (uris.length > 1 ? this.#singly : this.#refused).add(uri);
      if (!this.owned.isDisposed) this.parts.log.warn(`${method} failed: ${note(error)}`);
    }
    if (method === 'resources/unsubscribe') for (const uri of uris) this.#acknowledged.delete(uri);
    for (const uri of uris) {
      this.#inFlightUris.delete(uri);
      this.#queue.add(uri);
    }
    this.#requests -= 1;
    this.#liveChanged.trigger();
    this.#pump();
  }
}
