import { HumanError, type Reason } from '../../base/errors';
import { plain } from '../base/plainValues';
import { explainAnswer } from './explainAnswer';
import { explainStatus } from './explainHttp';
import { explainNetwork, network } from './explainNetwork';
import type { Circumstances } from './circumstances';
import * as failures from './failures';
import { ProtocolError, HttpError, UndecidedError, WireError, type WireFailure } from './wireErrors';

const wireFailures: Readonly<Record<WireFailure, (error: WireError, circumstances: Circumstances) => HumanError>> = {
  closed: (error, { closed }) => closed ?? failures.disconnected(error),
  timeout: (error, circumstances) => failures.timedOut(circumstances, error),
  streamEnded: (error) => failures.disconnected(error),
  tooLarge: (error) => failures.answerTooLarge(error),
  unreadable: (error) => failures.broken(error),
  echoed: (error, { host }) => failures.echoes(host, error),
  withdrawn: (error) => failures.cancelledByServer(plain(error.message), error),
  notMcp: (error, { host }) => failures.notMcp(host, error),
  unknownRevision: (error) => failures.unknownRevision(error.message, error),
};

/** Explains any error of a request, of `fetch` or of a transport as a {@link HumanError}. */
export function explain(error: unknown, circumstances: Circumstances): HumanError {
  if (error instanceof HumanError) return error;
  if (error instanceof UndecidedError) return explain(error.cause, circumstances);
  if (error instanceof ProtocolError) return explainAnswer(error, circumstances);
  if (error instanceof HttpError) return explainStatus(error, circumstances);
  if (error instanceof WireError) return wireFailures[error.code](error, circumstances);
  const reachable = explainNetwork(error, circumstances);
  if (reachable) return reachable;
  if (error instanceof TypeError) return network(circumstances, error);
  return circumstances.doing === 'connect' ? failures.notMcp(circumstances.host, error) : failures.broken(error);
}

/** Failures that are independent of the request, and that it meets again. */
export const elsewhere: readonly Reason[] = [
  'refused',
  'hostNotFound',
  'network',
  'certificate',
  'unauthorized',
  'credentials',
];

/** True for a failure that says nothing of the request. */
export function saysNothing(error: unknown): boolean {
  const { reason } = error as Partial<HumanError>;
  return reason !== undefined && (reason === 'unavailable' || elsewhere.includes(reason));
}

/** True for failures after which this session is useless, so that a new one must be opened. */
export function endsSession({ reason, cause }: HumanError): boolean {
  // An insufficient scope affects one request; the others continue.
  if (cause instanceof HttpError && cause.lacksScope) return false;
  return reason === 'exited' || reason === 'disconnected' || elsewhere.includes(reason);
}

/** For the log: the kind of a failure without its message, which may contain a server's answer. */
export function note(error: unknown): string {
  const { reason, cause } = error as Partial<HumanError>;
  if (!(cause instanceof Error)) return reason ?? String(error);
  const { code } = cause as { code?: unknown };
  return `${reason ?? cause.name} (${cause.name}${typeof code === 'string' || typeof code === 'number' ? ` ${code}` : ''})`;
}
