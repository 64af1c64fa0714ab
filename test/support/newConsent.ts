import { Consent, type ConsentParts } from '../../src/core/permission/consent';
import { FakeSharedStore } from './fakeSharedStore';

/** The answers of a window, by default of the only one, at the time 0. */
export function newConsent(parts: Partial<ConsentParts> = {}): Consent {
  return new Consent({
    store: new FakeSharedStore(),
    describe: ({ name }) => `runs ${name}`,
    resolve: () => ({}),
    now: () => 0,
    ...parts,
  });
}
