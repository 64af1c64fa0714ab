import type { Breathe } from '../../base/scheduler';
import type { ByteReader, ByteStream } from '../base/effects';
import { isUnreadable } from '../base/envelope';
import { answerTooLarge } from '../errors/failures';
import type { Aside } from './aside';
import { MessageText } from './messageText';
import type { OneAtATime } from './oneAtATime';
import { readMessages } from './readMessages';
import { Turn } from './turn';

/** Characters of the lines of one event that are not data, such as its id. */
const maxOtherLength = 100_000;
const dataField = 'data:';

export interface EventPorts {
  readonly aside: Aside;
  readonly breathe: Breathe;
  /** Large messages of one server are read one after the other, whatever number of streams they come in. */
  readonly large: OneAtATime;
  /** Called when an event is too large, which ends its stream. */
  readonly onTooLarge?: (() => void) | undefined;
  /** Called instead with the beginning of its data, where the stream goes on and the event is skipped. */
  readonly onSkip?: ((head: string) => void) | undefined;
}

/**
 * A stream of server-sent events whose messages are {@link Aside}: the SDK drops those with sloppy envelopes, and their requests run into
 * their timeouts.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_handleSseStream)
 */
export function repairEvents(body: ByteStream, ports: EventPorts): ByteStream {
  const reader = body.getReader();
  const pieces = repaired(reader, ports);
  const stream = new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => {
      void pieces.return().catch(() => undefined);
      return reader.cancel();
    },
  });
  return stream as ByteStream;
}

async function* repaired(reader: ByteReader, ports: EventPorts): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const turn = new Turn(ports.breathe);
  let ready = '';
  const repair = new EventRepair(ports.aside, (text) => (ready += text), ports.onSkip);
  let leave: (() => void) | undefined;
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = await reader.read();
      isOver = done || !value;
      const steps = isOver ? lastSteps(repair, decoder.decode()) : repair.take(decoder.decode(value, { stream: true }));
      for (let isAll = false; !isAll;) {
        const end = turn.part(steps);
        if (ready !== '') yield encoder.encode(ready);
        ready = '';
        isAll = end === undefined;
        if (end) await end;
      }
      if (repair.isLarge) leave ??= await ports.large.enter();
      else {
        leave?.();
        leave = undefined;
      }
    }
  } catch (error) {
    if (repair.isTooLarge) {
      ports.onTooLarge?.();
      void reader.cancel().catch(() => undefined);
    }
    throw error;
  } finally {
    leave?.();
  }
}

function* lastSteps(repair: EventRepair, text: string): Generator<number, void, undefined> {
  yield* repair.take(text);
  yield* repair.end();
}

/** Takes the text of a stream piece by piece. */
export class EventRepair {
  /** The beginning of a line of which it is not known yet whether it is data. */
  #line = '';
  #isData = false;
  readonly #data = new MessageText();
  #hasData = false;
  #otherLines = '';
  #endsWithReturn = false;
  #isTooLarge = false;
  /** The rest of an event that is too large is arriving. */
  #isSkipping = false;

  /**
   * @param onEvents gets complete events, as text of a stream
   * @param onSkip gets the beginning of the data of an event that is too large and skipped; without it, such an event throws
   */
  constructor(
    private readonly aside: Aside,
    private readonly onEvents: (text: string) => void,
    private readonly onSkip?: (head: string) => void,
  ) {}

  /** True while an event arrives that is large already. */
  get isLarge(): boolean {
    return this.#data.isLarge;
  }

  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** The steps in which a piece is taken; see {@link Turn}. */
  *take(text: string): Generator<number, void, undefined> {
    // A line end of two characters may be split between two pieces.
    let start = this.#endsWithReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#endsWithReturn = text.endsWith('\r');
    for (const { index, 0: lineEnd } of text.matchAll(/\r\n?|\n/g)) {
      if (index < start) continue;
      this.#extend(text.slice(start, index));
      yield* this.#endLine();
      start = index + lineEnd.length;
    }
    this.#extend(text.slice(start));
  }

  /** Called at the end of the stream: takes the last event if only its end is missing. An event that is cut in the middle is dropped. */
  *end(): Generator<number, void, undefined> {
    if (this.#isData || this.#line !== '') yield* this.#endLine();
    if (this.#hasData) yield* this.#endEvent(true);
  }

  #extend(part: string): void {
    if (this.#isSkipping) this.#isData ||= part !== '';
    else if (this.#isData) this.#addData(part);
    else {
      this.#line += part;
      if (this.#line.startsWith(dataField) && this.#line.length > dataField.length) this.#beginData();
      else if (this.#line.length + this.#otherLines.length > maxOtherLength) this.#refuse();
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
    if (!this.onSkip) {
      this.#isTooLarge = true;
      throw answerTooLarge();
    }
    if (this.#isData) this.onSkip(this.#data.head());
    this.#data.clear();
    this.#line = '';
    this.#hasData = false;
    this.#isSkipping = this.#isData = true;
  }

  *#endLine(): Generator<number, void, undefined> {
    if (this.#line === dataField) this.#beginData();
    if (this.#isData) this.#isData = false;
    else if (this.#line === '') yield* this.#endEvent(false);
    else if (!this.#line.startsWith(':')) this.#otherLines += `${this.#line}\n`;
    this.#line = '';
  }

  *#endEvent(isLast: boolean): Generator<number, void, undefined> {
    const other = this.#isSkipping ? '' : this.#otherLines;
    const hasData = this.#hasData;
    this.#otherLines = '';
    this.#hasData = this.#isSkipping = false;
    const data = this.#data.take();
    const text = data.replace(/^\ufeff+/u, '');
    const messages = hasData && isMessageEvent(other) ? yield* readMessages(text) : undefined;
    if (isLast && messages?.some(isUnreadable) === true) return;
    if (messages && messages.length > 0) {
      this.onEvents(other);
      for (const message of messages) {
        this.onEvents(toEvent(this.aside.put(message)));
        yield 0;
      }
    } else if (!hasData) this.onEvents(other === '' ? '' : `${other}\n`);
    else if (!isLast) this.onEvents(other + toEvent(data));
    yield other.length;
  }
}

/** The SDK looks at no others: a message in one would wait for ever to be taken. The last type counts. */
function isMessageEvent(lines: string): boolean {
  const line = lines.split('\n').findLast((text) => text === 'event' || text.startsWith('event:'));
  const type = line?.replace(/^event:? ?/, '') ?? '';
  return type === '' || type === 'message';
}

function toEvent(data: string): string {
  return `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}
