import { isUnreadable, type Message } from '../../src/core/mcp/base/envelope';
import { Aside } from '../../src/core/mcp/wire/aside';
import { EventRepair } from '../../src/core/mcp/wire/eventStream';
import { readMessages } from '../../src/core/mcp/wire/readMessages';
import { checkMessage } from '../checkMessage';
import { same, some, textIn, type Target } from '../target';

/** The body of an answer of type text/event-stream. */
export const eventStreams: Target = {
  name: 'eventStreams',
  words: [
    ...['data:', 'data: ', 'event: message\n', 'id: 7\n', 'retry: 10\n', ': comment\n', '\n\n', '\r\n\r\n', '\r\r'],
    ...['{"jsonrpc":"2.0","id":1,"result":{}}', '[{"id":1,"result":{}}]', '\ufeff', 'data', 'null', '{', '}', 'NaN'],
    ...['event: endpoint\n', 'event:\n', 'event\n', '"error":"no"'],
  ],
  check(bytes, random) {
    const text = textIn(bytes);
    const aside = new Aside();
    const whole = repaired([text], aside);
    const middle = random.below(text.length + 1);
    const pieces = [text.slice(0, middle), text.slice(middle, middle + 1), '', text.slice(middle + 1)];
    same([repaired(pieces, new Aside())], [whole], 'The same events come of the same text, however it is cut.');
    if (whole === undefined) return 'too large';
    const events = eventsIn(whole).filter(isForMessages);
    const stubs = events.filter(({ data }) => data.includes('mcp-resource-picker/aside'));
    const taken = stubs.flatMap(({ data }) => aside.take(JSON.parse(data) as Message) ?? []);
    taken.forEach(checkMessage);
    const expected = eventsIn(text).filter(isForMessages).flatMap(messagesOf);
    same(taken, expected, 'The stream has its messages, in their order.');
    return `${some(taken.length)} messages, ${some(events.length)} events`;
  },
};

/** `undefined` where an event is too large. */
function repaired(pieces: readonly string[], aside: Aside): string | undefined {
  let text = '';
  const repair = new EventRepair(aside, (events) => (text += events));
  try {
    for (const piece of pieces) for (const _ of repair.take(piece));
    for (const _ of repair.end());
    return text;
  } catch (error) {
    if (repair.isTooLarge) return undefined;
    throw error;
  }
}

interface StreamEvent {
  readonly type: string;
  readonly data: string;
  /** The stream ended before it. */
  readonly isCut: boolean;
}

/** Source: the HTML standard, 9.2.6, but for the last event, which may lack its end. */
function eventsIn(text: string): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  let type = '';
  let data: string[] = [];
  const end = (isCut: boolean): void => {
    if (data.length > 0) events.push({ type, data: data.join('\n'), isCut });
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

/** The SDK takes no others. */
function isForMessages({ type }: StreamEvent): boolean {
  return type === '' || type === 'message';
}

function messagesOf({ data, isCut }: StreamEvent): readonly Message[] {
  const steps = readMessages(data.replace(/^\ufeff+/u, ''));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const messages = step.value ?? [];
  return isCut && messages.some(isUnreadable) ? [] : messages;
}
