import * as l10n from '@vscode/l10n';
import type { Logger } from '../base/ports';
import { note } from './errors';
import type { Watcher, WatcherEvents } from './watcher';

/** Requests at a time. */
const limit = 8;
/** URIs in one request of the dialect. */
const batchLength = 500;

export type SubscribeMethod = 'resources/subscribe' | 'resources/unsubscribe';

export interface SubscribeOptions {
  readonly send: (method: SubscribeMethod, uris: readonly string[]) => Promise<void>;
  /** A request may name many URIs, not one. */
  readonly isBatched: () => boolean;
  /** The server declares that it takes subscriptions. One that does not is tried once. */
  readonly isDeclared: boolean;
  /** False while nothing can reach us, whatever was acknowledged. */
  readonly isOpen: () => boolean;
  /** Nothing will ever reach us. */
  readonly isDeaf: () => boolean;
}

/**
 * Watching in the `initialize` era: one subscription a URI. The difference between wanted and acknowledged is sent, one request at
 * a time for each URI; what the server refuses is not asked for again until it is wanted anew.
 */
export class Subscriptions implements Watcher {
  #wanted: ReadonlySet<string> = new Set();
  readonly #acknowledged = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #busy = new Set<string>();
  /** Refused together with others, of which one may be to blame. */
  readonly #alone = new Set<string>();
  #requests = 0;
  #isTrusted: boolean;
  /** Did not declare it, and does not know it. */
  #isOff = false;
  #isDisposed = false;

  constructor(
    private readonly options: SubscribeOptions,
    private readonly events: Pick<WatcherEvents, 'onDidChangeLive'>,
    private readonly log: Logger,
  ) {
    this.#isTrusted = options.isDeclared;
  }

  get problem(): string | undefined {
    const isPromised = this.options.isDeclared || this.#acknowledged.size > 0;
    return isPromised && this.options.isDeaf()
      ? l10n.t(
          'The server takes subscriptions but has no stream to tell of changes. Its resources are read again each time they are used.',
        )
      : undefined;
  }

  set(uris: ReadonlySet<string>): void {
    this.#wanted = new Set(uris);
    for (const uri of this.#refused) if (!uris.has(uri)) this.#refused.delete(uri);
    this.#pump();
  }

  isLive(uri: string): boolean {
    return this.#acknowledged.has(uri) && this.#wanted.has(uri) && this.options.isOpen();
  }

  again(): void {
    this.#isOff = false;
    for (const known of [this.#acknowledged, this.#refused, this.#alone]) known.clear();
    this.#pump();
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #pump(): void {
    const missing = [...this.#wanted].filter((uri) => !this.#acknowledged.has(uri) && !this.#refused.has(uri));
    const needless = [...this.#acknowledged].filter((uri) => !this.#wanted.has(uri));
    for (const uris of this.#groups(missing)) this.#start('resources/subscribe', uris);
    for (const uris of this.#groups(needless)) this.#start('resources/unsubscribe', uris);
  }

  #groups(uris: readonly string[]): (readonly string[])[] {
    const idle = uris.filter((uri) => !this.#busy.has(uri));
    if (!this.options.isBatched()) return idle.map((uri) => [uri]);
    const together = idle.filter((uri) => !this.#alone.has(uri));
    const groups: (readonly string[])[] = idle.filter((uri) => this.#alone.has(uri)).map((uri) => [uri]);
    for (let from = 0; from < together.length; from += batchLength)
      groups.push(together.slice(from, from + batchLength));
    return groups;
  }

  #start(method: SubscribeMethod, uris: readonly string[]): void {
    if (this.#isDisposed || this.#isOff || this.#requests >= (this.#isTrusted ? limit : 1)) return;
    this.#requests += 1;
    for (const uri of uris) this.#busy.add(uri);
    void this.#run(method, uris);
  }

  async #run(method: SubscribeMethod, uris: readonly string[]): Promise<void> {
    try {
      await this.options.send(method, uris);
      this.#isTrusted = true;
      if (method === 'resources/subscribe') for (const uri of uris) this.#acknowledged.add(uri);
    } catch (error) {
      this.#isOff = !this.#isTrusted;
      if (method === 'resources/subscribe')
        for (const uri of uris) (uris.length > 1 ? this.#alone : this.#refused).add(uri);
      if (!this.#isDisposed) this.log.warn(`${method} failed: ${note(error)}`);
    }
    if (method === 'resources/unsubscribe') for (const uri of uris) this.#acknowledged.delete(uri);
    for (const uri of uris) this.#busy.delete(uri);
    this.#requests -= 1;
    if (this.#isDisposed) return;
    this.events.onDidChangeLive();
    this.#pump();
  }
}
