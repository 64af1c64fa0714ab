import { isUnknownForm } from '../lists/dialect';
import type { WatchingParts } from './watcher';

export type SubscribeMethod = 'resources/subscribe' | 'resources/unsubscribe';

/**
 * The two forms of a subscription: the standard one with a single URI, and that of the dialect (see `dialect.ts`) with a list of them. The
 * latter comes first only where the server is known to speak the dialect.
 */
export class SubscribeForms {
  /** True once the server refused the dialect's form, without ever having accepted it. */
  #isStandard = false;
  #isAccepted = false;

  constructor(private readonly parts: Pick<WatchingParts, 'info' | 'ask' | 'dialect' | 'undeclared'>) {}

  get isOfDialect(): boolean {
    return this.parts.dialect.isSpoken && !this.#isStandard;
  }

  /**
   * If subscriptions are not declared, one is tried. Rejects as the request does.
   * @param uris a single one, unless {@link isOfDialect}
   */
  send(method: SubscribeMethod, uris: readonly string[]): Promise<void> {
    const send = (): Promise<void> => this.#send(method, uris);
    if (this.parts.info.canSubscribe) return send();
    // A server that refuses one form may accept the other.
    return this.parts.undeclared.ask(this.isOfDialect ? 'resources/subscribe (uris)' : 'resources/subscribe', send);
  }

  async #send(method: SubscribeMethod, uris: readonly string[]): Promise<void> {
    if (this.isOfDialect) {
      const isDone = await this.#sendInDialect(method, uris).catch((error: unknown) => {
        // Among many URIs, a single one may be the cause.
        if (uris.length > 1 || !this.#isStandard) throw error;
        return false;
      });
      if (isDone) return;
    }
    try {
      for (const uri of uris) await this.parts.ask(method, { uri });
    } catch (error) {
      if (!this.parts.dialect.hasSigns || this.#isStandard || !isUnknownForm(error)) throw error;
      await this.#sendInDialect(method, uris);
    }
  }

  async #sendInDialect(method: SubscribeMethod, uris: readonly string[]): Promise<true> {
    try {
      await this.parts.ask(method, { uris });
    } catch (error) {
      this.#isStandard = !this.#isAccepted && uris.length === 1 && isUnknownForm(error);
      throw error;
    }
    this.#isAccepted = true;
    this.parts.dialect.prove();
    return true;
  }
}
