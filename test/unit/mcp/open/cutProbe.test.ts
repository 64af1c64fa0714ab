// A probe that was cut off, because many servers start at once, is not remembered as the answer of an older server.
import { describe, expect, it } from 'vitest';
import { collect, never, noLimits, now, openAfterProbe, raw, scripted, until, type Opened } from '../support';

const list = ({ session }: Opened) => collect(session.listResources(noLimits, never));

/** A server of both eras that is so slow to start that its answers to probe and handshake come together, the handshake's first. */
const slow = `
  const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  const common = { capabilities: { resources: {} }, serverInfo: { name: 'slow', version: '1' } };
  let probe;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'server/discover') probe = id;
    else if (method === 'initialize') {
      answer(id, { ...common, protocolVersion: '2025-11-25' });
      answer(probe, { ...common, resultType: 'complete', supportedVersions: ['2026-07-28'] });
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

describe('a probe that was cut off', () => {
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
