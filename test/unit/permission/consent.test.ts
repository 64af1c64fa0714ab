import { describe, expect, it } from 'vitest';
import { checkStart } from '../../../src/core/permission/checkStart';
import type { Consent } from '../../../src/core/permission/consent';
import type { ResolvedParts } from '../../../src/core/configuration/launch/resolvedParts';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { FakeSharedStore } from '../../support/fakeSharedStore';
import { newConsent } from '../../support/newConsent';
import { define, failureOf, http, noPolicy, stdio, userSource } from '../configuration/fixtures';

const server = (command: string): ServerDefinition => define(stdio({ command }));
const [a, b, c] = [server('a'), server('b'), server('c')];
const states = (consent: Consent): string[] => [a, b, c].map((definition) => consent.state(definition));

describe('Consent', () => {
  it('knows nothing at first', () => {
    expect(states(newConsent())).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('keeps answers, also for the next window', async () => {
    const store = new FakeSharedStore();
    const consent = newConsent({ store });
    await consent.allow([a]);
    await consent.decline([b]);
    expect([states(consent), states(newConsent({ store }))]).toEqual([
      ['agreed', 'declined', 'unknown'],
      ['agreed', 'declined', 'unknown'],
    ]);
  });

  it('lets the last answer count', async () => {
    const store = new FakeSharedStore();
    const consent = newConsent({ store });
    await consent.allow([a, b]);
    await consent.decline([a]);
    await consent.decline([c]);
    await consent.allow([c]);
    expect(states(newConsent({ store }))).toEqual(['declined', 'agreed', 'agreed']);
  });

  it('does not carry over to a definition that was changed', async () => {
    const consent = newConsent();
    await consent.allow([a]);
    expect(consent.state(define(stdio({ command: 'a', args: ['--unsafe'] })))).toBe('unknown');
  });

  it('forgets everything', async () => {
    const store = new FakeSharedStore();
    const consent = newConsent({ store });
    await consent.allow([a]);
    await consent.decline([b]);
    await consent.forget();
    expect([states(consent), states(newConsent({ store }))]).toEqual([
      ['unknown', 'unknown', 'unknown'],
      ['unknown', 'unknown', 'unknown'],
    ]);
  });

  it('tells of each change when the answer holds already', async () => {
    const consent = newConsent();
    const changes: string[] = [];
    const subscription = consent.onDidChange(() => changes.push(consent.state(a)));
    const stored = consent.allow([a]);
    changes.push('returned');
    await stored;
    await consent.decline([a]);
    await consent.forget();
    subscription.dispose();
    await consent.allow([a]);
    expect(changes).toEqual(['agreed', 'returned', 'declined', 'unknown']);
  });

  it('keeps the newest 500 answers', async () => {
    const store = new FakeSharedStore();
    let time = 0;
    const consent = newConsent({ store, now: () => (time += 1) });
    const many = Array.from({ length: 499 }, (_, index) => server(`many${index}`));
    await consent.allow([a, b]);
    await consent.allow(many.slice(0, 400));
    // Repeating an answer makes it new.
    await consent.allow([a]);
    await consent.allow(many.slice(400));
    const next = newConsent({ store });
    expect([consent.state(b), ...states(next), ...new Set(many.map((definition) => next.state(definition)))]).toEqual([
      'unknown',
      'agreed',
      'unknown',
      'unknown',
      'agreed',
    ]);
  });

  it.each([['agreed'], [{}], [{ answer: 'maybe' }], [{ answer: ['agreed'] }], [[a.hash, 'agreed']], [null], [true]])(
    'reads nothing out of what it did not write: %j',
    (stored) => {
      const store = new FakeSharedStore();
      store.set(`server.${a.hash}`, stored);
      const consent = newConsent({ store });
      expect([states(consent), consent.all()]).toEqual([['unknown', 'unknown', 'unknown'], []]);
    },
  );

  it.each([[undefined], ['python'], [[null]], [['python']], [[{ '${config:py}': 1 }]]])(
    'allows nothing by a stored yes that is about %j, and lists it to be taken back',
    (resolved) => {
      const store = new FakeSharedStore();
      store.set(`server.${a.hash}`, { answer: 'agreed', resolved, serverId: 1, givenAt: 'today' });
      const consent = newConsent({ store, resolve: () => ({ '${config:py}': '1' }) });
      const texts = { serverId: '', serverName: '', source: '', shown: '' };
      expect([consent.state(a), consent.all()]).toEqual([
        'unknown',
        [{ hash: a.hash, answer: 'agreed', ...texts, givenAt: 0 }],
      ]);
    },
  );

  it('tells when an answer cannot be stored, and then starts nothing that was allowed before', async () => {
    const store = new FakeSharedStore();
    const consent = newConsent({ store });
    await consent.allow([a]);
    store.canStore = false;
    const changes: string[] = [];
    const subscription = consent.onDidChange(() => changes.push(consent.state(a)));
    expect(await failureOf(() => consent.decline([a]))).toEqual(new Error('disk full'));
    expect(await failureOf(() => consent.allow([b]))).toEqual(new Error('disk full'));
    expect([states(consent), consent.all(), changes]).toEqual([['unknown', 'unknown', 'unknown'], [], ['unknown']]);
    store.canStore = true;
    await consent.allow([a]);
    subscription.dispose();
    expect(states(consent)).toEqual(['agreed', 'unknown', 'unknown']);
  });
});

describe('the list of all answers', () => {
  it('has each with what was seen when it was given, the latest first, and takes back one by its key', async () => {
    let time = 1_000;
    const store = new FakeSharedStore();
    const describe = ({ launch }: ServerDefinition): string => (launch.kind === 'http' ? launch.url : launch.command);
    const consent = newConsent({ store, describe, now: () => (time += 1) });
    const web = define(http('https://example.com/mcp', { Authorization: 'Bearer ${input:token}' }));
    await consent.allow([a]);
    await consent.decline([web]);
    const facts = { serverId: a.id, serverName: 'notes', source: '.vscode/mcp.json' };
    const answers = [
      { hash: web.hash, answer: 'declined', ...facts, givenAt: 1_002, shown: 'https://example.com/mcp' },
      { hash: a.hash, answer: 'agreed', ...facts, givenAt: 1_001, shown: 'a' },
    ];
    const other = newConsent({ store, describe });
    expect([consent.all(), other.all()]).toEqual([answers, answers]);
    await other.forgetAnswers([web.hash]);
    expect([consent.all(), consent.state(web)]).toEqual([[answers[1]], 'unknown']);
  });

  it('knows what was shown when the same server was last allowed, and of no other', async () => {
    let time = 0;
    const describe = ({ launch }: ServerDefinition): string => (launch.kind === 'http' ? launch.url : launch.command);
    const consent = newConsent({ describe, now: () => (time += 1) });
    const before = consent.lastAllowed(c);
    await consent.allow([a]);
    await consent.allow([b]);
    await consent.decline([c]);
    const elsewhere = define(stdio({ command: 'a' }), userSource);
    expect([before, consent.lastAllowed(c), consent.lastAllowed(elsewhere)]).toEqual([undefined, 'b', undefined]);
  });
});

describe('a yes', () => {
  /** A window in which the definition resolves to what the test says. */
  function resolving(store = new FakeSharedStore()) {
    const world = { now: {} as ResolvedParts };
    return { world, store, consent: newConsent({ store, resolve: () => world.now }) };
  }

  it('is about what the definition resolves to: another value is asked about, and said', async () => {
    const { world, consent } = resolving();
    world.now = { '${config:py}': '/usr/bin/python' };
    await consent.allow([a]);
    const before = [consent.state(a), consent.changes(a)];
    world.now = { '${config:py}': '/opt/evil' };
    expect([before, consent.state(a), consent.changes(a)]).toEqual([
      ['agreed', []],
      'unknown',
      ['${config:py} changed from “/usr/bin/python” to “/opt/evil”'],
    ]);
    const refusals = [a, b].map(
      (one) => checkStart(one, undefined, { isTrusted: true, policy: noPolicy, consent })?.message,
    );
    expect(refusals).toEqual([
      'The server “notes” needs your permission again: ${config:py} changed from “/usr/bin/python” to “/opt/evil”.',
      'The server “notes” needs your permission to start.',
    ]);
  });

  it('holds for each value that was allowed, as in two folders, and for none after a no', async () => {
    const { world, consent, store } = resolving();
    const [one, two] = [{ '${workspaceFolder}': '/a' }, { '${workspaceFolder}': '/b' }];
    const allowed = (): string[] =>
      [one, two].map((now) => {
        world.now = now;
        return newConsent({ store, resolve: () => now }).state(a);
      });
    for (const now of [one, two]) {
      world.now = now;
      await consent.allow([a]);
    }
    const both = allowed();
    await consent.decline([a]);
    const none = allowed();
    await consent.allow([a]);
    expect([both, none, allowed()]).toEqual([
      ['agreed', 'agreed'],
      ['declined', 'declined'],
      ['unknown', 'agreed'],
    ]);
  });

  it('stays for one folder, with nothing to say of it, however often it is given in another', async () => {
    const { world, consent } = resolving();
    world.now = { '${workspaceFolder}': '/a' };
    await consent.allow([a]);
    world.now = { '${workspaceFolder}': '/b' };
    for (let time = 0; time < 60; time += 1) await consent.allow([a]);
    world.now = { '${workspaceFolder}': '/a' };
    expect([consent.state(a), consent.changes(a)]).toEqual(['agreed', []]);
  });

  it('is about what the user saw, not about what it became while they looked', async () => {
    const { world, consent } = resolving();
    world.now = { '${config:py}': 'python' };
    const seen = new Map([[a.hash, consent.resolve(a)]]);
    world.now = { '${config:py}': 'evil' };
    await consent.allow([a], seen);
    const evil = consent.state(a);
    world.now = { '${config:py}': 'python' };
    expect([evil, consent.state(a)]).toEqual(['unknown', 'agreed']);
  });
});
