import type { Message } from '../src/core/mcp/base/envelope';
import { hold } from './target';

/** Source: JSON-RPC 2.0, and MCP's rule that params and results are objects. */
export function checkMessage(message: Message): void {
  const { jsonrpc, id, method, params, result, error, ...others } = message as unknown as Record<string, unknown>;
  hold(
    jsonrpc === '2.0' && Object.keys(others).length === 0,
    'A message has no members but those of JSON-RPC.',
    others,
  );
  hold(id === undefined || typeof id === 'string' || Number.isSafeInteger(id), 'An id is a text or an integer.', id);
  const kinds = [typeof method === 'string', isObject(result), isObject(error)].filter(Boolean).length;
  hold(kinds === 1, 'A message is a request, a result or an error.', message);
  hold(params === undefined || isObject(params), 'Params are an object.', params);
  hold(!isObject(result) || id !== undefined, 'A result is for a request.', message);
  if (isObject(error))
    hold(Number.isSafeInteger(error['code']) && typeof error['message'] === 'string', 'An error has its members.');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
