// What a transport gets from a stored sign-in: tokens, and what became of a refusal.
import { describe, expect, it } from 'vitest';
import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import { StoredSignIn } from '../../../../src/core/mcp/auth/storedSignIn';
import type { Renew, Renewal } from '../../../../src/core/mcp/base/savedSignIn';
import { PromptClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { MemoryCredentials } from '../signInSupport';
import { failure } from '../support';

const url = 'https://server.example/mcp';
const saved = {
  authority: { server: { issuer: 'https://login.example' }, resource: url },
  client: { information: { client_id: 'me' }, redirectUrl: undefined },
  tokens: { access_token: 'one', refresh_token: 'again', scope: 'read list' },
};

/** @param outcome of each renewal */
async function signedIn(outcome: () => Renewal = () => ({ tokens: { ...saved.tokens, access_token: 'two' } })) {
  const store = new MemoryCredentials();
  const credentials = new Credentials(store, url);
  await credentials.setSignIn(saved);
  let renewals = 0;
  const renew: Renew = async () => {
    renewals += 1;
    await Promise.resolve();
    return outcome();
  };
  // Windows agree at once on who renews.
  const stored = new StoredSignIn(url, store, () => Promise.resolve(renew), new PromptClock(500), silent);
  await stored.token();
  return { stored, credentials, renewals: () => renewals };
}

const refusal = (status: number, challenge: string): Response =>
  new Response(null, { status, headers: { 'www-authenticate': challenge } });

describe('a refused request', () => {
  it('is worth repeating with a new token, got once for all that wait', async () => {
    const { stored, renewals } = await signedIn();
    expect(await Promise.all([stored.renew('Bearer one'), stored.renew('Bearer one')])).toEqual([true, true]);
    expect([await stored.token(), renewals()]).toEqual(['two', 1]);
  });

  it('is worth repeating at once where it had no token, or an older one', async () => {
    const { stored, renewals } = await signedIn();
    expect([await stored.renew(undefined), await stored.renew('Bearer zero'), renewals()]).toEqual([true, true, 0]);
  });

  it('asks the user to sign in where there is no sign-in, or nothing to renew it with', async () => {
    const { stored, credentials, renewals } = await signedIn();
    await credentials.setSignIn({ ...saved, tokens: { access_token: 'three' } });
    await stored.token();
    const withoutRefresh = await stored.renew('Bearer three');
    await credentials.deleteAll();
    expect([withoutRefresh, await stored.renew('Bearer three'), renewals()]).toEqual([false, false, 0]);
    expect([await stored.token(), stored.isSignedIn]).toEqual([undefined, false]);
  });

  it('fails with a sentence where the renewal does, and can be tried again', async () => {
    let isDown = true;
    const { stored } = await signedIn(() => {
      if (isDown) throw new Error('no answer');
      return { tokens: { access_token: 'two' } };
    });
    expect(await failure(stored.renew('Bearer one'))).toMatchObject({ reason: 'network' });
    isDown = false;
    expect([await stored.renew('Bearer one'), await stored.token()]).toEqual([true, 'two']);
  });
});

describe('what a refusal requires', () => {
  it.each<[refusal: Response, noticed: object, kept: object | undefined]>([
    [
      refusal(401, 'Bearer scope="read", resource_metadata="https://server.example/meta"'),
      { scope: 'read', isStepUp: false },
      { scope: 'read', resourceMetadataUrl: 'https://server.example/meta' },
    ],
    [refusal(401, 'Basic realm="r"'), { scope: undefined, isStepUp: false }, {}],
    [
      refusal(403, 'Bearer error="insufficient_scope", scope="write read"'),
      { scope: 'write read', isStepUp: true },
      { scope: 'read list write' },
    ],
    [refusal(403, 'Bearer error="insufficient_scope", scope="list"'), { scope: 'list', isStepUp: false }, undefined],
    [refusal(403, 'Bearer error="invalid_token"'), { scope: undefined, isStepUp: false }, undefined],
  ])('is saved for the next sign-in: case %#', async (response, noticed, kept) => {
    const { stored, credentials } = await signedIn();
    expect([await stored.notice(response), await credentials.challenge()]).toEqual([noticed, kept]);
  });

  it('is covered by a sign-in that was granted all of it', async () => {
    const { stored } = await signedIn();
    expect(['read', 'list  read', 'write', 'read write', '', undefined].map((scope) => stored.covers(scope))).toEqual([
      ...[true, true, false, false, true, false],
    ]);
  });
});
