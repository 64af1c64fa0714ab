import type { Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import { unreadableMark, type Message } from '../../../../src/core/mcp/base/envelope';
import { OversizedMessage, streamEnded, tooLarge } from '../../../../src/core/mcp/errors/circumstances';
import { FakeClock, settle } from '../../../support/fakeClock';
import { Tap, unmoved } from '../../../../src/core/mcp/wire/tap';

/** A transport whose other end is the test. */
class Wire implements Transport {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly options: (TransportSendOptions | undefined)[] = [];
  start = () => Promise.resolve();
  close = () => Promise.resolve();
  send = (_message: Message, options?: TransportSendOptions) => {
    this.options.push(options);
    return Promise.resolve();
  };
}

async function tapped() {
  const wire = new Wire();
  const clock = new FakeClock();
  const tap = new Tap(wire, clock);
  const toSdk: Message[] = [];
  const notified: unknown[] = [];
  tap.onmessage = (message) => toSdk.push(message);
  tap.onResourceNotification = (method, params) => notified.push([method, params]);
  await tap.start();
  const ask = (id: string | number, method: string) => tap.send({ jsonrpc: '2.0', id, method });
  const answer = (message: object) => wire.onmessage?.({ jsonrpc: '2.0', ...message } as Message);
  return { wire, tap, clock, toSdk, notified, ask, answer };
}

const cancelling = (requestId: number) =>
  ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }) as const;

