import type { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { plain } from '../base/plainValues';
import type { Circumstances } from './circumstances';
import {
  cannotGive,
  cannotRead,
  inputRequired,
  notFound,
  readFailed,
  readRefused,
  reported,
  reportedCode,
  unsupported,
} from './failures';
import type { ProtocolError } from './wireErrors';

const methodNotFound = -32601;
const invalidParams = -32602;
const internalError = -32603;
const resourceNotFound = -32002;
const missingCapability = -32021;
const urlElicitationRequired = -32042;
const notFoundWords =
  /\b(not found|no such (resource|file|document|entry)|does(n't| not) exist|unknown (resource|uri)|ENOENT)\b/i;

/** Explains an error with which the server answered a request. */
export function explainAnswer(error: ProtocolError, circumstances: Circumstances): HumanError {
  const { code, message, data } = error;
  if (code === methodNotFound) return circumstances.doing === 'read' ? cannotRead(error) : unsupported(error);
  if (code === urlElicitationRequired) return inputRequired(error);
  if (code === missingCapability) return needsElicitation(data) ? inputRequired(error) : cannotGive(error);
  if (circumstances.doing === 'read' && isNotFound(code, message, data)) return notFound(error);
  // Servers on the SDK's first version repeat the code in the message.
  // https://github.com/modelcontextprotocol/typescript-sdk/blob/v1.29.0/src/types.ts (McpError)
  // A sentence in quotation marks has no full stop of its own.
  const words = plain(message.replace(/^(MCP error -?\d+: )+/, '')).replace(/(?<!\.)[.。]$/u, '');
  if (words === '') return reportedCode(code, error);
  if (circumstances.doing !== 'read') return reported(words, error);
  return code === invalidParams ? readRefused(words, error) : readFailed(words, error);
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
