import { describe, expect, it, vi } from 'vitest';
import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import type { SavedSignIn } from '../../../../src/core/mcp/base/savedSignIn';
import { PromptClock } from '../../../support/fakeClock';
import { MemoryCredentials } from '../signInSupport';

const url = 'https://server.example/mcp';
const challenge = { scope: 'a b', resourceMetadataUrl: undefined };

function signInAt(issuer: string, token = 'one'): SavedSignIn {
  return {
    authority: { server: { issuer }, resource: url },
    client: { information: { client_id: 'me' }, redirectUrl: undefined },
    tokens: { access_token: token },
  };
}

/** Creates two accesses to one store, as a session and a sign-in have. */
function pair(): { store: MemoryCredentials; one: Credentials; other: Credentials } {
  const store = new MemoryCredentials();
  return { store, one: new Credentials(store, url), other: new Credentials(store, `${url}#x`) };
}

describe('what is kept for a server', () => {
  it('is a sign-in whatever is written at the same time', async () => {
    const { one, other } = pair();
    const kept = signInAt('https://a.example');
    await Promise.all([
      other.setChallenge(challenge),
      other.setClient('https://b.example', kept.client),
      one.setSignIn(kept),
      other.setChallenge(challenge),
      other.setClient('https://c.example', kept.client),
    ]);
    expect(await one.signIn()).toEqual(kept);
    expect(await one.challenge()).toEqual(challenge);
  });

  it('is deleted as a whole, wherever it came from', async () => {
    const { store, one, other } = pair();
    await Promise.all([
      one.setSignIn(signInAt('https://a.example')),
      other.setSignIn(signInAt('https://b.example')),
      one.setChallenge(challenge),
      other.setClient('https://c.example', signInAt('https://c.example').client),
    ]);
    await one.deleteAll();
    expect([...store.all]).toEqual([]);
  });

  it('has no challenge after a sign-in, and is renewed only while there is a sign-in', async () => {
    const { store, one, other } = pair();
    await one.setChallenge(challenge);
    await one.setSignIn(signInAt('https://a.example'));
    expect(await other.challenge()).toBeUndefined();
    await other.renew(signInAt('https://a.example', 'two'));
    expect((await one.signIn())?.tokens.access_token).toBe('two');
    await Promise.all([one.deleteAll(), other.renew(signInAt('https://a.example', 'three'))]);
    expect([...store.all]).toEqual([]);
  });

  it('is written also after a write that failed', async () => {
    const { store, one } = pair();
    const set = vi.spyOn(store, 'set').mockRejectedValueOnce(new Error('locked'));
    await expect(one.setChallenge(challenge)).rejects.toThrow('locked');
    await one.setChallenge(challenge);
    expect([await one.challenge(), set.mock.calls.length]).toEqual([challenge, 2]);
  });
});

/** Creates the accesses of two windows to one store: each window writes in turn, but knows nothing of the other's turns. */
function windows(): { store: MemoryCredentials; one: Credentials; other: Credentials } {
  const store = new MemoryCredentials();
  const view = { get: store.get.bind(store), set: store.set.bind(store), delete: store.delete.bind(store) };
  return { store, one: new Credentials(store, url), other: new Credentials(view, url) };
}

describe('two windows', () => {
  const issuer = 'https://a.example';
  const signIn = signInAt(issuer);

  it('that sign in at once leave one whole sign-in: tokens with the client that they were issued to', async () => {
    const { one, other } = windows();
    const mine = { ...signIn, client: { information: { client_id: 'mine' }, redirectUrl: undefined } };
    await Promise.all([
      one.setSignIn(signIn),
      other.setSignIn({ ...mine, ...signInAt(issuer, 'two'), client: mine.client }),
    ]);
    const kept = await one.signIn();
    expect([
      ['one', 'me'],
      ['two', 'mine'],
    ]).toContainEqual([kept?.tokens.access_token, kept?.client.information.client_id]);
  });

  it('leave nothing when one signs out while the other saves renewed tokens', async () => {
    const { store, one, other } = windows();
    await one.setSignIn(signIn);
    await Promise.all([other.renew(signInAt(issuer, 'two')), one.deleteAll()]);
    expect([await one.signIn(), [...store.all]]).toEqual([undefined, []]);
  });

  it('delete only tokens that were refused, not those that the other has got meanwhile', async () => {
    const { one, other } = windows();
    await one.setSignIn(signIn);
    await other.renew(signInAt(issuer, 'two'));
    await one.deleteTokens(signIn);
    expect((await one.signIn())?.tokens.access_token).toBe('two');
    await one.deleteTokens(signInAt(issuer, 'two'));
    expect(await other.signIn()).toBeUndefined();
  });

  it('never reserve one renewal both, and a reservation that was left behind expires', async () => {
    const { one, other } = windows();
    const clock = new PromptClock(1_000);
    const reserved = await Promise.all([one.reserveRenewal('one', clock), other.reserveRenewal('other', clock)]);
    expect(reserved.filter(Boolean)).toHaveLength(1);
    expect(await one.reserveRenewal('third', clock)).toBe(false);
    await clock.advance(45_000);
    expect(await one.reserveRenewal('third', clock)).toBe(true);
    await one.releaseRenewal('one');
    expect(await other.reserveRenewal('other', clock)).toBe(false);
    await one.releaseRenewal('third');
    expect(await other.reserveRenewal('other', clock)).toBe(true);
  });
});
