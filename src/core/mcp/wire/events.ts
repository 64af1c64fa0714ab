import type { YieldThread } from '../../base/scheduler';
import type { ByteStream } from '../base/effects';
import { isUnreadable, type Message } from '../base/envelope';
import { answerTooLarge } from '../errors/failures';
import { MessageText } from './messageText';
import type { OneAtATime } from './oneAtATime';
import { readMessages } from './readMessages';
import { Turn } from './turn';

/** Characters of the lines of one event that are not data, such as its id. */
const maxOtherLength = 100_000;
/** Maximum delay of a timer, in ms. */
const maxRetry = 2 ** 31 - 1;
const dataField = 'data:';
/** Characters that no header can have, so that nothing can go on after an event with such an id. */

const unsendable = /[\0-\x08\x0a-\x1f\x7f]/;

/** One message of an event, or an event without messages. Of a batch, only the last message has the event's id and its `retry`. */
export interface StreamEvent {
  /** The event's id: a stream that is resumed after it goes on with the next event. An empty one takes the last back. `undefined` if it has none. */
  readonly id: string | undefined;
  /** The event's `retry`, in ms, from 0 to 2^31-1. */
  readonly retry: number | undefined;
  /** `message` where it has none. */
  readonly type: string;
  /** Data of an event of another type than `message`. */
  readonly data: string | undefined;
  /** One message, its envelope repaired; none if the event only carries an id, or data that isn't a message. */
  readonly messages: readonly Message[];
}

type Fields = Pick<StreamEvent, 'id' | 'retry' | 'type'>;

export interface EventPorts {
  readonly yieldThread: YieldThread;
  /** Large messages of one server are read one after the other, whatever number of streams they come in. */
  readonly large: OneAtATime;
  readonly onEvent: (event: StreamEvent) => void;
  /** Called with the beginning of the data of an event that is too large, where the stream goes on and the event is skipped. */
  readonly onSkip?: ((head: string) => void) | undefined;
}

/**
 * Reads a stream of server-sent events, in turns of the event loop. Resolves at its end.
 * `eventsource-parser` 4.1.3 is as fast for lists and contents (1.1 and 2.1 × `JSON.parse`; notifications of 100 bytes 1.9, here 3.2), but
 * bounds characters only, neither bytes nor values, gives up a stream for one event that is too large, and reads all of a piece at once.
 * @throws the body's error, or `answerTooLarge` where an event is too large and there is no `onSkip`
 */
export async function readEvents(body: ByteStream, ports: EventPorts): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const turn = new Turn(ports.yieldThread);
  const parser = new EventParser(ports.onEvent, ports.onSkip);
  let leave: (() => void) | undefined;
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = await reader.read();
      isOver = done || !value;
      await turn.run(isOver ? parser.end(decoder.decode()) : parser.take(decoder.decode(value, { stream: true })));
      if (parser.isLarge) leave ??= await ports.large.enter();
      else {
        leave?.();
        leave = undefined;
      }
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    leave?.();
  }
}

/** Takes the text of a stream piece by piece. */
class EventParser {
  /** The beginning of a line of which it is not known yet whether it is data. */
  #line = '';
  #isData = false;
  readonly #data = new MessageText();
  #hasData = false;
  #id: string | undefined;
  #retry: number | undefined;
  #type = '';
  /** Length of the event's lines that are not data. */
  #otherLength = 0;
  #endsWithReturn = false;
  /** The rest of an event that is too large is arriving. */
  #isSkipping = false;

  /** @param onSkip see {@link EventPorts}; without it, an event that is too large throws */
  constructor(
    private readonly onEvent: (event: StreamEvent) => void,
    private readonly onSkip?: (head: string) => void,
  ) {}

  /** True while an event arrives that is large already. */
  get isLarge(): boolean {
    return this.#data.isLarge;
  }

