import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import type { Asking } from '../../../../src/core/context/contentCache';
import type { Place } from '../../../../src/core/network/place';
import { WebConsent } from '../../../../src/host/content/webConsent';
import { FakeStore } from '../../../support/fakeStore';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { messages } = fakeVscode;
const origin = 'https://example.com';
const page = { serverId: 'shop', uri: 'https://example.com/a' };
/** Creates one gesture of a user who can be asked. */
const gesture = (): Asking => ({});

function newConsent(store = new FakeStore()): {
  store: FakeStore;
  agree: (asking?: Asking, of?: string, place?: Place) => Promise<string>;
  consent: WebConsent;
} {
  const consent = new WebConsent(store, (id) => `The ${id}`);
  const agree = (asking?: Asking, of = origin, place: Place = { kind: 'public' }): Promise<string> =>
    consent.agree(of, { ...page, uri: `${of}/a` }, asking, place).then(
      () => 'fetch',
      (error: unknown) => (error instanceof HumanError ? error.reason : String(error)),
    );
  return { store, agree, consent };
}

describe('fetching from a web site', () => {
  it('is asked about with who wants it and what, and once in a workspace', async () => {
    const { store, agree } = newConsent();
    messages.answer('Fetch from https://example.com');
    const results = [await agree(gesture()), await agree(gesture()), await agree(), await newConsent(store).agree()];
    expect([results, store.get('web.origins')]).toEqual([['fetch', 'fetch', 'fetch', 'fetch'], [origin]]);
    expect(messages.asked).toEqual([
      {
        severity: 'warning',
        text: 'Fetch this resource from https://example.com?',
        detail:
          'The MCP server “The shop” lists https://example.com/a and leaves it to you to fetch it. It is fetched without a sign-in, cookies or headers of the server, and this is asked once for this web site in this workspace.',
        isModal: true,
        buttons: ['Fetch from https://example.com'],
      },
    ]);
  });

  it('is not asked about in the background, and not done', async () => {
    const { store, agree } = newConsent();
    expect([await agree(), messages.asked, store.get('web.origins')]).toEqual(['webNotAgreed', [], undefined]);
  });

  it('is asked about for each site, and for nothing that looks like it', async () => {
    const { store, agree } = newConsent();
    messages.answer('Fetch from https://example.com', undefined, undefined);
    const otherOrigins = ['https://example.com:8443', 'https://example.com.evil.test'];
    const results = [await agree(gesture())];
    for (const one of otherOrigins) results.push(await agree(gesture(), one));
    expect([results, store.get('web.origins')]).toEqual([['fetch', 'webNotAgreed', 'webNotAgreed'], [origin]]);
  });

  it('that was declined is not asked about again in the same gesture, and is in the next', async () => {
    const { agree } = newConsent();
    messages.answer(undefined, 'Fetch from https://example.com');
    const [sameGesture, next] = [gesture(), gesture()];
    const results = [await agree(sameGesture), await agree(sameGesture), await agree(sameGesture)];
    expect([results, messages.asked.length]).toEqual([['webNotAgreed', 'webNotAgreed', 'webNotAgreed'], 1]);
    expect([await agree(next), messages.asked.length]).toEqual(['fetch', 2]);
  });

  it('is one question for all who want it at the same time, and its answer is for all of them', async () => {
    const { agree } = newConsent();
    messages.answer(undefined, 'Fetch from https://example.com');
    const together = (): Promise<string[]> => Promise.all([gesture(), gesture(), gesture()].map((one) => agree(one)));
    expect([await together(), messages.asked.length]).toEqual([['webNotAgreed', 'webNotAgreed', 'webNotAgreed'], 1]);
    expect([await together(), messages.asked.length]).toEqual([['fetch', 'fetch', 'fetch'], 2]);
  });

  it('is asked about again after it was forgotten', async () => {
    const { agree, consent } = newConsent(new FakeStore({ 'web.origins': [origin] }));
    const before = await agree();
    await consent.forget();
    expect([before, await agree()]).toEqual(['fetch', 'webNotAgreed']);
  });

  it.each([['https://example.com'], [{ 'https://example.com': true }], [null], [[['https://example.com'], 1]]])(
    'is not done for what was not kept so: %j',
    async (kept) => {
      expect(await newConsent(new FakeStore({ 'web.origins': kept })).agree()).toBe('webNotAgreed');
    },
  );

  it('shows an address as text: long ones cut, and none in another order than it has', async () => {
    const { consent } = newConsent();
    messages.answer(undefined);
    const uri = `https://example.com/\u202e$(x)${'a'.repeat(1_000)}`;
    await consent.agree(origin, { serverId: 'shop', uri }, gesture(), { kind: 'public' }).catch(() => undefined);
    const detail = messages.asked[0]?.detail ?? '';
    expect([detail.includes('\u202e'), detail.includes('$('), detail.length < 600]).toEqual([false, false, true]);
  });

  it('in the own network is asked about with its address, once in a window, whatever was allowed before', async () => {
    const { store, agree, consent } = newConsent(new FakeStore({ 'web.origins': [origin] }));
    const place = { kind: 'local', address: '10.96.0.1' } as const;
    messages.answer(undefined, 'Fetch from https://example.com');
    const answers = [await agree(undefined, origin, place), await agree(gesture(), origin, place)];
    answers.push(await agree(gesture(), origin, place), await agree(undefined, origin, place));
    expect(answers).toEqual(['webNotAgreed', 'webNotAgreed', 'fetch', 'fetch']);
    expect(messages.asked[0]?.detail).toContain('The site leads into your network, to 10.96.0.1');
    expect([store.get('web.origins'), consent.origins]).toEqual([[origin], [origin]]);
    await consent.forget(origin);
    expect([await agree(undefined, origin, place), consent.origins]).toEqual(['webNotAgreed', []]);
  });

  it('that a proxy hides is asked about with that, once in a workspace', async () => {
    const { agree } = newConsent();
    messages.answer('Fetch from https://example.com');
    const place = { kind: 'unknown' } as const;
    expect([await agree(gesture(), origin, place), await agree(undefined, origin, place)]).toEqual(['fetch', 'fetch']);
    expect(messages.asked[0]?.detail).toMatch(/The site may be in your network: VS Code uses a proxy/);
  });
});
