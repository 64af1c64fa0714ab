import { describe, expect, it } from 'vitest';
import type { Session, LearnedProtocol } from '../../../src/core/session/session';
import {
  collect,
  failure,
  http,
  withoutBackoffs,
  never,
  noLimits,
  open,
  raw,
  rawHttp,
  readText,
  scripted,
  until,
  watchLive,
} from './support';

const counter = 'live://counter';
const other = 'live://other';

const uris = async (session: Session) =>
  (await collect(session.listResources(noLimits, never))).items.map(({ uri }) => uri);

const complete = async (session: Session) =>
  (await session.complete('a://{b}', { name: 'b', value: '' }, {}, never)).values;

/** Counts the messages that the server received by method, without reads. */
async function received(session: Session): Promise<Readonly<Record<string, number>>> {
  const log = JSON.parse(await readText(session, 'control://log')) as { method: string }[];
  const counts: Record<string, number> = {};
  for (const { method } of log)
    if (method !== 'resources/read' && method !== 'initialize' && !method.startsWith('notifications/'))
      counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}

const missing = (learnedProtocols: readonly LearnedProtocol[]) =>
  (learnedProtocols.at(-1)?.['quirks'] as { missing: string[] }).missing;

describe('all combinations of what a server declares', () => {
  for (const subscribe of [true, false])
    for (const listChanged of [true, false])
      it(`are taken as they are: subscribe ${subscribe}, listChanged ${listChanged}`, async () => {
        for (const scenario of ['subscribe', 'modern']) {
          const capabilities = { resources: { subscribe, listChanged } };
          const { session } = await open(scripted({ scenario, capabilities }));
          expect(session.info).toMatchObject({ canSubscribe: subscribe, canListChange: listChanged });
          expect(await uris(session)).toEqual(expect.arrayContaining([counter, other]));
          // Both servers support this, whether they declare it or not.
          await watchLive(session, counter);
        }
      });
});

describe('a server that declares no resources', () => {
  it('is asked for them once, and has them if it lists some', async () => {
    for (const scenario of ['subscribe', 'modern']) {
      const { session } = await open(scripted({ scenario, capabilities: {} }));
      expect(session.info.hasResources).toBe(true);
      expect(await uris(session)).toContain(counter);
      await watchLive(session, counter);
    }
  });

  it('has none where it does not know how to, and is not asked again', async () => {
    const { session, learnedProtocols } = await open(raw('noResources'));
    expect({ hasResources: session.info.hasResources, missing: missing(learnedProtocols) }).toEqual({
      hasResources: false,
      missing: ['resources/list'],
    });
    expect(await uris(session)).toEqual([]);
    expect(await complete(session)).toEqual([]);
    // The next session asks nothing, so it learns nothing.
    const again = await open(raw('noResources'), { learned: learnedProtocols.at(-1)! });
    expect({ hasResources: again.session.info.hasResources, learnedProtocols: again.learnedProtocols }).toEqual({
      hasResources: false,
      learnedProtocols: [],
    });
  });

  it('has none where the question ends it, and is then connected to without it', async () => {
    const script = { scenario: 'noResources', answers: { 'resources/list': { exit: 3 } } };
    const { session, learnedProtocols } = await open(scripted(script));
    expect({ hasResources: session.info.hasResources, missing: missing(learnedProtocols) }).toEqual({
      hasResources: false,
      missing: ['resources/list'],
    });
  });

  it('is not asked when connecting was cancelled meanwhile', async () => {
    const abort = new AbortController();
    const script = { scenario: 'noResources', answers: { 'resources/list': { none: true } }, stderr: ['started'] };
    const opened = open(scripted(script), { signal: abort.signal, onDidLearn: () => abort.abort() });
    await expect(opened).rejects.toMatchObject({ name: 'CancelledError' });
  });
});

describe('a server that declares what it does not know', () => {
  const unknown = { error: { code: -32601, message: 'Method not found' } };

  it('lists nothing without resources/list, and is read from all the same', async () => {
    const { session } = await open(scripted({ scenario: 'templatesMissing', answers: { 'resources/list': unknown } }));
    expect(await collect(session.listResources(noLimits, never))).toMatchObject({
      items: [],
      end: { kind: 'complete' },
    });
    expect((await collect(session.listTemplates(noLimits, never))).items).toEqual([]);
    expect(await readText(session, 'good://1')).toBe('one');
  });

  it('is told where it knew resources/list before', async () => {
    const answers = { 'resources/list': [{ result: { resources: [{ uri: 'good://1', name: 'one' }] } }, unknown] };
    const { session } = await open(scripted({ scenario: 'templatesMissing', answers }));
    expect(await uris(session)).toEqual(['good://1']);
    expect(await failure(collect(session.listResources(noLimits, never)))).toMatchObject({ reason: 'unsupported' });
  });

  it('completes nothing', async () => {
    const { session } = await open(scripted({ scenario: 'empty', capabilities: { resources: {}, completions: {} } }));
    expect(await complete(session)).toEqual([]);
  });
});

