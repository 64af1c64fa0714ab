import type { Clock } from '../../base/clock';
import type { Logger } from '../../base/ports';
import type { SessionInfo } from '../../session/session';
import { isUnknownForm, type Dialect } from '../lists/dialect';
import { Listening } from './listening';
import type { ListenFilter, ListenStream } from './listenStreams';
import type { PushStream } from '../wire/pushStream';
import type { Ask } from '../reads/reading';
import { Subscriptions, type SubscribeMethod } from './subscriptions';
import type { Undeclared } from '../errors/undeclared';
import type { Watcher, WatcherEvents } from './watcher';

export interface WatchingParts {
  readonly info: SessionInfo;
  readonly ask: Ask;
  readonly listen: (filter: ListenFilter) => Promise<ListenStream>;
  readonly push: PushStream | undefined;
  readonly dialect: Dialect;
  readonly undeclared: Undeclared;
  readonly events: WatcherEvents;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Watches with one stream. If subscriptions are not declared, one is tried when it is first wanted. */
export function createListening(parts: WatchingParts): Watcher {
  const { info, events, clock, log } = parts;
  const { canSubscribe, canListChange } = info;
  const listen = (filter: ListenFilter): Promise<ListenStream> => {
    const isDeclared = canSubscribe || filter.resourceSubscriptions === undefined;
    return isDeclared ? parts.listen(filter) : parts.undeclared.ask('subscriptions/listen', () => parts.listen(filter));
  };
  const options = { isDeclared: canSubscribe, isPromised: canSubscribe || canListChange, listen };
  return new Listening(options, events, clock, log);
}

/** For servers without resources. */
export const nothing: Watcher = {
  set: () => undefined,
  retry: () => undefined,
  restart: () => undefined,
  isLive: () => false,
  problem: undefined,
  dispose: () => undefined,
};

/** Watches with one subscription per URI. If subscriptions are not declared, one is tried when it is first wanted. */
export function createSubscriptions({
  info,
  ask,
  push,
  dialect,
  undeclared,
  events,
  clock,
  log,
}: WatchingParts): Watcher {
  const isDeclared = info.canSubscribe;
  const forms = new Forms(ask, dialect);
  const options = {
    send: (method: SubscribeMethod, uris: readonly string[]): Promise<void> => {
      const send = (): Promise<void> => forms.send(method, uris);
      if (isDeclared) return send();
      // A server that refuses one form may accept the other.
      return undeclared.ask(forms.isOfDialect ? 'resources/subscribe (uris)' : 'resources/subscribe', send);
    },
    isBatched: () => forms.isOfDialect,
    isDeclared,
    isOpen: () => push?.isOpen ?? true,
    streamProblem: () => push?.problem,
  };
  return new Subscriptions(options, events, clock, log);
}

/** The two forms of a subscription. The dialect's form comes first only where the server is known to speak it. */
class Forms {
  /** The dialect's form was refused, and never accepted. */
  #isStandard = false;
  #isAccepted = false;

  constructor(
    private readonly ask: Ask,
    private readonly dialect: Dialect,
  ) {}

  get isOfDialect(): boolean {
    return this.dialect.isSpoken && !this.#isStandard;
  }

  /** @param uris a single one, unless {@link isOfDialect} */
  async send(method: SubscribeMethod, uris: readonly string[]): Promise<void> {
    if (this.isOfDialect) {
      const isDone = await this.#sendInDialect(method, uris).catch((error: unknown) => {
        // Among many URIs, a single one may be the cause.
        if (uris.length > 1 || !this.#isStandard) throw error;
        return false;
      });
      if (isDone) return;
    }
    try {
      for (const uri of uris) await this.ask(method, { uri });
    } catch (error) {
      if (!this.dialect.hasSigns || this.#isStandard || !isUnknownForm(error)) throw error;
      await this.#sendInDialect(method, uris);
    }
  }

  async #sendInDialect(method: SubscribeMethod, uris: readonly string[]): Promise<true> {
    try {
      await this.ask(method, { uris });
    } catch (error) {
      this.#isStandard = !this.#isAccepted && uris.length === 1 && isUnknownForm(error);
      throw error;
    }
    this.#isAccepted = true;
    this.dialect.prove();
    return true;
  }
}
