import { describe, expect, it } from 'vitest';
import { checkStart } from '../../../src/core/servers/checkStart';
import { Consent } from '../../../src/core/servers/consent';
import { FakeStore } from '../../support/fakeStore';
import { define, noPolicy, stdio } from './fixtures';

/** Two windows share one store, as VS Code's storage of the profile is shared. */
describe('an answer in another window', () => {
  const definition = define(stdio());
  const other = define(stdio({ command: 'deno' }));
  const windows = (): { here: Consent; there: Consent } => {
    const store = new FakeStore();
    return { here: new Consent(store), there: new Consent(store) };
  };
  const start = (consent: Consent, one = definition): string =>
    checkStart(one, undefined, { isTrusted: true, policy: noPolicy, consent })?.reason ?? 'may start';

  it('counts here: a yes, a no after it, and that it was taken back', async () => {
    const { here, there } = windows();
    const states = [start(here)];
    await there.agree([definition]);
    states.push(start(here));
    await there.decline([definition]);
    states.push(start(here));
    await there.agree([definition]);
    await there.forget();
    states.push(start(here));
    expect(states).toEqual(['notAgreed', 'may start', 'declined', 'notAgreed']);
  });

  it.each([
    ['declined', (consent: Consent) => consent.decline([definition]), 'declined'],
    ['forgotten', (consent: Consent) => consent.forget([definition]), 'notAgreed'],
    ['forgotten with all others', (consent: Consent) => consent.forget(), 'notAgreed'],
  ])('is not undone by the next answer here: %s', async (_, takeBack, expected) => {
    const { here, there } = windows();
    await here.agree([definition]);
    await takeBack(there);
    await here.agree([other]);
    expect([start(here), start(there), start(here, other), start(there, other)]).toEqual([
      expected,
      expected,
      'may start',
      'may start',
    ]);
  });

  it('is told of when this window looks, once, and only if it changes something', async () => {
    const { here, there } = windows();
    const states: string[] = [];
    const listening = here.onDidChange(() => states.push(start(here)));
    here.look();
    await there.agree([definition]);
    expect(states).toEqual([]);
    here.look();
    here.look();
    // The state is also read in between, as the gate does before each start; the change still counts as new.
    await there.decline([definition]);
    start(here);
    here.look();
    await there.decline([definition]);
    here.look();
    expect(states).toEqual(['may start', 'declined']);
    listening.dispose();
  });

  it('does not hide an answer here that is still being stored', async () => {
    const stored: (() => void)[] = [];
    const slow = { get: () => undefined, set: () => new Promise<void>((resolve) => stored.push(resolve)) };
    const consent = new Consent(slow);
    const saved = consent.decline([definition]);
    expect(start(consent)).toBe('declined');
    stored[0]?.();
    await saved;
  });
});

describe('what version 0.1.0 stored', () => {
  it.each([
    ['agreed', 'may start'],
    ['declined', 'declined'],
  ])('still holds: %s', (answer, expected) => {
    const definition = define(stdio());
    // The key, the shape and the hash as that version wrote them.
    const hash = '523f924c99788e2ff7cd4256d1fb73b2a93b2704a4aae73a41a2232759bca3f7';
    const consent = new Consent(new FakeStore({ 'servers.consent': [[hash, answer]] }));
    const reason = checkStart(definition, undefined, { isTrusted: true, policy: noPolicy, consent })?.reason;
    expect([definition.hash, reason ?? 'may start']).toEqual([hash, expected]);
  });

  it.each([[undefined], [null], ['agreed'], [{ hash: 'agreed' }], [[['agreed']]], [true]])(
    'allows nothing where it is something else: %j',
    (stored) => {
      const consent = new Consent(new FakeStore({ 'servers.consent': stored }));
      expect(checkStart(define(stdio()), undefined, { isTrusted: true, policy: noPolicy, consent })?.reason).toBe(
        'notAgreed',
      );
    },
  );
});
