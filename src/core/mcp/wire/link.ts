import { Client, SseError } from '@modelcontextprotocol/client';
import type { HumanError } from '../../base/errors';
import type { Clock } from '../../base/clock';
import { hasAuthorization } from '../../servers/hasAuthorization';
import type { Launch, SessionInfo } from '../../session/session';
import type { StoredSignIn } from '../auth/storedSignIn';
import { clientInfo } from '../base/clientInfo';
import { revisions } from '../base/revisions';
import type { Mode } from '../eras';
import type { Effects, ServerProcess } from '../base/effects';
import { hostOf } from '../auth/launchUrl';
import type { Circumstances } from '../errors/circumstances';
import { processEnded } from '../errors/failures';
import { httpWithSse, streamableHttp, type HttpTransport } from './http';
import type { PushChannel } from './pushChannel';
import { ProcessTap, Tap } from './tap';

/** Milliseconds for the answer to a probe: `npx` with a warm cache needs two seconds, a server that ignores it costs them all. */
const probeTimeout = 4000;
/** Milliseconds for the farewell to an HTTP session. */
const farewellTimeout = 1000;

/** One client on one transport on one process or address; never used again after it failed. */
export class Link {
  readonly client: Client;
  readonly tap: Tap;
  readonly transport: SessionInfo['transport'];
  readonly process: ServerProcess | undefined;
  readonly host: string | undefined;
  readonly #http: HttpTransport | undefined;
  readonly #access: Circumstances['access'];
  #closing: Promise<void> | undefined;

  constructor(
    launch: Launch,
    effects: Effects,
    private readonly clock: Clock,
    private readonly mode: Mode,
    private readonly connectTimeout: number,
    onStderr: (line: string) => void,
    private readonly signIn: StoredSignIn | undefined,
  ) {
    if (launch.kind === 'stdio') {
      this.process = effects.createProcess(launch, clock, onStderr);
      this.tap = new ProcessTap(this.process);
      this.transport = 'stdio';
    } else {
      this.host = hostOf(launch);
      const { fetch } = effects;
      this.#http = mode === 'sse' ? httpWithSse(launch, fetch, signIn) : streamableHttp(launch, fetch, clock, signIn);
      this.#access = hasAuthorization(launch.headers) ? 'header' : signIn;
      this.tap = new Tap(this.#http.transport);
      this.transport = mode === 'sse' ? 'HTTP+SSE' : 'HTTP';
    }
    const probe = { timeoutMs: mode === 'patient' ? connectTimeout / 2 : Math.min(probeTimeout, connectTimeout / 4) };
    this.client = new Client(clientInfo, {
      supportedProtocolVersions: revisions.map(([revision]) => revision),
      // What is not declared, servers may not ask for. Elicitation is, where the user can be asked: see `Era.open`.
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe },
    });
  }

  /** It finds out the era of the server, and does not only assume it. */
  get hasProbe(): boolean {
    return this.mode === 'auto' || this.mode === 'patient';
  }

  get push(): PushChannel | undefined {
    return this.#http?.push;
  }

  get isSignedIn(): boolean {
    return this.signIn?.isSignedIn ?? false;
  }

  connect(): Promise<void> {
    const prior = this.hasProbe ? {} : { prior: { kind: 'legacy' as const } };
    return this.client.connect(this.tap, { timeout: this.connectTimeout, ...prior });
  }

  /** Tells of a connection that ended by itself; `error` where the transport says why. */
  observe(onDidClose: (error?: unknown) => void): void {
    this.client.onclose = () => onDidClose();
    // The SDK would open the stream again, under a session that the server has not initialised.
    this.client.onerror = (error) => {
      if (this.mode === 'sse' && error instanceof SseError) onDidClose(error);
    };
  }

  circumstances(doing: Circumstances['doing'], timeout: number): Circumstances {
    const isStateless = this.transport === 'HTTP' && this.tap.sessionId === undefined;
    return { doing, host: this.host, timeout, closed: this.exited(), access: this.#access, isStateless };
  }

  /** Why the process is not there any more; `undefined` while it is, and for HTTP. */
  exited(): HumanError | undefined {
    const exit = this.process?.exit;
    return exit && processEnded(exit, this.detail());
  }

  /** For a `HumanError`: what the process wrote to stderr at last. */
  detail(): { detail?: string } {
    const tail = this.process?.stderrTail ?? '';
    return tail === '' ? {} : { detail: tail };
  }

  /** Ends the connection, politely; resolves when nothing of it is left. */
  close(): Promise<void> {
    this.#hangUp();
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends a connection that never came about, or was lost, without ceremony. */
  abandon(): Promise<void> {
    this.#hangUp();
    this.#closing ??= this.process ? this.process.abandon() : this.tap.close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#http) await this.#withinFarewell(this.#http.endSession());
    await this.tap.close();
  }

  /** What is under way fails now, not when the other side has ended; and the end that comes is no news. */
  #hangUp(): void {
    this.client.onclose = () => undefined;
    this.tap.hangUp();
  }

  #withinFarewell(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.clock.after(farewellTimeout, resolve);
      void work.finally(() => {
        timer.dispose();
        resolve();
      });
    });
  }
}
