import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/core/base/errors';
import { clientInfo } from '../../../../src/core/mcp/base/clientInfo';
import { FakeClock } from '../../../support/fakeClock';
import {
  collect,
  failure,
  http,
  never,
  noLimits,
  now,
  open,
  openAfterProbe,
  raw,
  rawHttp,
  readText,
  scripted,
  until,
  sessionClock,
} from '../support';
import { newFolder } from '../../../support/newFolder';

const day = 86_400_000;

interface Received {
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

/** A modern server that answers the probe too late in its first run, and rejects the handshake. */
const slowTheFirstTime = `
  const fs = require('node:fs');
  const isFirst = !fs.existsSync(process.argv[1]);
  fs.writeFileSync(process.argv[1], '');
  const answer = (id, rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
  const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { resources: {} } };
  let probe;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'server/discover' && isFirst && probe === undefined) probe = id;
    else if (method === 'server/discover') answer(id, { result });
    else if (method === 'initialize') {
      answer(probe, { result });
      answer(id, { error: { code: -32022, message: 'Unsupported protocol version' } });
    }
  });`;

/** A server of both eras that starts slowly, and then answers in turn. */
const slowToStart = slowTheFirstTime.replace(
  "error: { code: -32022, message: 'Unsupported protocol version' }",
  "result: { protocolVersion: '2025-11-25', capabilities: { resources: {} }, serverInfo: { name: 'both', version: '1' } }",
);

/** Returns the methods of all messages that the server received so far. */
async function received(session: Parameters<typeof readText>[0]): Promise<readonly string[]> {
  return (JSON.parse(await readText(session, 'control://log')) as Received[]).map(({ method }) => method);
}

describe('connecting to a process', () => {
  it('probes once, on the one process, and falls back to the handshake', async () => {
    const { session, learnedProtocols } = await open(raw('empty'));
    expect(await received(session)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'resources/read',
    ]);
    expect(session.info).toEqual({
      revision: '2025-11-25',
      transport: 'stdio',
      serverName: 'raw',
      serverVersion: '1',
      hasResources: true,
      canSubscribe: false,
      canListChange: false,
      canComplete: false,
      hasDirectories: false,
      hasSkills: false,
    });
    expect(learnedProtocols).toEqual([{ era: 'legacy', transport: 'stdio', at: expect.any(Number) as number }]);
  });

  it('speaks to a modern server without a handshake', async () => {
    const { session, learnedProtocols } = await open(raw('modern'));
    expect(session.info).toMatchObject({ revision: '2026-07-28', serverName: 'raw modern', canSubscribe: true });
    expect((await received(session)).filter((method) => method === 'initialize')).toEqual([]);
    expect(learnedProtocols).toMatchObject([{ era: 'modern' }]);
  });

  it('does not probe a server that is known to be old, until that is a week ago', async () => {
    const learnedAt = (age: number) => ({ learned: { era: 'legacy', transport: 'stdio', at: now - age } });
    const young = await open(raw('empty'), learnedAt(6 * day));
    expect((await received(young.session))[0]).toBe('initialize');
    expect(young.learnedProtocols).toEqual([]);
    const old = await open(raw('empty'), learnedAt(8 * day));
    expect((await received(old.session))[0]).toBe('server/discover');
    expect(old.learnedProtocols).toMatchObject([{ era: 'legacy' }]);
  });

  it('finds out that a server was upgraded', async () => {
    const { session, learnedProtocols } = await open(raw('modern'), {
      learned: { era: 'legacy', transport: 'stdio', at: now },
    });
    expect({ revision: session.info.revision, learnedProtocols }).toMatchObject({
      revision: '2026-07-28',
      learnedProtocols: [{ era: 'modern' }],
    });
  });

  it('finds out that a server is not modern any more', async () => {
    for (const launch of [raw('empty'), raw('exitsOnUnknown'), http(await rawHttp('status500'))]) {
      const transport = launch.kind === 'stdio' ? 'stdio' : 'HTTP';
      const { session, learnedProtocols } = await open(launch, { learned: { era: 'modern', transport, at: now } });
      expect({ revision: session.info.revision, learnedProtocols }).toMatchObject({
        revision: '2025-11-25',
        learnedProtocols: [{ era: 'legacy', transport }],
      });
    }
  });

  it('passes over a learned that it does not understand', async () => {
    const { session } = await open(raw('modern'), { learned: { era: 'stone age', at: 'always' } });
    expect(session.info.revision).toBe('2026-07-28');
  });

  it('starts a server again that does not survive the probe', async () => {
    const { session, learnedProtocols, stderr } = await open(raw('exitsOnUnknown'));
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(2);
    expect({ learnedProtocols, stderr }).toMatchObject({
      learnedProtocols: [{ era: 'legacy' }],
      stderr: ['raw server: unknown method server/discover'],
    });
  });

  it('goes on with a server that ignores the probe', async () => {
    const { session } = await openAfterProbe(raw('ignoresUnknown'));
    expect(session.info.revision).toBe('2025-11-25');
  });

  it('tries again with more time when a late answer to the probe is that of a modern server', async () => {
    const launch = { ...raw('modern'), args: ['-e', slowTheFirstTime, path.join(await newFolder(), 'started')] };
    const { session, learnedProtocols } = await openAfterProbe(launch);
    expect({ revision: session.info.revision, learnedProtocols }).toMatchObject({
      revision: '2026-07-28',
      learnedProtocols: [{ era: 'modern' }],
    });
  });

  it('speaks the newest revision with a server of both eras that was late for the probe, in one process', async () => {
    const launch = { ...raw('modern'), args: ['-e', slowToStart, path.join(await newFolder(), 'started')] };
    const { session, learnedProtocols } = await openAfterProbe(launch);
    expect({ revision: session.info.revision, learnedProtocols }).toMatchObject({
      revision: '2026-07-28',
      learnedProtocols: [{ era: 'modern' }],
    });
  });

  it('speaks the oldest revision', async () => {
    const { session } = await open(raw('old2024'));
    expect(session.info.revision).toBe('2024-11-05');
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(2);
  });

  it('takes a sloppy declaration of capabilities', async () => {
    const script = { capabilities: { resources: true, tools: true, prompts: 'yes', completions: {} } };
    const { session } = await open(scripted(script));
    expect(session.info).toMatchObject({ hasResources: true, canSubscribe: false, canComplete: true });
  });

  it('introduces itself with the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(clientInfo.version).toBe(version);
  });
});