describe('a server that does not declare subscriptions', () => {
  it('is tried once where it does not know them', async () => {
    const { session, learnedProtocols } = await open(raw('noSubscribe'));
    session.watch(new Set([counter, other]));
    await until(() => learnedProtocols.length === 2);
    session.watch(new Set(['live://third']));
    expect(await received(session)).toMatchObject({ 'resources/subscribe': 1 });
    expect({ live: session.isLive(counter), problem: session.pushProblem, missing: missing(learnedProtocols) }).toEqual(
      {
        live: false,
        problem: undefined,
        missing: ['resources/subscribe'],
      },
    );
    const again = await open(raw('noSubscribe'), { learned: learnedProtocols.at(-1)! });
    again.session.watch(new Set([counter]));
    expect(await received(again.session)).not.toHaveProperty('resources/subscribe');
  });

  it('keeps its subscriptions when one of many is refused', async () => {
    const { session, learnedProtocols } = await open(
      scripted({ scenario: 'subscribe', capabilities: { resources: {} } }),
    );
    await watchLive(session, counter, 'refuse://me', other);
    expect({
      live: ['refuse://me', counter].map((uri) => session.isLive(uri)),
      learned: learnedProtocols.length,
    }).toEqual({
      live: [false, true],
      learned: 1,
    });
  });

  it('is not tried again where it ends of it', async () => {
    const script = { scenario: 'noSubscribe', answers: { 'resources/subscribe': { exit: 1 } } };
    const { session, learnedProtocols } = await open(scripted(script));
    session.watch(new Set([counter]));
    await until(() => learnedProtocols.length === 2);
    expect(missing(learnedProtocols)).toEqual(['resources/subscribe']);
  });

  it('learns nothing from a session that was ended from here', async () => {
    const script = { scenario: 'noSubscribe', answers: { 'resources/subscribe': { none: true } } };
    const { session, learnedProtocols } = await open(scripted(script));
    session.watch(new Set([counter]));
    await readText(session, counter);
    session.dispose();
    await session.ended;
    expect(learnedProtocols).toHaveLength(1);
  });

  it('is listened to for its list alone where it refuses more', async () => {
    const { session, learnedProtocols } = await open(
      scripted({ scenario: 'modernListensToLists', capabilities: { resources: { listChanged: true } } }),
    );
    const changes: string[] = [];
    session.onDidChangeList(() => changes.push('list'));
    session.watch(new Set([counter]));
    await until(() => learnedProtocols.length === 2);
    await until(async () => (await readText(session, 'control://listens')).startsWith('1'));
    await readText(session, 'control://grow');
    await until(() => changes.length > 0);
    expect({ live: session.isLive(counter), problem: session.pushProblem }).toEqual({
      live: false,
      problem: undefined,
    });
  });
});

describe('a server that does not declare completions', () => {
  it('is asked once where it does not know them', async () => {
    const { session } = await open(raw('pages'));
    expect([await complete(session), await complete(session)]).toEqual([[], []]);
    expect(await received(session)).toMatchObject({ 'completion/complete': 1 });
  });

  it('completes all the same where it can', async () => {
    const result = { completion: { values: ['one', 'two'] } };
    const { session } = await open(scripted({ scenario: 'pages', answers: { 'completion/complete': { result } } }));
    expect([await complete(session), await complete(session)]).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
  });
});

describe('a server that takes subscriptions and cannot deliver', () => {
  const cannot = (session: Session) => ({ live: session.isLive(counter), says: session.pushProblem !== undefined });
  const deaf = { live: false, says: true };

  it('is recognized by its lack of a stream', async () => {
    const { session } = await open(http(await rawHttp('noStream')));
    session.watch(new Set([counter]));
    await until(() => session.pushProblem !== undefined);
    expect({ ...cannot(session), problem: session.pushProblem }).toEqual({
      ...deaf,
      problem:
        'The server accepts subscriptions but doesn’t provide a connection for change notifications. Resources are read again each time they’re used.',
    });
  });

  it('is recognized by a stream that ends each time, and logged once', async () => {
    const warnings: string[] = [];
    const log = { isTracing: false, trace: noop, info: noop, error: noop, warn: (text: string) => warnings.push(text) };
    const named = { ...log, named: () => named };
    const { session } = await open(http(await rawHttp('streamEnds')), { ...withoutBackoffs(), log: named });
    session.watch(new Set([counter]));
    await until(() => session.pushProblem !== undefined);
    session.watch(new Set([counter, other]));
    await until(async () => (await readText(session, counter)) !== '');
    expect({ ...cannot(session), warnings }).toEqual({ ...deaf, warnings: [session.pushProblem] });
  });

  it('is recognized by not supporting subscriptions/listen, or always refusing it', async () => {
    const unknown = { 'subscriptions/listen': { error: { code: -32601, message: 'Method not found' } } };
    const { session } = await open(scripted({ scenario: 'modern', answers: unknown }));
    session.watch(new Set([counter]));
    await until(() => session.pushProblem !== undefined);
    expect(cannot(session)).toEqual(deaf);
    const refusing = await open(raw('modernListenFails'), withoutBackoffs());
    refusing.session.watch(new Set([counter]));
    await until(() => refusing.session.pushProblem !== undefined);
    expect(cannot(refusing.session)).toEqual(deaf);
  });

  it('is no problem where nothing was promised, nor with a process', async () => {
    const { session } = await open(
      scripted({ scenario: 'modernListenFails', capabilities: { resources: {} } }),
      withoutBackoffs(),
    );
    session.watch(new Set([counter]));
    await until(async () => ((await received(session))['subscriptions/listen'] ?? 0) > 8);
    const { session: process } = await open(raw('subscribe'));
    expect([session.pushProblem, process.pushProblem]).toEqual([undefined, undefined]);
  });
});

function noop(): void {
  // The tests ignore these events.
}
