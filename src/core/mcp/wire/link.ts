import { Client, SseError, type PriorDiscovery } from '@modelcontextprotocol/client';
import type { HumanError } from '../../base/errors';
import type { Clock } from '../../base/clock';
import type { Fields } from '../../base/values';
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

/** Timeout of a probe in ms: `npx` with a warm cache needs two seconds, and a server that ignores the probe takes the whole time. */
const probeTimeout = 4000;
/** Timeout in ms for ending an HTTP session. */
const farewellTimeout = 1000;

/** A process whose answer to the probe came when that was over, and was that of a modern server. */
export interface LateAnswer {
  readonly process: ServerProcess;
  readonly discovery: Fields;
}

/** One client on one transport on one process or address; never reused after a failure. */
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
    private readonly late: LateAnswer | undefined,
  ) {
    if (launch.kind === 'stdio') {
      this.process = late?.process ?? effects.createProcess(launch, clock, onStderr);
      this.tap = new ProcessTap(this.process, clock);
      this.transport = 'stdio';
    } else {
      this.host = hostOf(launch);
      const { fetch, breathe } = effects;
      this.#http =
        mode === 'sse'
          ? httpWithSse(launch, fetch, clock, breathe, signIn)
          : streamableHttp(launch, fetch, clock, breathe, signIn);
      this.#access = hasAuthorization(launch.headers) ? 'header' : signIn;
      this.tap = new Tap(this.#http.transport, clock, this.#http.unwrap);
      this.transport = mode === 'sse' ? 'HTTP+SSE' : 'HTTP';
    }
    const probe = { timeoutMs: mode === 'patient' ? connectTimeout / 2 : Math.min(probeTimeout, connectTimeout / 4) };
    this.client = new Client(clientInfo, {
      supportedProtocolVersions: revisions.map(([revision]) => revision),
      // Servers may not ask for undeclared features. Elicitation is declared where the user can be asked: see `Era.open`.
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe },
    });
  }

  /** True where it detects the era of the server instead of assuming it. */
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
    return this.client.connect(this.tap, { timeout: this.connectTimeout, ...this.#prior() });
  }

  #prior(): { prior?: PriorDiscovery } {
    if (this.late) return { prior: { kind: 'modern', discover: this.late.discovery } as unknown as PriorDiscovery };
    return this.hasProbe ? {} : { prior: { kind: 'legacy' } };
  }

  /** Reports a connection that ended by itself; `error` where the transport says why. */
  observe(onDidClose: (error?: unknown) => void): void {
    this.client.onclose = () => onDidClose();
    // The SDK would open the stream again, in a session that the server has not initialised,
    // https://github.com/modelcontextprotocol/typescript-sdk/issues/510
    this.client.onerror = (error) => {
      if (this.mode === 'sse' && error instanceof SseError) onDidClose(error);
    };
  }

  circumstances(doing: Circumstances['doing'], timeout: number): Circumstances {
    const isStateless = this.transport === 'HTTP' && this.tap.sessionId === undefined;
    const refusal = this.#http?.refusals.last;
    return { doing, host: this.host, timeout, closed: this.exited(), refusal, access: this.#access, isStateless };
  }

  /** The reason why the process has ended; `undefined` while it runs, and for HTTP. */
  exited(): HumanError | undefined {
    const exit = this.process?.exit;
    return exit && processEnded(exit, this.detail());
  }

  /** For a `HumanError`: the end of the process's stderr. */
  detail(): { detail?: string } {
    const tail = this.process?.stderrTail ?? '';
    return tail === '' ? {} : { detail: tail };
  }

  /** Ends the connection gracefully; resolves when nothing of it is left. */
  close(): Promise<void> {
    this.#hangUp();
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Leaves its process to another link, where the server needs no probe any more and only this client has failed. */
  leave(): LateAnswer | undefined {
    const { discovery } = this.tap;
    if (this.late || !discovery || !this.process || this.process.exit) return undefined;
    this.#hangUp();
    return { process: this.process, discovery };
  }

  /** Ends a connection that was never established, or was lost, at once. */
  abandon(): Promise<void> {
    this.#hangUp();
    this.#closing ??= this.process ? this.process.abandon() : this.tap.close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#http) await this.#withinFarewell(this.#http.endSession());
    await (this.process ?? this.tap).close();
  }

  /** Pending requests fail now, not when the other side has ended; and the expected end is not reported. */
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