  /** The steps in which a piece is taken; see {@link Turn}. */
  *take(text: string): Generator<number, void, undefined> {
    // A line end of two characters may be split between two pieces.
    const isSplit = this.#endsWithReturn && text.startsWith('\n');
    if (text !== '') this.#endsWithReturn = text.endsWith('\r');
    const lines = text.replace(/\r\n?/g, '\n');
    let start = isSplit ? 1 : 0;
    for (let end = lines.indexOf('\n', start); end !== -1; end = lines.indexOf('\n', start)) {
      this.#extend(lines.slice(start, end));
      if (this.#endLine()) yield* this.#endEvent(false);
      start = end + 1;
    }
    this.#extend(lines.slice(start));
  }

  /** Takes the last piece. An event without the blank line that ends it is used if its data is complete messages, and dropped otherwise. */
  *end(text: string): Generator<number, void, undefined> {
    yield* this.take(text);
    // An id or a time may be cut.
    if (this.#isData || this.#line.startsWith('event')) this.#endLine();
    if (this.#hasData) yield* this.#endEvent(true);
  }

  #extend(part: string): void {
    if (this.#isSkipping) this.#isData ||= part !== '';
    else if (this.#isData) this.#addData(part);
    else {
      this.#line += part;
      if (this.#line.startsWith(dataField) && this.#line.length > dataField.length) this.#beginData();
      else if (this.#line.length + this.#otherLength > maxOtherLength) this.#refuse();
    }
  }

  #beginData(): void {
    const data = this.#line.slice(this.#line[dataField.length] === ' ' ? dataField.length + 1 : dataField.length);
    this.#line = '';
    const isFirst = !this.#hasData;
    this.#isData = this.#hasData = true;
    this.#addData(isFirst ? data : `\n${data}`);
  }

  #addData(part: string): void {
    if (part !== '' && !this.#data.add(part)) this.#refuse();
  }

  /** The event is too large. Its current line is not empty. */
  #refuse(): void {
    if (!this.onSkip) throw answerTooLarge();
    if (this.#isData) this.onSkip(this.#data.head());
    this.#takeFields();
    this.#data.clear();
    this.#line = '';
    this.#isSkipping = this.#isData = true;
  }

  /** True for the line that ends an event. */
  #endLine(): boolean {
    if (this.#line === dataField) this.#beginData();
    const isEnd = !this.#isData && this.#line === '';
    if (!this.#isData && !this.#line.startsWith(':')) this.#takeField(this.#line);
    this.#isData = false;
    this.#line = '';
    return isEnd;
  }

  #takeField(line: string): void {
    this.#otherLength += line.length;
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'event') this.#type = value;
    else if (name === 'id' && !unsendable.test(value)) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.#retry = Math.min(Number(value), maxRetry);
  }

  /** The fields of the event that ends, which are then forgotten. */
  #takeFields(): Fields {
    const fields = { id: this.#id, retry: this.#retry, type: this.#type === '' ? 'message' : this.#type };
    this.#id = this.#retry = undefined;
    this.#type = '';
    this.#otherLength = 0;
    this.#hasData = this.#isSkipping = false;
    return fields;
  }

  *#endEvent(isCut: boolean): Generator<number, void, undefined> {
    const hasData = this.#hasData;
    const length = this.#otherLength;
    const { id, retry, type } = this.#takeFields();
    const isMessage = type === 'message';
    const text = this.#data.take().replace(/^\ufeff+/u, '');
    const messages = (hasData && isMessage ? yield* readMessages(text) : undefined) ?? [];
    if (isCut && (messages.length === 0 || messages.some(isUnreadable))) return;
    for (const message of messages.slice(0, -1)) {
      this.onEvent({ id: undefined, retry: undefined, type, data: undefined, messages: [message] });
      yield 0;
    }
    const data = hasData && !isMessage ? text : undefined;
    if ((id ?? retry ?? data ?? messages[0]) !== undefined)
      this.onEvent({ id, retry, type, data, messages: messages.slice(-1) });
    yield length;
  }
}
