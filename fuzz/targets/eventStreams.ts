import { HumanError } from '../../src/core/base/errors';
import { isUnreadable, type Message } from '../../src/core/mcp/base/envelope';
import { readEvents, type StreamEvent } from '../../src/core/mcp/wire/events';
import { OneAtATime } from '../../src/core/mcp/wire/oneAtATime';
import { readMessages } from '../../src/core/mcp/wire/readMessages';
import { yieldThread } from '../../src/node/base/clock';
import { checkMessage } from '../checkMessage';
import { same, some, type Target } from '../target';

/** The body of an answer of type text/event-stream. */
export const eventStreams: Target = {
  name: 'eventStreams',
  words: [
    ...['data:', 'data: ', 'event: message\n', 'id: 7\n', 'retry: 10\n', ': comment\n', '\n\n', '\r\n\r\n', '\r\r'],
    ...['{"jsonrpc":"2.0","id":1,"result":{}}', '[{"id":1,"result":{}}]', '\ufeff', 'data', 'null', '{', '}', 'NaN'],
    ...['event: endpoint\n', 'event:\n', 'event\n', '"error":"no"'],
  ],
  async check(bytes, random) {
    const whole = await read([bytes]);
    const middle = random.below(bytes.length + 1);
    const pieces = [bytes.subarray(0, middle), bytes.subarray(middle, middle + 1), bytes.subarray(middle + 1)];
    same([await read(pieces)], [whole], 'The same events come of the same bytes, however they are cut.');
    if (whole === undefined) return 'too large';
    const messages = whole.flatMap((event) => event.messages);
    messages.forEach(checkMessage);
    const written = writtenIn(new TextDecoder().decode(bytes));
    const expected = written.filter(({ type }) => type === 'message').flatMap(messagesOf);
    same(messages, expected, 'The stream has its messages, in their order.');
    const others = whole.flatMap(({ type, data }) => (data === undefined ? [] : { type, data }));
    const expectedOthers = written.flatMap(({ type, data, isCut }) =>
      type === 'message' || isCut ? [] : { type, data: withoutMarks(data) },
    );
    same(others, expectedOthers, 'It has its events of other types.');
    return `${some(messages.length)} messages, ${some(whole.length)} events`;
  },
};

/** `undefined` where an event is too large. */
async function read(pieces: readonly Uint8Array[]): Promise<readonly StreamEvent[] | undefined> {
  const events: StreamEvent[] = [];
  const left = [...pieces];
  const reader = {
    read: () => Promise.resolve({ done: left.length === 0, value: left.shift() }),
    cancel: () => Promise.resolve(),
  };
  try {
    await readEvents(
      { getReader: () => reader },
      { yieldThread, large: new OneAtATime(), onEvent: (event) => void events.push(event) },
    );
    return events;
  } catch (error) {
    if (error instanceof HumanError && error.reason === 'tooLarge') return undefined;
    throw error;
  }
}

interface WrittenEvent {
  readonly type: string;
  readonly data: string;
  /** The stream ended before it. */
  readonly isCut: boolean;
}

/** Source: the HTML standard, 9.2.6, but for the last event, which may lack its end. */
function writtenIn(text: string): readonly WrittenEvent[] {
  const events: WrittenEvent[] = [];
  let type = '';
  let data: string[] = [];
  const end = (isCut: boolean): void => {
    if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n'), isCut });
    type = '';
    data = [];
  };
  // Behind the last end of a line is no line.
  for (const line of text.replace(/(?:\r\n|\r|\n)$/u, '').split(/\r\n|\r|\n/u)) {
    if (line === '') end(false);
    else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (line === 'event' || line.startsWith('event:')) type = line.slice(line[6] === ' ' ? 7 : 6);
  }
  end(true);
  return events;
}

function messagesOf({ data, isCut }: WrittenEvent): readonly Message[] {
  const steps = readMessages(withoutMarks(data));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const messages = step.value ?? [];
  return isCut && messages.some(isUnreadable) ? [] : messages;
}

function withoutMarks(data: string): string {
  return data.replace(/^\ufeff+/u, '');
}
