import { unlessAborted } from '../../base/clock';
import { CancelledError, HumanError, type Reason } from '../../base/errors';
import { hasAuthorization } from '../../servers/hasAuthorization';
import { isUnencrypted } from '../../servers/unencrypted';
import type { Launch, OpenSessionOptions } from '../../session/session';
import { StoredSignIn } from '../auth/storedSignIn';
import type { Effects } from '../base/effects';
import { explain, note } from '../errors/explain';
import { framed, nothingToRun, notMcp, timedOut } from '../errors/failures';
import { isTemporary } from '../errors/refusal';
import { HttpError, UndecidedError, WireError } from '../errors/wireErrors';
import type { EraId } from '../base/revisions';
import { fromLearned, toLearned, type Known } from '../base/learnedProtocol';
import { transportsFor } from '../wire/transports';
import type { Circumstances } from '../errors/circumstances';
import { bestFailure, otherTransport, type FailedAttempt } from './bestFailure';
import { Link, type Mode } from './link';

/** Failures that another mode would not resolve. */
const final: ReadonlySet<Reason> = new Set<Reason>([
  'configuration',
  'commandNotFound',
  'refused',
  'hostNotFound',
  'network',
  'certificate',
  'unauthorized',
  'credentials',
]);

/** Mode for a server that is known to be of an era. */
const modeOf: Readonly<Record<EraId, Mode>> = { legacy: 'legacy', modern: 'patient' };

interface Failure extends FailedAttempt {
  /** True where no time is left for another attempt. */
  readonly isLate: boolean;
  /** The era is still unknown: the probe got no usable answer, or ended the process. */
  readonly isUndecided: boolean;
  /** The server was too slow or unwell to answer the probe, so that its answers to other requests are not conclusive. */
  readonly isCutOff: boolean;
  /** The probe's answer came too late, and is that of a modern server. */
  readonly isModern: boolean;
  /** A late answer would not have been received. */
  readonly hasStreams: boolean;
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
      const outcome = await attempt(new Link(launch, effects, mode, options, signIn), end.signal, options);
      if (outcome instanceof Link) {
        learn(outcome, modes, failures, options);
        return outcome;
      }
      log.info(`${mode}: ${note(outcome.error)}`);
      failures.push(outcome);
      mode = outcome.isLate ? undefined : nextMode(launch, modes, failures, learned);
    }
  } finally {
    deadline.dispose();
    signal.removeEventListener('abort', stop);
  }
  throw bestFailure(failures, 'type' in launch ? launch.type : undefined);
}

/** An authorization header in mcp.json excludes signing in, and so does an address to which a token would be sent unencrypted. */
function storedSignIn(launch: Launch, { renewer }: Effects, options: OpenSessionOptions): StoredSignIn | undefined {
  if (!('url' in launch) || !options.credentials || hasAuthorization(launch)) return undefined;
  if (isUnencrypted(launch.url)) return undefined;
  return new StoredSignIn(launch.url, options.credentials, renewer, options.clock, options.log);
}

/** The link that is connected. Every process and connection of a failed attempt has ended when this returns. */
async function attempt(link: Link, end: AbortSignal, options: OpenSessionOptions): Promise<Link | Failure> {
  try {
    await unlessAborted(link.connect(), end);
    return link;
  } catch (cause) {
    const isLate = end.aborted;
    const circumstances = link.circumstances('connect', options.connectTimeout);
    await link.abandon();
    if (options.signal.aborted) throw new CancelledError();
    const error = isLate ? lateness(link, circumstances) : explain(cause, circumstances);
    const { reason, message, apart, retryAfter } = asLaunchFailure(error, link);
    const detailed = new HumanError(reason, message, { cause: error.cause, apart, retryAfter, ...link.detail() });
    return {
      mode: link.mode,
      error: detailed,
      hasReceived: link.peer.hasReceived,
      isLate,
      status: statusOf(cause),
      isUndecided: isUndecided(cause),
      isCutOff: isTimeout(cause) || isTemporary(statusOf(cause)) || isTemporary(statusOf(link.probe.failure)),
      isModern: link.probe.answer === 'modern',
      hasStreams: link.line.transport.hasStreams === true,
    };
  }
}

/** Nothing that is MCP has come in time. */
function lateness({ line, peer }: Link, circumstances: Circumstances): HumanError {
  const isGibberish = (line.process?.noise ?? 0) > 0 && !peer.hasReceived;
  return isGibberish ? notMcp(circumstances.host) : timedOut(circumstances);
}

/** A shell that finds no command will find none the next time, and a server that writes headers never writes lines. */
function asLaunchFailure(error: HumanError, { line, peer }: Link): HumanError {
  if (line.process?.isFramed === true) return framed(error.cause);
  const code = line.process?.exit?.code;
  const isOfShell = error.reason === 'exited' && !peer.hasReceived && (code === 126 || code === 127);
  return isOfShell ? nothingToRun(code, error) : error;
}

function isUndecided(cause: unknown): boolean {
  return isTimeout(cause) || cause instanceof UndecidedError;
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof WireError && cause.code === 'timeout';
}

function statusOf(cause: unknown): number | undefined {
  if (cause instanceof UndecidedError) return statusOf(cause.cause);
  return cause instanceof HttpError ? cause.refusal.status : undefined;
}

function firstMode(launch: Launch, learned: Known | undefined): Mode {
  if (!learned) return 'auto';
  return learned.transport === transportsFor(launch).at(1)?.kind ? 'sse' : modeOf[learned.era];
}

/** True for a failure that another mode would not resolve now. */
function isFinal({ error: { reason, retryAfter }, isUndecided }: Failure, failures: readonly Failure[]): boolean {
  if (reason !== 'unavailable') return final.has(reason);
  // A server that asks for time gets it, and so does one that refuses more than the probe.
  return retryAfter !== undefined || !isUndecided || failures.length > 1;
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
  if (isFinal(failure, failures)) return undefined;
  const candidates: Mode[] = [];
  if (failure.isModern) candidates.push(modeOf.modern);
  if (failure.isUndecided) candidates.push(modeOf.legacy);
  const hasOlder = transportsFor(launch).length > 1;
  if (hasOlder && failure.status !== undefined && otherTransport.has(failure.status)) candidates.push('sse');
  // A modern server that is only slow does not know the handshake either.
  if (failures.some((one) => one.isCutOff && one.hasStreams)) candidates.push(modeOf.modern);
  // The stored protocol details may be outdated.
  if (learned && modes.length === 1) candidates.push('auto');
  return candidates.find((mode) => !modes.includes(mode));
}

/** Remembers the era, but not from a probe that was cut off: the server may have been too slow or unwell to answer it. */
function learn(link: Link, modes: readonly Mode[], failures: readonly Failure[], options: OpenSessionOptions): void {
  // An applied one is not renewed: it expires counted from when it was learned.
  if (!link.hasProbe && modes.length === 1) return;
  const { probe, transport } = link;
  const save = (era: EraId): void => options.onDidLearn(toLearned({ era, transport }, options.clock.now()));
  const status = statusOf(probe.failure);
  if (probe.answer === 'modern') save('modern');
  else if (isUnwell(status) || failures.some(({ isCutOff, status }) => isCutOff && status !== 500)) return;
  else if (link.hasProbe && probe.answer === 'none' && status === undefined) probe.onEraKnown = save;
  else save(link.era.id);
}

/** False for 500, with which some servers answer any method that they do not know. */
function isUnwell(status: number | undefined): boolean {
  return status !== 500 && isTemporary(status);
}
