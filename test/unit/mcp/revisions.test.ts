import { describe, expect, it } from 'vitest';
import type { Launch } from '../../../src/core/session/session';
import { collect, http, never, next, node, noLimits, open, readText, serve, until } from './support';

const server = 'test/servers/revisionServer.mjs';
const counter = 'live://counter';
/** HTTP+SSE is the transport of 2024-11-05; servers of later revisions still offer it, although streamable HTTP replaced it. */
const cases = [
  ['2024-11-05', 'stdio'],
  ['2024-11-05', 'HTTP+SSE'],
  ['2025-03-26', 'stdio'],
  ['2025-03-26', 'HTTP'],
  ['2025-03-26', 'HTTP+SSE'],
  ['2025-06-18', 'stdio'],
  ['2025-06-18', 'HTTP'],
  ['2025-11-25', 'stdio'],
  ['2025-11-25', 'HTTP'],
] as const;

async function launch(revision: string, transport: string, ...flags: readonly string[]): Promise<Launch> {
  const kind = { stdio: 'stdio', HTTP: 'http', 'HTTP+SSE': 'sse' }[transport] ?? '';
  const args = ['--revision', revision, '--transport', kind, ...flags];
  if (transport === 'stdio') return node(server, ...args);
  return http(`${await serve(server, args)}/${kind === 'sse' ? 'sse' : 'mcp'}`);
}

describe('a server of the handshake era', () => {
  it.each(cases)('of %s is listed, read, completed and watched over %s', async (revision, transport) => {
    const { session } = await open(await launch(revision, transport));
    expect(session.info).toMatchObject({ revision, transport, hasResources: true, canSubscribe: true });
    const { items } = await collect(session.listResources(noLimits, never));
    expect(items.map(({ uri, priority, audience }) => [uri, priority, audience])).toEqual([
      [counter, 1, ['user']],
      ['live://other', 0.5, ['user']],
    ]);
    const templates = await collect(session.listTemplates(noLimits, never));
    expect(templates.items.map(({ uriTemplate }) => uriTemplate)).toEqual(['live://{kind}/{id}']);
    const argument = { name: 'id', value: '' };
    expect(await session.complete('live://{kind}/{id}', argument, { kind: 'cat' }, never)).toMatchObject({
      values: ['id', 'cat'],
    });
    session.watch(new Set([counter]));
    await until(() => session.isLive(counter));
    const updated = next(session.onDidUpdate);
    await readText(session, 'control://bump');
    expect(await updated).toBe(counter);
    expect(await readText(session, counter)).toBe('1');
    const changed = next(session.onDidChangeList);
    await readText(session, 'control://list');
    await changed;
    session.watch(new Set());
    await until(async () => (await readText(session, 'control://subscriptions')) === '[]');
  });

  it.each([
    [{}, false, false],
    [{ subscribe: true }, true, false],
    [{ listChanged: true }, false, true],
    [{ subscribe: true, listChanged: true }, true, true],
  ])('that declares %j of its resources is taken at its word', async (capabilities, canSubscribe, canListChange) => {
    const flags = ['--capabilities', JSON.stringify(capabilities)];
    const { session } = await open(await launch('2025-11-25', 'stdio', ...flags));
    expect(session.info).toMatchObject({ hasResources: true, canSubscribe, canListChange });
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(2);
    session.watch(new Set([counter]));
    const changed = next(session.onDidChangeList);
    // The session reacts to the change, whatever the server declared.
    await readText(session, 'control://list');
    await changed;
    if (canSubscribe) await until(() => session.isLive(counter));
    else expect(session.isLive(counter)).toBe(false);
  });
});
