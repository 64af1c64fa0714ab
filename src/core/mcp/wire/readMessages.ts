import { isWide } from '../../base/utf8';
import { messagesIn, unreadable, type Message } from '../base/envelope';
import { addresseeOf, withoutNaN } from './brokenJson';
import { isLarge } from './messageText';

const sizes = new WeakMap<object, number>();

/** Bytes, as they are held, of the message that this result came in; 0 if that is not known. */
export function messageSize(result: object): number {
  return sizes.get(result) ?? 0;
}

/**
 * The messages in a text; `undefined` if it is none. Of an answer that cannot be read, one that says so to its request. Each
 * step over a large text, which takes as long as parsing it, gets a turn of its own.
 */
export function* readMessages(text: string): Generator<number, readonly Message[] | undefined, undefined> {
  const cost = isLarge(text.length) ? Infinity : 0;
  if (cost > 0) yield cost;
  let value = parsed(text);
  if (value === undefined) {
    if (cost > 0) yield cost;
    const repaired = withoutNaN(text);
    if (cost > 0) yield cost;
    value = repaired === undefined ? undefined : parsed(repaired);
  }
  yield cost > 0 ? cost : text.length;
  if (value !== undefined) {
    const messages = messagesIn(value.value);
    const size = text.length * (isWide(text) ? 2 : 1);
    for (const message of messages) if ('result' in message) sizes.set(message.result, size);
    return messages;
  }
  const { id } = addresseeOf(text);
  return id === undefined ? undefined : [unreadable(id)];
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
