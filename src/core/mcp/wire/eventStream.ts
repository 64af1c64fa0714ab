import { isFields } from '../../base/values';
import type { ByteStream } from '../base/effects';
import { messagesIn, type Message } from '../base/envelope';
import { answerTooLarge } from '../errors/failures';

/** Maximum length of one event, in characters. */
const maxLength = 256_000_000;

/**
 * A stream of server-sent events with repaired JSON-RPC envelopes: the SDK drops invalid ones, and their requests run into their timeouts.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_handleSseStream)
 */
export function repairEvents(body: ByteStream, onTooLarge: () => void = () => undefined): ByteStream {
  const repair = new EventRepair(onTooLarge);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const send = (text: string, controller: { enqueue(chunk: Uint8Array): void }): void => {
    if (text !== '') controller.enqueue(encoder.encode(text));
  };
  return body.pipeThrough(
    new TransformStream({
      transform: (chunk, controller) => send(repair.take(decoder.decode(chunk, { stream: true })), controller),
      flush: (controller) => send(repair.take(decoder.decode()) + repair.end(), controller),
    }),
  );
}

/** Takes the text of a stream piece by piece and returns its complete events; those with valid messages are unchanged. */
export class EventRepair {
  #line: string[] = [];
  #length = 0;
  #data: string[] = [];
  #otherLines: string[] = [];
  #endsWithReturn = false;

  constructor(private readonly onTooLarge: () => void = () => undefined) {}

  take(text: string): string {
    // A line end of two characters may be split between two pieces.
    const remaining = this.#endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsWithReturn = text.endsWith('\r');
    const lines = remaining.split(/\r\n|\r|\n/);
    let events = '';
    for (const [index, line] of lines.entries()) {
      this.#line.push(line);
      this.#length += line.length;
      if (this.#length > maxLength) throw this.#tooLarge();
      if (index < lines.length - 1) events += this.#endLine();
    }
    return events;
  }

  /** Called at the end of the stream: returns the last event if only its end is missing. An event that is cut in the middle is dropped. */
  end(): string {
    if (this.#line.join('') !== '') this.#endLine();
    return this.#data.length > 0 && isJson(this.#data.join('\n')) ? this.#endEvent() : '';
  }

  #tooLarge(): Error {
    this.onTooLarge();
    return answerTooLarge();
  }

  #endLine(): string {
    const line = this.#line.length === 1 ? (this.#line[0] ?? '') : this.#line.join('');
    this.#line = [];
    if (line === '') return this.#endEvent();
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else this.#otherLines.push(`${line}\n`);
    return '';
  }

  #endEvent(): string {
    const events = this.#data.length > 0 ? repair(this.#data.join('\n')) : [];
    const text = this.#otherLines.join('') + (events.length === 0 ? '\n' : events.map(toEvent).join(''));
    this.#data = [];
    this.#otherLines = [];
    this.#length = 0;
    return text;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toEvent(data: string): string {
  return `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}

/** One event becomes as many as it has messages. Data that cannot be parsed, or is too deep to be serialised again, is unchanged. */
function repair(data: string): readonly string[] {
  if (data.startsWith('\ufeff')) return repair(data.slice(1));
  try {
    const value = JSON.parse(data) as unknown;
    const messages = messagesIn(value);
    const [first] = messages;
    if (!first || (messages.length === 1 && isGood(value, first))) return [data];
    return messages.map((message) => JSON.stringify(message));
  } catch {
    return [data];
  }
}

/** True where no repair was needed. */
function isGood(value: unknown, repaired: Message): boolean {
  if (!isFields(value) || Object.keys(value).length !== Object.keys(repaired).length) return false;
  return Object.entries(repaired).every(([key, member]) => value[key] === member);
}
