import { describe, expect, it } from 'vitest';
import { RuleConsent, type WorkspaceRules } from '../../../src/core/context/ruleConsent';
import { sha256 } from '../../../src/node/sha256';
import { FakeClock } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';

const rules: WorkspaceRules = { globs: ['db://**'], budget: 500 };
const others: readonly WorkspaceRules[] = [
  { ...rules, priority: true },
  { ...rules, globs: ['db://**', '*.md'] },
  { ...rules, budget: 501 },
  { globs: ['db://**'] },
  { searches: ['db://**'], budget: 500 },
  { mentions: ['db://**'], budget: 500 },
];

function fixture(store = new FakeStore()) {
  const clock = new FakeClock();
  const consent = own(new RuleConsent(store, sha256, clock));
  let changes = 0;
  own(consent.onDidChange(() => (changes += 1)));
  return { store, clock, consent, changes: () => changes };
}

describe('an answer about the rules of a workspace', () => {
  it('is kept, for what they say alone', async () => {
    const { consent, store, changes } = fixture();
    expect(consent.state(rules)).toBe('unknown');
    await consent.allow(rules);
    const next = fixture(store).consent;
    expect([next.state({ budget: 500, globs: ['db://**'] }), changes()]).toEqual(['allowed', 1]);
    expect(others.map((one) => next.state(one))).toEqual(others.map(() => 'unknown'));
    await next.decline(rules);
    expect(consent.state(rules)).toBe('declined');
  });

  it('is listed with what they said and when it was given, and can be taken back', async () => {
    const { consent, clock, changes } = fixture();
    await consent.allow(rules);
    await consent.decline({ priority: true });
    const [first, second] = consent.all();
    expect([first, second]).toEqual([
      { key: first?.key, rules, isAllowed: true, at: clock.now() },
      { key: second?.key, rules: { priority: true }, isAllowed: false, at: clock.now() },
    ]);
    await consent.forget(first!.key);
    expect([consent.state(rules), consent.state({ priority: true }), changes()]).toEqual(['unknown', 'declined', 3]);
  });

  it('is dropped, the oldest first, where there are many', async () => {
    const { consent } = fixture();
    for (let budget = 0; budget <= 100; budget += 1) await consent.allow({ budget });
    expect([0, 1, 100].map((budget) => consent.state({ budget }))).toEqual(['unknown', 'allowed', 'allowed']);
  });
});