describe('Tap', () => {
  it('shows the SDK a valid shell and keeps the result as it came', async () => {
    const { toSdk, ask, answer } = await tapped();
    const result = { resources: [{ uri: 5 }], ttlMs: -1 };
    await ask(1, 'resources/list');
    answer({ id: 1, result });
    const [message] = toSdk as { result: Record<string, unknown> }[];
    expect(message?.result).toMatchObject({ resources: [], ttlMs: 0, cacheScope: 'private', resultType: 'complete' });
    expect(unmoved(message?.result)).toBe(result);
  });

  it('leaves other results alone', async () => {
    const { toSdk, ask, answer } = await tapped();
    const question = { resultType: 'input_required', inputRequests: {} };
    await ask(1, 'ping');
    await ask(2, 'resources/list');
    answer({ id: 1, result: { a: 1 } });
    answer({ id: 2, result: question });
    expect(toSdk).toEqual([
      { jsonrpc: '2.0', id: 1, result: { a: 1 } },
      { jsonrpc: '2.0', id: 2, result: question },
    ]);
  });

  it('answers requests of the server by itself, and none in the era that has none', async () => {
    const { tap, wire, toSdk, answer } = await tapped();
    const sent: unknown[] = [];
    wire.send = (message: Message) => Promise.resolve(void sent.push(message));
    answer({ id: 'a', method: 'ping' });
    answer({ id: 'b', method: 'roots/list' });
    answer({ id: 'c', method: 'elicitation/create' });
    await settle();
    tap.answersRequests = false;
    answer({ id: 'd', method: 'ping' });
    await settle();
    const unknown = { error: { code: -32601, message: 'Method not found' } };
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 'b', ...unknown },
      { jsonrpc: '2.0', id: 'c', ...unknown },
    ]);
    expect(toSdk).toEqual([]);
  });

  it('takes an id as text, and none for an error when only one request is open', async () => {
    const { toSdk, ask, answer } = await tapped();
    await ask(1, 'ping');
    answer({ id: '1', result: {} });
    await ask(2, 'ping');
    answer({ error: { code: -32601, message: 'no' } });
    await ask(3, 'ping');
    await ask(4, 'ping');
    answer({ error: { code: -32601, message: 'no' } });
    expect(toSdk).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'no' } },
    ]);
  });

  it('drops answers that no request waits for', async () => {
    const { tap, toSdk, ask, answer } = await tapped();
    await ask(1, 'resources/list');
    await tap.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    answer({ id: 1, result: { resources: [] } });
    answer({ id: 99, result: {} });
    answer({ id: 'listen:9', result: {} });
    await ask('listen:0', 'subscriptions/listen');
    answer({ id: 'listen:0', result: {} });
    expect(toSdk).toEqual([{ jsonrpc: '2.0', id: 'listen:0', result: {} }]);
  });

  it('remembers a late answer to the probe, which the SDK must not see', async () => {
    const { tap, toSdk, ask, answer } = await tapped();
    await ask('probe-1', 'server/discover');
    await ask(0, 'initialize');
    expect(tap.probe).toBe('none');
    answer({ id: 'probe-1', result: { supportedVersions: ['2026-07-28'], capabilities: {} } });
    expect({ probe: tap.probe, toSdk }).toEqual({ probe: 'modern', toSdk: [] });
  });

  it('takes out the notifications about resources', async () => {
    const { toSdk, notified, answer } = await tapped();
    answer({ method: 'notifications/resources/updated', params: { uri: 'a://b' } });
    answer({ method: 'notifications/resources/list_changed' });
    answer({ method: 'notifications/message', params: {} });
    expect({ notified, toSdk }).toEqual({
      notified: [
        ['notifications/resources/updated', { uri: 'a://b' }],
        ['notifications/resources/list_changed', {}],
      ],
      toSdk: [{ jsonrpc: '2.0', method: 'notifications/message', params: {} }],
    });
  });

  it('fails a request whose stream ends before the answer, and no other', async () => {
    const { wire, toSdk, ask, answer } = await tapped();
    await ask(1, 'ping');
    await ask(2, 'ping');
    answer({ id: 2, result: {} });
    for (const options of wire.options) options?.onRequestStreamEnd?.();
    expect(toSdk).toMatchObject([
      { id: 2, result: {} },
      { id: 1, error: { data: streamEnded } },
    ]);
  });

  it('fails the one that waits for such a result, where one came with the id of no request and no other follows', async () => {
    const { clock, toSdk, ask, answer } = await tapped();
    await ask(1, 'resources/read');
    for (const id of [99, 'x']) answer({ id, result: { contents: [] } });
    await clock.advance(1_999);
    expect(toSdk).toEqual([]);
    await clock.advance(1);
    expect(toSdk).toMatchObject([{ id: 1, error: { data: unreadableMark } }]);
    expect(clock.pending).toEqual([]);
  });

  it.each<[string, (wired: Awaited<ReturnType<typeof tapped>>) => unknown]>([
    ['the right answer follows', ({ answer }) => answer({ id: 1, result: { contents: [] } })],
    ['the request is cancelled', ({ tap }) => tap.send(cancelling(1))],
    ['the connection ends', ({ wire }) => wire.onclose?.()],
    ['the client leaves', ({ tap }) => tap.hangUp()],
  ])('fails none where %s', async (_, act) => {
    const wired = await tapped();
    await wired.ask(1, 'resources/read');
    wired.answer({ id: 99, result: { contents: [] } });
    await act(wired);
    expect(wired.clock.pending).toEqual([]);
  });

  it.each<[string, string, object, string?]>([
    ['is another result', 'resources/read', { id: 99, result: { resources: [] } }],
    ['is an error', 'resources/read', { id: 99, error: { code: 1, message: '' } }],
    ['is late, of a request that was cancelled', 'resources/read', { id: 1, result: { contents: [] } }],
    ['may be for one of two', 'resources/read', { id: 99, result: { contents: [] } }, 'resources/read'],
  ])('fails none where what came %s', async (_, method, message, other) => {
    const { tap, clock, ask, answer } = await tapped();
    await ask(1, 'resources/read');
    await tap.send(cancelling(1));
    await ask(2, method);
    if (other !== undefined) await ask(3, other);
    answer(message);
    expect(clock.pending).toEqual([]);
  });

  it('fails what waits when an answer was too large to take', async () => {
    const { wire, toSdk, ask } = await tapped();
    await ask(1, 'resources/list');
    wire.onerror?.(new OversizedMessage());
    expect(toSdk).toMatchObject([{ id: 1, error: { data: tooLarge } }]);
  });

  it('throws nothing of ours into the transport', async () => {
    const { wire, tap, answer } = await tapped();
    const faults: unknown[] = [];
    const sent: Message[] = [];
    wire.send = (message) => Promise.resolve(void sent.push(message));
    const fail = (what: string) => () => {
      throw new Error(what);
    };
    tap.onFault = (error) => faults.push((error as Error).message);
    tap.onResourceNotification = fail('notification');
    tap.onQuestionDone = fail('done');
    tap.onQuestion = fail('question');
    tap.onclose = fail('close');
    answer({ method: 'notifications/resources/updated', params: { uri: 'a:1' } });
    answer({ method: 'notifications/elicitation/complete', params: { elicitationId: '1' } });
    answer({ id: 'q1', method: 'elicitation/create', params: {} });
    wire.onclose?.();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(faults.sort()).toEqual(['close', 'done', 'notification', 'question']);
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'q1', error: { code: -32603, message: 'Internal error' } }]);
  });
});
