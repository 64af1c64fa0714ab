import type { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { plain } from '../base/plainValues';
import type { Circumstances } from './circumstances';
import * as failures from './failures';
import { errorCodes, type ProtocolError } from './wireErrors';

const { methodNotFound, invalidParams, internalError, resourceNotFound, missingCapability, urlElicitationRequired } =
  errorCodes;
const notFoundWords =
  /\b(not found|no such (resource|file|document|entry)|does(n't| not) exist|unknown (resource|uri)|ENOENT)\b/i;

/** Explains an error with which the server answered a request. */
export function explainAnswer(error: ProtocolError, circumstances: Circumstances): HumanError {
  const { code, message, data } = error;
  if (code === methodNotFound)
    return circumstances.doing === 'read' ? failures.cannotRead(error) : failures.unsupported(error);
  if (code === urlElicitationRequired) return failures.inputRequired(error);
  if (code === missingCapability)
    return needsElicitation(data) ? failures.inputRequired(error) : failures.cannotGive(error);
  if (circumstances.doing === 'read' && isNotFound(code, message, data)) return failures.notFound(error);
  // Servers on the SDK's first version repeat the code in the message.
  // https://github.com/modelcontextprotocol/typescript-sdk/blob/v1.29.0/src/types.ts (McpError)
  // A sentence in quotation marks has no full stop of its own.
  const words = plain(message.replace(/^(MCP error -?\d+: )+/, '')).replace(/(?<!\.)[.。]$/u, '');
  if (words === '') return failures.reportedCode(code, error);
  if (circumstances.doing !== 'read') return failures.reported(words, error);
  return code === invalidParams ? failures.readRefused(words, error) : failures.readFailed(words, error);
}

/** Revisions and servers differ: -32002, -32602 with the URI, or any code with a message that says so. */
export function isNotFound(code: number, message: string, data: unknown): boolean {
  if (code === resourceNotFound) return true;
  if (code === invalidParams && isFields(data) && typeof data['uri'] === 'string' && Object.keys(data).length === 1)
    return true;
  return (code === invalidParams || code === internalError || code >= -32099) && notFoundWords.test(message);
}

/** The missing capability was left out of the request on purpose: the user cannot be asked. */
function needsElicitation(data: unknown): boolean {
  const required = isFields(data) ? data['requiredCapabilities'] : undefined;
  return isFields(required) && 'elicitation' in required;
}
