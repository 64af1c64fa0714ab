import type { Message } from '../../src/core/mcp/base/envelope';
import { MessageReader } from '../../src/node/mcp/messageReader';
import { checkMessage } from '../checkMessage';
import { hold, same, some, type Target } from '../target';

const maxLine = 4_000;
/** Bytes that arrive at once: fewer than the longest line. */
const maxChunk = 1_000;

/** Standard output of a server's process. */
export const messages: Target = {
  name: 'messages',
  words: [
    ...['{"jsonrpc":"2.0","id":1,"result":{}}\n', '{\n', '}\n', '[', ']', '"error":', 'null', 'NaN', '-Infinity'],
    ...['"id":"1"', '"id":1e3', '"method":"ping"', '"params":', '"_meta":', '"__proto__":', '\\ud800', '[[[['],
  ],
  async check(bytes, random) {
    const whole = await read(bytes, () => maxChunk);
    const inPieces = await read(bytes, () => random.size(maxChunk));
    same(inPieces, whole, 'The same messages come of the same bytes, however they are cut.');
    for (const message of whole.messages) checkMessage(message);
    const lines = Buffer.from(bytes).toString('latin1').split('\n').length;
    hold(whole.noise + whole.tooLarge <= lines, 'No more lines are skipped than there are.', whole.noise, lines);
    return `${some(whole.messages.length)} messages, ${some(whole.noise)} skipped, ${whole.tooLarge} large`;
  },
};

async function read(
  bytes: Uint8Array,
  size: () => number,
): Promise<{ messages: Message[]; noise: number; tooLarge: number }> {
  const messages: Message[] = [];
  let tooLarge = 0;
  const reader = new MessageReader(
    (message) => messages.push(message),
    maxLine,
    () => (tooLarge += 1),
  );
  for (let start = 0; start < bytes.length;) {
    const end = start + size();
    await reader.feed(Buffer.from(bytes.subarray(start, end)));
    start = end;
  }
  await reader.flush();
  return { messages, noise: reader.noise, tooLarge };
}
