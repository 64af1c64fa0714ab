import { describe, expect, it } from 'vitest';
import { ProtocolMemory } from '../../../../src/core/mcp/base/learnedProtocol';
import { Undeclared } from '../../../../src/core/mcp/errors/undeclared';
import { Dialect } from '../../../../src/core/mcp/lists/dialect';
import { Subscriptions } from '../../../../src/core/mcp/watch/subscriptions';
import { FakeClock } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { never, quiet } from '../support';

/** A server that refuses the URIs for which `refuses` is true. */
function subscriptions(isBatched = false) {
  const clock = new FakeClock();
  const sent: (readonly [string, readonly string[]])[] = [];
  const server = { refuses: (_uris: readonly string[]): boolean => false };
  let events = 0;
  const memory = new ProtocolMemory({ learned: undefined, onDidLearn: () => undefined, clock });
  memory.learnDialect(isBatched);
  const nothing = () => undefined;
  const watcher = own(
    new Subscriptions({
      info: { canSubscribe: true, canListChange: true },
      ask: (method, params) => {
        const { uri, uris = [uri] } = params as { readonly uri: string; readonly uris?: readonly string[] };
        sent.push([method, uris]);
        return server.refuses(uris) ? Promise.reject(new Error('No')) : Promise.resolve({});
      },
      listen: () => Promise.reject(new Error('Not of this era')),
      push: undefined,
      dialect: new Dialect(memory, nothing, nothing),
      undeclared: new Undeclared(memory, true, never),
      events: { onDidChange: () => (events += 1), onDidLose: nothing },
      clock,
      log: quiet,
    }),
  );
  return { clock, sent, server, watcher, events: () => events };
}

describe('subscriptions', () => {
  it('of very many are requested one by one, and rarely reported', async () => {
    const { clock, sent, watcher, events } = subscriptions();
    const uris = Array.from({ length: 30_000 }, (_, index) => `a:${index}`);
    watcher.set(new Set(uris));
    while (!watcher.isLive('a:29999')) await clock.advance(0);
    expect(uris.every((uri) => watcher.isLive(uri))).toBe(true);
    expect(sent).toEqual(uris.map((uri) => ['resources/subscribe', [uri]]));
    await clock.advance(50);
    expect(events()).toBe(1);
    watcher.set(new Set());
    await clock.advance(1000);
    expect([sent.length, events()]).toEqual([60_000, 2]);
  });

  it('are reported at once where one answer comes alone', async () => {
    const { clock, watcher, events } = subscriptions();
    watcher.set(new Set(['a:1']));
    await clock.advance(0);
    expect(events()).toBe(1);
    await clock.advance(1_000);
    expect(events()).toBe(1);
  });

  it('are ended while they are asked for, once they stand', async () => {
    const { clock, sent, watcher } = subscriptions();
    watcher.set(new Set(['a:1', 'a:2']));
    watcher.set(new Set(['a:2']));
    await clock.advance(100);
    expect(sent.slice(2)).toEqual([['resources/unsubscribe', ['a:1']]]);
    expect([watcher.isLive('a:1'), watcher.isLive('a:2')]).toEqual([false, true]);
  });

  it('that were refused together are asked for alone, and not a third time', async () => {
    const { clock, sent, server, watcher } = subscriptions(true);
    server.refuses = (uris) => uris.includes('a:2');
    watcher.set(new Set(['a:1', 'a:2']));
    await clock.advance(100);
    expect(sent.map(([, uris]) => uris)).toEqual([['a:1', 'a:2'], ['a:1'], ['a:2']]);
    expect([watcher.isLive('a:1'), watcher.isLive('a:2')]).toEqual([true, false]);
  });

  it('that stand are not asked for again when others are', async () => {
    const { clock, sent, server, watcher } = subscriptions();
    server.refuses = ([uri]) => uri === 'a:2';
    watcher.set(new Set(['a:1', 'a:2']));
    await clock.advance(100);
    server.refuses = () => false;
    watcher.retry();
    expect(watcher.isLive('a:1')).toBe(true);
    await clock.advance(100);
    expect(sent.slice(2)).toEqual([['resources/subscribe', ['a:2']]]);
    watcher.restart();
    await clock.advance(100);
    expect(sent.slice(3).map(([, uris]) => uris)).toEqual([['a:1'], ['a:2']]);
  });

  it('say nothing more once they are disposed', async () => {
    const { clock, watcher, events } = subscriptions();
    watcher.set(new Set(['a:1']));
    watcher.dispose();
    await clock.advance(1000);
    expect([events(), clock.pending]).toEqual([0, []]);
  });
});
