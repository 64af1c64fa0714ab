import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isFields, type Fields } from '../../base/values';

/** A JSON-RPC message that the SDK accepts. */
export type Message = JSONRPCMessage;

/** Marks an error that no server sent: its answer cannot be understood. */
export const unreadableMark: unique symbol = Symbol('the answer cannot be understood');

/** Messages of one batch that are read; only one revision knows batches, and nothing that the product sends is answered by one. */
const maxBatch = 1_000;

/**
 * The messages in a parsed piece of JSON: one, those of a batch, or none. The SDK's schema is strict: it drops a message with `error: null`
 * beside its result, with an extra key or without `jsonrpc`, and its request runs into its timeout. So the envelope is rebuilt from its
 * meaning.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/core/src/schemas.ts (JSONRPCMessageSchema)
 */
export function messagesIn(value: unknown): Message[] {
  if (!Array.isArray(value)) {
    const message = repair(value);
    return message ? [message] : [];
  }
  return value
    .slice(0, maxBatch)
    .map(repair)
    .filter((message) => message !== undefined);
}

/** Takes the place of an answer that cannot be understood, so that its request fails at once. */
export function unreadable(id: string | number): Message {
  const error = { code: -32000, message: String(unreadableMark.description), data: unreadableMark };
  return { jsonrpc: '2.0', id, error };
}

export function isUnreadable(message: Message): boolean {
  return 'error' in message && message.error.data === unreadableMark;
}

function repair(value: unknown): Message | undefined {
  if (!isFields(value)) return undefined;
  const id = idOf(value['id']);
  if (typeof value['method'] === 'string') return request(value, value['method'], id);
  const { error, result } = value;
  if (isFields(error)) return failure(error, id);
  const isOwn = 'jsonrpc' in value || 'id' in value;
  if (typeof error === 'string' && error !== '' && isOwn && !isFields(result)) return failure({ message: error }, id);
  if (id === undefined) return undefined;
  if ('result' in value) return { jsonrpc: '2.0', id, result: resultOf(result) };
  // A line of a log may have an id as well.
  return 'jsonrpc' in value || 'error' in value ? unreadable(id) : undefined;
}

function request(value: Fields, method: string, id: string | number | undefined): Message {
  const params = isFields(value['params']) ? { params: value['params'] } : {};
  return id === undefined ? { jsonrpc: '2.0', method, ...params } : { jsonrpc: '2.0', id, method, ...params };
}

function failure(error: Fields, id: string | number | undefined): Message {
  const { code, message, data } = error;
  const checked = {
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === 'string' ? message : '',
    ...(data === undefined ? {} : { data }),
  };
  return id === undefined ? { jsonrpc: '2.0', error: checked } : { jsonrpc: '2.0', id, error: checked };
}

/** Replaces a result that is no object by an empty one: the caller then reports what is missing. */
function resultOf(result: unknown): Record<string, unknown> {
  if (!isFields(result)) return {};
  if (!('_meta' in result) || isFields(result['_meta'])) return result;
  const { _meta, ...resultWithoutMeta } = result;
  return resultWithoutMeta;
}

function idOf(id: unknown): string | number | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
}
