import { messagesIn, type Message } from '../../src/core/mcp/base/envelope';
import { Aside } from '../../src/core/mcp/wire/aside';
import { EventRepair } from '../../src/core/mcp/wire/eventStream';
import { hold, same, some, textIn, type Target } from '../target';

/** The body of an answer of type text/event-stream. */
export const eventStreams: Target = {
  name: 'eventStreams',
  words: [
    ...['data:', 'data: ', 'event: message\n', 'id: 7\n', 'retry: 10\n', ': comment\n', '\n\n', '\r\n\r\n', '\r\r'],
    ...['{"jsonrpc":"2.0","id":1,"result":{}}', '[{"id":1,"result":{}}]', '\ufeff', 'data', 'null', '{', '}'],
  ],
  check(bytes, random) {
    const text = textIn(bytes);
    const whole = repaired([text]);
    const middle = random.below(text.length + 1);
    const pieces = [text.slice(0, middle), text.slice(middle, middle + 1), '', text.slice(middle + 1)];
    same(repaired(pieces), whole, 'The same events come of the same text, however it is cut.');
    const before = eventsIn(text);
    const after = eventsIn(whole);
    const messages = before.flatMap(messagesOf);
    // What is no JSON may be mended, or stand for a failure.
    if (before.every((data) => parsed(withoutMarks(data)) !== undefined))
      same(after.flatMap(messagesOf), messages, 'The repaired stream has the messages of the stream, in their order.');
    same(repaired([whole]), whole, 'What was repaired needs no repair.');
    hold(whole.length <= 4 * text.length + 400, 'A repair does not blow up a stream.', text.length, whole.length);
    return `${some(before.length)} events, ${some(messages.length)} messages, ${some(after.length)} after`;
  },
};

function repaired(pieces: readonly string[]): string {
  const aside = new Aside();
  let events = '';
  const repair = new EventRepair(aside, (text) => (events += unwrapped(text, aside)));
  for (const piece of pieces) for (const _ of repair.take(piece));
  for (const _ of repair.end());
  return events;
}

/** An event whose messages stand for themselves again. */
function unwrapped(event: string, aside: Aside): string {
  return event.replaceAll(/^data: (\{.*\})$/gmu, (line, data: string) => {
    const stub = parsed(data) as Message | undefined;
    const taken = stub && 'jsonrpc' in stub ? aside.take(stub) : undefined;
    return taken && taken !== stub ? `data: ${JSON.stringify(taken)}` : line;
  });
}

/** Data of the events. Source: the HTML standard, 9.2.6, but for the last event, which counts without its end where it is JSON. */
function eventsIn(text: string): readonly string[] {
  const events: string[] = [];
  let data: string[] = [];
  const lines = text.split(/\r\n|\r|\n/u);
  for (const line of lines) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '' || data.length === 0) continue;
    events.push(data.join('\n'));
    data = [];
  }
  if (data.length > 0 && parsed(data.join('\n')) !== undefined) events.push(data.join('\n'));
  return events;
}

function messagesOf(data: string): readonly unknown[] {
  return messagesIn(parsed(withoutMarks(data)));
}

function withoutMarks(data: string): string {
  return data.replace(/^\ufeff+/u, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
