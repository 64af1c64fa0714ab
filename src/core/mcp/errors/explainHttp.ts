import { ProtocolError, SdkError, type InsufficientScopeError } from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../../base/errors';
import { isFields } from '../../base/values';
import { messagesIn } from '../base/envelope';
import { explainAnswer } from './explainAnswer';
import { disconnected, type Circumstances } from './failures';
import { plain } from '../base/values';

/** Session ids are answered with 404 when they have expired; some servers say 400 and name the session in words. */
function isExpired(status: number, error: Error, at: Circumstances): boolean {
  if (at.doing === 'connect' || at.isStateless === true) return false;
  return status === 404 || (status === 400 && /session/i.test(textOf(error)));
}

/** Some servers send a status along with their answer to a request. What is about the session has no id. */
function answerIn(error: Error): ProtocolError | undefined {
  try {
    const [message] = messagesIn(JSON.parse(bodyOf(error)));
    if (!message || !('error' in message) || message.id === undefined) return undefined;
    return new ProtocolError(message.error.code, message.error.message, message.error.data);
  } catch {
    return undefined;
  }
}

/** A status of HTTP that is not that of an answer. */
export function explainStatus(status: number, error: Error, at: Circumstances): HumanError {
  const host = at.host ?? '';
  const answer = at.doing === 'connect' || status === 401 || status === 403 ? undefined : answerIn(error);
  if (answer) return explainAnswer(answer, at);
  if (isExpired(status, error, at)) return disconnected(error);
  const sentence = status === 401 ? unauthorized(host, at) : statusSentence(status, host, error, at);
  return new HumanError(...sentence, { cause: error });
}

function unauthorized(host: string, { access }: Circumstances): [Reason, string] {
  if (access === 'header')
    return [
      'credentials',
      l10n.t(
        '{0} refuses the Authorization header of the server in mcp.json. Correct it, or remove it to sign in.',
        host,
      ),
    ];
  if (access === undefined)
    return [
      'unauthorized',
      l10n.t('{0} wants to know who you are. Add an Authorization header to the server in mcp.json.', host),
    ];
  return ['unauthorized', l10n.t('{0} wants you to sign in. Choose “Sign In…” for this server.', host)];
}

/** The server lets us in, but not to this. */
export function explainScope(error: InsufficientScopeError, at: Circumstances): HumanError {
  const { access, host = '' } = at;
  if (access === undefined || access === 'header' || access.covers(error.requiredScope))
    return explainStatus(403, error, at);
  const text = l10n.t('{0} wants a further permission for this. Choose “Sign In…” for the server to give it.', host);
  return new HumanError('unauthorized', text, { cause: error });
}

function statusSentence(status: number, host: string, error: Error, { access }: Circumstances): [Reason, string] {
  if (status === 403)
    return [
      'http',
      typeof access === 'object' && access.isSignedIn
        ? l10n.t('{0} refuses access (403) to whom you signed in as. Ask its operator, or sign out first.', host)
        : l10n.t('{0} refuses access (403). Check the headers of the server in mcp.json.', host),
    ];
  if (status === 404 || status === 405)
    return [
      'http',
      l10n.t('There is no MCP server at this address of {0} ({1}). Check its URL in mcp.json.', host, status),
    ];
  if (status >= 300 && status < 400) {
    const words = plain(error.message);
    return [
      'http',
      l10n.t('{0} sends the request elsewhere ({1}). Correct its URL in mcp.json. {2}', host, status, words),
    ];
  }
  if (status >= 500) return ['http', l10n.t('{0} failed to answer ({1}). Try again later.', host, status)];
  return ['http', l10n.t('{0} rejected the request ({1}). Check the server in mcp.json.', host, status)];
}

function textOf(error: Error): string {
  return `${error.message} ${bodyOf(error)}`;
}

function bodyOf(error: Error): string {
  const data = error instanceof SdkError ? error.data : undefined;
  return isFields(data) && typeof data['text'] === 'string' ? data['text'] : '';
}
