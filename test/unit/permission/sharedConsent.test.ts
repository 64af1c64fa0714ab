import { describe, expect, it } from 'vitest';
import { checkStart } from '../../../src/core/permission/checkStart';
import type { Consent } from '../../../src/core/permission/consent';
import { FakeSharedStore } from '../../support/fakeSharedStore';
import { newConsent } from '../../support/newConsent';
import { define, noPolicy, stdio } from '../configuration/fixtures';

const definition = define(stdio());
const other = define(stdio({ command: 'deno' }));
const start = (consent: Consent, one = definition): string =>
  checkStart(one, undefined, { isTrusted: true, policy: noPolicy, consent })?.reason ?? 'may start';

describe('an answer in another window', () => {
  const windows = (): { here: Consent; there: Consent; store: FakeSharedStore } => {
    const store = new FakeSharedStore();
    return { here: newConsent({ store }), there: newConsent({ store }), store };
  };

  it('counts here: a yes, a no after it, and that it was taken back', async () => {
    const { here, there } = windows();
    const states = [start(here)];
    await there.allow([definition]);
    states.push(start(here));
    await there.decline([definition]);
    states.push(start(here));
    await there.allow([definition]);
    await there.forget();
    states.push(start(here));
    expect(states).toEqual(['notAllowed', 'may start', 'declined', 'notAllowed']);
  });

  it.each([
    ['declined', (consent: Consent) => consent.decline([definition]), 'declined'],
    ['forgotten', (consent: Consent) => consent.forget([definition]), 'notAllowed'],
    ['forgotten with all others', (consent: Consent) => consent.forget(), 'notAllowed'],
  ])('is not undone by the next answer here: %s', async (_, takeBack, expected) => {
    const { here, there } = windows();
    await here.allow([definition]);
    await takeBack(there);
    await here.allow([other]);
    expect([start(here), start(there), start(here, other), start(there, other)]).toEqual([
      expected,
      expected,
      'may start',
      'may start',
    ]);
  });

  it('is announced when it was given before this window began to follow', async () => {
    const { here, there } = windows();
    const states: string[] = [];
    const listening = here.onDidChange(() => states.push(start(here)));
    await there.decline([definition]);
    const following = here.follow();
    expect(states).toEqual(['declined']);
    for (const one of [listening, following]) one.dispose();
  });

  it('is announced here, once, and only if it changes something', async () => {
    const { here, there, store } = windows();
    const states: string[] = [];
    const listening = [here.onDidChange(() => states.push(start(here))), here.follow()];
    store.announce();
    await there.allow([definition]);
    store.announce();
    store.announce();
    // The state is also read in between, as the gate does before each start; the change is announced nevertheless.
    await there.decline([definition]);
    start(here);
    store.announce();
    await here.forget();
    store.announce();
    expect(states).toEqual(['may start', 'declined', 'notAllowed']);
    for (const one of listening) one.dispose();
    await there.allow([definition]);
    store.announce();
    expect(states.length).toBe(3);
  });
});
