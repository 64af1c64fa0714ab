import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { CancelledError, HumanError, type Reason } from '../../base/errors';
import { hasAuthorization } from '../../servers/hasAuthorization';
import { isUnencrypted } from '../../servers/unencrypted';
import type { Launch, OpenSessionOptions } from '../../session/session';
import { StoredSignIn } from '../auth/storedSignIn';
import type { Effects } from '../base/effects';
import { explain, note } from '../errors/explain';
import { notMcp, timedOut } from '../errors/failures';
import { eras, type Mode } from '../eras';
import { Link } from '../wire/link';
import { fromLearned, toLearned, type Known } from '../base/learnedProtocol';

/** Failures that another mode would not resolve. */
const final: ReadonlySet<Reason> = new Set<Reason>([
  'configuration',
  'commandNotFound',
  'refused',
  'hostNotFound',
  'network',
  'unauthorized',
  'credentials',
]);

/** Statuses with which an HTTP server of 2024 answers a POST to the address of its stream. */
const sseStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406, 415]);

interface Failure {
  readonly error: HumanError;
  /** True where no time is left for another attempt. */
  readonly isLate: boolean;
  /** HTTP status of the failure, if any. */
  readonly status: number | undefined;
  /** The era is still unknown: the probe got no usable answer, or ended the process. */
  readonly isUndecided: boolean;
  /** True where the probe got no answer in time. */
  readonly isUnanswered: boolean;
  /** The probe's answer came too late, and is that of a modern server. */
  readonly isModern: boolean;
}

/** Connects in the modes that the server may understand, the likeliest first, each on a fresh connection. */
export async function connect(launch: Launch, effects: Effects, options: OpenSessionOptions): Promise<Link> {
  const { clock, log, signal } = options;
  if (signal.aborted) throw new CancelledError();
  const learned = fromLearned(options.learned, clock.now());
  const end = new AbortController();
  const stop = (): void => end.abort();
  signal.addEventListener('abort', stop, { once: true });
  const deadline = clock.after(options.connectTimeout, stop);
  const signIn = storedSignIn(launch, effects, options);
  const modes: Mode[] = [];
  const failures: Failure[] = [];
  try {
    for (let mode: Mode | undefined = firstMode(launch, learned); mode;) {
      modes.push(mode);
      const link = new Link(launch, effects, clock, mode, options.connectTimeout, options.onStderr, signIn);
      const failure = await attempt(link, end.signal, options);
      if (!failure) {
        learn(link, modes, options);
        return link;
      }
      log.info(`${mode}: ${note(failure.error)}`);
      failures.push(failure);
      mode = failure.isLate ? undefined : nextMode(launch, modes, failures, learned);
    }
  } finally {
    deadline.dispose();
    signal.removeEventListener('abort', stop);
  }
  throw failureOf(modes, failures);
}

/** An authorization header in mcp.json excludes signing in, and so does an address to which a token would be sent unencrypted. */
function storedSignIn(launch: Launch, { fetch }: Effects, options: OpenSessionOptions): StoredSignIn | undefined {
  if (launch.kind !== 'http' || !options.credentials || hasAuthorization(launch.headers)) return undefined;
  if (isUnencrypted(launch.url)) return undefined;
  return new StoredSignIn(launch.url, options.credentials, fetch, options.clock, options.log);
}

/** `undefined` when it is connected. Every process and connection of a failed attempt has ended when this returns. */
async function attempt(link: Link, end: AbortSignal, options: OpenSessionOptions): Promise<Failure | undefined> {
  try {
    await unlessAborted(link.connect(), end);
    return undefined;
  } catch (cause) {
    const isLate = end.aborted;
    const circumstances = link.circumstances('connect', options.connectTimeout);
    const isGibberish = (link.process?.noise ?? 0) > 0 && !link.tap.hasReceived;
    await link.abandon();
    if (options.signal.aborted) throw new CancelledError();
    const error = isLate
      ? isGibberish
        ? notMcp(circumstances.host)
        : timedOut(circumstances)
      : explain(cause, circumstances);
    const detailed = new HumanError(error.reason, error.message, { cause: error.cause, ...link.detail() });
    return {
      error: detailed,
      isLate,
      status: cause instanceof SdkHttpError ? cause.status : undefined,
      isUndecided: isUndecided(cause),
      isUnanswered: cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout,
      isModern: link.tap.probe === 'modern',
    };
  }
}

function isUndecided(cause: unknown): boolean {
  if (!(cause instanceof SdkError)) return false;
  return cause.code === SdkErrorCode.EraNegotiationFailed || cause.code === SdkErrorCode.RequestTimeout;
}

function firstMode(launch: Launch, learned: Known | undefined): Mode {
  if (!learned) return 'auto';
  return learned.transport === 'HTTP+SSE' && launch.kind === 'http' ? 'sse' : eras[learned.era].mode;
}

/** The next mode after those in `modes`; none is repeated. */
function nextMode(
  launch: Launch,
  modes: readonly Mode[],
  failures: readonly Failure[],
  learned: Known | undefined,
): Mode | undefined {
  const failure = failures.at(-1);
  if (!failure) return undefined;
  if (final.has(failure.error.reason)) return undefined;
  const candidates: Mode[] = [];
  if (failure.isModern) candidates.push(eras.modern.mode);
  if (failure.isUndecided) candidates.push(eras.legacy.mode);
  if (launch.kind === 'http' && failure.status !== undefined && sseStatuses.has(failure.status)) candidates.push('sse');
  // A modern server that is only slow does not know the handshake either; over a pipe its late answer would have been received.
  if (launch.kind === 'http' && failures.some(({ isUnanswered }) => isUnanswered)) candidates.push(eras.modern.mode);
  // The stored protocol details may be outdated.
  if (learned && modes.length === 1) candidates.push('auto');
  return candidates.find((mode) => !modes.includes(mode));
}

/** The most informative failure: never that of the transport of 2024, which is tried when all else has failed. */
function failureOf(modes: readonly Mode[], failures: readonly Failure[]): HumanError {
  const informative = failures.filter((_, index) => modes[index] !== 'sse' || failures.length === 1);
  const last = informative.at(-1);
  if (!last) throw new Error('No attempt to connect was made');
  return last.error;
}

function learn(link: Link, modes: readonly Mode[], options: OpenSessionOptions): void {
  // An applied one is not renewed: it expires counted from when it was learned.
  if (!link.hasProbe && modes.length === 1) return;
  const era = link.tap.probe === 'modern' ? 'modern' : (link.client.getProtocolEra() ?? 'legacy');
  options.onDidLearn(toLearned({ era, transport: link.transport }, options.clock.now()));
}

function unlessAborted(work: Promise<void>, end: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('Stopped'));
    if (end.aborted) stop();
    end.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => end.removeEventListener('abort', stop));
  });
}
