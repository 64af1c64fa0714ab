import { within, type Clock } from '../../base/clock';
import { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { errorIn } from '../errors/explainHttp';
import type { ServerFacts } from '../base/handshake';
import { eraIdOf, revisionsOf, unsupportedRevision, type EraId } from '../base/revisions';
import { ProtocolError, HttpError, UndecidedError, WireError, type WireFailure } from '../errors/wireErrors';
import { eras } from '../eras/eras';
import type { Peer } from '../wire/peer';

/**
 * Finds out what a server speaks: asks as the newest revision has it, which old servers refuse, and falls back on their handshake, on the
 * same connection.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/lifecycle
 */
export class Probe {
  /** Content of the answer to the probe, however late it came. */
  answer: 'none' | EraId = 'none';
  /** Error of the transport with which the probe ended; `undefined` if it had none. */
  failure: unknown;
  /**
   * Called once for a probe that was cut off, when the era is known after all: by its late answer, or because the server answers later
   * requests and still not the probe.
   */
  onEraKnown: ((era: EraId) => void) | undefined;
  #facts: ServerFacts | undefined;

  /**
   * @param timeout milliseconds for the handshake of an old server
   * @param probeTime milliseconds for the answer to the probe; `undefined` to assume an old server
   */
  constructor(
    private readonly peer: Peer,
    private readonly clock: Clock,
    private readonly timeout: number,
    private readonly probeTime: number | undefined,
  ) {}

  /** The facts of the server, to whose revision the peer then conforms. */
  async run(): Promise<ServerFacts> {
    const modern = this.probeTime === undefined ? undefined : await this.#probe(this.probeTime);
    return this.#adopt(modern ?? (await this.#openLegacy()));
  }

  #tellEra(era: EraId): void {
    const tell = this.onEraKnown;
    this.onEraKnown = undefined;
    tell?.(era);
  }

  async #openLegacy(): Promise<ServerFacts> {
    try {
      return await eras.legacy.open(this.peer, { idle: this.timeout }, () => this.#hasFacts());
    } catch (error) {
      // Over a pipe, the answer of a modern server that was slow to start may have come meanwhile.
      if (!this.#facts || this.peer.isClosed) throw error;
      if (isAnswer(error)) return this.#facts;
      // A handshake that was accepted may have bound a server of both eras to the older one: then only a new process speaks the newer.
      return eras.modern.open(this.peer, { idle: this.probeTime ?? this.timeout });
    }
  }

  /** Of two answers that came together, the first is known a few promises later than the second has arrived. */
  async #hasFacts(): Promise<boolean> {
    for (let turn = 0; turn < 10 && !this.#facts; turn += 1) await Promise.resolve();
    return this.#facts !== undefined;
  }

  #adopt(facts: ServerFacts): ServerFacts {
    const era = eras[eraIdOf(facts.revision)];
    this.peer.conduct = era.conduct(facts.revision);
    this.peer.events.onAnswer = (method) => {
      if (method !== eras.modern.opening) this.#tellEra('legacy');
    };
    return facts;
  }

  /** The facts of a modern server; `undefined` for an old one. */
  async #probe(probeTime: number): Promise<ServerFacts | undefined> {
    for (let isRepeated = false; ; isRepeated = true) {
      const answer = this.#ask();
      try {
        const facts = await within(this.clock, probeTime, answer);
        if (facts || this.peer.transport.hasStreams !== true) return facts;
        throw new WireError('timeout');
      } catch (error) {
        if (!speaksOurRevision(error)) return undefined;
        if (isRepeated) throw error;
      }
    }
  }

  async #ask(): Promise<ServerFacts> {
    try {
      this.#facts = await eras.modern.open(this.peer);
      this.answer = 'modern';
      this.#tellEra('modern');
      return this.#facts;
    } catch (error) {
      if (isAnswer(error)) {
        this.answer = 'legacy';
        this.#tellEra('legacy');
      } else if (!(error instanceof WireError)) this.failure = error;
      throw error;
    }
  }
}

/** Failures that any server may have. */
const inconclusive: ReadonlySet<WireFailure> = new Set<WireFailure>(['timeout', 'closed', 'notMcp']);

/** True if the server answered, and not as one of the modern era. */
function isAnswer(error: unknown): boolean {
  if (error instanceof HttpError) return errorIn(error) !== undefined;
  return error instanceof ProtocolError || (error instanceof WireError && error.code === 'unknownRevision');
}

/** True if a failed probe is worth repeating; false for an old server. Throws if the failure tells nothing of the era. */
function speaksOurRevision(error: unknown): boolean {
  if (error instanceof HttpError) return speaksOurRevision(protocolErrorOf(error));
  if (error === undefined) return false;
  if (error instanceof ProtocolError) return error.code === unsupportedRevision && hasOurs(error);
  if (error instanceof WireError && !inconclusive.has(error.code)) return false;
  if (error instanceof WireError && error.code === 'timeout') throw error;
  if (isOfSignIn(error)) throw error;
  throw new UndecidedError(error);
}

/** Error that an old server sent with an HTTP status, if any. Throws for a status that tells nothing of the era. */
function protocolErrorOf(error: HttpError): ProtocolError | undefined {
  const { status } = error.refusal;
  if (status === 401 || status === 403) throw error;
  if (status >= 500) throw new UndecidedError(error);
  return errorIn(error);
}

function isOfSignIn(error: unknown): error is HumanError {
  return error instanceof HumanError && error.reason !== 'notMcp' && error.reason !== 'tooLarge';
}

/** True if a server that refuses our revision names it all the same. Throws if it has only later ones. */
function hasOurs(error: ProtocolError): boolean {
  const supported = isFields(error.data) ? error.data['supported'] : undefined;
  if (!Array.isArray(supported)) return false;
  const modern = supported.filter((name) => typeof name === 'string' && eraIdOf(name) === 'modern');
  if (modern.length === 0) return false;
  if (!modern.some((name) => revisionsOf('modern').includes(name as string))) throw error;
  return true;
}
