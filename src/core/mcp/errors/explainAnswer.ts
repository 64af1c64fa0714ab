import type { ProtocolError } from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { answerTooLarge, cannotGive, disconnected, inputRequired, unsupported, type Circumstances } from './failures';
import { streamEnded, tooLarge } from './failures';
import { plain } from '../base/values';

const methodNotFound = -32601;
const invalidParams = -32602;
const internalError = -32603;
const resourceNotFound = -32002;
const missingCapability = -32021;
const urlElicitationRequired = -32042;
const notFoundWords =
  /\b(not found|no such (resource|file|document|entry)|does(n't| not) exist|unknown (resource|uri)|ENOENT)\b/i;

/** An error with which the server answered a request. */
export function explainAnswer(error: ProtocolError, at: Circumstances): HumanError {
  const { code, message, data } = error;
  if (data === streamEnded) return disconnected(error);
  if (data === tooLarge) return answerTooLarge(error);
  if (code === methodNotFound) return at.doing === 'read' ? cannotRead(error) : unsupported(error);
  if (code === urlElicitationRequired) return inputRequired(error);
  if (code === missingCapability) return needsElicitation(data) ? inputRequired(error) : cannotGive(error);
  if (at.doing === 'read' && isNotFound(code, message, data)) return notFound(error);
  // Servers on the SDK's first version send the code along in words.
  const words = plain(message.replace(/^(MCP error -?\d+: )+/, ''));
  const text =
    words === ''
      ? l10n.t('The server reported an error without saying which (code {0}). Its log may tell more.', code)
      : reported(code, words, at);
  return new HumanError('serverError', text, { cause: error });
}

/** What a person does next differs: a request that is refused will be refused again, a failure may pass. */
function reported(code: number, words: string, at: Circumstances): string {
  if (at.doing === 'read' && code === invalidParams)
    return l10n.t('The server does not take this request: “{0}”. Refresh the list, or check the URI.', words);
  if (at.doing === 'read')
    return l10n.t('The server failed to read this: “{0}”. Try again later; its log may tell more.', words);
  return l10n.t('The server reported an error: {0}', words);
}

/** Revisions and servers disagree on how to say it: -32002, -32602 with the URI, or any code with words. */
export function isNotFound(code: number, message: string, data: unknown): boolean {
  if (code === resourceNotFound) return true;
  if (code === invalidParams && isFields(data) && typeof data['uri'] === 'string' && Object.keys(data).length === 1)
    return true;
  return (code === invalidParams || code === internalError || code >= -32099) && notFoundWords.test(message);
}

function notFound(cause: unknown): HumanError {
  const text = l10n.t('The server no longer has this resource. Refresh the list, or remove it from the context.');
  return new HumanError('notFound', text, { cause });
}

/** What was left out of the request's capabilities on purpose: nobody is there to be asked. */
function needsElicitation(data: unknown): boolean {
  const required = isFields(data) ? data['requiredCapabilities'] : undefined;
  return isFields(required) && 'elicitation' in required;
}

function cannotRead(cause: unknown): HumanError {
  const text = l10n.t('The server lists this resource but cannot read any. Its author should know.');
  return new HumanError('unsupported', text, { cause });
}
