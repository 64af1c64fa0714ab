// Servers that speak JSON-RPC in the framing of language servers.
import { expect, it } from 'vitest';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { openSession } from '../../../../src/node/mcp/mcp';
import { failure, never, raw, until } from '../support';

const connectTimeout = 10_000;

/** Answers every line in a frame, behind the one before. */
const framing = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, error: { code: -32601, message: 'no' } });
    for (let times = 0; times < 2; times += 1)
      process.stdout.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text);
    console.error('answered');
  });`;

/** Takes the first line for a header that is missing. */
const strict = `
  process.stdin.once('data', () => {
    const text = '{"jsonrpc":"2.0","method":"window/logMessage","params":{}}';
    process.stdout.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text, () => process.exit(1));
  });`;

it.each([
  ['answers in frames', framing],
  ['ends at a line', strict],
])('a server that %s is told from one whose output is no MCP', async (_, program) => {
  const clock = new FakeClock();
  const lines: string[] = [];
  let isOver = false;
  const failing = failure(
    openSession(
      { ...raw('empty'), args: ['-e', program] },
      {
        ...{ clock, log: silent, signal: never, connectTimeout, learned: undefined, onDidLearn: () => undefined },
        onStderr: (line) => lines.push(line),
      },
    ).finally(() => (isOver = true)),
  );
  await until(() => isOver || lines.includes('answered'));
  await clock.advance(connectTimeout);
  expect(await failing).toMatchObject({
    reason: 'notMcp',
    message:
      'The server writes messages with “Content-Length” headers, but MCP uses one message per line. Update the server, or check its command in mcp.json.',
  });
});
