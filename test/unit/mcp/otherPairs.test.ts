// Pairs of revision and transport that the specification does not foresee, but that exist.
import { describe, expect, it } from 'vitest';
import { collect, http, never, next, noLimits, now, open, readText, serve, until } from './support';

const pairs = [
  ['2024-11-05', 'HTTP'],
  ['2025-06-18', 'HTTP+SSE'],
  ['2025-11-25', 'HTTP+SSE'],
] as const;

describe('a server', () => {
  it.each(pairs)('of %s is listed, read and watched over %s', async (revision, transport) => {
    const [kind, endpoint] = transport === 'HTTP' ? ['http', 'mcp'] : ['sse', 'sse'];
    const origin = await serve('test/servers/revisionServer.mjs', ['--revision', revision, '--transport', kind]);
    const { session, learnedProtocols } = await open(http(`${origin}/${endpoint}`));
    expect(session.info).toMatchObject({ revision, transport });
    expect(learnedProtocols).toMatchObject([{ era: 'legacy', transport }]);
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(2);
    session.watch(new Set(['live://counter']));
    await until(() => session.isLive('live://counter'));
    const updated = next(session.onDidUpdate);
    await readText(session, 'control://bump');
    expect(await updated).toBe('live://counter');
  });

  it('that has moved from HTTP+SSE to streamable HTTP is found again', async () => {
    const origin = await serve('test/servers/revisionServer.mjs', ['--transport', 'http']);
    const learned = { era: 'legacy', transport: 'HTTP+SSE', at: now };
    const { session, learnedProtocols } = await open(http(`${origin}/mcp`), { learned });
    expect({ transport: session.info.transport, learnedProtocols }).toMatchObject({
      transport: 'HTTP',
      learnedProtocols: [{ era: 'legacy', transport: 'HTTP' }],
    });
  });
});
