import { describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../src/core/base/errors';
import { settle } from '../../support/fakeClock';
import { definition, info, launch, newConnection, newStarted, newWorld, statesOf, type World } from './fakeServer';

const shop = definition('shop');
const ready = { kind: 'ready', info } as const;

function uris({ catalog }: World): string[] {
  return [...catalog.resourcesOf(shop.id)].map(({ uri }) => uri);
}

function exited(detail?: string): HumanError {
  return new HumanError('exited', 'The server stopped.', detail === undefined ? {} : { detail });
}

describe('starting', () => {
  it('resolves the launch, opens a session and is ready', async () => {
    const { world, connection } = newConnection();
    const states = statesOf(connection);
    expect([connection.state, connection.isAsleep]).toEqual([{ kind: 'stopped' }, true]);
    await connection.start();
    expect(states).toEqual([{ kind: 'connecting' }, ready]);
    expect([connection.state, connection.isAsleep]).toEqual([ready, false]);
    expect(world.gateAsked).toEqual([undefined, launch]);
    expect(world.server.openings.map((opening) => [opening.launch, opening.options.connectTimeout])).toEqual([
      [launch, 5_000],
    ]);
  });

  it('happens once for many who ask', async () => {
    const { world, connection } = newConnection();
    const [first, second] = await Promise.all([connection.session(), connection.session(), connection.start()]);
    expect(first).toBe(second);
    await connection.start();
    expect(await connection.session()).toBe(first);
    expect(world.server.openings).toHaveLength(1);
  });

  it('hands on what was learned of the server, and its last lines of stderr', async () => {
    const { world, connection } = await newStarted();
    const { options } = world.server.openings[0]!;
    expect(options.learned).toBeUndefined();
    options.onDidLearn({ era: 'modern' });
    for (let line = 0; line < 25; line += 1) options.onStderr(`line ${line}`);
    await connection.restart();
    expect(world.server.openings[1]!.options.learned).toEqual({ era: 'modern' });
    expect(connection.stderrTail).toEqual(Array.from({ length: 20 }, (_, line) => `line ${line + 5}`));
  });

  it('is blocked by the gate, before anything is resolved, and possible when it opens', async () => {
    const { world, connection } = newConnection();
    const states = statesOf(connection);
    world.blockedBy = new HumanError('notAllowed', 'Agree first.');
    await connection.start();
    const blocked = { kind: 'blocked', error: world.blockedBy } as const;
    expect(states).toEqual([{ kind: 'connecting' }, blocked]);
    await expect(connection.session()).rejects.toBe(world.blockedBy);
    connection.recheck();
    expect(connection.state).toEqual(blocked);
    world.blockedBy = undefined;
    connection.recheck();
    expect([connection.state, connection.isAsleep]).toEqual([{ kind: 'stopped' }, true]);
    await connection.start();
    expect([connection.state, world.server.openings.length]).toEqual([ready, 1]);
  });

  it('is blocked by the gate for what the variables turned out to be', async () => {
    const { world, connection } = newConnection();
    const policy = new HumanError('policy', 'Not allowed here.');
    world.resolveLaunch = () => {
      world.blockedBy = policy;
      return Promise.resolve(launch);
    };
    await connection.start();
    expect([connection.state, world.server.openings]).toEqual([{ kind: 'blocked', error: policy }, []]);
  });

  it.each(['configuration', 'input'] as const)(
    'fails for good when the launch cannot be resolved: %s',
    async (reason) => {
      const { world, connection } = newConnection();
      const error = new HumanError(reason, 'A value is missing. Start it again.');
      world.resolveLaunch = () => Promise.reject(error);
      await connection.start();
      expect(connection.state).toEqual({ kind: 'failed', error, retryAt: undefined });
      expect(world.clock.pending).toEqual([]);
      world.resolveLaunch = () => Promise.resolve(launch);
      await connection.start();
      expect(connection.state).toEqual(ready);
    },
  );

  it('reports an internal error without its message', async () => {
    const { world, connection } = newConnection();
    const fault = new TypeError('x is undefined');
    world.resolveLaunch = () => Promise.reject(fault);
    await connection.start();
    expect(connection.state).toMatchObject({ kind: 'failed', error: { reason: 'protocol', cause: fault } });
    expect(connection.state.kind === 'failed' && connection.state.error.message).not.toContain('undefined');
  });
});

describe('a start that takes long', () => {
  it('is said to after ten seconds, and is not ended by that', async () => {
    const { world, connection } = newConnection();
    world.server.answer = 'hang';
    const started = connection.start();
    const states = statesOf(connection);
    await world.clock.advance(9_999);
    expect(states).toEqual([]);
    await world.clock.advance(1);
    expect(states).toEqual([{ kind: 'connecting', isSlow: true }]);
    await world.clock.advance(30_000);
    world.server.letIn();
    await started;
    expect(connection.state).toEqual(ready);
  });

  it('can be stopped', async () => {
    const { world, connection } = newConnection();
    world.server.answer = 'hang';
    const started = connection.start();
    await world.clock.advance(10_000);
    connection.stop();
    await started;
    expect([connection.state, world.clock.pending]).toEqual([{ kind: 'stopped' }, []]);
  });

  it('does not count the time in which the user is asked for a value', async () => {
    const { world, connection } = newConnection();
    world.resolveLaunch = () => new Promise(() => undefined);
    void connection.start();
    await world.clock.advance(60_000);
    expect(connection.state).toEqual({ kind: 'connecting' });
  });

  it('that never succeeds is over after two timeouts, the first of which is shown', async () => {
    const { world, connection } = newConnection();
    const timeout = new HumanError('timeout', 'The server didn’t respond within 60 seconds.');
    world.server.answer = timeout;
    const states = statesOf(connection);
    await connection.start();
    await world.clock.advance(60_000);
    expect(states).toMatchObject([
      { kind: 'connecting' },
      { kind: 'failed', error: timeout },
      { kind: 'connecting', lastError: timeout },
      { kind: 'failed', error: timeout, retryAt: undefined },
    ]);
  });
});

describe('stopping', () => {
  it('ends the session, keeps its resources and is not undone by itself', async () => {
    const { world, connection } = await newStarted();
    world.server.session.list.page('a:1').end();
    await settle();
    const states = statesOf(connection);
    connection.stop();
    expect(states).toEqual([{ kind: 'stopped' }]);
    expect([world.server.session.isDisposed, connection.isAsleep, uris(world)]).toEqual([true, false, ['a:1']]);
    await connection.ended;
    await connection.start();
    expect([connection.state, connection.isAsleep]).toEqual([ready, false]);
  });

  it('during connecting cancels it', async () => {
    const { world, connection } = newConnection();
    world.server.answer = 'hang';
    const states = statesOf(connection);
    const session = connection.session();
    await settle();
    connection.stop();
    await expect(session).rejects.toBeInstanceOf(CancelledError);
    await world.clock.advance(60_000);
    expect(states).toEqual([{ kind: 'connecting' }, { kind: 'stopped' }]);
    expect([world.server.openings[0]!.options.signal.aborted, world.server.sessions]).toEqual([true, []]);
  });

  it('before the launch is resolved opens nothing', async () => {
    const { world, connection } = newConnection();
    let give = (): void => undefined;
    world.resolveLaunch = () => new Promise((resolve) => (give = () => resolve(launch)));
    const session = connection.session();
    await settle();
    connection.stop();
    give();
    await expect(session).rejects.toBeInstanceOf(CancelledError);
    expect([connection.state, world.server.openings]).toEqual([{ kind: 'stopped' }, []]);
  });

  it('throws away a session that comes too late, and lets it end before the next one', async () => {
    const { world, connection } = newConnection();
    Object.assign(world.server, { answer: 'hang', isDeaf: true, endsSlowly: true });
    const late = connection.session();
    await settle();
    connection.stop();
    world.server.letIn();
    await expect(late).rejects.toBeInstanceOf(CancelledError);
    const [first] = world.server.sessions;
    expect([first?.isDisposed, connection.state]).toEqual([true, { kind: 'stopped' }]);
    world.server.answer = 'open';
    const next = connection.session();
    await settle();
    expect(world.server.openings).toHaveLength(1);
    first?.finish();
    await next;
    expect([world.server.openings.length, connection.state]).toEqual([2, ready]);
  });

  it('by the gate ends a running session', async () => {
    const { world, connection } = await newStarted();
    world.blockedBy = new HumanError('untrusted', 'Trust first.');
    connection.recheck();
    expect([connection.state, world.server.session.isDisposed]).toEqual([
      { kind: 'blocked', error: world.blockedBy },
      true,
    ]);
  });
});

describe('restarting', () => {
  it('waits until nothing of the last session is left', async () => {
    const { world, connection } = newConnection();
    world.server.endsSlowly = true;
    await connection.start();
    const first = world.server.session;
    const restarted = connection.restart();
    await settle();
    expect([first.isDisposed, world.server.openings.length, connection.state]).toEqual([
      true,
      1,
      { kind: 'connecting' },
    ]);
    first.finish();
    await restarted;
    expect([world.server.openings.length, connection.state]).toEqual([2, ready]);
  });
});

describe('a server that ends by itself', () => {
  it('is started again after 1, 2 and 4 seconds, and after the fourth time by a user only', async () => {
    const { world, connection } = newConnection();
    const states = statesOf(connection);
    await connection.start();
    const begin = world.clock.now();
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      world.server.openings.at(-1)!.options.onStderr(`crash ${round}`);
      world.server.session.close.fire(exited());
      const { state } = connection;
      waits.push(
        state.kind === 'failed' && state.retryAt !== undefined ? state.retryAt - world.clock.now() : undefined,
      );
      await world.clock.advance(waits.at(-1) ?? 60_000);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, undefined]);
    expect(states.map(({ kind }) => kind)).toEqual([
      'connecting',
      'ready',
      ...Array.from({ length: 3 }, () => ['failed', 'connecting', 'ready']).flat(),
      'failed',
    ]);
    const before = states.flatMap((one) => (one.kind === 'connecting' ? [one.lastError?.reason] : []));
    expect(before).toEqual([undefined, 'exited', 'exited', 'exited']);
    expect(connection.state).toMatchObject({
      kind: 'failed',
      error: { reason: 'crashLoop', detail: 'crash 0\ncrash 1\ncrash 2\ncrash 3', cause: { reason: 'exited' } },
      retryAt: undefined,
    });
    const { state } = connection;
    expect(state.kind === 'failed' && state.error.message).toContain('crashed 4 times');
    expect([world.server.openings.length, world.clock.now() - begin, connection.isAsleep]).toEqual([4, 67_000, false]);
    await connection.restart();
    expect(connection.state).toEqual(ready);
  });

  it('shows its own last words where it has some', async () => {
    const { world, connection } = newConnection();
    world.server.answer = exited('Error: no such table');
    await connection.start();
    await world.clock.advance(60_000);
    expect(connection.state).toMatchObject({ error: { reason: 'crashLoop', detail: 'Error: no such table' } });
  });

  it('keeps its own reason where it was never reached: nothing of it stopped', async () => {
    const { world, connection } = newConnection();
    const refused = new HumanError('refused', 'Nobody listens at example.com. Start the server.');
    world.server.answer = refused;
    await connection.start();
    await world.clock.advance(60_000);
    expect(connection.state).toEqual({ kind: 'failed', error: refused, retryAt: undefined });
    expect(world.server.openings).toHaveLength(4);
  });

  it('is asked again no sooner than it wants, and nothing in the background waits for that', async () => {
    const { world, connection } = newConnection();
    world.server.answer = new HumanError('unavailable', 'Too many requests.', { retryAfter: 60_000 });
    await connection.start();
    expect(connection.state).toMatchObject({ kind: 'failed', retryAt: world.clock.now() + 61_000 });
    const background = { maxBytes: 10, signal: new AbortController().signal };
    await expect(connection.read('a:1', background)).rejects.toMatchObject({ reason: 'unavailable' });
    await world.clock.advance(60_999);
    expect(world.server.openings).toHaveLength(1);
    world.server.answer = 'open';
    await world.clock.advance(1);
    expect(connection.state).toEqual(ready);
  });

  it('is not started again when it is stopped or disposed while it waits', async () => {
    const world = newWorld();
    const [stopped, disposed] = [world.connect(shop), world.connect(definition('other'))];
    world.server.answer = exited();
    await Promise.all([stopped.start(), disposed.start()]);
    expect(world.clock.pending).toEqual([1_000, 1_000]);
    stopped.stop();
    disposed.dispose();
    await world.clock.advance(60_000);
    expect([world.clock.pending, world.server.openings.length]).toEqual([[], 2]);
  });

  it('does not wait for the next try when the user reads', async () => {
    const { world, connection } = await newStarted();
    world.server.session.close.fire(exited());
    const session = await connection.session();
    expect([session === world.server.sessions[1], world.clock.pending.includes(1_000)]).toEqual([true, false]);
  });
});

describe('the end of a connection', () => {
  it('ends its session and leaves nothing behind', async () => {
    const { world, connection } = await newStarted();
    const states = statesOf(connection);
    world.server.session.changeList.fire();
    connection.dispose();
    await world.clock.advance(60_000);
    const { session } = world.server;
    expect([session.isDisposed, states, session.close.hasListeners, session.update.hasListeners]).toEqual([
      true,
      [],
      false,
      false,
    ]);
    await connection.ended;
    // A read after disposal would start a process that nothing ends.
    await expect(connection.read('a:1', { maxBytes: 10, signal: new AbortController().signal })).rejects.toBeInstanceOf(
      CancelledError,
    );
    await connection.restart();
    expect(world.server.openings).toHaveLength(1);
    world.catalog.dispose();
    expect(world.clock.pending).toEqual([]);
  });

  it('cancels a start that is under way', async () => {
    const { world, connection } = newConnection();
    world.server.answer = 'hang';
    const session = connection.session();
    await settle();
    connection.dispose();
    await expect(session).rejects.toBeInstanceOf(CancelledError);
    expect([world.server.sessions, world.clock.pending]).toEqual([[], []]);
  });
});
