import { isFields, type Fields } from '../../base/values';

/** Identifies a request among those of its sender. */
export type Id = string | number;

export interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: Id;
  readonly method: string;
  readonly params?: Fields;
}

export interface NotificationMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Fields;
}

export interface ResultMessage {
  readonly jsonrpc: '2.0';
  readonly id: Id;
  readonly result: Fields;
}

export interface ErrorMessage {
  readonly jsonrpc: '2.0';
  /** `undefined` if the server did not know the request. */
  readonly id?: Id;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A JSON-RPC message: https://www.jsonrpc.org/specification */
export type Message = RequestMessage | NotificationMessage | ResultMessage | ErrorMessage;

export function isRequest(message: Message): message is RequestMessage {
  return 'method' in message && 'id' in message;
}

/** Marks an error that no server sent: its answer cannot be understood. */
const unreadableMark: unique symbol = Symbol('the answer cannot be understood');

/** Messages of one batch that are read; only one revision knows batches, and nothing that the product sends is answered by one. */
const maxBatch = 1_000;

/**
 * The messages in a parsed piece of JSON: one, those of a batch, or none. Servers send `error: null` beside a result, extra keys, or no
 * `jsonrpc`: a request whose answer is dropped for that runs into its timeout. So the envelope is rebuilt from its meaning.
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
export function unreadable(id: Id): Message {
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

function request(value: Fields, method: string, id: Id | undefined): Message {
  const params = isFields(value['params']) ? { params: value['params'] } : {};
  return id === undefined ? { jsonrpc: '2.0', method, ...params } : { jsonrpc: '2.0', id, method, ...params };
}

function failure(error: Fields, id: Id | undefined): Message {
  const { code, message, data } = error;
  const checked = {
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === 'string' ? message : '',
    ...(data === undefined ? {} : { data }),
  };
  return id === undefined ? { jsonrpc: '2.0', error: checked } : { jsonrpc: '2.0', id, error: checked };
}

/** Replaces a result that is no object by an empty one: the caller then reports what is missing. */
function resultOf(result: unknown): Fields {
  if (!isFields(result)) return {};
  if (!('_meta' in result) || isFields(result['_meta'])) return result;
  const { _meta, ...resultWithoutMeta } = result;
  return resultWithoutMeta;
}

function idOf(id: unknown): Id | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined;
}
