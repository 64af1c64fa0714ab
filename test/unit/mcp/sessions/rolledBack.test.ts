// A server of 2026-07-28 that becomes one of an older revision while it is used, as a deployment that is rolled back does.
import { describe, expect, it } from 'vitest';
import { legacy, modern, sendJson, serveHttp, type Answer } from '../open/serveHttp';
import { until } from '../support';
import { connectionTo, kindsOf, type RealConnection } from './realConnection';

interface World extends RealConnection {
  readonly methods: readonly string[];
  /** Rolls the server back: it supports these revisions from now on. */
  readonly rollBack: (...supported: readonly string[]) => void;
}

const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const read = (text: string): object => ({ contents: [{ uri: 'a:1', mimeType: 'text/plain', text }] });

/** @param status of the refusals */
async function world(status: number): Promise<World> {
  let supported: readonly string[] | undefined;
  const before: Answer = (request, response, index) => {
    if (request.method !== 'resources/read') modern(request, response, index);
    else sendJson(response, request.id, { result: { ...complete, ...read('before') } });
  };
  const after: Answer = (request, response, index) => {
    const params = (request as { readonly params?: { readonly _meta?: object } }).params;
    const requested = Object.entries(params?._meta ?? {}).find(([key]) =>
      key.endsWith('/protocolVersion'),
    )?.[1] as unknown;
    const error = { code: -32022, message: 'Unsupported protocol version', data: { supported, requested } };
    if (requested !== undefined) sendJson(response, request.id, { error }, status);
    else if (request.method === 'resources/read') sendJson(response, request.id, { result: read('after') });
    else legacy(request, response, index);
  };
  const { url, methods } = await serveHttp((...args) => (supported ? after : before)(...args));
  const one = connectionTo(url);
  await one.connection.start();
  await until(() => one.lists() === 1);
  return { ...one, methods, rollBack: (...revisions) => (supported = revisions) };
}

const revisionOf = ({ connection: { state } }: RealConnection): unknown =>
  state.kind === 'ready' ? state.info.revision : state.kind;

describe.each([400, 200])('a server that refuses the revision in the middle, with status %i', (status) => {
  it('is opened again in one that it supports, and the read is repeated', async () => {
    const one = await world(status);
    const texts = [await one.readText('a:1')];
    const revisions = [revisionOf(one)];
    one.rollBack('2025-11-25', '2025-06-18');
    texts.push(await one.readText('a:1'), await one.readText('a:1'));
    revisions.push(revisionOf(one));
    const opened = one.methods.filter((method) => method === 'initialize').length;
    expect({ texts, revisions, opened, kinds: kindsOf(one.states) }).toEqual({
      texts: ['before', 'after', 'after'],
      revisions: ['2026-07-28', '2025-11-25'],
      opened: 1,
      kinds: ['connecting', 'ready', 'connecting', 'ready'],
    });
  });

  it('is opened again and listed, where its list was requested', async () => {
    const one = await world(status);
    one.rollBack('2025-11-25');
    one.connection.refreshList();
    await until(() => one.lists() > 1);
    expect(revisionOf(one)).toBe('2025-11-25');
  });

  it('is not opened again and again where it supports none that is known', async () => {
    const one = await world(status);
    one.rollBack('2099-01-01');
    const text = await one.readText('a:1');
    expect([text.includes('Error'), one.methods.filter((method) => method === 'resources/read').length]).toEqual([
      true,
      1,
    ]);
  });
});
