// A probe that was cut off, because many servers start at once, is not remembered as the answer of an older server.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../support/newFolder';
import {
  collect,
  never,
  noLimits,
  node,
  now,
  openAfterProbe,
  raw,
  scripted,
  until,
  watchLive,
  type Opened,
} from '../support';

const list = ({ session }: Opened) => collect(session.listResources(noLimits, never));

/** A server of both eras that is so slow to start that its answers to probe and handshake come together, the handshake's first. */
const slow = `
  const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  const common = { capabilities: { resources: {} }, serverInfo: { name: 'slow', version: '1' } };
  const discovery = { ...common, resultType: 'complete', supportedVersions: ['2026-07-28'] };
  let probe;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'server/discover' && probe === undefined) probe = id;
    else if (method === 'server/discover') answer(id, discovery);
    else if (method === 'initialize') {
      answer(id, { ...common, protocolVersion: '2025-11-25' });
      answer(probe, discovery);
    } else if (id !== undefined) answer(id, { resources: [] });
  });`;

/** One that only speaks 2026-07-28, and whose process is as slow each time. */
const slowAndModern = `
  console.error('started');
  const say = (id, answer) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  let probe;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'server/discover') probe = id;
    else if (method === 'initialize') {
      say(probe, { result: { ...complete, capabilities: { resources: {} }, supportedVersions: ['2026-07-28'] } });
      say(id, { error: { code: -32601, message: 'Method not found' } });
    } else if (id !== undefined) say(id, { result: { ...complete, resources: [{ uri: 'a:1', name: 'a' }] } });
  });`;

/** Begins another server, in its first run only once the probe is over and the handshake waits in the pipe. */
const slowToBegin = `
  const fs = require('node:fs');
  const [started, file] = process.argv.slice(1);
  const isFirst = !fs.existsSync(started);
  fs.writeFileSync(started, '');
  console.error('started');
  let waiting = Buffer.alloc(0);
  process.stdin.on('data', function gather(chunk) {
    waiting = Buffer.concat([waiting, chunk]);
    if (isFirst && !waiting.includes('"initialize"')) return;
    process.stdin.off('data', gather).pause().unshift(waiting);
    void import(file).then(() => process.stdin.resume());
  });`;

describe('a probe that was cut off', () => {
  it('is followed by a new process where the handshake has bound the first to the older era, as the SDK does', async () => {
    const file = path.resolve('test/servers/sdkServer.mjs');
    const launch = { ...node(''), args: ['-e', slowToBegin, path.join(await newFolder(), 'started'), file, 'stdio'] };
    const { session, learnedProtocols, stderr } = await openAfterProbe(launch);
    expect(session.info.revision).toBe('2026-07-28');
    await watchLive(session, 'demo://counter');
    expect(stderr).toEqual(['started', 'started']);
    expect(learnedProtocols).toMatchObject([{ era: 'modern', transport: 'stdio' }]);
  });

  it('and is answered late by a server that speaks 2026-07-28 alone needs no second process', async () => {
    const opened = await openAfterProbe({ ...raw('modern'), args: ['-e', slowAndModern] });
    expect(opened.session.info.revision).toBe('2026-07-28');
    expect((await list(opened)).items).toMatchObject([{ uri: 'a:1' }]);
    expect(opened.stderr).toEqual(['started']);
    expect(opened.learnedProtocols).toMatchObject([{ era: 'modern', transport: 'stdio' }]);
  });

  it('is no verdict on a server that speaks 2026-07-28', async () => {
    const opened = await openAfterProbe({ ...raw('modern'), args: ['-e', slow] });
    await until(() => opened.learnedProtocols.length > 0);
    await list(opened);
    expect(opened.learnedProtocols).toMatchObject([{ era: 'modern', transport: 'stdio' }]);
  });

  it('is none before the server has answered anything else, and is one when it still ignores the probe then', async () => {
    const opened = await openAfterProbe(raw('ignoresUnknown'));
    expect(opened.learnedProtocols).toEqual([]);
    await list(opened);
    expect(opened.learnedProtocols).toEqual([{ era: 'legacy', transport: 'stdio', at: now + 4_000 }]);
  });

  it('does not take back what the server turned out not to have', async () => {
    const opened = await openAfterProbe(
      scripted({
        scenario: 'ignoresUnknown',
        capabilities: {},
        answers: { 'resources/list': { error: { code: -32601, message: 'no' } } },
      }),
    );
    expect(opened.session.info.hasResources).toBe(false);
    expect(opened.learnedProtocols.at(-1)).toMatchObject({ era: 'legacy', quirks: { missing: ['resources/list'] } });
  });
});