describe('failing to connect to a process', () => {
  it('says that the command does not exist', async () => {
    const launch = { ...raw('empty'), command: 'no-such-command-anywhere' };
    expect(await failure(open(launch))).toMatchObject({
      reason: 'commandNotFound',
      message: 'The command “no-such-command-anywhere” wasn’t found. Install it, or enter its full path in mcp.json.',
    });
  });

  it('says that the command cannot be run', async () => {
    const launch = { ...raw('empty'), command: import.meta.filename, args: [] };
    expect(await failure(open(launch))).toMatchObject({ reason: 'commandNotFound' });
  });

  it('says that the folder does not exist', async () => {
    const error = await failure(open({ ...raw('empty'), cwd: '/no/such/folder' }));
    expect(error).toMatchObject({
      reason: 'configuration',
      message: 'The server’s working directory /no/such/folder doesn’t exist. Create it, or correct “cwd” in mcp.json.',
    });
  });

  it('shows what a process wrote before it ended', async () => {
    expect(await failure(open(raw('exitAtStart')))).toMatchObject({
      reason: 'exited',
      message: 'The server process exited with code 3. See the log for details.',
      detail: 'raw server: the licence has expired\nraw server: giving up\n',
    });
  });

  it('gives up a process that never answers', async () => {
    const clock = new FakeClock();
    const failing = failure(open(raw('silent'), { clock, connectTimeout: 400 }));
    await until(() => sessionClock().pending.length > 0);
    await clock.advance(400);
    expect(await failing).toMatchObject({
      reason: 'timeout',
      message: 'The server didn’t respond within 1 seconds. Check its command in mcp.json.',
    });
  });

  it('says that a process prints something else', async () => {
    const clock = new FakeClock();
    const stderr: string[] = [];
    const options = { clock, connectTimeout: 500, onStderr: (line: string) => stderr.push(line) };
    const failing = failure(open(raw('nonsense'), options));
    await until(() => stderr.length > 1);
    await clock.advance(500);
    expect(await failing).toMatchObject({ reason: 'notMcp' });
  });

  it('says that a process ended in the middle of a message', async () => {
    expect(await failure(open(raw('halfMessage')))).toMatchObject({ reason: 'exited' });
  });

  it('says that the revision is not known', async () => {
    expect(await failure(open(raw('unknownRevision')))).toMatchObject({
      reason: 'protocol',
      message: 'The server uses MCP revision 1999-01-01, which isn’t supported.',
    });
  });

  it('can be cancelled', async () => {
    const stop = new AbortController();
    const opening = open(raw('silent'), { signal: stop.signal });
    await until(() => sessionClock().pending.length > 0);
    stop.abort();
    await expect(opening).rejects.toBeInstanceOf(CancelledError);
    await expect(open(raw('empty'), { signal: stop.signal })).rejects.toBeInstanceOf(CancelledError);
  });
});
