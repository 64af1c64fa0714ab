import type { HumanError } from '../../base/errors';
import { messagesIn, type ErrorMessage } from '../base/envelope';
import type { Circumstances } from './circumstances';
import { explainAnswer } from './explainAnswer';
import * as failures from './failures';
import { isTemporary, type Refusal } from './refusal';
import { ProtocolError, type HttpError } from './wireErrors';

/**
 * Requests with an expired session id get a 404; some servers send 400 and mention the session in the text, such as
 * https://github.com/modelcontextprotocol/servers/blob/7fb140ae679e45bc9dc08f4063c7834db0e2507d/src/everything/transports/streamableHttp.ts
 */
function isExpired({ refusal: { status }, body }: HttpError, { doing, isStateless }: Circumstances): boolean {
  if (doing === 'connect' || isStateless === true) return false;
  return status === 404 || (status === 400 && /session/i.test(body));
}

/** The error of JSON-RPC in the body of a status, as JSON or as an event, whomever it is for; `undefined` if there is none. */
export function errorIn({ body }: HttpError): ProtocolError | undefined {
  const error = messageIn(body)?.error;
  return error && new ProtocolError(error.code, error.message, error.data);
}

/** Some servers send an error status along with the answer to a request. An error about the session has no id. */
function answerIn(error: HttpError): ProtocolError | undefined {
  return messageIn(error.body)?.id === undefined ? undefined : errorIn(error);
}

function messageIn(body: string): ErrorMessage | undefined {
  try {
    const [message] = messagesIn(JSON.parse(/^data: ?(.*)$/mu.exec(body)?.[1] ?? body));
    return message && 'error' in message ? message : undefined;
  } catch {
    return undefined;
  }
}

/** An HTTP status, with or without a JSON-RPC answer. */
export function explainStatus(error: HttpError, circumstances: Circumstances): HumanError {
  const { host = '', doing, access } = circumstances;
  const { refusal } = error;
  const { status } = refusal;
  const answer = doing === 'connect' || status === 401 || status === 403 ? undefined : answerIn(error);
  if (answer) return explainAnswer(answer, circumstances);
  if (isExpired(error, circumstances)) return failures.disconnected(error);
  if (status === 401) return unauthorized(host, error, access);
  if (status === 403) return denied(host, error, access);
  if (status === 404 || status === 405) return failures.noServerThere(host, status, error);
  if (status >= 300 && status < 400) return redirected(host, refusal, error);
  if (isTemporary(status)) return failures.unavailable(host, status, refusal.retryAfter, error);
  return failures.badStatus(host, status, error);
}

function redirected(host: string, { status, target, isLoop, isUnencrypted }: Refusal, error: Error): HumanError {
  if (target === undefined) return failures.redirectedNowhere(host, status, error);
  if (isLoop) return failures.redirectedAround(host, status, error);
  if (isUnencrypted) return failures.redirectedUnencrypted(host, target, error);
  return failures.redirectedElsewhere(host, target, status, error);
}

function unauthorized(host: string, error: Error, access: Circumstances['access']): HumanError {
  if (access === 'header') return failures.headerRefused(host, error);
  return access === undefined ? failures.headerNeeded(host, error) : failures.signInNeeded(host, error);
}

function denied(host: string, error: HttpError, access: Circumstances['access']): HumanError {
  if (error.lacksScope) return failures.permissionNeeded(host, error);
  return failures.accessRefused(host, typeof access === 'object' && access.isSignedIn, error);
}
