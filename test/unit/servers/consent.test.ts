import { describe, expect, it } from 'vitest';
import type { KeyValueStore } from '../../../src/core/base/ports';
import { Consent } from '../../../src/core/servers/consent';
import type { ServerDefinition } from '../../../src/core/servers/serverDefinition';
import { define, failureOf, stdio } from './fixtures';

/** Stores values as a memento does: as JSON. */
function memoryStore(initial?: unknown): KeyValueStore & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get: (key) => initial ?? (JSON.parse(values.get(key) ?? 'null') as unknown),
    set: (key, value) => Promise.resolve(void values.set(key, JSON.stringify(value))),
  };
}

const server = (command: string): ServerDefinition => define(stdio({ command }));
const [a, b, c] = [server('a'), server('b'), server('c')];
const states = (consent: Consent): string[] => [a, b, c].map((definition) => consent.state(definition));

describe('Consent', () => {
  it('knows nothing at first', () => {
    expect(states(new Consent(memoryStore()))).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('keeps answers, also for the next window', async () => {
    const store = memoryStore();
    const consent = new Consent(store);
    await consent.agree([a]);
    await consent.decline([b]);
    expect([states(consent), states(new Consent(store))]).toEqual([
      ['agreed', 'declined', 'unknown'],
      ['agreed', 'declined', 'unknown'],
    ]);
  });

  it('lets the last answer count', async () => {
    const store = memoryStore();
    const consent = new Consent(store);
    await consent.agree([a, b]);
    await consent.decline([a]);
    await consent.decline([c]);
    await consent.agree([c]);
    expect(states(new Consent(store))).toEqual(['declined', 'agreed', 'agreed']);
  });

  it('does not carry over to a definition that was changed', async () => {
    const consent = new Consent(memoryStore());
    await consent.agree([a]);
    expect(consent.state(define(stdio({ command: 'a', args: ['--unsafe'] })))).toBe('unknown');
  });

  it('forgets everything', async () => {
    const store = memoryStore();
    const consent = new Consent(store);
    await consent.agree([a]);
    await consent.decline([b]);
    await consent.forget();
    expect([states(consent), states(new Consent(store))]).toEqual([
      ['unknown', 'unknown', 'unknown'],
      ['unknown', 'unknown', 'unknown'],
    ]);
  });

  it('tells of each change when the answer holds already', async () => {
    const consent = new Consent(memoryStore());
    const changes: string[] = [];
    const subscription = consent.onDidChange(() => changes.push(consent.state(a)));
    const stored = consent.agree([a]);
    changes.push('returned');
    await stored;
    await consent.decline([a]);
    await consent.forget();
    subscription.dispose();
    await consent.agree([a]);
    expect(changes).toEqual(['agreed', 'returned', 'declined', 'unknown']);
  });

  it('keeps the newest 500 answers', async () => {
    const store = memoryStore();
    const consent = new Consent(store);
    const many = Array.from({ length: 499 }, (_, index) => server(`many${index}`));
    await consent.agree([a, b]);
    await consent.agree(many.slice(0, 400));
    // Repeating an answer makes it new.
    await consent.agree([a]);
    await consent.agree(many.slice(400));
    const next = new Consent(store);
    expect([consent.state(b), ...states(next), ...new Set(many.map((definition) => next.state(definition)))]).toEqual([
      'unknown',
      'agreed',
      'unknown',
      'unknown',
      'agreed',
    ]);
  });

  it.each([['text'], [{}], [[1, null, [], ['x'], [a.hash, 'maybe'], [1, 'agreed'], ['constructor', {}]]]])(
    'reads nothing out of what it did not write: %j',
    (stored) => {
      expect(states(new Consent(memoryStore(stored)))).toEqual(['unknown', 'unknown', 'unknown']);
    },
  );

  it('reads what is sound beside what is not', () => {
    const consent = new Consent(memoryStore([null, [a.hash, 'agreed'], [b.hash]]));
    expect(states(consent)).toEqual(['agreed', 'unknown', 'unknown']);
  });

  it('tells when an answer cannot be stored', async () => {
    const consent = new Consent({ get: () => undefined, set: () => Promise.reject(new Error('disk full')) });
    expect(await failureOf(() => consent.agree([a]))).toEqual(new Error('disk full'));
  });
});
