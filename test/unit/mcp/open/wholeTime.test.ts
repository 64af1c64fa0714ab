import path from 'node:path';
import { expect, it } from 'vitest';
import { openSession } from '../../../../src/node/mcp/mcp';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { failure, never, raw, until } from '../support';
import { newFolder } from '../../../support/newFolder';

/** A server that does not survive the question for resources that it does not declare, and is silent in its second run. */
const endsThenSilent = `
  const fs = require('node:fs');
  const isFirst = !fs.existsSync(process.argv[1]);
  fs.writeFileSync(process.argv[1], '');
  if (!isFirst) console.error('second');
  const send = (id, rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (!isFirst) return;
    if (method === 'server/discover') send(id, { error: { code: -32601, message: 'Method not found' } });
    else if (method === 'initialize') send(id, { result });
    else if (method === 'resources/list') {
      console.error('first');
      process.exit(3);
    }
  });`;

it('connecting is over in its time, also where the server has to be started again', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const launch = { ...raw('empty'), args: ['-e', endsThenSilent, path.join(await newFolder(), 'started')] };
  // Not by `open`, which holds every message against a session's revision: there is none in the end.
  const failing = failure(
    openSession(launch, {
      ...{ clock, log: silent, signal: never, connectTimeout: 10_000, learned: undefined, onDidLearn: () => undefined },
      onStderr: (line) => lines.push(line),
    }),
  );
  await until(() => lines.includes('first'));
  await clock.advance(9_000);
  await until(() => lines.includes('second'));
  await clock.advance(1_000);
  expect(await failing).toMatchObject({ reason: 'timeout' });
});
