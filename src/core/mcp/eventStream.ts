import type { ByteStream } from './effects';
import { messagesIn, type Message } from './envelope';
import { answerTooLarge } from './errors';
import { isFields } from './values';

/** Characters of one event. */
const maxLength = 256_000_000;

/**
 * A stream of server-sent events in which sloppy JSON-RPC envelopes are mended: the SDK drops them, and what waits for one waits for its
 * timeout.
 */
export function mendEvents(body: ByteStream): ByteStream {
  const mender = new EventMender();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return body.pipeThrough(
    new TransformStream({
      transform: (chunk, controller) => {
        const text = mender.take(decoder.decode(chunk, { stream: true }));
        if (text !== '') controller.enqueue(encoder.encode(text));
      },
    }),
  );
}

/** Takes the text of a stream piece by piece and gives what of it is complete: whole events, of which those with good messages are as they were. */
export class EventMender {
  #line: string[] = [];
  #length = 0;
  #data: string[] = [];
  #others: string[] = [];
  #endsWithReturn = false;

  take(text: string): string {
    // A line end of two characters may be cut in the middle.
    const rest = this.#endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsWithReturn = text.endsWith('\r');
    const lines = rest.split(/\r\n|\r|\n/);
    let done = '';
    for (const [index, line] of lines.entries()) {
      this.#line.push(line);
      this.#length += line.length;
      if (this.#length > maxLength) throw answerTooLarge();
      if (index < lines.length - 1) done += this.#endLine();
    }
    return done;
  }

  #endLine(): string {
    const line = this.#line.length === 1 ? (this.#line[0] ?? '') : this.#line.join('');
    this.#line = [];
    if (line === '') return this.#endEvent();
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else this.#others.push(`${line}\n`);
    return '';
  }

  #endEvent(): string {
    const events = this.#data.length > 0 ? mend(this.#data.join('\n')) : [];
    const text = this.#others.join('') + (events.length === 0 ? '\n' : events.map(toEvent).join(''));
    this.#data = [];
    this.#others = [];
    this.#length = 0;
    return text;
  }
}

function toEvent(data: string): string {
  return `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}

/** One event becomes as many as it has messages. */
function mend(data: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return [data];
  }
  const messages = messagesIn(value);
  const [first] = messages;
  if (!first || (messages.length === 1 && isGood(value, first))) return [data];
  return messages.map((message) => JSON.stringify(message));
}

/** True where there was nothing to mend. */
function isGood(value: unknown, mended: Message): boolean {
  if (!isFields(value) || Object.keys(value).length !== Object.keys(mended).length) return false;
  return Object.entries(mended).every(([key, member]) => value[key] === member);
}
