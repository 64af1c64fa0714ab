import type { Message } from '../../src/core/mcp/base/envelope';
import { MessageReader } from '../../src/node/messageReader';
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

/** Source: JSON-RPC 2.0, and MCP's rule that params and results are objects. */
function checkMessage(message: Message): void {
  const { jsonrpc, id, method, params, result, error, ...others } = message as Record<string, unknown>;
  hold(
    jsonrpc === '2.0' && Object.keys(others).length === 0,
    'A message has no members but those of JSON-RPC.',
    others,
  );
  hold(id === undefined || typeof id === 'string' || Number.isSafeInteger(id), 'An id is a text or an integer.', id);
  const kinds = [typeof method === 'string', isObject(result), isObject(error)].filter(Boolean).length;
  hold(kinds === 1, 'A message is a request, a result or an error.', message);
  hold(params === undefined || isObject(params), 'Params are an object.', params);
  hold(!isObject(result) || id !== undefined, 'A result is for a request.', message);
  if (isObject(error))
    hold(Number.isSafeInteger(error['code']) && typeof error['message'] === 'string', 'An error has its members.');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
