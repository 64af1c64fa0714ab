import { describe, expect, it } from 'vitest';
import { Connections } from '../../../src/core/connection/connections';
import { settled } from '../../../src/core/tools/settled';
import { settle } from '../../support/fakeClock';
import { definition, newWorld } from '../connection/fakeServer';

function fixture() {
  const world = newWorld();
  const connections = new Connections(world.catalog, world.connect, () => undefined);
  connections.setDefinitions([definition('shop')]);
  const abort = new AbortController();
  const outcome: string[] = [];
  const wait = async (): Promise<void> => {
    const ports = { clock: world.clock, connections, catalog: world.catalog };
    void settled(ports, abort.signal).then(
      () => outcome.push('settled'),
      (error: unknown) => outcome.push((error as Error).name),
    );
    await settle();
  };
  return { ...world, connections, abort, outcome, wait };
}

describe('waiting for the servers', () => {
  it('ends when the lists are complete, and not before', async () => {
    const { connections, server, clock, outcome, wait } = fixture();
    connections.startAll();
    await wait();
    expect(outcome).toEqual([]);
    server.session.list.page('a:b');
    await clock.advance(200);
    expect(outcome).toEqual([]);
    server.session.list.end();
    await clock.advance(200);
    expect(outcome).toEqual(['settled']);
  });

  it('is over at once where nothing starts', async () => {
    const { outcome, wait } = fixture();
    await wait();
    expect(outcome).toEqual(['settled']);
  });

  it('does not go on for ever, and leaves no timer behind', async () => {
    const { connections, server, clock, outcome, wait } = fixture();
    server.answer = 'hang';
    connections.startAll();
    await wait();
    await clock.advance(19_000);
    expect(outcome).toEqual([]);
    await clock.advance(2_000);
    expect(outcome).toEqual(['settled']);
  });

  it('is given up with the call', async () => {
    const { connections, abort, clock, outcome, wait } = fixture();
    connections.startAll();
    await wait();
    const before = clock.pending.length;
    abort.abort();
    await settle();
    expect(outcome).toEqual(['CancelledError']);
    expect(clock.pending).toHaveLength(before - 1);
  });
});
