import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { settle } from '../../support/fakeClock';
import { definition, launch, newWorld, statesOf } from './fakeServer';

const unauthorized = new HumanError('unauthorized', 'Sign in.');

describe('a server that wants a sign-in', () => {
  it('waits for a user and is not tried again by itself', async () => {
    const world = newWorld();
    const connection = world.connect(definition('shop'));
    world.server.answer = unauthorized;
    await connection.start();
    await world.clock.advance(3_600_000);
    expect(connection.state).toEqual({ kind: 'signInNeeded', error: unauthorized });
    expect([connection.isAsleep, world.server.openings.length, world.clock.pending]).toEqual([false, 1, []]);
  });

  it('is the same when a session ends for that', async () => {
    const world = newWorld();
    const connection = world.connect(definition('shop'));
    await connection.start();
    world.server.session.close.fire(unauthorized);
    expect(connection.state.kind).toBe('signInNeeded');
  });

  it('runs as before once it is started again', async () => {
    const world = newWorld();
    const connection = world.connect(definition('shop'));
    world.server.answer = unauthorized;
    await connection.start();
    const states = statesOf(connection);
    world.server.answer = 'open';
    await connection.restart();
    await settle();
    expect(states.map(({ kind }) => kind)).toEqual(['stopped', 'connecting', 'ready']);
  });

  it('gives its launch only where it may start', async () => {
    const world = newWorld();
    const connection = world.connect(definition('shop'));
    const { signal } = new AbortController();
    expect(await connection.launch(signal)).toBe(launch);
    expect(world.gateAsked).toEqual([undefined, launch]);
    world.blockedBy = new HumanError('policy', 'No.');
    await expect(connection.launch(signal)).rejects.toBe(world.blockedBy);
  });
});
