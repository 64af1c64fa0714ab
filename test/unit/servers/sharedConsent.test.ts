import { describe, expect, it } from 'vitest';
import { checkStart } from '../../../src/core/servers/checkStart';
import type { Consent } from '../../../src/core/servers/consent';
import { FakeSharedStore } from '../../support/fakeSharedStore';
import { FakeStore } from '../../support/fakeStore';
import { newConsent } from '../../support/newConsent';
import { define, noPolicy, stdio } from './fixtures';

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
    const listening = [here.follow(), here.onDidChange(() => states.push(start(here)))];
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

/** The key, the shape and the hash as that version wrote them. */
const key = 'servers.consent';
const hash = '523f924c99788e2ff7cd4256d1fb73b2a93b2704a4aae73a41a2232759bca3f7';

describe('what version 0.1.0 stored', () => {
  it.each([
    ['agreed', 'may start'],
    ['declined', 'declined'],
  ])('still holds, and is listed as far as it is known: %s', (answer, expected) => {
    const consent = newConsent({ former: new FakeStore({ [key]: [[hash, answer]] }) });
    expect([definition.hash, start(consent)]).toEqual([hash, expected]);
    const unknown = { serverName: undefined, source: undefined, givenAt: undefined, shown: undefined };
    expect(consent.all()).toEqual([{ hash, answer, ...unknown }]);
  });

  it('does not come back in the next window, nor on another machine, once another answer was given', async () => {
    const former = new FakeStore({
      [key]: [
        [hash, 'agreed'],
        [other.hash, 'agreed'],
      ],
    });
    const store = new FakeSharedStore();
    await newConsent({ store, former }).forget([definition]);
    const [next, elsewhere] = [newConsent({ store, former }), newConsent({ former })];
    expect([next, elsewhere].map((consent) => [start(consent), start(consent, other)])).toEqual([
      ['notAllowed', 'may start'],
      ['notAllowed', 'may start'],
    ]);
  });

  it('gives way to an answer that is stored already', async () => {
    const store = new FakeSharedStore();
    await newConsent({ store }).decline([definition]);
    store.set('imported', undefined);
    expect(start(newConsent({ store, former: new FakeStore({ [key]: [[hash, 'agreed']] }) }))).toBe('declined');
  });

  it('allows nothing where it cannot be taken over', () => {
    const store = new FakeSharedStore();
    store.canStore = false;
    expect(start(newConsent({ store, former: new FakeStore({ [key]: [[hash, 'agreed']] }) }))).toBe('notAllowed');
  });

  it.each([
    [undefined],
    [null],
    ['agreed'],
    [{ hash: 'agreed' }],
    [[['agreed']]],
    [true],
    [[null, [hash], [1, 'agreed'], [hash, 'maybe']]],
  ])('allows nothing where it is something else: %j', (stored) => {
    expect(start(newConsent({ former: new FakeStore({ [key]: stored }) }))).toBe('notAllowed');
  });
});
