import { describe, expect, it, vi } from 'vitest';
import { Credentials, type KeptSignIn } from '../../../../src/core/mcp/auth/credentials';
import { MemoryCredentials } from '../signInSupport';

const url = 'https://server.example/mcp';
const authority = { authorizationServerUrl: 'https://a.example', metadata: undefined, resource: url };
const challenge = { scope: 'a b', resourceMetadataUrl: undefined };

function signInAt(issuer: string, token = 'one'): KeptSignIn {
  return {
    authority: { ...authority, issuer },
    client: { information: { client_id: 'me', issuer }, redirectUrl: undefined },
    tokens: { access_token: token, token_type: 'Bearer', issuer },
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
