import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { HumanError, type Reason } from '../../base/errors';
import { explainAnswer } from './explainAnswer';
import { explainScope, explainStatus } from './explainHttp';
import { explainNetwork, network } from './explainNetwork';
import type { Circumstances } from './circumstances';
import { broken, cannotGive, disconnected, notMcp, timedOut, unknownRevision, unsupported } from './failures';

/** Explains any error of the SDK, of `fetch` or of the transport as a {@link HumanError}. */
export function explain(error: unknown, circumstances: Circumstances): HumanError {
  if (error instanceof HumanError) return error;
  if (error instanceof ProtocolError) return explainAnswer(error, circumstances);
  if (error instanceof SdkHttpError) return explainStatus(error.status, error, circumstances);
  if (error instanceof UnauthorizedError) return explainStatus(401, error, circumstances);
  if (error instanceof InsufficientScopeError) return explainScope(error, circumstances);
  if (error instanceof SseError && error.code !== undefined)
    return error.code < 300 ? notMcp(circumstances.host, error) : explainStatus(error.code, error, circumstances);
  if (error instanceof SdkError) return explainSdk(error, circumstances);
  return explainOther(error, circumstances);
}

/** True for failures after which this session is useless, so that a new one must be opened. */
export function endsSession(error: HumanError): boolean {
  // An insufficient scope affects one request; the others continue.
  return sessionEnders.has(error.reason) && !(error.cause instanceof InsufficientScopeError);
}

/** For the log: the kind of a failure without its message, which may contain a server's answer. */
export function note(error: unknown): string {
  const { reason, cause } = error as Partial<HumanError>;
  if (!(cause instanceof Error)) return reason ?? String(error);
  const { code } = cause as { code?: unknown };
  return `${reason ?? cause.name} (${cause.name}${typeof code === 'string' || typeof code === 'number' ? ` ${code}` : ''})`;
}

const sessionEnders: ReadonlySet<Reason> = new Set<Reason>([
  'exited',
  'refused',
  'hostNotFound',
  'network',
  'certificate',
  'unauthorized',
  'credentials',
  'disconnected',
]);

function explainSdk(error: SdkError, circumstances: Circumstances): HumanError {
  const { code } = error;
  if (code === SdkErrorCode.RequestTimeout) return timedOut(circumstances, error);
  if (code === SdkErrorCode.NotConnected || code === SdkErrorCode.ConnectionClosed)
    return circumstances.closed ?? disconnected(error);
  if (code === SdkErrorCode.EraNegotiationFailed) return explainNegotiation(error, circumstances);
  if (code === SdkErrorCode.ClientHttpUnexpectedContent) return notMcp(circumstances.host, error);
  if (code === SdkErrorCode.MethodNotSupportedByProtocolVersion) return unsupported(error);
  if (code === SdkErrorCode.UnsupportedResultType || code === SdkErrorCode.CapabilityNotSupported)
    return cannotGive(error);
  return broken(error);
}

/** The probe failed; the cause says why. */
function explainNegotiation(error: SdkError, circumstances: Circumstances): HumanError {
  const { cause } = error;
  if (cause !== undefined) return explain(cause, circumstances);
  return circumstances.closed ?? notMcp(circumstances.host, error);
}

function explainOther(error: unknown, circumstances: Circumstances): HumanError {
  const reachable = explainNetwork(error, circumstances);
  if (reachable) return reachable;
  const message = error instanceof Error ? error.message : '';
  // The SDK has no class or code for these three: plain errors of
  // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/core-internal/src/shared/protocol.ts (_requestWithSchema)
  // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/sse.ts (_send)
  // https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/client.ts (_legacyHandshake)
  if (message === 'Not connected') return circumstances.closed ?? disconnected(error);
  const status = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(message)?.[1];
  if (status) return explainStatus(Number(status), error as Error, circumstances);
  const revision = /^Server's protocol version is not supported: (.*)$/s.exec(message)?.[1];
  if (revision !== undefined) return unknownRevision(revision, error);
  if (error instanceof TypeError || error instanceof SseError) return network(circumstances, error);
  return circumstances.doing === 'connect' ? notMcp(circumstances.host, error) : broken(error);
}
