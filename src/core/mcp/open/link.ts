import { within } from '../../base/clock';
import type { HumanError } from '../../base/errors';
import { hasAuthorization } from '../../configuration/hasAuthorization';
import type { Launch, OpenSessionOptions, SessionInfo } from '../../session/session';
import type { StoredSignIn } from '../auth/storedSignIn';
import type { Effects } from '../base/effects';
import type { ServerFacts } from '../base/handshake';
import type { Era } from '../eras/era';
import { eraOf } from '../eras/eras';
import type { Circumstances } from '../errors/circumstances';
import { processEnded } from '../errors/failures';
import { WireError } from '../errors/wireErrors';
import { Peer } from '../wire/peer';
import { transportsFor, type Line } from '../wire/transports';
import { Probe } from './negotiate';

/**
 * Protocol of one attempt to connect: `auto` probes for the modern era and falls back on the same connection, `patient` gives the probe
 * half of the available time, `legacy` does not probe, `sse` is `legacy` over the older transport.
 */
export type Mode = 'auto' | 'patient' | 'legacy' | 'sse';

/** Timeout of a probe in ms: `npx` with a warm cache needs two seconds, and a server that ignores the probe takes the whole time. */
const probeTimeout = 4000;
/** Timeout in ms for ending an HTTP session. */
const farewellTimeout = 1000;

/** One peer on one transport to one process or address; never reused after a failure. */
export class Link {
  readonly peer: Peer;
  readonly line: Line;
  readonly transport: SessionInfo['transport'];
  readonly probe: Probe;
  readonly #access: Circumstances['access'];
  #facts: ServerFacts | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    launch: Launch,
    effects: Effects,
    readonly mode: Mode,
    private readonly options: Pick<OpenSessionOptions, 'clock' | 'connectTimeout' | 'onStderr'>,
    private readonly signIn: StoredSignIn | undefined,
  ) {
    const { clock, connectTimeout, onStderr } = options;
    const entry = transportsFor(launch).at(mode === 'sse' ? 1 : 0);
    if (!entry) throw new Error('There is no such transport');
    this.line = entry.open(launch, { effects, clock, signIn, onStderr });
    this.transport = entry.kind;
    this.#access = hasAuthorization(launch) ? 'header' : signIn;
    this.peer = new Peer(this.line.transport, clock);
    const probeTime = mode === 'patient' ? connectTimeout / 2 : Math.min(probeTimeout, connectTimeout / 4);
    this.probe = new Probe(this.peer, clock, connectTimeout, this.hasProbe ? probeTime : undefined);
  }

  /** True if it detects the era of the server instead of assuming it. */
  get hasProbe(): boolean {
    return this.mode === 'auto' || this.mode === 'patient';
  }

  get isSignedIn(): boolean {
    return this.signIn?.isSignedIn ?? false;
  }

  /** Facts that the server gave about itself. Only once it is connected. */
  get facts(): ServerFacts {
    if (!this.#facts) throw new Error('It is not connected');
    return this.#facts;
  }

  get era(): Era {
    return eraOf(this.facts.revision);
  }

  async connect(): Promise<void> {
    await this.line.transport.start();
    this.#facts = await this.probe.run();
  }

  /**
   * Begins another session with a server that has forgotten this one. Rejects as {@link Peer.request} does.
   * @returns false if the server is not the same any longer
   */
  async renew(): Promise<boolean> {
    const { clock, connectTimeout } = this.options;
    const facts = await within(clock, connectTimeout, this.era.open(this.peer));
    if (!facts) throw new WireError('timeout');
    return JSON.stringify(facts) === JSON.stringify(this.facts);
  }

  circumstances(doing: Circumstances['doing'], timeout: number): Circumstances {
    const isStateless = this.line.hasSession?.() === false;
    return { doing, host: this.line.host, timeout, closed: this.exited(), access: this.#access, isStateless };
  }

  /** The reason why the process has ended; `undefined` while it runs, and where there is none. */
  exited(): HumanError | undefined {
    const exit = this.line.process?.exit;
    return exit && processEnded(exit, this.detail());
  }

  /** For a `HumanError`: the end of the process's stderr. */
  detail(): { detail?: string } {
    const tail = this.line.process?.stderrTail ?? '';
    return tail === '' ? {} : { detail: tail };
  }

  /** Ends the connection gracefully; resolves when nothing of it is left. */
  close(): Promise<void> {
    this.#hangUp();
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends a connection that was never established, or was lost, at once. */
  abandon(): Promise<void> {
    this.#hangUp();
    this.#closing ??= this.line.process?.abandon() ?? this.line.transport.close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { endSession, transport } = this.line;
    if (endSession) await within(this.options.clock, farewellTimeout, endSession());
    await transport.close();
  }

  /** Pending requests fail now, not when the other side has ended; and the expected end is not reported. */
  #hangUp(): void {
    this.peer.events.onClose = () => undefined;
    this.peer.hangUp();
  }
}
