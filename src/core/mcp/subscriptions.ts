import type { Logger } from '../base/ports';
import { note } from './errors';
import type { Watcher, WatcherEvents } from './watcher';

/** Requests at a time. */
const limit = 8;

export type SubscribeMethod = 'resources/subscribe' | 'resources/unsubscribe';

/**
 * Watching in the `initialize` era: one subscription a URI. The difference between wanted and acknowledged is sent, one request at
 * a time for each URI; what the server refuses is not asked for again until it is wanted anew.
 */
export class Subscriptions implements Watcher {
  #wanted: ReadonlySet<string> = new Set();
  readonly #acknowledged = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #busy = new Set<string>();
  #isDisposed = false;

  /** @param isOpen false while nothing can reach us, whatever was acknowledged */
  constructor(
    private readonly send: (method: SubscribeMethod, uri: string) => Promise<void>,
    private readonly isOpen: () => boolean,
    private readonly events: Pick<WatcherEvents, 'onDidChangeLive'>,
    private readonly log: Logger,
  ) {}

  set(uris: ReadonlySet<string>): void {
    this.#wanted = new Set(uris);
    for (const uri of this.#refused) if (!uris.has(uri)) this.#refused.delete(uri);
    this.#pump();
  }

  isLive(uri: string): boolean {
    return this.#acknowledged.has(uri) && this.#wanted.has(uri) && this.isOpen();
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #pump(): void {
    for (const uri of this.#wanted)
      if (!this.#acknowledged.has(uri) && !this.#refused.has(uri)) this.#start('resources/subscribe', uri);
    for (const uri of this.#acknowledged) if (!this.#wanted.has(uri)) this.#start('resources/unsubscribe', uri);
  }

  #start(method: SubscribeMethod, uri: string): void {
    if (this.#isDisposed || this.#busy.has(uri) || this.#busy.size >= limit) return;
    this.#busy.add(uri);
    void this.#run(method, uri);
  }

  async #run(method: SubscribeMethod, uri: string): Promise<void> {
    try {
      await this.send(method, uri);
      if (method === 'resources/subscribe') this.#acknowledged.add(uri);
      else this.#acknowledged.delete(uri);
    } catch (error) {
      if (method === 'resources/subscribe') this.#refused.add(uri);
      else this.#acknowledged.delete(uri);
      if (!this.#isDisposed) this.log.warn(`${method} failed: ${note(error)}`);
    }
    this.#busy.delete(uri);
    if (this.#isDisposed) return;
    this.events.onDidChangeLive();
    this.#pump();
  }
}
