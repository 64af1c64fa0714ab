import { unlessAborted, withDeadline } from '../../base/clock';
import { CancelledError, HumanError, type Reason } from '../../base/errors';
import { hasAuthorization } from '../../configuration/hasAuthorization';
import { isUnencrypted } from '../../configuration/unencrypted';
import type { Launch, OpenSessionOptions } from '../../session/session';
import { StoredSignIn } from '../auth/storedSignIn';
import type { Effects } from '../base/effects';
import { elsewhere, explain, note } from '../errors/explain';
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
const final: ReadonlySet<Reason> = new Set<Reason>(['configuration', 'commandNotFound', ...elsewhere]);

/** Mode for a server that is known to be of an era. */
const modeOf: Readonly<Record<EraId, Mode>> = { legacy: 'legacy', modern: 'patient' };

interface Failure extends FailedAttempt {
  readonly link: Link;
  readonly cause: unknown;
}

/** Connects in the modes that the server may understand, the likeliest first, each on a fresh connection. */
export async function connect(launch: Launch, effects: Effects, options: OpenSessionOptions): Promise<Link> {
  const { clock, log, signal, connectTimeout } = options;
  if (signal.aborted) throw new CancelledError();
  const learned = fromLearned(options.learned, clock.now());
  const signIn = storedSignIn(launch, effects, options);
  return withDeadline(clock, connectTimeout, signal, async (end) => {
    const failures: Failure[] = [];
    let mode: Mode | undefined = firstMode(launch, learned);
    while (mode && !end.aborted) {
      const outcome = await attempt(new Link(launch, effects, mode, options, signIn), end, options);
      if (outcome instanceof Link) {
        learn(outcome, failures, options);
        return outcome;
      }
      log.info(`${mode}: ${note(outcome.error)}`);
      failures.push(outcome);
      mode = nextMode(launch, outcome, failures, learned);
    }
    throw bestFailure(failures, 'type' in launch ? launch.type : undefined);
  });
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
    const { mode, peer } = link;
    return { link, cause, mode, error: detailed, status: statusOf(cause), hasReceived: peer.hasReceived };
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

/** True if the era is still unknown: the probe got no usable answer, or ended the process. */
function isUndecided({ cause }: Failure): boolean {
  return isTimeout(cause) || cause instanceof UndecidedError;
}

/** True for a server that was too slow or unwell to answer the probe, so that its answers to other requests are not conclusive. */
function isCutOff({ cause, status, link }: Failure): boolean {
  return isTimeout(cause) || isTemporary(status) || isTemporary(statusOf(link.probe.failure));
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
function isFinal(last: Failure, failures: readonly Failure[]): boolean {
  const { reason, retryAfter } = last.error;
  if (reason !== 'unavailable') return final.has(reason);
  // A server that asks for time gets it, and so does one that refuses more than the probe.
  return retryAfter !== undefined || !isUndecided(last) || failures.length > 1;
}

/** The next mode after the `last` of `failures`; none is repeated. */
function nextMode(
  launch: Launch,
  last: Failure,
  failures: readonly Failure[],
  learned: Known | undefined,
): Mode | undefined {
  if (isFinal(last, failures)) return undefined;
  const candidates: Mode[] = [];
  // The probe's answer came too late.
  if (last.link.probe.answer === 'modern') candidates.push(modeOf.modern);
  if (isUndecided(last)) candidates.push(modeOf.legacy);
  const hasOlder = transportsFor(launch).length > 1;
  if (hasOlder && last.status !== undefined && otherTransport.has(last.status)) candidates.push('sse');
  // A modern server that is only slow does not know the handshake either. A late answer on a stream of its own was not received.
  if (failures.some((failure) => isCutOff(failure) && failure.link.peer.transport.hasStreams === true))
    candidates.push(modeOf.modern);
  // The stored protocol details may be outdated.
  if (learned && failures.length === 1) candidates.push('auto');
  return candidates.find((candidate) => failures.every(({ mode }) => mode !== candidate));
}

/** Remembers the era, but not from a probe that was cut off: the server may have been too slow or unwell to answer it. */
function learn(link: Link, failures: readonly Failure[], options: OpenSessionOptions): void {
  // An applied one is not renewed: it expires counted from when it was learned.
  if (!link.hasProbe && failures.length === 0) return;
  const { probe, transport } = link;
  const save = (era: EraId): void => options.onDidLearn(toLearned({ era, transport }, options.clock.now()));
  const status = statusOf(probe.failure);
  if (probe.answer === 'modern') save('modern');
  else if (isUnwell(status) || failures.some((failure) => isCutOff(failure) && failure.status !== 500)) return;
  else if (link.hasProbe && probe.answer === 'none' && status === undefined) probe.onEraKnown = save;
  else save(link.era.id);
}

/** False for 500, with which some servers answer any method that they do not know. */
function isUnwell(status: number | undefined): boolean {
  return status !== 500 && isTemporary(status);
}
