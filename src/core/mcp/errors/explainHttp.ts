import { ProtocolError, SdkError, type InsufficientScopeError } from '@modelcontextprotocol/client';
import type { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { messagesIn } from '../base/envelope';
import type { Circumstances } from './circumstances';
import { explainAnswer } from './explainAnswer';
import {
  accessRefused,
  badStatus,
  disconnected,
  headerNeeded,
  headerRefused,
  noServerThere,
  permissionNeeded,
  redirectedAround,
  redirectedElsewhere,
  redirectedNowhere,
  redirectedUnencrypted,
  signInNeeded,
  unavailable,
} from './failures';
import { isTemporary, type Refusal } from './refusal';

/**
 * Requests with an expired session id get a 404; some servers send 400 and mention the session in the text, such as
 * https://github.com/modelcontextprotocol/servers/blob/main/src/everything/transports/streamableHttp.ts
 */
function isExpired(status: number, error: Error, circumstances: Circumstances): boolean {
  if (circumstances.doing === 'connect' || circumstances.isStateless === true) return false;
  return status === 404 || (status === 400 && /session/i.test(textOf(error)));
}

/** Some servers send an error status along with the answer to a request. An error about the session has no id. */
function answerIn(error: Error): ProtocolError | undefined {
  try {
    const [message] = messagesIn(JSON.parse(bodyOf(error)));
    if (!message || !('error' in message) || message.id === undefined) return undefined;
    return new ProtocolError(message.error.code, message.error.message, message.error.data);
  } catch {
    return undefined;
  }
}

/** An HTTP status without a JSON-RPC answer. */
export function explainStatus(status: number, response: Error, circumstances: Circumstances): HumanError {
  const host = circumstances.host ?? '';
  const answer = circumstances.doing === 'connect' || status === 401 || status === 403 ? undefined : answerIn(response);
  if (answer) return explainAnswer(answer, circumstances);
  const error = withoutBody(response, status);
  if (isExpired(status, response, circumstances)) return disconnected(error);
  if (status === 401) return unauthorized(host, error, circumstances);
  if (status === 403)
    return accessRefused(host, typeof circumstances.access === 'object' && circumstances.access.isSignedIn, error);
  if (status === 404 || status === 405) return noServerThere(host, status, error);
  return explainOther(
    host,
    status,
    circumstances.refusal?.status === status ? circumstances.refusal : undefined,
    error,
  );
}

/** The same error for the log, which has its causes: the SDK's messages repeat the body, which may be a content or a secret. */
function withoutBody(error: Error, status: number): Error {
  return Object.create(error, { message: { value: `HTTP ${status}` } }) as Error;
}

function explainOther(host: string, status: number, refusal: Refusal | undefined, error: Error): HumanError {
  if (status >= 300 && status < 400) return redirected(host, status, refusal, error);
  if (isTemporary(status)) return unavailable(host, status, refusal?.retryAfter, error);
  return badStatus(host, status, error);
}

function redirected(host: string, status: number, refusal: Refusal | undefined, error: Error): HumanError {
  const { target, isLoop } = refusal ?? {};
  if (target === undefined) return redirectedNowhere(host, status, error);
  if (isLoop) return redirectedAround(host, status, error);
  if (refusal?.isUnencrypted) return redirectedUnencrypted(host, target, error);
  return redirectedElsewhere(host, target, status, error);
}

function unauthorized(host: string, error: Error, { access }: Circumstances): HumanError {
  if (access === 'header') return headerRefused(host, error);
  return access === undefined ? headerNeeded(host, error) : signInNeeded(host, error);
}

/** The server accepts the sign-in, but not for this request. */
export function explainScope(error: InsufficientScopeError, circumstances: Circumstances): HumanError {
  const { access, host = '' } = circumstances;
  if (access === undefined || access === 'header' || access.covers(error.requiredScope))
    return explainStatus(403, error, circumstances);
  return permissionNeeded(host, error);
}

function textOf(error: Error): string {
  return `${error.message} ${bodyOf(error)}`;
}

function bodyOf(error: Error): string {
  const data = error instanceof SdkError ? error.data : undefined;
  return isFields(data) && typeof data['text'] === 'string' ? data['text'] : '';
}
